"""What an option can take: a number, one of a few words, or a name that a shell can complete."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

import click
from click.shell_completion import CompletionItem

from openuno.engine.faults import nearest_name


class Number(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A whole number, from one to another if they are given."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a refusal that says which numbers can be given."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"takes a number{self._range}, not {value!r}", param, ctx)
        if (self.least is not None and number < self.least) or (
            self.most is not None and number > self.most
        ):
            self.fail(f"takes a number{self._range}, not {number}", param, ctx)
        return number

    @property
    def _range(self) -> str:
        if self.least is None:
            return ""
        return f" from {self.least}" + ("" if self.most is None else f" to {self.most}")


class Day(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A date, as 2026-11-20."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The date, or a refusal that says how one is written."""
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"takes a date such as 2026-11-20, not {value!r}", param, ctx)


class Word(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """One of a few words."""

    name = "word"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word, or a refusal that names what can be given."""
        if value not in self.choices:
            # Of two, either may be meant: gpu is no misspelt cpu.
            near = nearest_name(value, self.choices) if len(self.choices) > 2 else None
            guess = f"; did you mean {near}?" if near else ""
            self.fail(f"takes {_either(self.choices)}, not {value!r}{guess}", param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click has it
        """The words as the help shows them."""
        return "|".join(self.choices)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The words that begin so."""
        return complete_from(self.choices, incomplete)


def complete_from(
    words: Iterable[str] | Iterable[tuple[str, str]], incomplete: str
) -> list[CompletionItem]:
    """The words that begin so, each with what it means if that is given."""
    pairs = ((word, None) if isinstance(word, str) else word for word in words)
    return [CompletionItem(word, help=text) for word, text in pairs if word.startswith(incomplete)]


def _either(words: Collection[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


class Duration(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A length of time such as `30m`, `12h` or `7d`, as minutes."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The minutes, or a refusal that says how to write them."""
        if isinstance(value, int):
            return value
        number, unit = value[:-1], value[-1:]
        per = {"m": 1, "h": 60, "d": 24 * 60}.get(unit)
        if per is None or not (number.isascii() and number.isdecimal()) or len(number) > 5:
            self.fail(f"takes a time such as 30m, 12h or 7d, not {value!r}", param, ctx)
        if not int(number):
            self.fail("takes a time of at least a minute", param, ctx)
        return int(number) * per
