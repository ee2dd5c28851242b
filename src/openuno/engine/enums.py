"""Enumerations whose members print as they are written in code."""

from enum import StrEnum


class NamedEnum(StrEnum):
    """A set of names; `repr` gives `Card.R7`, which Python reads back."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
