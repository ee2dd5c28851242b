"""Every action there is, sensible or not."""

from collections.abc import Iterator
from itertools import product

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import COLOURS, Card


def all_actions(seats: int) -> Iterator[Action]:
    """Every action that can be written at a table with this number of seats."""
    targets = (None, *range(seats))
    for card, colour, target, uno in product(Card, (None, *COLOURS), targets, (False, True)):
        yield Play(card, colour, target, uno)
    yield from (Draw(), Keep(), Pass(), Accept(), Challenge(), SayUno(), Suggest())
    yield from map(NameColour, COLOURS)
    yield from map(ChoosePlayer, range(seats))
    yield from map(Catch, range(seats))
