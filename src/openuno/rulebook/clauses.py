"""The rulebook as data: its clauses, and what an edition prints."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from openuno.engine.notation import rules as rules_notation
from openuno.engine.rules import EDITION_NAMES, Rules

_OFF = ("off", "0", "none")
SOME = "some"
"""In `when`: any value of a switch but these."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule. `editions` empty: it holds only where a table switches it on.

    `when` says at which tables it holds, as the file explains. `explains` says in one line what a
    switch of it does; each switch is explained once.
    """

    id: str
    text: str
    origin: Literal["printed", "ours"]
    editions: tuple[str, ...] = EDITION_NAMES
    switches: tuple[str, ...] = ()
    when: tuple[dict[str, tuple[str, ...]], ...] | None = None
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


def in_force_at(rules: Rules, players: int, format: str = "") -> tuple[Section, ...]:
    """The clauses that players need at a table with these rules, whatever its edition prints.

    `format` is its name, such as `race`; without it, clauses about whole games are left out.
    """
    sections = (
        Section(
            section.key,
            section.title,
            tuple(clause for clause in section.rules if _holds(clause, rules, players, format)),
        )
        for section in rulebook().sections
    )
    return tuple(section for section in sections if section.rules)


def _holds(clause: Clause, rules: Rules, players: int, format: str) -> bool:
    def fits(name: str, allowed: tuple[str, ...]) -> bool:
        match name:
            case "edition":
                value = rules.edition
            case "players":
                value = str(players)
            case "format":
                value = format
            case _:
                value = value_text(rules, name)
        return value in allowed or (SOME in allowed and value not in _OFF)

    if clause.when is not None:
        return any(all(fits(*each) for each in one.items()) for one in clause.when)
    return bool(clause.editions) or all(fits(switch, (SOME,)) for switch in clause.switches)


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
