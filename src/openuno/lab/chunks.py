"""Rounds or games split into chunks: which are in one depends on how many there are, no more.

Round or game `number` of a plan is dealt and played from generators of its own, so wherever a chunk
is played, its counts are the same; whole numbers add up to the same total in any order.
"""

from collections.abc import Iterator
from typing import NamedTuple

_CHUNKS = 128
MAX_CHUNK = 20_000
"""Rounds in a chunk: a fraction of a second, so that Ctrl-C and a lost worker cost no more."""
ROUNDS_A_GAME = 10
"""About as many."""


class Chunk(NamedTuple):
    """Some rounds or games of one of the plans; `number` counts the chunks of a plan."""

    case: int
    number: int
    first: int
    size: int


def chunk_size(
    count: int, *, min_chunk: int = 1, max_chunk: int = MAX_CHUNK, games: bool = False
) -> int:
    """How many rounds or games a chunk has; the last may have fewer. The bounds are in rounds."""
    each = ROUNDS_A_GAME if games else 1
    return max(min(-(-count // _CHUNKS), max_chunk // each), min_chunk // each, 1)


def split(cases: int, count: int, size: int) -> Iterator[Chunk]:
    """All chunks, those that are compared with each other side by side."""
    for number, first in enumerate(range(0, count, size)):
        for case in range(cases):
            yield Chunk(case, number, first, min(size, count - first))
