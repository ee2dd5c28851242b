"""From weights to the file that ships: whole numbers of eight bits, and their hash."""

from array import array
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from openuno.bots.network.layout import DECISIONS
from openuno.bots.network.weights import (
    LEVELS,
    SHIFT,
    Layer,
    Weights,
    read_weights,
    weights_bytes,
)
from training.network import CEILING, Actor

LAYERS = ("first", "second", "third", "head")
INPUT_STEP = 1 / 45
"""What one level of an input stands for: 45 log(1 + 255) is below 250."""
STEP = CEILING / LEVELS
SCORE_STEP = 1 / 1024
EXACT = 1 << 24
"""Below this every whole number is exact in 32-bit floating point, in any order of addition."""


def quantise(actor: Actor) -> dict[str, np.ndarray]:
    """The network as whole numbers; a layer's output is (sum * scale + bias) >> SHIFT."""
    found: dict[str, np.ndarray] = {
        "table": np.round(np.log1p(np.arange(256)) / INPUT_STEP).astype(np.uint8),
    }
    for number, name in enumerate(LAYERS):
        layer = getattr(actor, name)
        weight = layer.weight.detach().double().cpu().numpy()
        bias = layer.bias.detach().double().cpu().numpy()
        before = INPUT_STEP if number == 0 else STEP
        after = SCORE_STEP if name == "head" else STEP
        unit = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127
        whole = np.round(weight / unit[:, None]).astype(np.int8)
        scale = np.round(unit * before / after * 2**SHIFT).astype(np.int32)
        shift = np.round(bias / after * 2**SHIFT + 2 ** (SHIFT - 1)).astype(np.int64)
        most = np.abs(whole.astype(np.int64)).sum(axis=1).max() * (250 if number == 0 else LEVELS)
        if most >= EXACT:
            raise ValueError(f"sums of layer {name} can reach {most}: not exact in 32 bits")
        found |= {f"{name}.weight": whole, f"{name}.scale": scale, f"{name}.bias": shift}
    return found


def restore(numbers: dict[str, np.ndarray]) -> dict[str, Tensor]:
    """The weights of an exported network, as exactly as whole numbers have kept them."""
    found = {}
    for number, name in enumerate(LAYERS):
        before = INPUT_STEP if number == 0 else STEP
        after = SCORE_STEP if name == "head" else STEP
        unit = numbers[f"{name}.scale"] * (after / before / 2**SHIFT)
        bias = (numbers[f"{name}.bias"] - 2 ** (SHIFT - 1)) * (after / 2**SHIFT)
        found[f"{name}.weight"] = torch.tensor(numbers[f"{name}.weight"] * unit[:, None]).float()
        found[f"{name}.bias"] = torch.tensor(bias).float()
    return found


def write(file: Path, numbers: dict[str, np.ndarray]) -> str:
    """Write the file; its SHA-256."""
    layers = tuple(
        Layer(
            numbers[f"{name}.weight"].shape[1],
            numbers[f"{name}.weight"].tobytes(),
            array("i", numbers[f"{name}.scale"].tolist()),
            array("q", numbers[f"{name}.bias"].tolist()),
        )
        for name in LAYERS
    )
    data = weights_bytes(Weights(numbers["table"].tobytes(), layers))
    file.write_bytes(data)
    return sha256(data).hexdigest()


def read(file: Path) -> dict[str, np.ndarray]:
    """The whole numbers of a written network."""
    weights = read_weights(file)
    found: dict[str, np.ndarray] = {"table": np.frombuffer(weights.levels, np.uint8)}
    for name, layer in zip(LAYERS, weights.layers, strict=True):
        rows = np.frombuffer(layer.weights, np.int8).reshape(-1, layer.inputs)
        scales, biases = np.array(layer.scales, np.int32), np.array(layer.biases, np.int64)
        found |= {f"{name}.weight": rows, f"{name}.scale": scales, f"{name}.bias": biases}
    return found


class WholeNumbers:
    """The exported network on any device, to measure exactly what ships."""

    def __init__(self, numbers: dict[str, np.ndarray], device: str) -> None:
        self.table = torch.as_tensor(numbers["table"].astype(np.float32), device=device)
        self.layers = []
        for name in LAYERS:
            weight = torch.as_tensor(numbers[f"{name}.weight"].astype(np.float32), device=device)
            scale = torch.as_tensor(numbers[f"{name}.scale"].astype(np.int64), device=device)
            bias = torch.as_tensor(numbers[f"{name}.bias"], device=device)
            self.layers.append((weight.T.contiguous(), scale, bias))

    def _apply(self, number: int, x: Tensor) -> Tensor:
        weight, scale, bias = self.layers[number]
        return ((x @ weight).long() * scale + bias) >> SHIFT

    def scores(self, features: Tensor) -> Tensor:
        """The scores of all decisions, and of winning, as whole numbers."""
        x = self.table[features.long()]
        h = self._apply(0, x).clamp(0, LEVELS)
        for number in (1, 2):
            h = (h + self._apply(number, h.float()).clamp(min=0)).clamp(max=LEVELS)
        return self._apply(3, h.float())

    def choose(self, features: Tensor, masks: Tensor) -> Tensor:
        """The best decision; among equals the first."""
        scores = self.scores(features)[:, :DECISIONS]
        return scores.masked_fill(masks[:, :DECISIONS] == 0, -(1 << 40)).argmax(-1)
