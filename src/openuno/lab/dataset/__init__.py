"""Recorded rounds as tables: who saw what, what they did, what came of it."""
