"""The arithmetic of a network on an NVIDIA GPU: whole numbers, the same scores as on a processor.

Inputs and weights are bytes, eight to a word. A thread adds up one output for a few tables: it
reads each weight once for all of them.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.bots.network.layout import FEATURES
from openuno.bots.network.weights import LEVELS, SHIFT, Layer, Weights
from openuno.kernel.batch.cuda_calls import Call
from openuno.kernel.batch.cuda_kernels import BLOCK_SIZE
from openuno.kernel.byte_rows import dot_bytes
from openuno.kernel.compiler import I
from openuno.kernel.gpu import cache_kernels, register

ROWS = 8
"""Tables that a thread adds up together."""
MAX_BLOCKS = 132 * 16
"""As many as a GPU works on at once."""
_WORD = 8

register(dot_bytes)


class DeviceLayer(NamedTuple):
    """A layer in the memory of the GPU."""

    weights: Any
    """A column of words for each output."""
    scales: Any
    biases: Any


class DeviceNetwork:
    """A network that scores the decisions of many tables at once.

    `asked` has one number: how many rows of features there are. The scores are 64-bit numbers.
    """

    def __init__(self, weights: Weights, asked: Any, features: Any) -> None:
        rows = len(features)
        words = [_word_count(layer.inputs) for layer in weights.layers]
        seen, one, other = (cuda.to_device(_zeros(rows, words[at])) for at in (0, 1, 2))
        self.scores = cuda.to_device(np.zeros((rows, len(weights.layers[-1].scales)), np.int64))
        levels = cuda.to_device(np.array(bytearray(weights.levels), np.uint8))
        nothing = cuda.to_device(np.zeros((0, 1), np.uint8))
        no_scores = cuda.to_device(np.zeros((0, 1), np.int64))
        first, second, third, head = map(_on_device, weights.layers)
        self._calls = [
            Call(
                _blocks(rows * FEATURES // _WORD), look_up, (asked, features, levels, _bytes(seen))
            )
        ]
        for inputs, before, layer, outputs, scores in (
            (seen, nothing, first, _bytes(one), no_scores),
            (one, _bytes(one), second, _bytes(other), no_scores),
            (other, _bytes(other), third, _bytes(one), no_scores),
            (one, nothing, head, nothing, self.scores),
        ):
            blocks = _blocks(rows // ROWS * len(layer.scales))
            self._calls.append(
                Call(blocks, apply_layer, (asked, inputs, before, layer, outputs, scores))
            )

    def score(self) -> None:
        """Write the scores of all decisions, and last the score of winning, for the rows asked."""
        for call in self._calls:
            call()


def padded_rows(count: int) -> int:
    """How many rows there must be for this many tables: threads add up ROWS together."""
    return -(-count // ROWS) * ROWS


@cuda.jit
def look_up(asked, features, levels, inputs):
    """Write what each value of a feature counts, a word for each thread."""
    for index in range(cuda.grid(1), I(asked[0]) * FEATURES // _WORD, cuda.gridsize(1)):
        row = index * _WORD // FEATURES
        first = index * _WORD - row * FEATURES
        for place in range(first, first + _WORD):
            inputs[row, place] = levels[features[row, place]]


@cuda.jit
def apply_layer(asked, inputs, before, layer, outputs, scores):
    """Write the outputs of a layer, added to the numbers before if there are rows of them.

    A last layer has rows of scores instead.
    """
    sums = cuda.local.array(ROWS, np.int32)
    words, width = layer.weights.shape
    groups = (I(asked[0]) + ROWS - 1) // ROWS
    for index in range(cuda.grid(1), groups * width, cuda.gridsize(1)):
        group = index // width
        output, first = index - group * width, group * ROWS
        for row in range(ROWS):
            sums[row] = 0
        for place in range(words):
            word = layer.weights[place, output]
            for row in range(ROWS):
                sums[row] = dot_bytes(inputs[first + row, place], word, sums[row])
        scale, bias = layer.scales[output], layer.biases[output]
        for row in range(ROWS):
            found = (I(sums[row]) * scale + bias) >> SHIFT
            if len(scores) > 0:
                scores[first + row, output] = found
            else:
                old = I(before[first + row, output]) if len(before) > 0 else I(0)
                outputs[first + row, output] = min(old + max(found, I(0)), LEVELS)


cache_kernels((look_up, apply_layer), "inference")


def _on_device(layer: Layer) -> DeviceLayer:
    outputs = len(layer.scales)
    rows = np.zeros((outputs, _word_count(layer.inputs) * _WORD), np.int8)
    rows[:, : layer.inputs] = np.frombuffer(layer.weights, np.int8).reshape(outputs, layer.inputs)
    words = np.ascontiguousarray(rows.view(np.dtype("<u8")).T).astype(np.uint64)
    numbers = (np.array(part, np.int64) for part in (layer.scales, layer.biases))
    return DeviceLayer(*map(cuda.to_device, (words, *numbers)))


def _word_count(inputs: int) -> int:
    return -(-inputs // _WORD)


def _zeros(rows: int, words: int) -> npt.NDArray[np.uint64]:
    return np.zeros((rows, words), np.uint64)


def _bytes(words: Any) -> Any:
    """The same memory, byte by byte."""
    return words.view(np.uint8)


def _blocks(threads: int) -> int:
    return min(-(-threads // BLOCK_SIZE), MAX_BLOCKS)
