"""Enumerations whose members print as they are written in code."""

from enum import StrEnum
from typing import Self


class NamedEnum(StrEnum):
    """A set of names; `repr` gives `Card.R7`, which Python reads back."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class SentenceEnum(NamedEnum):
    """Kinds of something to say, each with its English sentence."""

    template: str

    def __new__(cls, value: str, template: str) -> Self:
        """A kind by its name, and the sentence its values are put into."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.template = template
        return kind
