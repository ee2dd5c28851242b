"""What decisions turned out to be worth, carried back along each seat's own decisions."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from numba import njit

from openuno.engine.rules import MAX_SEATS

_BLOCK_SIZE = 128
_NOTES = 4


class Outcomes(NamedTuple):
    """What followed from decisions: a row for each step, a column for each lane.

    A round pays at its end; what a seat earns is carried back along its own decisions. The last
    decision of a seat whose round is not over has nothing to be compared with: it is not usable.
    """

    asked: Any
    """The seat that decided."""
    own: Any
    """Whether it was the learner's decision."""
    ended: Any
    """Whether the round ended then."""
    rewards: Any
    """What each seat got then."""
    values: Any
    """What the critic thought of the position before."""
    usable: Any
    advantages: Any


def new_outcomes(steps: int, lanes: int, seats: int, device: str) -> Outcomes:
    """Outcomes of a number of steps, to be filled in."""
    shape = (steps, lanes)
    return Outcomes(
        asked=torch.zeros(shape, dtype=torch.int64, device=device),
        own=torch.zeros(shape, dtype=torch.bool, device=device),
        ended=torch.zeros(shape, dtype=torch.bool, device=device),
        rewards=torch.zeros(*shape, seats, device=device),
        values=torch.zeros(shape, device=device),
        usable=torch.zeros(shape, dtype=torch.bool, device=device),
        advantages=torch.zeros(shape, device=device),
    )


def make_carry_back(outcomes: Outcomes, smoothing: float) -> Callable[[], None]:
    """A function that finds the usable decisions and their advantages, for the values as they are.

    Which decisions are usable does not depend on the values. The tensors must stay where they are.
    """
    weight = np.float32(smoothing)
    if not outcomes.asked.is_cuda:
        arrays = Outcomes._make(part.numpy() for part in outcomes)
        return lambda: _carry_back_here(arrays, weight)
    from numba import cuda  # noqa: PLC0415 - needs a GPU

    from openuno.kernel.gpu import Launch  # noqa: PLC0415 - likewise

    kernel, blocks = _cuda_kernel(), -(-outcomes.asked.shape[1] // _BLOCK_SIZE)
    arrays = Outcomes._make(map(cuda.as_cuda_array, outcomes))
    kernel[blocks, _BLOCK_SIZE](arrays, weight)
    return Launch(kernel, blocks, _BLOCK_SIZE, 0, arrays, weight)


def _carry_back_lane(lane: Any, outcomes: Any, smoothing: Any, notes: Any) -> None:
    """Go through the steps of a lane from the last to the first.

    For each seat `notes` has the value and the advantage of its next decision, what it has earned
    since, and whether there is anything to compare an earlier decision with.
    """
    seats = outcomes.rewards.shape[2]
    for seat in range(seats):
        for index in range(_NOTES):
            notes[seat, index] = 0
    for back in range(len(outcomes.asked)):
        step = len(outcomes.asked) - 1 - back
        if outcomes.ended[step, lane]:
            for seat in range(seats):
                notes[seat, 0] = notes[seat, 1] = 0
                notes[seat, 2], notes[seat, 3] = outcomes.rewards[step, lane, seat], 1
        outcomes.usable[step, lane] = False
        if outcomes.own[step, lane]:
            seat, value = outcomes.asked[step, lane], outcomes.values[step, lane]
            advantage = notes[seat, 2] + notes[seat, 0] - value + smoothing * notes[seat, 1]
            if notes[seat, 3] == 0:
                advantage = notes[seat, 3]
            else:
                outcomes.usable[step, lane] = True
            outcomes.advantages[step, lane] = advantage
            notes[seat, 0], notes[seat, 1], notes[seat, 2], notes[seat, 3] = value, advantage, 0, 1


_carry_back_compiled = njit(_carry_back_lane)


@njit(nogil=True)
def _carry_back_here(outcomes: Outcomes, smoothing: np.float32) -> None:
    notes = np.zeros((MAX_SEATS, _NOTES), np.float32)
    for lane in range(outcomes.asked.shape[1]):
        _carry_back_compiled(lane, outcomes, smoothing, notes)


@cache
def _cuda_kernel() -> Any:
    from numba import cuda  # noqa: PLC0415 - needs a GPU

    carry_back_lane = cuda.jit(device=True)(_carry_back_lane)

    @cuda.jit
    def carry_back(outcomes: Outcomes, smoothing: np.float32) -> None:
        lane = cuda.grid(1)
        if lane < outcomes.asked.shape[1]:
            notes = cuda.local.array((MAX_SEATS, _NOTES), np.float32)
            carry_back_lane(lane, outcomes, smoothing, notes)

    return carry_back
