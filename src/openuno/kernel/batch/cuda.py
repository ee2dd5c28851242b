"""The step interface with everything in the memory of an NVIDIA GPU.

The same functions answer as in `batch`, one thread for each lane. Arrays are shared by the CUDA
array interface without a copy: a PyTorch tensor of answers is read in place, and
`torch.as_tensor(batch.seen, device="cuda")` is what the asked seats see.
"""

from typing import Any

import numpy as np
from numba import cuda

from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.rules import Rules
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.batch import ALL, Batch
from openuno.kernel.batch.lanes import Lanes, Pay, answer
from openuno.kernel.batch.observation import copy_kinds, copy_switches
from openuno.kernel.gpu import check_gpu, register
from openuno.kernel.rules.state import RoundArrays

BLOCK_SIZE = 64

register(copy_kinds, copy_switches)


@cuda.jit
def _answer_all(lanes, seed, learner, pay, keep_dealing):
    lane = cuda.grid(1)
    if lane < len(lanes.actions):
        answer(lanes, lane, seed, learner, pay, keep_dealing)


@cuda.jit
def _find_illegal(actions, masks, found):
    lane = cuda.grid(1)
    if lane < len(actions):
        index = actions[lane]
        if (index < 0) or (index >= ACTIONS) or (masks[lane, index] == 0):
            cuda.atomic.min(found, 0, lane)


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
    ) -> None:
        check_gpu()
        # Dealt once on the processor, so that both refuse the same settings with the same sentence.
        with Batch(rules, seats, count, seed, learner=learner, pay=pay) as first:
            self._settings = first.settings
            rows, *others = first.lanes
            self.lanes = Lanes(RoundArrays._make(map(_on_device, rows)), *map(_on_device, others))
        self.count = count
        self.asked, self.rewards, self.ended = self.lanes[3:6]
        self.seen, self.masks = self.lanes.seen, self.lanes.masks
        self._blocks = -(-count // BLOCK_SIZE)

    def step(self, actions: Any) -> None:
        """Carry out one answer for each lane; refuses them all if one is not allowed."""
        given = cuda.as_cuda_array(actions)
        found = cuda.to_device(np.full(1, self.count, np.int64))
        _find_illegal[self._blocks, BLOCK_SIZE](given, self.masks, found)
        lane = int(found.copy_to_host()[0])
        if lane < self.count:
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answers", table=lane)
        lanes = self.lanes._replace(actions=given)
        _answer_all[self._blocks, BLOCK_SIZE](lanes, *self._settings)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)
