"""The arithmetic of a trained network in plain Python: the same scores on every machine.

All sums of a layer are kept in one long integer, 32 bits each: adding what an input contributes to
all outputs is then one product and one sum, so that a decision takes about a millisecond without
NumPy. Every sum stays below 2^24: none runs into its neighbour, and 32-bit floating point, which is
exact up to there, gets the same scores (`openuno.lab.ladder.network`, PyTorch in training).
"""

from functools import cache

from openuno.bots.network.weights import (
    LEVELS,
    SHIFT,
    STUDENT,
    Layer,
    Weights,
    read_weights,
    unpack_numbers,
)

_LANE = 4
"""Bytes for each sum."""
_UP = 128
_MOVED_UP = bytes((value + _UP) % 256 for value in range(256))
"""Of a signed byte, the byte that is 128 more."""
_LEAST = 1 << 31
"""Added to every sum, so that none is negative."""


class Network:
    """A network ready to decide."""

    def __init__(self, weights: Weights) -> None:
        self._levels = weights.levels
        self._layers = [_Lanes(layer) for layer in weights.layers]

    def scores(self, features: bytes | bytearray) -> list[int]:
        """The scores of all decisions, and last the score of winning."""
        first, second, third, head = self._layers
        row = [
            0 if value < 0 else min(value, LEVELS)
            for value in first.apply(features.translate(self._levels))
        ]
        for layer in (second, third):
            row = [
                min(old + more, LEVELS) if more > 0 else old
                for old, more in zip(row, layer.apply(row), strict=True)
            ]
        return head.apply(row)


class _Lanes:
    """A layer as one long integer for each input, with a lane for each output."""

    def __init__(self, layer: Layer) -> None:
        outputs = len(layer.scales)
        every = int.from_bytes(b"\1\0\0\0" * outputs, "little")
        self._size = _LANE * outputs
        self._start = _LEAST * every
        self._rows = []
        for number in range(layer.inputs):
            row = bytearray(self._size)
            row[::_LANE] = layer.weights[number :: layer.inputs].translate(_MOVED_UP)
            self._rows.append(int.from_bytes(row, "little") - _UP * every)
        self._scales = layer.scales.tolist()
        self._biases = [
            bias - _LEAST * scale for scale, bias in zip(layer.scales, layer.biases, strict=True)
        ]

    def apply(self, inputs: bytes | bytearray | list[int]) -> list[int]:
        """The outputs of the layer."""
        total = self._start
        for level, row in zip(inputs, self._rows, strict=True):
            if level:
                total += level * row
        sums = unpack_numbers("I", total.to_bytes(self._size, "little"))
        return [
            (found * scale + bias) >> SHIFT
            for found, scale, bias in zip(sums, self._scales, self._biases, strict=True)
        ]


@cache
def shipped_network() -> Network:
    """The network that `master` plays with, read once."""
    return Network(read_weights())


@cache
def student_network() -> Network:
    """The small network that plays on in rollouts, read once."""
    return Network(read_weights(STUDENT))
