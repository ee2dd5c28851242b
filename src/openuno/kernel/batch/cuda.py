"""The step interface with everything in the memory of an NVIDIA GPU.

The same functions answer as in `batch`, one thread for each lane. Arrays are shared by the CUDA
array interface without a copy: a PyTorch tensor of answers is read in place, and
`torch.as_tensor(batch.seen, device="cuda")` is what the asked seats see.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.rules import Rules
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.batch import ALL, Batch, BatchState, own_arrays
from openuno.kernel.batch.lanes import (
    DEAL,
    SAME_STEP,
    SKIP,
    Dealing,
    Lanes,
    Pay,
    answer,
    next_answer,
)
from openuno.kernel.batch.observation import clear_changing, copy_kinds
from openuno.kernel.batch.questions import clear_others
from openuno.kernel.byte_rows import write_bits, write_bits_fourfold, write_counts
from openuno.kernel.gpu import check_gpu, register
from openuno.kernel.rules.state import RoundArrays

BLOCK_SIZE = 64

register(copy_kinds, clear_changing, clear_others, write_bits, write_bits_fourfold, write_counts)


@cuda.jit
def _answer_all(lanes, seed, learner, pay, dealing):
    lane = cuda.grid(1)
    if lane < len(lanes.actions):
        index = next_answer(lanes, lane, dealing)
        if index != SKIP:
            answer(lanes, lane, index, lanes.rows.rules, seed, learner, pay, dealing)


@cuda.jit
def _find_illegal(actions, masks, ended, dealing, found):
    lane = cuda.grid(1)
    if lane < len(actions):
        index = actions[lane]
        is_over = (dealing != SAME_STEP) & (ended[lane] != 0)
        if (not is_over) and ((index < 0) or (index >= ACTIONS) or (masks[lane, index] == 0)):
            cuda.atomic.min(found, 0, lane)


@cuda.jit
def _clear_paid(rewards, ended):
    lane = cuda.grid(1)
    if lane < len(ended) and ended[lane] != 0:
        for seat in range(rewards.shape[1]):
            rewards[lane, seat] = 0


class CudaBatch:
    """Rounds on a GPU, each with a question open; dealt and answered exactly as in a `Batch`.

    `asked`, `rewards`, `ended`, `seen` and `masks` are device arrays that every step overwrites.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        count: int,
        seed: int,
        *,
        learner: int = ALL,
        pay: Pay = Pay.WIN,
        dealing: Dealing = Dealing.SAME_STEP,
    ) -> None:
        check_gpu()
        # Dealt once on the processor, so that both refuse the same settings with the same sentence.
        with Batch(rules, seats, count, seed, learner=learner, pay=pay, dealing=dealing) as first:
            self._first = first
        self.rules, self.seats, self.count = rules, seats, count
        rows, *others = first.lanes
        self.lanes = Lanes(RoundArrays._make(map(_on_device, rows)), *map(_on_device, others))
        self.asked, self.rewards, self.ended = self.lanes[3:6]
        self.seen, self.masks = self.lanes.seen, self.lanes.masks
        self._blocks = -(-count // BLOCK_SIZE)

    def reset(self, seed: int) -> None:
        """Deal the first round of a seed in every lane."""
        self._first.reset(seed)
        self.load(self._first.save())

    def deal_some(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next round in the lanes that are chosen; the others stay as they are."""
        self.lanes.actions.copy_to_device(np.where(chosen, DEAL, SKIP))
        _answer_all[self._blocks, BLOCK_SIZE](self.lanes, *self._first.settings)

    def step(self, actions: Any) -> None:
        """Carry out one answer for each lane; refuses them all if one is not allowed.

        Where a round is over and none has been dealt, the answer is not looked at.
        """
        given = cuda.as_cuda_array(actions)
        settings = self._first.settings
        found = cuda.to_device(np.full(1, self.count, np.int64))
        _find_illegal[self._blocks, BLOCK_SIZE](given, self.masks, self.ended, settings[-1], found)
        lane = int(found.copy_to_host()[0])
        if lane < self.count:
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answers", table=lane)
        if self._first.dealing is Dealing.WAIT:
            _clear_paid[self._blocks, BLOCK_SIZE](self.rewards, self.ended)
        lanes = self.lanes._replace(actions=given)
        _answer_all[self._blocks, BLOCK_SIZE](lanes, *settings)

    def save(self) -> BatchState:
        """Everything as it is now, copied to the processor, for `load` of either batch."""
        arrays = tuple(array.copy_to_host() for array in own_arrays(self.lanes))
        return BatchState(self._first.settings[0], arrays)

    def load(self, state: BatchState) -> None:
        """Continue from a saved state of a batch with the same rules, seats and number of lanes."""
        self._first.load(state)
        for array, saved in zip(own_arrays(self.lanes), state.arrays, strict=True):
            if saved.size:
                array.copy_to_device(saved)

    def close(self) -> None:
        """Nothing is kept open."""


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)
