"""The step interface with everything in the memory of an NVIDIA GPU.

The same functions answer as in `batch`, a thread to a table. Arrays are shared through the CUDA
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
from openuno.kernel.batch.observation import copy_kinds, copy_told
from openuno.kernel.gpu import check_device, register
from openuno.kernel.rules.state import Table

A_BLOCK = 64

register(copy_kinds, copy_told)


@cuda.jit
def _answer_all(lanes, seed, learner, pay, goes_on):
    place = cuda.grid(1)
    if place < len(lanes.actions):
        answer(lanes, place, seed, learner, pay, goes_on)


@cuda.jit
def _find_illegal(actions, masks, found):
    place = cuda.grid(1)
    if place < len(actions):
        index = actions[place]
        if (index < 0) or (index >= ACTIONS) or (masks[place, index] == 0):
            cuda.atomic.min(found, 0, place)


class DeviceBatch:
    """Tables on a GPU, each with a question open; dealt and answered exactly as a `Batch` is.

    `asked`, `rewards`, `ended`, `seen` and `masks` are device arrays that every step writes anew.
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
        check_device()
        # Dealt once on the processor: what it refuses, this refuses, and in the same words.
        with Batch(rules, seats, count, seed, learner=learner, pay=pay) as first:
            self._settings = first.settings
            rows, *others = first.lanes
            self.lanes = Lanes(Table._make(map(_on_device, rows)), *map(_on_device, others))
        self.count = count
        self.asked, self.rewards, self.ended = self.lanes[3:6]
        self.seen, self.masks = self.lanes.seen, self.lanes.masks
        self._blocks = -(-count // A_BLOCK)

    def step(self, actions: Any) -> None:
        """Carry out one answer for each table; refuses them all if one is not allowed."""
        given = cuda.as_cuda_array(actions)
        found = cuda.to_device(np.full(1, self.count, np.int64))
        _find_illegal[self._blocks, A_BLOCK](given, self.masks, found)
        place = int(found.copy_to_host()[0])
        if place < self.count:
            sentence = f"table {place}: its answer is not allowed now; look at `masks`"
            raise IllegalAction(Reason.NO_SUCH_ACTION, sentence)
        lanes = self.lanes._replace(actions=given)
        _answer_all[self._blocks, A_BLOCK](lanes, *self._settings)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)
