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


SEVERAL = frozenset((Who.EVERYONE, Who.OTHERS, Who.NEXT_TWO, Who.NEIGHBOURS))


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
