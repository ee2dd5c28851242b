"""What is counted while whole games are played, beside what is counted of their hands.

A row of counts begins with those of all hands as rounds (`tallies`); these follow.
"""

from enum import IntEnum

from openuno.kernel.layout import MOST_SEATS
from openuno.kernel.tallies import SIZE


class GameTally(IntEnum):
    """The single counts, by their place in a tally."""

    GAMES = 0
    HANDS = 1
    HANDS_SQUARED = 2
    TURNS = 3
    TURNS_SQUARED = 4
    MARGIN = 5
    """From the winners to the nearest other, in what decides: points, or rounds won."""
    MARGIN_SQUARED = 6
    SHARED = 7
    """Games that ended in a tie."""
    CUT_SHORT = 8
    """Games given up: too many hands, or a hand without end."""


class ByPlayer(IntEnum):
    """The counts of each player; all of one kind lie side by side."""

    WINS = 0
    POINTS = 1
    """What their scores came to."""
    HANDS_WON = 2
    PLAYED = 3
    """Hands they sat in; whoever is out sits in none."""
    DEALT = 4
    PLACE_WINS = 5
    """Wins by place: 0 is to the left of the first dealer."""


GAME_SINGLE = len(GameTally)
PLAYERWISE = len(ByPlayer) * MOST_SEATS
GAME = SIZE
"""Where the single counts begin in a row of counts; the others follow."""
BY_PLAYER = GAME + GAME_SINGLE
GAME_LENGTHS = BY_PLAYER + PLAYERWISE
MOST_GAME_LENGTH = 200
"""Games by their hands; the last place is for all that were longer."""
GAME_SIZE = GAME_LENGTHS + MOST_GAME_LENGTH + 1
LONGEST_GAME = 100_000
"""Hands after which a game is given up."""


def by_player(what: ByPlayer, player: int) -> int:
    """The place of a player's count in a row of counts."""
    return BY_PLAYER + what * MOST_SEATS + player
