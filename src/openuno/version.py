"""The version; pyproject.toml reads it here."""

__version__ = "1.0.0"
