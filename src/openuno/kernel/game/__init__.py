"""Whole games of many rounds: the twins of `openuno.game`."""
