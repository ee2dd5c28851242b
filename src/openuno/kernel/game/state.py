"""A game as arrays of numbers: what it is played for, and where it stands."""

from enum import IntEnum
from typing import Any, NamedTuple


class Terms(IntEnum):
    """What a game is played for, by its place in `terms`."""

    FORMAT = 0
    NUMBER = 1
    """The limit, or the rounds of a best-of."""
    MOST_HANDS = 2
    """After so many hands a game is given up."""


class Scored(IntEnum):
    """The formats, by how they are scored; partners are a team of two."""

    RACE = 0
    LOW_TALLY = 1
    TEAMS = 2
    ELIMINATION = 3
    SINGLE = 4
    BEST_OF = 5


class Since(IntEnum):
    """The single numbers of a game, by their place in its `now`."""

    SEED = 0
    HAND = 1
    """How many hands have been dealt."""
    DEALER = 2
    FIRST_DEALER = 3
    IN = 4
    """A bit for each player who is not out."""
    WINNERS = 5
    """A bit for each winner; none while the game goes on."""
    TURNS = 6


SINCE = len(Since)


class Game(NamedTuple):
    """The arrays of one game; the first is read and written by constant places only."""

    now: Any
    scores: Any
    wins: Any
    players: Any
    """By seat, who sits there in this hand; `habits` are theirs, by seat too."""
    habits: Any
