"""The points of cards and hands: `openuno.engine.scoring`, compiled."""

from openuno.kernel.compiler import I, U, inline, popcount
from openuno.kernel.rules.cards import EACH_SUIT, WILDS, face_of, is_wild
from openuno.kernel.rules.state import (
    DRAW_TWO,
    PHASE,
    PLANES,
    ROUND_OVER,
    SPECIAL_POINTS,
    TEAMS,
    WILD,
    WILD_FOUR,
    WILD_POINTS,
    WINNER,
)

_ACTIONS = U(int(EACH_SUIT) * 7 << DRAW_TWO)
_PLAIN_WILDS = U(3 << WILD)
_SPECIALS = U(int(WILDS) & ~int(_PLAIN_WILDS))
_DIGIT_1, _DIGIT_2, _DIGIT_4, _DIGIT_8 = (
    U(sum(int(EACH_SUIT) << number for number in range(10) if number >> digit & 1))
    for digit in range(4)
)


@inline
def card_points(round, kind):
    """What one card left in hand counts (SCORE-1, SCORE-2, SCORE-5)."""
    if is_wild(kind):
        return round.rules[WILD_POINTS] if kind <= WILD_FOUR else round.rules[SPECIAL_POINTS]
    face = face_of(kind)
    return face if face < DRAW_TWO else 20


@inline
def hand_points(round, seat):
    """What all cards left in a hand count (SCORE-1, SCORE-2, SCORE-5)."""
    planes = round.rules[PLANES]
    first = seat * planes
    special, wild = round.rules[SPECIAL_POINTS], round.rules[WILD_POINTS]
    total = 0
    for index in range(planes):
        plane = round.hands[U(first + index)]
        points = (
            I(popcount(plane & _DIGIT_1))
            + 2 * I(popcount(plane & _DIGIT_2))
            + 4 * I(popcount(plane & _DIGIT_4))
            + 8 * I(popcount(plane & _DIGIT_8))
            + 20 * I(popcount(plane & _ACTIONS))
            + wild * I(popcount(plane & _PLAIN_WILDS))
            + special * I(popcount(plane & _SPECIALS))
        )
        total += points << index
    return total


@inline
def is_won_by(round, seat):
    """Whether the round is over and the seat, or its partner, has won it."""
    winner = round.now[WINNER]
    if (round.now[PHASE] != ROUND_OVER) | (winner < 0):
        return False
    return (winner == seat) | ((round.rules[TEAMS] != 0) & ((winner - seat) % 2 == 0))
