"""Deals for real cards that every table of a sitting plays alike: the order of the deck."""

from openuno.engine.cards import Card
from openuno.engine.rng import fork, shuffle
from openuno.engine.rules import DEFAULT_RULES, deck
from openuno.event.state import Event

_PATH = 3
"""Where its chance is: lots use 1 and 2."""


def deck_orders(event: Event, sitting: int) -> tuple[tuple[Card, ...], ...]:
    """For each round of a sitting the cards of a deck, from the top; the same at every table."""
    return tuple(
        shuffle(deck(DEFAULT_RULES), fork(event.rng, 0, _PATH, sitting, number))[0]
        for number in range(1, event.settings.rounds + 1)
    )
