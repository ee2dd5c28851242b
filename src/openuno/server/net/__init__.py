"""Connections: who may open one, HTTP and WebSocket ones, and what each may ask."""
