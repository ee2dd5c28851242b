"""Rounds split into parts: which rounds are in one depends on how many there are, on nothing else.

Round `number` of a plan is dealt and played from tapes of its own, so whoever plays a part, and
when, its counts are the same; whole numbers add up to the same total in any order.
"""

from collections.abc import Iterator
from typing import NamedTuple

_PARTS = 128
_MOST = 20_000
"""Rounds in a part: a fraction of a second, so that Ctrl-C and a lost worker cost no more."""


class Part(NamedTuple):
    """Some rounds of one of the plans; `place` is where they lie among its parts."""

    case: int
    place: int
    first: int
    rounds: int


def part_size(rounds: int, *, fewest: int = 1) -> int:
    """How many rounds each part has; the last may have fewer."""
    return max(min(-(-rounds // _PARTS), _MOST), fewest)


def parts(cases: int, rounds: int, size: int) -> Iterator[Part]:
    """All parts, those that are compared with each other side by side."""
    for place, first in enumerate(range(0, rounds, size)):
        for case in range(cases):
            yield Part(case, place, first, min(size, rounds - first))
