"""The version that every environment has in its name."""

VERSION = 5
"""Raised when the same seed and the same answers lead to anything else than before."""
