"""Lots drawn from a generator: an order for people."""

from collections.abc import Iterable
from typing import TypeVar

from openuno.engine.rng import Generator, advance, random_below

T = TypeVar("T")


def draw_lots(items: Iterable[T], rng: Generator) -> list[T]:
    """The items in a fair order; the same generator gives the same order."""
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        other, spent = random_below(rng, index + 1)
        rng = advance(rng, spent)
        order[index], order[other] = order[other], order[index]
    return order
