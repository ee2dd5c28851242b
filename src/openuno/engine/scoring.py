"""What the cards left in a hand are worth."""

from itertools import product

from openuno.engine.cards import Card, Face
from openuno.engine.events import Cards
from openuno.engine.rules import WILD_VALUES, Rules

_SPECIAL = (Face.SWAP_HANDS, Face.SHUFFLE_HANDS, Face.CUSTOM)
_ACTIONS = (Face.DRAW_TWO, Face.REVERSE, Face.SKIP)


def _points(card: Card, special_points: int, wild_points: int) -> int:
    if card.face in _SPECIAL:
        return special_points
    if card.face in _ACTIONS:
        return 20
    number = card.face.number
    return wild_points if number is None else number


_POINTS: dict[tuple[int, int], dict[Card, int]] = {
    values: {card: _points(card, *values) for card in Card if card is not Card.BACK}
    for values in product(WILD_VALUES, WILD_VALUES)
}
"""What each card counts, by what special wilds and what the other wilds count."""


def card_points(rules: Rules, card: Card) -> int:
    """What one card counts against the player who is left with it (SCORE-1, SCORE-2, SCORE-5)."""
    return _POINTS[rules.special_points, rules.wild_points][card]


def hand_points(rules: Rules, hands: tuple[Cards, ...]) -> tuple[int, ...]:
    """The points in each hand; the winner of the round gets their sum."""
    worth = _POINTS[rules.special_points, rules.wild_points]
    return tuple(sum([worth[card] for card in hand]) for hand in hands)
