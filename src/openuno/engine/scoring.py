"""What the cards left in a hand are worth."""

from openuno.engine.cards import Card, Face
from openuno.engine.events import Cards
from openuno.engine.rules import Rules

_SPECIAL = (Face.SWAP_HANDS, Face.SHUFFLE_HANDS, Face.CUSTOM)
_ACTIONS = (Face.DRAW_TWO, Face.REVERSE, Face.SKIP)


def _points(card: Card, special_points: int) -> int:
    if card.face in _SPECIAL:
        return special_points
    if card.face in _ACTIONS:
        return 20
    number = card.face.number
    return 50 if number is None else number


_POINTS: dict[int, dict[Card, int]] = {
    special_points: {card: _points(card, special_points) for card in Card if card is not Card.BACK}
    for special_points in (40, 50)
}


def points(rules: Rules, card: Card) -> int:
    """What one card counts against whoever is caught with it (SCORE-1, SCORE-2)."""
    return _POINTS[rules.special_points][card]


def caught_with(rules: Rules, hands: tuple[Cards, ...]) -> tuple[int, ...]:
    """The points in each hand; the winner of the round gets their sum."""
    worth = _POINTS[rules.special_points]
    return tuple(sum([worth[card] for card in hand]) for hand in hands)
