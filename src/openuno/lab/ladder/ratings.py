"""One number for each player, fitted to all duels at once.

The model is Plackett's and Luce's, the one behind openskill's ratings: a player of strength s wins
against a field of n others of strength t with the chance e^s / (e^s + n e^t). openskill updates
ratings game by game, so they depend on the order of the games; here there is none, and the most
likely strengths are found for the whole table. 400 points are ten times the odds, as in chess.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from openuno.lab.figures import Estimate, Z

POINTS = 400 / np.log(10)
CENTRE = 1500.0
_STEPS = 100
_TOLERANCE = 1e-10
_PRIOR = 1e-9
"""Holds the sum of the strengths in place, which no duel says anything about."""


class Result(NamedTuple):
    """A duel in numbers: decided rounds, those won, and how many play in the field."""

    won: int
    decided: int
    opponents: int


def rate(names: tuple[str, ...], results: Mapping[tuple[str, str], Result]) -> dict[str, Estimate]:
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
    # The spread around the mean of all: the direction that moves everyone is taken out.
    centred = np.eye(len(names)) - 1 / len(names)
    spread = np.sqrt(np.diag(centred @ np.linalg.inv(curve) @ centred))
    found = {}
    for name, number in index.items():
        value, half = CENTRE + POINTS * strengths[number], Z * POINTS * spread[number]
        found[name] = Estimate(float(value), float(value - half), float(value + half))
    return found


def _derivatives(
    strengths: "np.typing.NDArray[np.float64]",
    index: Mapping[str, int],
    results: Mapping[tuple[str, str], Result],
) -> "tuple[np.typing.NDArray[np.float64], np.typing.NDArray[np.float64]]":
    """The slope of the log likelihood, and its curvature turned positive."""
    size = len(strengths)
    slope, curve = np.zeros(size), np.full((size, size), _PRIOR)
    curve[np.diag_indices(size)] += _PRIOR
    for (player, field), (won, decided, opponents) in results.items():
        one, other = index[player], index[field]
        odds = opponents * np.exp(strengths[other] - strengths[one])
        chance = 1 / (1 + odds)
        # Half a win and half a loss are added, so that nobody's rating runs away.
        gain = won + 0.5 - (decided + 1) * chance
        weight = (decided + 1) * chance * (1 - chance)
        slope[one] += gain
        slope[other] -= gain
        curve[one, one] += weight
        curve[other, other] += weight
        curve[one, other] -= weight
        curve[other, one] -= weight
    curve += 1 / size  # the same for everyone: makes the matrix invertible, changes no difference
    return slope, curve
