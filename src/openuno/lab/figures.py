"""What the counts say: means and shares, with 95 % intervals where the counts allow one."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from openuno.kernel.rules.state import Numbers
from openuno.kernel.tallies import CAUGHT, LENGTHS, SIZE, WINS, Tally

Z = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""
_STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""By degrees of freedom, from 1."""


class Estimate(NamedTuple):
    """A number and the interval the truth lies in, 95 times in 100; None where it is unknown."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def share(part: int, whole: int) -> Estimate | None:
    """A share with Wilson's interval, good near 0 and 1 too; None of nothing."""
    if not whole:
        return None
    found, squared = part / whole, Z * Z
    middle = (found + squared / (2 * whole)) / (1 + squared / whole)
    spread = found * (1 - found) / whole + squared / (4 * whole * whole)
    half = Z * sqrt(spread) / (1 + squared / whole)
    # The ends are exact where nothing, or everything, was found.
    return Estimate(found, middle - half if part else 0.0, middle + half if part < whole else 1.0)


def even_share(value: float, deals: float) -> Estimate:
    """A share of deals that all ended the same way; the interval allows for those we have not seen.

    As many deals could differ as Wilson's upper limit for 0 out of n.
    """
    different = Z * Z / (deals + Z * Z)
    return Estimate(value, value - value * different, value + (1 - value) * different)


def share_by_deal(value: float, half: float, deals: float) -> Estimate:
    """A share ± what the spread between deals gives, never narrower than without any spread."""
    least = even_share(value, deals)
    assert least.low is not None
    assert least.high is not None
    low, high = max(value - half, 0.0), min(value + half, 1.0)
    return Estimate(value, min(low, least.low), max(high, least.high))


def student(freedom: int) -> float:
    """The width of 95 % by Student's distribution."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    return Z * (1 + (Z * Z + 1) / (4 * freedom))


def mean(count: int, total: int, squares: int) -> Estimate | None:
    """A mean from exact sums; with one value there is no interval, with none no mean."""
    if not count:
        return None
    value = total / count
    if count == 1:
        return Estimate(value)
    variance = (count * squares - total * total) / (count * (count - 1))
    half = Z * sqrt(variance / count)
    return Estimate(value, value - half, value + half)


def win_share(counts: Numbers, seat: int) -> Estimate | None:
    """The share of the rounds that a seat won."""
    return share(int(counts[WINS + seat]), int(counts[Tally.ROUNDS]))


def points_left(counts: Numbers, seat: int) -> float:
    """The points left in a seat's hand, per round."""
    return float(counts[CAUGHT + seat]) / max(int(counts[Tally.ROUNDS]), 1)


def length_counts(counts: Numbers) -> Numbers:
    """How many rounds took how many turns; the last count is of all that were longer."""
    found: Numbers = counts[LENGTHS:SIZE]
    return found


def length_quantile(found: Numbers, quantile: float) -> int:
    """The length that this share of rounds did not exceed; at most the last one counted."""
    cumulated = np.cumsum(found)
    return min(int(np.searchsorted(cumulated, quantile * cumulated[-1])), len(found) - 1)


class Figure(NamedTuple):
    """One number of a simulation, for each plan and compared between plans."""

    key: str
    title: str
    estimate: Callable[[Numbers], Estimate | None]
    paired_count: int | None
    """The count that is divided by rounds or games; None where chunks differ in how many."""
    is_share: bool = False


def _rounds(counts: Numbers) -> int:
    return int(counts[Tally.ROUNDS])


def _decided_rounds(counts: Numbers) -> int:
    return _rounds(counts) - int(counts[Tally.DEAD]) - int(counts[Tally.CUT_SHORT])


def _turns(counts: Numbers) -> Estimate | None:
    return mean(_rounds(counts), int(counts[Tally.TURNS]), int(counts[Tally.TURNS_SQUARED]))


def _score(counts: Numbers) -> Estimate | None:
    return mean(_decided_rounds(counts), int(counts[Tally.SCORE]), int(counts[Tally.SCORE_SQUARED]))


def _rate_per_round(key: str, title: str, tally: Tally) -> Figure:
    def estimate(counts: Numbers) -> Estimate | None:
        rounds = _rounds(counts)
        return Estimate(int(counts[tally]) / rounds) if rounds else None

    return Figure(key, title, estimate, tally.value)


def _share_of_rounds(key: str, title: str, count_index: int) -> Figure:
    def estimate(counts: Numbers) -> Estimate | None:
        return share(int(counts[count_index]), _rounds(counts))

    return Figure(key, title, estimate, count_index, is_share=True)


def _challenges_won(counts: Numbers) -> Estimate | None:
    return share(int(counts[Tally.CHALLENGES_WON]), int(counts[Tally.CHALLENGES]))


FIGURES = {
    figure.key: figure
    for figure in (
        Figure("turns", "turns per round", _turns, Tally.TURNS.value),
        _share_of_rounds("first", "rounds won by who goes first", WINS),
        Figure("score", "winner's score", _score, None),
        _share_of_rounds("dead", "dead rounds", Tally.DEAD.value),
        _share_of_rounds("cut-short", "rounds given up as endless", Tally.CUT_SHORT.value),
        _rate_per_round("reshuffles", "reshuffles per round", Tally.TURNED_OVER),
        _rate_per_round("fours", "Wild Draw Fours per round", Tally.FOURS),
        _rate_per_round("bluffs", "bluffs per round", Tally.BLUFFS),
        _rate_per_round("challenges", "challenges per round", Tally.CHALLENGES),
        Figure("won", "challenges won", _challenges_won, None, is_share=True),
        _rate_per_round("catches", "catches per round", Tally.CATCHES),
        _rate_per_round("jump-ins", "jump-ins per round", Tally.JUMPS),
        _rate_per_round("stacked", "stacked cards per round", Tally.STACKED),
    )
}
"""By the word that `--show` takes."""


def difference(
    figure: Figure, here: Numbers, base: Numbers, spread: float | None
) -> Estimate | None:
    """How much more than in the first plan; `spread` is the paired standard error, if known."""
    found, usual = figure.estimate(here), figure.estimate(base)
    if found is None or usual is None:
        return None
    value = found.value - usual.value
    if figure.paired_count is not None:
        half = None if spread is None else Z * spread
    elif found.half is None or usual.half is None:
        half = None
    else:
        half = sqrt(found.half**2 + usual.half**2)
    return Estimate(value) if half is None else Estimate(value, value - half, value + half)
