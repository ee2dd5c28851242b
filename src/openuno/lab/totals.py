"""Counts added up, and how two plans differ, chunk by chunk."""

from collections.abc import Sequence

import numpy as np

from openuno.kernel.rules.state import MAX_SEATS, Numbers
from openuno.kernel.tallies import (
    CAUGHT,
    GAME,
    GAME_SIZE,
    SIZE,
    WINS,
    ByPlayer,
    GameTally,
    Tally,
    player_index,
)
from openuno.lab.chunks import Chunk

PAIRED = (
    *(tally.value for tally in Tally if not tally.name.endswith("SQUARED")),
    *range(WINS, CAUGHT),
)
"""The counts of rounds that are compared chunk by chunk."""
PAIRED_OF_GAMES = (
    *(GAME + tally for tally in GameTally if not tally.name.endswith("SQUARED")),
    *(
        player_index(what, player)
        for what in (ByPlayer.WINS, ByPlayer.POSITION_WINS)
        for player in range(MAX_SEATS)
    ),
)
"""And those of games. Their rounds are not: a chunk has as many as its games took."""
MIN_CHUNKS = 30
"""With fewer, their spread says too little."""


class Totals:
    """The counts of every plan so far; nothing grows with the rounds but the numbers in it."""

    def __init__(self, cases: int, size: int, *, games: bool = False) -> None:
        row = GAME_SIZE if games else SIZE
        self.counts: list[Numbers] = [np.zeros(row, np.int64) for _ in range(cases)]
        self._paired = PAIRED_OF_GAMES if games else PAIRED
        self._size = size
        self._pairs = 0
        # Python's own numbers: squares of sums outgrow 64 bits.
        self._differences = np.zeros((cases, len(self._paired)), object)
        self._squared_differences = np.zeros((cases, len(self._paired)), object)
        self._waiting: dict[int, dict[int, Numbers]] = {}

    def add(self, chunk: Chunk, counts: Numbers) -> None:
        """Add a chunk, each once and in any order."""
        self.counts[chunk.case] += counts
        if len(self.counts) == 1 or chunk.size < self._size:
            return  # a shorter chunk would weigh as much as a whole one
        together = self._waiting.setdefault(chunk.number, {})
        together[chunk.case] = counts[list(self._paired)]
        if len(together) == len(self.counts):
            del self._waiting[chunk.number]
            self._compare([together[case] for case in range(len(self.counts))])

    def _compare(self, rows: Sequence[Numbers]) -> None:
        self._pairs += 1
        for case, row in enumerate(rows):
            difference = (row - rows[0]).astype(object)
            self._differences[case] += difference
            self._squared_differences[case] += difference * difference

    def standard_error(self, case: int, count_index: int) -> float | None:
        """The standard error of a count per round or game against the first plan's, by chunks.

        Both plans play the same deals, so what a lucky chunk does to both cancels out.
        """
        if self._pairs < MIN_CHUNKS:
            return None
        column = self._paired.index(count_index)
        n = self._pairs
        total, squares = (
            int(self._differences[case, column]),
            int(self._squared_differences[case, column]),
        )
        variance = (n * squares - total * total) / (n * (n - 1))
        return float((variance / n) ** 0.5) / self._size
