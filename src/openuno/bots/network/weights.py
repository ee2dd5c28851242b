"""The file of a trained network: a line of JSON, then whole numbers of eight bits and their scales.

The line says which version of the features the network is for and how large its layers are. Then
come 256 levels, one for each value that a feature can have, and for each layer its weights (a row
of signed bytes for each output), its scales (32 bits each) and its biases (64 bits each), all
little-endian.
"""

import sys
from array import array
from pathlib import Path
from typing import NamedTuple

import msgspec

from openuno.bots.network.layout import DECISIONS, FEATURES, VERSION
from openuno.engine.errors import SetupError

SHIFT = 20
"""A layer's output is (sum * scale + bias) >> SHIFT."""
SCORES_PER_LOGIT = 1024
"""A score of the last layer stands for this part of a logit."""
LEVELS = 255
"""Activations are whole numbers from 0 to this."""
LAYERS = 4
VALUES = 256
"""How many values a feature can have."""
SHIPPED = Path(__file__).with_name("master.bin")
"""The network that `master` plays with."""
STUDENT = Path(__file__).with_name("student.bin")
"""A small network that has learnt to play as `master` does, for rollouts."""
_MAX_WIDTH = 4096
_SCALE, _BIAS = "i", "q"


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file: the inputs of the first layer, then the outputs of each."""

    version: int
    sizes: tuple[int, ...]


class Layer(NamedTuple):
    """One layer; `weights` has `inputs` signed bytes for each output."""

    inputs: int
    weights: bytes
    scales: "array[int]"
    biases: "array[int]"


class Weights(NamedTuple):
    """A network as it was read: what each value of a feature counts, and the layers."""

    levels: bytes
    layers: tuple[Layer, ...]


def read_weights(file: Path = SHIPPED) -> Weights:
    """Read a network; refuses a file that is none, or is for other features."""
    try:
        line, _, data = file.read_bytes().partition(b"\n")
        shape = msgspec.json.decode(line, type=Shape)
    except FileNotFoundError:
        raise SetupError("network", f"there is no file {file}") from None
    except (OSError, msgspec.DecodeError) as error:
        raise SetupError("network", f"this is no network: {error}") from None
    if shape.version != VERSION:
        raise SetupError(
            "network",
            f"this network is for version {shape.version} of the features, not {VERSION}",
        )
    inner = shape.sizes[1:-1]
    good = len(shape.sizes) == LAYERS + 1 and len(set(inner)) == 1 and 0 < inner[0] <= _MAX_WIDTH
    if not good or (shape.sizes[0], shape.sizes[-1]) != (FEATURES, DECISIONS + 1):
        raise SetupError("network", f"this is no network: its layers are {shape.sizes}")
    pairs = list(zip(shape.sizes[:-1], shape.sizes[1:], strict=True))
    if len(data) != VALUES + sum(outputs * (inputs + 12) for inputs, outputs in pairs):
        raise SetupError("network", "this is no network: it has too few or too many numbers")
    layers, start = [], VALUES
    for inputs, outputs in pairs:
        parts = []
        for size in (outputs * inputs, outputs * 4, outputs * 8):
            parts.append(data[start : start + size])
            start += size
        layers.append(
            Layer(
                inputs, parts[0], unpack_numbers(_SCALE, parts[1]), unpack_numbers(_BIAS, parts[2])
            )
        )
    return Weights(data[:VALUES], tuple(layers))


def weights_bytes(weights: Weights) -> bytes:
    """The file of a network."""
    sizes = (weights.layers[0].inputs, *(len(layer.scales) for layer in weights.layers))
    parts = [msgspec.json.encode(Shape(VERSION, sizes)), b"\n", weights.levels]
    for layer in weights.layers:
        parts += [layer.weights, _pack_numbers(layer.scales), _pack_numbers(layer.biases)]
    return b"".join(parts)


def unpack_numbers(code: str, data: bytes) -> "array[int]":
    """Little-endian numbers, by the type code of `array`."""
    found: array[int] = array(code, data)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _pack_numbers(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()
