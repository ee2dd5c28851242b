"""The people whom a sentence of a custom rule is about."""

from openuno.engine.custom.limits import rule_error
from openuno.engine.enums import NamedEnum
from openuno.engine.faults import FaultKind


class Who(NamedEnum):
    """Whom a sentence is about, seen from the player who lays the card."""

    YOU = "you"
    NEXT = "next"
    PREVIOUS = "previous"
    CHOSEN = "chosen"
    """One other player, picked with the card; the same in every sentence."""
    PARTNER = "partner"
    MOST = "most"
    FEWEST = "fewest"
    EVERYONE = "everyone"
    OTHERS = "others"
    LEFT = "left"
    RIGHT = "right"
    """The neighbour on that side, whatever the direction of play."""
    NEXT_TWO = "next-two"
    NEIGHBOURS = "neighbours"
    """The players on both sides; between two players the opponent alone."""
    ACROSS = "across"
    """The player half way round; of an odd number of players, the first of the two to the left."""
    NEXT_THREE = "next-three"
    NEXT_FOUR = "next-four"
    NEXT_FIVE = "next-five"
    NEXT_SIX = "next-six"
    NEXT_SEVEN = "next-seven"
    NEXT_EIGHT = "next-eight"
    NEXT_NINE = "next-nine"
    AFTER_NEXT = "after-next"
    """The player whose turn comes after the next player's; between two players the next player."""


NEXT_SEVERAL = {
    Who.NEXT_TWO: 2,
    Who.NEXT_THREE: 3,
    Who.NEXT_FOUR: 4,
    Who.NEXT_FIVE: 5,
    Who.NEXT_SIX: 6,
    Who.NEXT_SEVEN: 7,
    Who.NEXT_EIGHT: 8,
    Who.NEXT_NINE: 9,
}
"""The next players, by how many; at a smaller table they are all the others."""
SEVERAL = frozenset((Who.EVERYONE, Who.OTHERS, Who.NEIGHBOURS, *NEXT_SEVERAL))


def check_single(who: Who) -> None:
    """Refuse several players where one is needed."""
    if who in SEVERAL:
        raise rule_error(FaultKind.SEVERAL, word=who.value)


def check_pair(one: Who, other: Who) -> None:
    """Refuse one player twice, and several players on both sides."""
    if one is other and one not in SEVERAL:
        raise rule_error(FaultKind.SAME)
    if one in SEVERAL and other in SEVERAL:
        raise rule_error(FaultKind.SEVERAL_TWICE)
