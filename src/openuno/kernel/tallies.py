"""What is counted while rounds are played: whole numbers only, so that parts add up exactly."""

from enum import IntEnum

from openuno.kernel.layout import MOST_SEATS


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
WINS = SINGLE
CAUGHT = WINS + MOST_SEATS
"""Points that seats were caught with, by seat."""
SEATWISE = 2 * MOST_SEATS
LENGTHS = SINGLE + SEATWISE
MOST_LENGTH = 400
"""Rounds by their turns; the last place is for all that were longer."""
SIZE = LENGTHS + MOST_LENGTH + 1
LONGEST = 20_000
