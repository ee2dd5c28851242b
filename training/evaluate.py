"""How strong a network is against `regular` or another network, on deals it never trained on."""

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from openuno import Rules
from openuno.bots.network.decisions import draw_limit
from openuno.kernel.learning.lanes import CUT_SHORT, Controller
from training.rollout import FROZEN, limit_drawing, make_batch

EVALUATION_SEEDS = 1 << 63
"""No run trains on deals from this seed on."""
_CHECK = 16
_MAX_STEPS = 20_000
Choose = Callable[[Tensor, Tensor], Tensor]
"""Decisions for features and masks."""


class Strength(NamedTuple):
    """The share of rounds won, half its 95 % interval, and how many rounds were played."""

    share: float
    half: float
    rounds: int
    cut_short: int


def measure(  # noqa: PLR0913 - each is a choice of its own
    choose: Choose,
    rules: Rules,
    seats: int,
    lanes: int,
    device: str,
    *,
    rival: Choose | None = None,
    limit: int | None = None,
    seed: int = EVALUATION_SEEDS,
) -> Strength:
    """Play a round in each lane from each seat, the same deals every time.

    The limit on drawing on purpose is that of `master` unless another is given.
    """
    most = draw_limit(seats) if limit is None else limit
    field = Controller.REGULAR if rival is None else FROZEN
    won, cut_short = np.zeros(lanes), 0
    sides = 2 if rules.teams else seats
    for side in range(sides):
        row = [Controller.LEARNER if seat % sides == side else field for seat in range(seats)]
        rows = np.broadcast_to(np.array(row, np.int8), (lanes, seats))
        wins, cut = _play(choose, rules, rows, device, rival, most, seed)
        won, cut_short = won + wins, cut_short + cut
    share = won.mean() / sides
    half = 1.96 * sqrt(won.var(ddof=1) / lanes) / sides
    return Strength(float(share), float(half), lanes * sides, cut_short)


def measure_quickly(choose: Choose, rules: Rules, seats: int, lanes: int, device: str) -> Strength:
    """Play each deal from one seat alone, the seats in turn: faster, and a little less exact."""
    sides = 2 if rules.teams else seats
    # Neighbouring lanes have neighbouring dealers: the network must not always sit beside the same.
    own = np.arange(seats) % sides == (np.arange(lanes) // seats)[:, None] % sides
    rows = np.where(own, Controller.LEARNER, Controller.REGULAR).astype(np.int8)
    wins, cut = _play(choose, rules, rows, device, None, draw_limit(seats), EVALUATION_SEEDS)
    half = 1.96 * sqrt(wins.var(ddof=1) / lanes)
    return Strength(float(wins.mean()), half, lanes, cut)


@torch.no_grad()
def _play(  # noqa: PLR0913, PLR0917 - as above
    choose: Choose,
    rules: Rules,
    rows: Any,
    device: str,
    rival: Choose | None,
    limit: int,
    seed: int,
) -> tuple[Any, int]:
    """Whether the network won the first round of each lane, and how many were given up."""
    lanes, seats = rows.shape
    batch = make_batch(device, rules, rows, lanes, seed, limit=1, patience=4 * seats)
    parts = (batch.features, batch.masks, batch.played, batch.who, batch.ended)
    features, masks, played, who, ended = (torch.as_tensor(part, device=device) for part in parts)
    cut_short = torch.zeros((), dtype=torch.int64, device=device)
    for step in range(_MAX_STEPS):
        playing = played[:, 0] == 0
        if step % _CHECK == 0 and not bool(playing.any()):
            break
        allowed = limit_drawing(features, masks, limit)
        decisions = choose(features, allowed)
        if rival is not None:
            decisions = torch.where(who == FROZEN, rival(features, allowed), decisions)
        batch.step(decisions)
        cut_short += (playing & (ended == CUT_SHORT)).sum()
    wins = torch.as_tensor(batch.wins, device=device).cpu().numpy()
    return np.where(rows == Controller.LEARNER, wins, 0).max(axis=1), int(cut_short)
