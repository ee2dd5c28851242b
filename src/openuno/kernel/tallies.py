"""What is counted while rounds and games are played: whole numbers only, so chunks add up exactly.

The counts of games begin with those of all their rounds; the counts of the games follow.
"""

from enum import IntEnum

from openuno.kernel.compiler import U, inlined
from openuno.kernel.rules.state import MOST_SEATS


class Tally(IntEnum):
    """The single counts, by their place in a tally."""

    ROUNDS = 0
    TURNS = 1
    TURNS_SQUARED = 2
    SCORE = 3
    """Of the winners: what the others were caught with, or the other team (FMT-3)."""
    SCORE_SQUARED = 4
    DEAD = 5
    TURNED_OVER = 6
    FOURS = 7
    """Wild Draw Fours laid when it could be doubted; BLUFFS of them unlawfully."""
    BLUFFS = 8
    CHALLENGES = 9
    CHALLENGES_WON = 10
    CATCHES = 11
    JUMPS = 12
    STACKED = 13
    """Draw cards added to a stack."""
    CUT_SHORT = 14
    """Rounds given up after LONGEST turns and jump-ins: some never end by themselves."""


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
CAUGHT = WINS + MOST_SEATS
"""Points that seats were caught with, by seat."""
SEATWISE = 2 * MOST_SEATS
LENGTHS = SINGLE + SEATWISE
MOST_LENGTH = 400
"""Rounds by their turns; the last place is for all that were longer."""
SIZE = LENGTHS + MOST_LENGTH + 1
LONGEST = 20_000


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
(
    GAME_TALLY_GAMES,
    GAME_TALLY_HANDS,
    GAME_TALLY_HANDS_SQUARED,
    GAME_TALLY_TURNS,
    GAME_TALLY_TURNS_SQUARED,
    GAME_TALLY_MARGIN,
    GAME_TALLY_MARGIN_SQUARED,
    GAME_TALLY_SHARED,
    GAME_TALLY_CUT_SHORT,
) = (tally.value for tally in GameTally)
PLAYER_WINS, PLAYER_POINTS, PLAYER_HANDS_WON, PLAYER_PLAYED, PLAYER_DEALT, PLAYER_PLACE_WINS = (
    what.value * MOST_SEATS for what in ByPlayer
)
"""Where the counts of player 0 lie in the row of all players' counts; the others follow."""
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


@inlined
def clear(row, size):
    """Set the first numbers of a row to zero."""
    for place in range(size):
        row[U(place)] = 0


@inlined
def add_row(row, size, counts, place):
    """Add a row to the counts from a place on."""
    for number in range(size):
        counts[U(place + number)] += row[U(number)]
