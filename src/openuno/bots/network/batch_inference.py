"""The arithmetic of a network over many positions at once, where NumPy is installed."""

import numpy as np
import numpy.typing as npt

from openuno.bots.network.weights import LEVELS, SHIFT, Weights

Rows8 = npt.NDArray[np.uint8]
Scores = npt.NDArray[np.int64]


class BatchNetwork:
    """A network that scores the decisions of many tables at once, as `inference` does one by one.

    Every sum stays below 2^24, where 32-bit floating point is exact in any order of addition.
    """

    def __init__(self, weights: Weights) -> None:
        self._levels = np.frombuffer(weights.levels, np.uint8).astype(np.float32)
        self._layers = []
        for layer in weights.layers:
            rows = np.frombuffer(layer.weights, np.int8).reshape(-1, layer.inputs)
            scales, biases = (np.array(part, np.int64) for part in (layer.scales, layer.biases))
            self._layers.append((np.ascontiguousarray(rows.T, np.float32), scales, biases))

    def scores(self, features: Rows8) -> Scores:
        """For each row of features the scores of all decisions, and last the score of winning."""
        row = np.clip(self._apply(0, self._levels[features]), 0, LEVELS)
        for number in (1, 2):
            more = np.maximum(self._apply(number, row.astype(np.float32)), 0)
            row = np.minimum(row + more, LEVELS)
        return self._apply(3, row.astype(np.float32))

    def _apply(self, number: int, inputs: npt.NDArray[np.float32]) -> Scores:
        weights, scales, biases = self._layers[number]
        found: Scores = ((inputs @ weights).astype(np.int64) * scales + biases) >> SHIFT
        return found
