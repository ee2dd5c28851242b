"""What is counted while rounds and games are played: whole numbers only, so chunks add up exactly.

The counts of games begin with those of all their rounds; the counts of the games follow.
"""

from enum import IntEnum

from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.state import MAX_SEATS


class Tally(IntEnum):
    """The single counts, by their index in a tally."""

    ROUNDS = 0
    TURNS = 1
    TURNS_SQUARED = 2
    SCORE = 3
    """What winners scored: the points held by the others, or by the other team (FMT-3)."""
    SCORE_SQUARED = 4
    DEAD = 5
    TURNED_OVER = 6
    FOURS = 7
    """Wild Draw Fours played when they could be challenged; BLUFFS of them were bluffs."""
    BLUFFS = 8
    CHALLENGES = 9
    CHALLENGES_WON = 10
    CATCHES = 11
    JUMPS = 12
    STACKED = 13
    """Draw cards added to a stack."""
    CUT_SHORT = 14
    """Rounds given up after MAX_TURNS turns and jump-ins: some would never end."""


SINGLE = len(Tally)
(
    TALLY_ROUNDS,
    TALLY_TURNS,
    TALLY_TURNS_SQUARED,
    TALLY_SCORE,
    TALLY_SCORE_SQUARED,
    TALLY_DEAD,
    TALLY_TURNED_OVER,
    TALLY_FOURS,
    TALLY_BLUFFS,
    TALLY_CHALLENGES,
    TALLY_CHALLENGES_WON,
    TALLY_CATCHES,
    TALLY_JUMPS,
    TALLY_STACKED,
    TALLY_CUT_SHORT,
) = (tally.value for tally in Tally)
WINS = SINGLE
CAUGHT = WINS + MAX_SEATS
"""Points left in hand, by seat."""
SEATWISE = 2 * MAX_SEATS
LENGTHS = SINGLE + SEATWISE
MAX_LENGTH = 400
"""Rounds by their number of turns; the last count is of all longer ones."""
SIZE = LENGTHS + MAX_LENGTH + 1
MAX_TURNS = 20_000


class GameTally(IntEnum):
    """The single counts, by their index in a tally."""

    GAMES = 0
    ROUNDS = 1
    ROUNDS_SQUARED = 2
    TURNS = 3
    TURNS_SQUARED = 4
    MARGIN = 5
    """How far the nearest other was behind the winners, in points or rounds won."""
    MARGIN_SQUARED = 6
    SHARED = 7
    """Games that ended in a tie."""
    CUT_SHORT = 8
    """Games given up: too many rounds, or a round without end."""


class ByPlayer(IntEnum):
    """The counts of each player; all counts of one kind are side by side."""

    WINS = 0
    POINTS = 1
    """The sum of their scores."""
    ROUNDS_WON = 2
    PLAYED = 3
    """Rounds they took part in; a player who is out takes part in none."""
    DEALT = 4
    POSITION_WINS = 5
    """Wins by position: 0 is to the left of the first dealer."""


GAME_SINGLE = len(GameTally)
(
    GAME_TALLY_GAMES,
    GAME_TALLY_ROUNDS,
    GAME_TALLY_ROUNDS_SQUARED,
    GAME_TALLY_TURNS,
    GAME_TALLY_TURNS_SQUARED,
    GAME_TALLY_MARGIN,
    GAME_TALLY_MARGIN_SQUARED,
    GAME_TALLY_SHARED,
    GAME_TALLY_CUT_SHORT,
) = (tally.value for tally in GameTally)
PLAYER_WINS, PLAYER_POINTS, PLAYER_ROUNDS_WON, PLAYER_PLAYED, PLAYER_DEALT, PLAYER_POSITION_WINS = (
    what.value * MAX_SEATS for what in ByPlayer
)
"""The index of player 0 in the row of all players' counts; the others follow."""
PLAYERWISE = len(ByPlayer) * MAX_SEATS
GAME = SIZE
"""The index of the first count of games in a row of counts; the others follow."""
BY_PLAYER = GAME + GAME_SINGLE
GAME_LENGTHS = BY_PLAYER + PLAYERWISE
MAX_GAME_LENGTH = 200
"""Games by their number of rounds; the last count is of all longer ones."""
GAME_SIZE = GAME_LENGTHS + MAX_GAME_LENGTH + 1
MAX_GAME_ROUNDS = 100_000
"""How many rounds are played before a game is given up."""


def player_index(what: ByPlayer, player: int) -> int:
    """The index of a player's count in a row of counts."""
    return BY_PLAYER + what * MAX_SEATS + player


@inline
def clear_row(row, size):
    """Set the first numbers of a row to zero."""
    for index in range(size):
        row[U(index)] = 0


@inline
def add_row(row, size, counts, first):
    """Add a row to the counts from the index `first` on."""
    for index in range(size):
        counts[U(first + index)] += row[U(index)]
