"""The kinds of cards that a custom rule counts, looks for or moves."""

from openuno.engine.cards import DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom.limits import rule_error
from openuno.engine.enums import NamedEnum
from openuno.engine.faults import FaultKind

_ACTIONS = frozenset((Face.DRAW_TWO, Face.REVERSE, Face.SKIP))


class CardKind(NamedEnum):
    """Which cards are counted, looked for or discarded."""

    ANY = "any"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    WILD = "wild"
    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    DRAW_TWO = "draw-two"
    REVERSE = "reverse"
    SKIP = "skip"
    NUMBER = "number"
    """A card with a number, 0 to 9."""
    ACTION = "action"
    """A Draw Two, Reverse or Skip."""
    DRAW = "draw"
    """A Draw Two or Wild Draw Four."""
    NAMED = "named"
    """A card of the colour named."""


def check_kind(kind: CardKind) -> None:
    """Refuse a search for any card at all."""
    if kind is CardKind.ANY:
        raise rule_error(FaultKind.KIND)


def is_of_kind(card: Card, kind: CardKind, named: Colour | None) -> bool:
    """Whether the card is of the kind, with this colour named."""
    match kind:
        case CardKind.ANY:
            return True
        case CardKind.NAMED:
            return card.colour is not None and card.colour is named
        case CardKind.DRAW:
            return card.face in DRAW_CARDS
        case CardKind.WILD:
            return card.colour is None
        case CardKind.BLUE | CardKind.GREEN | CardKind.RED | CardKind.YELLOW:
            return card.colour is not None and card.colour.name == kind.name
        case CardKind.NUMBER:
            return card.face.number is not None
        case CardKind.ACTION:
            return card.face in _ACTIONS
        case _:
            return card.face.name == kind.name
