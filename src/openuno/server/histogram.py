"""How often a figure lay in which range: cheap enough to be kept at every move."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the ranges of a time."""


class Histogram:
    """Counts by range, and the sum of everything counted."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count one figure."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    @property
    def buckets(self) -> list[tuple[str, int]]:
        """How many figures were at most each bound, as Prometheus has it; the last is all."""
        named = [*(str(bound) for bound in self._bounds), "+Inf"]
        return list(zip(named, accumulate(self._counts), strict=True))
