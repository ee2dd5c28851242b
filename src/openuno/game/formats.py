"""How rounds make a game: what is scored, who plays with whom, when it is over."""

from typing import assert_never

import msgspec

from openuno.engine.errors import SetupError
from openuno.engine.rules import FEWEST_SEATS, MOST_SEATS, Rules, check_seats
from openuno.game.schedule import MOST_PLAYERS, SCHEDULED

LIMIT = 500
HANDS_A_PARTNER = 4
"""How many hands two rotating partners play together in a cycle (FMT-4, FMT-5)."""


class _Format(
    msgspec.Struct, frozen=True, gc=False, tag_field="format", forbid_unknown_fields=True
):
    pass


class Race(_Format, frozen=True, tag="race"):
    """Whoever goes out scores what the others hold; first to the limit wins (FMT-1)."""

    limit: int = LIMIT


class LowTally(_Format, frozen=True, tag="low-tally"):
    """Everyone tallies what they are caught with; at the limit the lowest wins (FMT-2)."""

    limit: int = LIMIT


class Partners(_Format, frozen=True, tag="partners"):
    """Four players, partners opposite; the first pair to the limit wins (FMT-3)."""

    limit: int = LIMIT


class Rotating(_Format, frozen=True, tag="rotating"):
    """Four hands with everyone else as partner, at as many tables as it takes (FMT-4, FMT-5)."""

    cycles: int = 1


class Teams(_Format, frozen=True, tag="teams"):
    """Two teams of two to five, seated alternately; first to the limit (FMT-6)."""

    limit: int = LIMIT


class Elimination(_Format, frozen=True, tag="elimination"):
    """Tallies; at the limit one is out, and the last two play head to head (FMT-7)."""

    limit: int = LIMIT


class Single(_Format, frozen=True, tag="single"):
    """One round; a dead one is dealt again (FMT-8)."""


class BestOf(_Format, frozen=True, tag="best-of"):
    """So many rounds; whoever won most of them wins (FMT-8)."""

    rounds: int = 3


Format = Race | LowTally | Partners | Rotating | Teams | Elimination | Single | BestOf


def in_teams(format: Format) -> bool:
    """Whether neighbours oppose and those opposite play together."""
    return isinstance(format, (Partners, Teams, Rotating))


def check_format(format: Format, rules: Rules, players: int) -> None:
    """Refuse a format that cannot be played so; the error names what to change."""
    match format:
        case Race() | LowTally() | Partners() | Teams() | Elimination():
            if not 1 <= format.limit <= 100_000:
                raise SetupError("limit", f"must be 1 to 100000, not {format.limit}")
        case Rotating():
            if not 1 <= format.cycles <= 100:
                raise SetupError("cycles", f"must be 1 to 100, not {format.cycles}")
        case BestOf():
            if not (1 <= format.rounds <= 99 and format.rounds % 2):
                raise SetupError("rounds", f"must be odd, 1 to 99, not {format.rounds}")
        case Single():
            pass
        case _:
            assert_never(format)
    if isinstance(format, Rotating):
        if players not in SCHEDULED:
            raise SetupError(
                "players",
                f"rotating partners need a multiple of four, 4 to {MOST_PLAYERS}, not {players}",
            )
        check_seats(rules, 4)
        return
    if not FEWEST_SEATS <= players <= MOST_SEATS:
        raise SetupError("players", f"must be {FEWEST_SEATS} to {MOST_SEATS}, not {players}")
    if isinstance(format, Partners) and players != 4:
        raise SetupError("players", f"partners are four players, not {players}; or play in teams")
    if isinstance(format, Teams) and (players < 4 or players % 2):
        raise SetupError("players", f"two teams are 4, 6, 8 or 10 players, not {players}")
    check_seats(rules, players)
