"""Whole games: many rounds, one format, a winner."""
