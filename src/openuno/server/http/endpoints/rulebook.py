"""The rulebook for reading: every clause, and where it holds."""

from typing import Literal

import msgspec

from openuno.rulebook import clauses as book
from openuno.server.http.endpoint import Call, endpoint


class RulebookClause(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A numbered rule. `editions` print it; with none of them a table has to switch it on.

    `origin` is `ours` where the printed rules are silent and we had to decide.
    """

    # Not the Clause of the file: that one has defaults, and explains switches for /api/editions.

    id: str
    text: str
    origin: Literal["printed", "ours"]
    editions: tuple[str, ...]
    switches: tuple[str, ...]


class RulebookSection(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The clauses about one thing; their ids begin with its key."""

    key: str
    title: str
    clauses: tuple[RulebookClause, ...]


class Rulebook(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Every clause that is played here, by section."""

    sections: tuple[RulebookSection, ...]


@endpoint("GET", "/api/rulebook", constant=True)
async def rulebook(call: Call) -> Rulebook:
    """The rules of every edition, clause by clause."""
    del call
    return Rulebook(tuple(_section(each) for each in book.rulebook().sections))


def _section(section: book.Section) -> RulebookSection:
    return RulebookSection(
        section.key,
        section.title,
        tuple(
            RulebookClause(each.id, each.text, each.origin, each.editions, each.switches)
            for each in section.rules
        ),
    )
