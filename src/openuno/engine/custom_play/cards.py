"""Which cards are of a kind, and how many cards a sentence moves."""

from collections.abc import Callable

from openuno.engine.cards import DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom import Amount, CardKind
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.state import Round

_ACTIONS = frozenset((Face.DRAW_TWO, Face.REVERSE, Face.SKIP))


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


def has_kind(round: Round, seat: int, kind: CardKind) -> bool:
    """Whether the seat holds a card of the kind."""
    return any(is_of_kind(card, kind, round.colour) for card in round.hands[seat])


def count_cards(round: Round, laid: Laid, amount: Amount) -> Callable[[int], int]:
    """How many cards a sentence moves of each seat, counted before it moves any."""
    if isinstance(amount, int):
        return lambda _: amount

    def count(seat: int) -> int:
        held = sum(is_of_kind(card, amount.kind, round.colour) for card in round.hands[seat])
        return min(amount.number * held, amount.most)

    if amount.who is None:
        return count
    (holder,) = seats_of(round, laid, amount.who)
    number = count(holder)
    return lambda _: number
