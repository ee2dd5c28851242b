"""Counts added up, and how far apart two plans are, part by part."""

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
from openuno.lab.chunks import Part

PAIRED = (
    *(tally.value for tally in Tally if not tally.name.endswith("SQUARED")),
    *range(WINS, CAUGHT),
)
"""The counts of rounds that are compared part by part."""
PAIRED_OF_GAMES = (
    *(GAME + tally for tally in GameTally if not tally.name.endswith("SQUARED")),
    *(
        player_index(what, player)
        for what in (ByPlayer.WINS, ByPlayer.POSITION_WINS)
        for player in range(MAX_SEATS)
    ),
)
"""And those of games. Their hands are not: a part has as many as its games took."""
FEWEST_PARTS = 30
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
        self._apart = np.zeros((cases, len(self._paired)), object)
        self._apart_squared = np.zeros((cases, len(self._paired)), object)
        self._waiting: dict[int, dict[int, Numbers]] = {}

    def add(self, part: Part, counts: Numbers) -> None:
        """Add a part, each once and in any order."""
        self.counts[part.case] += counts
        if len(self.counts) == 1 or part.many < self._size:
            return  # a shorter part would weigh as much as a whole one
        together = self._waiting.setdefault(part.place, {})
        together[part.case] = counts[list(self._paired)]
        if len(together) == len(self.counts):
            del self._waiting[part.place]
            self._compare([together[case] for case in range(len(self.counts))])

    def _compare(self, rows: Sequence[Numbers]) -> None:
        self._pairs += 1
        for case, row in enumerate(rows):
            apart = (row - rows[0]).astype(object)
            self._apart[case] += apart
            self._apart_squared[case] += apart * apart

    def spread(self, case: int, place: int) -> float | None:
        """The standard error of a count per round or game against the first plan's, by parts.

        Both plans play the same deals, so what a lucky part does to both cancels out.
        """
        if self._pairs < FEWEST_PARTS:
            return None
        column = self._paired.index(place)
        n = self._pairs
        total, squares = int(self._apart[case, column]), int(self._apart_squared[case, column])
        variance = (n * squares - total * total) / (n * (n - 1))
        return float((variance / n) ** 0.5) / self._size
