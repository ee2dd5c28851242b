"""The rulebook as data: its clauses, and what an edition prints."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from openuno.engine.notation import rules as rules_notation
from openuno.engine.rules import EDITION_NAMES, Rules


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule. `editions` empty: it holds only where a table switches it on.

    `explains` says in one line what a switch of it does; each switch is explained once.
    """

    id: str
    text: str
    origin: Literal["printed", "ours"]
    editions: tuple[str, ...] = EDITION_NAMES
    switches: tuple[str, ...] = ()
    explains: dict[str, str] = msgspec.field(default_factory=dict)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses about one thing; their ids begin with its key."""

    key: str
    title: str
    rules: tuple[Clause, ...]


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every clause the engine plays, by section."""

    sections: tuple[Section, ...]

    def __iter__(self) -> Iterator[Clause]:
        return (clause for section in self.sections for clause in section.rules)

    @property
    def ids(self) -> tuple[str, ...]:
        """The number of every clause, in order."""
        return tuple(clause.id for clause in self)


@cache
def rulebook() -> Rulebook:
    """The rulebook that ships with the engine."""
    text = files("openuno.rulebook").joinpath("rulebook.toml").read_bytes()
    return msgspec.toml.decode(text, type=Rulebook)


def in_force(edition: str) -> tuple[Section, ...]:
    """The clauses that hold in an edition as printed; a section without any is left out."""
    sections = (
        Section(
            section.key, section.title, tuple(r for r in section.rules if edition in r.editions)
        )
        for section in rulebook().sections
    )
    return tuple(section for section in sections if section.rules)


def by_switch(edition: str) -> tuple[Clause, ...]:
    """The clauses that do not hold in an edition as printed, but can be switched on."""
    return tuple(c for c in rulebook() if c.switches and edition not in c.editions)


def governed_by(switch: str) -> tuple[str, ...]:
    """The clauses a switch bears on."""
    return tuple(clause.id for clause in rulebook() if switch in clause.switches)


def explanation(switch: str) -> str:
    """What a switch is about, in one line."""
    return next(clause.explains[switch] for clause in rulebook() if switch in clause.explains)


def value_text(rules: Rules, switch: str) -> str:
    """A switch's value as the table writes it: `on`, `7`, `acts`."""
    if switch == "written":
        return str(len(rules.written)) if rules.written else "none"
    return rules_notation.value_text(getattr(rules, switch))


def where(clause: Clause) -> str:
    """Where a clause holds, in words."""
    if not clause.editions:
        return "by switch"
    return "all" if clause.editions == EDITION_NAMES else ", ".join(clause.editions)
