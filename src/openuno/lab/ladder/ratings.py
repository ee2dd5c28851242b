"""One number for each player, fitted to all duels at once.

The model is Plackett's and Luce's, the one behind openskill's ratings: a player of strength s wins
against a field of n others of strength t with the chance e^s / (e^s + n e^t). openskill updates
ratings game by game, so they depend on the order of the games; here there is none, and the most
likely strengths are found for the whole table. 400 points are ten times the odds, as in chess.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from openuno.lab.figures import Estimate
from openuno.lab.ladder.scores import Score

Floats = NDArray[np.float64]
POINTS = 400 / np.log(10)
CENTRE = 1500.0
_STEPS = 100
_TOLERANCE = 1e-10
_PRIOR = 1e-9
"""Holds the sum of the strengths in place, which no duel says anything about."""

Scores = Mapping[tuple[str, str], Score]
"""By player and field."""


def rate(names: tuple[str, ...], scores: Scores, opponents: int) -> dict[str, Estimate]:
    """The rating of each player, from duels with this many in the field; the mean is 1500."""
    index = {name: number for number, name in enumerate(names)}
    strengths = np.zeros(len(names))
    for _ in range(_STEPS):
        slope, curve = _derivatives(strengths, index, scores, opponents)
        step = np.linalg.solve(curve, slope)
        strengths += np.clip(step, -1, 1)
        strengths -= strengths.mean()
        if np.abs(step).max() < _TOLERANCE:
            break
    _, curve = _derivatives(strengths, index, scores, opponents)
    # How the strengths follow the slope, around the mean of all, and how uncertain the slope is.
    centred = np.eye(len(names)) - 1 / len(names)
    response = centred @ np.linalg.inv(curve)
    variance = _slope_variance(strengths, index, scores, opponents)
    spread = np.sqrt(np.diag(response @ variance @ response.T))
    quantile = max(score.quantile for score in scores.values())
    found = {}
    for name, number in index.items():
        value, half = CENTRE + POINTS * strengths[number], quantile * POINTS * spread[number]
        found[name] = Estimate(float(value), float(value - half), float(value + half))
    return found


def _derivatives(
    strengths: Floats, index: Mapping[str, int], scores: Scores, opponents: int
) -> tuple[Floats, Floats]:
    """The slope of the log likelihood, and its curvature turned positive."""
    size = len(strengths)
    slope, curve = np.zeros(size), np.full((size, size), _PRIOR)
    curve[np.diag_indices(size)] += _PRIOR
    for (player, field), score in scores.items():
        one, other = index[player], index[field]
        chance = _chance(strengths[one], strengths[other], opponents)
        # Half a win and half a loss are added, so that nobody's rating runs away.
        gain = score.won + 0.5 - (score.decided + 1) * chance
        slope[one] += gain
        slope[other] -= gain
        _couple(curve, one, other, (score.decided + 1) * chance * (1 - chance))
    curve += 1 / size  # the same for everyone: makes the matrix invertible, changes no difference
    return slope, curve


def _slope_variance(
    strengths: Floats, index: Mapping[str, int], scores: Scores, opponents: int
) -> Floats:
    """How uncertain the slope is, by its spread between chunks: all duels play the same deals.

    Duels that the kernel cannot play may have fewer deals. They share so few with the longer ones,
    one in a hundred, that they are taken as independent of these.
    """
    size = len(strengths)
    slopes: dict[tuple[int, int], Floats] = {}
    found = np.zeros((size, size))
    for (player, field), score in scores.items():
        one, other = index[player], index[field]
        for chunk, gain in score.gains().items():
            slope = slopes.setdefault((score.deals, chunk), np.zeros(size))
            slope[one] += gain
            slope[other] -= gain
        chance = _chance(strengths[one], strengths[other], opponents)
        # Deals that nobody has seen, and the round that was added.
        _couple(found, one, other, score.unseen_variance() + chance * (1 - chance))
    for slope in slopes.values():
        found += np.outer(slope, slope)
    return found


def _chance(one: float, other: float, opponents: int) -> float:
    """The chance of one to win against a field of the other."""
    return float(1 / (1 + opponents * np.exp(other - one)))


def _couple(matrix: Floats, one: int, other: int, weight: float) -> None:
    """Add a weight that only the difference of two strengths has."""
    matrix[one, one] += weight
    matrix[other, other] += weight
    matrix[one, other] -= weight
    matrix[other, one] -= weight
