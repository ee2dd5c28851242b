"""What the regular bot chooses when a custom rule asks it: `openuno.bots.choices`, compiled."""

from openuno.kernel.compiler import I, U, inline, lowest_bit
from openuno.kernel.rules.cards import WILDS, colour_of, count_among, is_wild, of_colour
from openuno.kernel.rules.choices import kinds_to_choose
from openuno.kernel.rules.scoring import card_points
from openuno.kernel.rules.state import COLOUR, RULE_TARGET, SEATS, WILD_FOUR

_NONE, _ONE = U(0), U(1)
_MANY = 1 << 10
"""More than any count of cards, and than the points of any card."""


@inline
def least_useful_kind(round, seat):
    """The card it misses least: of the colour it holds fewest of, and of those the dearest.

    It keeps cards of the colour in force and wilds as long as it can, Wild Draw Fours the longest.
    """
    best, least = -1, 0
    kinds = kinds_to_choose(round)
    while kinds != _NONE:
        kind = I(lowest_bit(kinds))
        kinds &= kinds - _ONE
        wild = is_wild(kind)
        alike = count_among(round, seat, WILDS if wild else of_colour(colour_of(kind)))
        follows = (not wild) & (round.now[COLOUR] == colour_of(kind))
        rank = (4 if kind == WILD_FOUR else 0) + (2 if wild else 0) + (1 if follows else 0)
        use = (rank * _MANY + alike) * _MANY - card_points(round, kind)
        if (best < 0) | (use < least):
            best, least = kind, use
    return best


@inline
def fullest_hand(round, seat):
    """The player with most cards, itself before others: the first one picked had few."""
    best, most = -1, -1
    for other in range(round.rules[SEATS]):
        size = round.sizes[U(other)]
        more = (size > most) | ((size == most) & (other == seat))
        if (other != round.now[RULE_TARGET]) & more:
            best, most = other, size
    return best
