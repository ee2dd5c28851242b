"""Ratios with 95 % intervals, where what was counted comes in groups that belong together.

A deal is played from every seat, so its rounds are alike. The spread between deals gives the
interval, by Student's distribution, since there may be few of them.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from openuno.lab.figures import Estimate, share_by_deal, student


def ratio(groups: Iterable[tuple[float, float]]) -> Estimate | None:
    """The sum of the first numbers by that of the second; None where there is nothing to divide by.

    Each pair is one group. With one group there is no interval.
    """
    pairs = [(part, whole) for part, whole in groups if whole or part]
    below = sum(whole for _, whole in pairs)
    if not below:
        return None
    value = sum(part for part, _ in pairs) / below
    count = len(pairs)
    if count < 2:
        return Estimate(value)
    spread = sum((part - value * whole) ** 2 for part, whole in pairs)
    half = student(count - 1) * sqrt(spread * count / (count - 1)) / abs(below)
    return Estimate(value, value - half, value + half)


def share_of_groups(groups: Sequence[tuple[int, int]]) -> Estimate | None:
    """A share of counts that come in groups; where all groups are alike there is still doubt."""
    found = ratio(groups)
    if found is None:
        return None
    return share_by_deal(found.value, found.half or 0.0, sum(of > 0 for _, of in groups))
