"""One number for each player, fitted to all duels at once.

The model is Plackett's and Luce's, the one behind openskill's ratings: a player of strength s wins
against a field of n others of strength t with the chance e^s / (e^s + n e^t). openskill updates
ratings game by game, so they depend on the order of the games; here there is none, and the most
likely strengths are found for the whole table. 400 points are ten times the odds, as in chess.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from openuno.lab.figures import Estimate

Floats = NDArray[np.float64]
POINTS = 400 / np.log(10)
CENTRE = 1500.0
_STEPS = 100
_TOLERANCE = 1e-10
_PRIOR = 1e-9
"""Holds the sum of the strengths in place, which no duel says anything about."""


class Result(NamedTuple):
    """A duel in numbers: rounds won and decided, and how many play in the field."""

    won: int
    decided: int
    variance: float
    """Of the rounds won: those of one deal belong together, so it is not that of lone rounds."""
    opponents: int
    quantile: float
    """How many standard deviations 95 % are."""


Results = Mapping[tuple[str, str], Result]
"""By player and field."""


def rate(names: tuple[str, ...], results: Results) -> dict[str, Estimate]:
    """The rating of each player; the mean is 1500. A player that won all or nothing has no end."""
    index = {name: number for number, name in enumerate(names)}
    strengths = np.zeros(len(names))
    for _ in range(_STEPS):
        slope, curve = _derivatives(strengths, index, results)
        step = np.linalg.solve(curve, slope)
        strengths += np.clip(step, -1, 1)
        strengths -= strengths.mean()
        if np.abs(step).max() < _TOLERANCE:
            break
    _, curve = _derivatives(strengths, index, results)
    # How the strengths follow the slope, around the mean of all, and how uncertain the slope is.
    centred = np.eye(len(names)) - 1 / len(names)
    response = centred @ np.linalg.inv(curve)
    spread = np.sqrt(np.diag(response @ _slope_variance(strengths, index, results) @ response.T))
    quantile = max(result.quantile for result in results.values())
    found = {}
    for name, number in index.items():
        value, half = CENTRE + POINTS * strengths[number], quantile * POINTS * spread[number]
        found[name] = Estimate(float(value), float(value - half), float(value + half))
    return found


def _derivatives(
    strengths: Floats, index: Mapping[str, int], results: Results
) -> tuple[Floats, Floats]:
    """The slope of the log likelihood, and its curvature turned positive."""
    size = len(strengths)
    slope, curve = np.zeros(size), np.full((size, size), _PRIOR)
    curve[np.diag_indices(size)] += _PRIOR
    for (player, field), result in results.items():
        one, other = index[player], index[field]
        chance = _chance(strengths[one], strengths[other], result.opponents)
        # Half a win and half a loss are added, so that nobody's rating runs away.
        gain = result.won + 0.5 - (result.decided + 1) * chance
        slope[one] += gain
        slope[other] -= gain
        _couple(curve, one, other, (result.decided + 1) * chance * (1 - chance))
    curve += 1 / size  # the same for everyone: makes the matrix invertible, changes no difference
    return slope, curve


def _slope_variance(strengths: Floats, index: Mapping[str, int], results: Results) -> Floats:
    """How uncertain the slope is: by the wins as they are spread, and the round that was added."""
    found = np.zeros((len(strengths), len(strengths)))
    for (player, field), result in results.items():
        one, other = index[player], index[field]
        chance = _chance(strengths[one], strengths[other], result.opponents)
        _couple(found, one, other, result.variance + chance * (1 - chance))
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
