"""How rounds make a game: what is scored, who plays with whom, when it is over."""

from typing import assert_never

import msgspec

from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.rules import MAX_SEATS, MIN_SEATS, Rules, check_seats
from openuno.game.schedule import SCHEDULED

LIMIT = 500
BOUNDS = {"limit": (1, 100_000), "cycles": (1, 100), "rounds": (1, 99)}
"""Lowest and highest value of each format's number."""
ROUNDS_PER_PARTNER = 4
"""How many rounds two rotating partners play together in a cycle (FMT-4, FMT-5)."""
MOST_ROTATING = 24
"""How many rotating partners can play one game; an event has schedules for more."""


class _Format(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="format",
    forbid_unknown_fields=True,
):
    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value, (low, high) = getattr(self, name), BOUNDS[name]
            if not low <= value <= high:
                raise SetupError(
                    name, Fault.of(FaultKind.BOUNDS, least=low, most=high, word=str(value))
                )


class _ToLimit(_Format, frozen=True):
    """A game that goes on until a score reaches the limit (SCORE-4)."""

    limit: int = LIMIT


class Race(_ToLimit, frozen=True, tag="race"):
    """The player who goes out scores what the others hold; first to the limit wins (FMT-1)."""


class LowTally(_ToLimit, frozen=True, tag="low-tally"):
    """Everyone tallies what they are caught with; at the limit the lowest wins (FMT-2)."""


class Partners(_ToLimit, frozen=True, tag="partners"):
    """Four players, partners opposite; the first pair to the limit wins (FMT-3)."""


class Rotating(_Format, frozen=True, tag="rotating"):
    """Four rounds with everyone else as partner, at as many tables as it takes (FMT-4, FMT-5)."""

    cycles: int = 1


class Teams(_ToLimit, frozen=True, tag="teams"):
    """Two teams of two to five, seated alternately; first to the limit (FMT-6)."""


class Elimination(_ToLimit, frozen=True, tag="elimination"):
    """Tallies; at the limit one is out, and the last two play head to head (FMT-7)."""


class Single(_Format, frozen=True, tag="single"):
    """One round; a dead one is dealt again (FMT-8)."""


class BestOf(_Format, frozen=True, tag="best-of"):
    """A number of rounds; the player who wins most of them wins the game (FMT-8)."""

    rounds: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rounds % 2 == 0:
            raise SetupError("rounds", Fault.of(FaultKind.ODD, word=str(self.rounds)))


Format = Race | LowTally | Partners | Rotating | Teams | Elimination | Single | BestOf


def is_team_format(format: Format) -> bool:
    """Whether neighbours oppose and those opposite play together."""
    return isinstance(format, (Partners, Teams, Rotating))


def sides(format: Format, players: int) -> tuple[tuple[int, ...], ...]:
    """Who stands or falls together for the whole game: the two teams, else each alone."""
    if isinstance(format, (Partners, Teams)):
        return tuple(range(0, players, 2)), tuple(range(1, players, 2))
    return tuple((player,) for player in range(players))


def player_counts(format: Format) -> tuple[int, ...]:
    """How many players the format can be played by."""
    match format:
        case Rotating():
            return tuple(sorted(each for each in SCHEDULED if each <= MOST_ROTATING))
        case Partners():
            return (4,)
        case Teams():
            return tuple(range(4, MAX_SEATS + 1, 2))
        case Race() | LowTally() | Elimination() | Single() | BestOf():
            return tuple(range(MIN_SEATS, MAX_SEATS + 1))
        case _:
            assert_never(format)


def check_players(format: Format, players: int) -> None:
    """Refuse a number of players that the format cannot be played by; the error says which can."""
    counts = player_counts(format)
    if players in counts:
        return
    name, word = str(format.__struct_config__.tag), str(players)
    first, last = counts[0], counts[-1]
    if first == last:
        fault = Fault.of(FaultKind.PLAYERS_EXACTLY, format=name, most=last, word=word)
    elif counts == tuple(range(first, last + 1)):
        fault = Fault.of(FaultKind.PLAYERS_RANGE, format=name, least=first, most=last, word=word)
    else:
        choices = tuple(map(str, counts))
        fault = Fault.of(FaultKind.PLAYERS, format=name, choices=choices, word=word)
    raise SetupError("players", fault)


def check_format(format: Format, rules: Rules, players: int) -> None:
    """Refuse a format that cannot be played so; the error names what to change."""
    if not isinstance(rules, Rules):
        raise SetupError("rules", Fault.of(FaultKind.TYPE_RULES, word=repr(rules)))
    if not isinstance(format, _Format):
        raise SetupError("format", Fault.of(FaultKind.TYPE_FORMAT, word=repr(format)))
    if rules.teams and not is_team_format(format):
        raise SetupError("teams", Fault.of(FaultKind.ALONE))
    check_players(format, players)
    check_seats(rules, 4 if isinstance(format, Rotating) else players)
