"""How strong a network is against `regular`: every deal once from every seat."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from openuno import Rules
from openuno.kernel.learning.lanes import Controller
from training.rollout import make_batch

EVALUATION_SEEDS = 1 << 63
"""No run trains on deals from this seed on."""
_CHECK = 16
_MAX_STEPS = 6000
Choose = Callable[[Tensor, Tensor], Tensor]
"""Decisions for features and masks."""


class Strength(NamedTuple):
    """The share of rounds won, half its 95 % interval, and how many rounds were played."""

    share: float
    half: float
    rounds: int


@torch.no_grad()
def measure(  # noqa: PLR0913, PLR0917 - each is a choice of its own
    choose: Choose,
    rules: Rules,
    seats: int,
    lanes: int,
    rounds: int,
    device: str,
    *,
    field: int = Controller.REGULAR,
    seed: int = EVALUATION_SEEDS,
) -> Strength:
    """Play `rounds` rounds in each lane from each seat; the same deals every time."""
    won = np.zeros(lanes)
    played = np.zeros(lanes)
    for seat in range(2 if rules.teams else seats):
        row = [Controller.LEARNER if other == seat else field for other in range(seats)]
        if rules.teams:
            row = [
                Controller.LEARNER if (other - seat) % 2 == 0 else field for other in range(seats)
            ]
        batch = make_batch(device, rules, row, lanes, seed, limit=rounds)
        features, masks = (
            torch.as_tensor(part, device=device) for part in (batch.features, batch.masks)
        )
        finished = torch.as_tensor(batch.played, device=device)
        for step in range(_MAX_STEPS):
            batch.step(choose(features, masks))
            if step % _CHECK == 0 and bool((finished >= rounds).all()):
                break
        won += torch.as_tensor(batch.wins, device=device).cpu().numpy()[:, seat]
        # Every round counts, also one that nobody won: stalling must not pay.
        played += finished.cpu().numpy()[:, 0]
    share = won.sum() / played.sum()
    spread = ((won - share * played) ** 2).sum()
    half = 1.96 * sqrt(spread * lanes / (lanes - 1)) / played.sum()
    return Strength(float(share), float(half), int(played.sum()))
