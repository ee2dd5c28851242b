"""A trained network in whole numbers: the same scores on every machine and in every language.

Every sum stays below 2^24, where 32-bit floating point is exact in any order of addition: NumPy may
use its fast product of matrices, and a browser plain numbers, and both get the same bits.
"""

from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from openuno.bots.network.layout import DECISIONS, FEATURES, VERSION
from openuno.engine.errors import SetupError

SHIFT = 20
"""A layer's output is (sum * scale + bias) >> SHIFT."""
LEVELS = 255
"""Activations are whole numbers from 0 to this."""
LAYERS = ("first", "second", "third", "head")
_HOPELESS = -(1 << 40)

Row8 = npt.NDArray[np.uint8]
Scores = npt.NDArray[np.int64]


class Network:
    """A network read from a file; refuses a file that is none, or is for other features."""

    def __init__(self, file: Path | BinaryIO) -> None:
        try:
            with np.load(file, allow_pickle=False) as found:
                numbers = {name: found[name] for name in found.files}
            version = int(numbers["version"][0])
            self._table = numbers["table"].astype(np.float32)
            self._layers = [
                (
                    numbers[f"{name}.weight"].astype(np.float32),
                    numbers[f"{name}.scale"].astype(np.int64),
                    numbers[f"{name}.bias"].astype(np.int64),
                )
                for name in LAYERS
            ]
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise SetupError("network", f"this is no network: {error}") from None
        inputs, outputs = self._layers[0][0].shape[1], self._layers[-1][0].shape[0]
        if version != VERSION or inputs != FEATURES or outputs != DECISIONS + 1:
            raise SetupError(
                "network", f"this network is for version {version} of the features, not {VERSION}"
            )

    def scores(self, features: Row8) -> Scores:
        """The scores of all decisions for one row of features, and last the score of winning."""
        h = np.clip(self._apply(0, self._table[features]), 0, LEVELS)
        for number in (1, 2):
            more = np.maximum(self._apply(number, h.astype(np.float32)), 0)
            h = np.minimum(h + more, LEVELS)
        return self._apply(3, h.astype(np.float32))

    def choose(self, features: Row8, mask: Row8) -> int:
        """The allowed decision with the highest score; among equals the first."""
        scores = self.scores(features)[:DECISIONS]
        return int(np.where(mask[:DECISIONS] != 0, scores, _HOPELESS).argmax())

    def _apply(self, number: int, x: npt.NDArray[np.float32]) -> Scores:
        weight, scale, bias = self._layers[number]
        found: Scores = ((weight @ x).astype(np.int64) * scale + bias) >> SHIFT
        return found
