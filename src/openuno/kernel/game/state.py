"""A game as arrays of numbers: its format, and where it stands."""

from enum import IntEnum
from typing import Any, NamedTuple


class FormatField(IntEnum):
    """What a game is played for, by its index in `format`."""

    FORMAT_KIND = 0
    FORMAT_NUMBER = 1
    """The limit, or the rounds of a best-of."""
    MAX_ROUNDS = 2
    """How many rounds are played before a game is given up."""


class FormatKind(IntEnum):
    """The formats, by how they are scored; partners are a team of two."""

    RACE = 0
    LOW_TALLY = 1
    TEAM_RACE = 2
    ELIMINATION = 3
    SINGLE_ROUND = 4
    BEST_OF = 5


class GameField(IntEnum):
    """The single numbers of a game, by their index in its `now`."""

    GAME_SEED = 0
    ROUND_NUMBER = 1
    """How many rounds have been dealt."""
    GAME_DEALER = 2
    FIRST_DEALER = 3
    REMAINING = 4
    """A bit for each player who is not out."""
    WINNERS = 5
    """A bit for each winner; 0 while the game is on."""
    GAME_TURNS = 6


FORMAT_FIELDS, GAME_FIELDS = len(FormatField), len(GameField)
FORMAT_KIND, FORMAT_NUMBER, MAX_ROUNDS = (field.value for field in FormatField)
RACE, LOW_TALLY, TEAM_RACE, ELIMINATION, SINGLE_ROUND, BEST_OF = (kind.value for kind in FormatKind)
GAME_SEED, ROUND_NUMBER, GAME_DEALER, FIRST_DEALER, REMAINING, WINNERS, GAME_TURNS = (
    field.value for field in GameField
)


class GameArrays(NamedTuple):
    """The arrays of one game; `now` is only indexed by constants."""

    now: Any
    scores: Any
    wins: Any
    players: Any
    """By seat, who sits there in this round; `habits` are by seat, too."""
    habits: Any
