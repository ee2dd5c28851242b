"""Rounds or games split into parts: which are in one depends on how many there are, no more.

Round or game `number` of a plan is dealt and played from tapes of its own, so whoever plays a part,
and when, its counts are the same; whole numbers add up to the same total in any order.
"""

from collections.abc import Iterator
from typing import NamedTuple

_PARTS = 128
_MOST = 20_000
"""Rounds in a part: a fraction of a second, so that Ctrl-C and a lost worker cost no more."""
_ROUNDS_A_GAME = 10
"""About as many."""


class Part(NamedTuple):
    """Some rounds or games of one of the plans; `place` is where they lie among its parts."""

    case: int
    place: int
    first: int
    many: int


def part_size(count: int, *, fewest: int = 1, games: bool = False) -> int:
    """How many rounds or games each part has; the last may have fewer. `fewest` are rounds."""
    each = _ROUNDS_A_GAME if games else 1
    return max(min(-(-count // _PARTS), _MOST // each), fewest // each, 1)


def parts(cases: int, count: int, size: int) -> Iterator[Part]:
    """All parts, those that are compared with each other side by side."""
    for place, first in enumerate(range(0, count, size)):
        for case in range(cases):
            yield Part(case, place, first, min(size, count - first))
