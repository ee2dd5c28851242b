"""The step interface with everything in the memory of an NVIDIA GPU.

The same functions answer as in `batch`, one thread for each lane. Arrays are shared by the CUDA
array interface: a PyTorch tensor of answers is read where it is, and
`torch.as_tensor(batch.seen, device="cuda")` is what the asked seats see, without a copy.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.rules import Rules
from openuno.kernel.batch.batch import ALL, Batch, BatchState, own_arrays
from openuno.kernel.batch.cuda_kernels import (
    BLOCK_SIZE,
    choose_kernels,
    clear_paid,
    find_illegal,
    take_answers,
)
from openuno.kernel.batch.lanes import DEAL, SKIP, Dealing, Lanes, Pay, StepResult
from openuno.kernel.gpu import Launch, check_gpu
from openuno.kernel.rules.state import Numbers, RoundArrays

Call = tuple[Any, tuple[Any, ...]]
"""A kernel and its arguments."""


class CudaBatch:
    """Rounds on a GPU, each with a question open; dealt and answered exactly as in a `Batch`.

    `asked`, `rewards`, `ended`, `seen` and `masks` are device arrays that every step overwrites;
    with `keep_result` so are `rewards`, `over` and `cut_short` of `result`, a number for each lane.
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
        keep_result: bool = False,
    ) -> None:
        check_gpu()
        # Dealt once on the processor, so that both refuse the same settings with the same sentence.
        with Batch(rules, seats, count, seed, learner=learner, pay=pay, dealing=dealing) as first:
            self._first = first
        self.rules, self.seats, self.count = rules, seats, count
        self._kernels = choose_kernels(first.lanes.rows.rules)
        self.lanes = _copy_to_device(first.lanes)
        self.asked, self.rewards, self.ended = self.lanes[3:6]
        self.seen, self.masks = self.lanes.seen, self.lanes.masks
        self._no_result = _make_result(0)
        self.result = _make_result(count) if keep_result else self._no_result
        self._found = cuda.to_device(np.full(1, count, np.int64))
        """The first lane whose answer is not allowed; `count` if there is none."""
        self._launches: list[Launch] | None = None

    def reset(self, seed: int) -> None:
        """Deal the first round of a seed in every lane."""
        self._first.reset(seed)
        self.load(self._first.save())

    def deal_some(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next round in the lanes that are chosen; the others stay as they are."""
        self.lanes.actions.copy_to_device(np.where(chosen, DEAL, SKIP))
        for call in self._answer(self._no_result):
            self._start(*call)

    def step(self, actions: Any) -> None:
        """Carry out one answer for each lane; refuses them all if one is not allowed.

        Where a round is over and none has been dealt, the answer is not looked at.
        """
        self._start(take_answers, (_answers_on_device(actions, self.count), self.lanes.actions))
        if self._launches is None:
            self._launches = self._prepare()
        else:
            for launch in self._launches:
                launch()
        lane = int(self._found.copy_to_host()[0])
        if lane < self.count:
            self._found.copy_to_device(np.full(1, self.count, np.int64))
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answers", table=lane)

    def save(self) -> BatchState:
        """Everything as it is now, copied to the processor, for `load` of either batch."""
        arrays = tuple(array.copy_to_host() for array in own_arrays(self.lanes))
        return BatchState(self._first.settings[0], arrays)

    def load(self, state: BatchState) -> None:
        """Continue from a saved state of a batch with the same rules, seats and number of lanes."""
        self._first.load(state)
        self._launches = None  # they have the seed
        for array, saved in zip(own_arrays(self.lanes), state.arrays, strict=True):
            if saved.size:
                array.copy_to_device(saved)

    def close(self) -> None:
        """Nothing is kept open."""

    def _step(self) -> Iterator[Call]:
        """The kernels of a step, after the answers have been taken."""
        lanes, dealing = self.lanes, self._first.settings[-1]
        yield find_illegal, (lanes.actions, lanes.allowed, lanes.ended, dealing, self._found)
        if self._first.dealing is Dealing.WAIT:
            yield clear_paid, (lanes.rewards, lanes.ended, self._found)
        yield from self._answer(self.result)

    def _answer(self, result: StepResult) -> Iterator[Call]:
        yield self._kernels.play, (self.lanes, result, self._found, *self._first.settings)
        yield self._kernels.write, (self.lanes, self._found)

    def _prepare(self) -> list[Launch]:
        """Make a step, compiling what has not been compiled, and prepare all steps after it."""
        calls = list(self._step())
        for call in calls:
            self._start(*call)
        return [
            Launch(kernel, self._blocks, BLOCK_SIZE, 0, *arguments) for kernel, arguments in calls
        ]

    def _start(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        kernel[self._blocks, BLOCK_SIZE](*arguments)

    @property
    def _blocks(self) -> int:
        return -(-self.count // BLOCK_SIZE)


def _answers_on_device(actions: Any, count: int) -> Any:
    given = cuda.as_cuda_array(actions)
    if given.shape != (count,):
        raise ValueError(f"there must be {count} answers in a row, not an array of {given.shape}")
    return given


def _copy_to_device(lanes: Lanes) -> Lanes:
    rows = lanes.rows._replace(now=_side_by_side(lanes.rows.now))
    rows = RoundArrays._make(map(_on_device, rows))
    _, *others = lanes._replace(questions=_side_by_side(lanes.questions))
    return Lanes(rows, *map(_on_device, others))


def _side_by_side(rows: Numbers) -> Numbers:
    """The same rows, but with the numbers of neighbouring lanes side by side: what the threads of
    a warp read together."""
    return np.asfortranarray(rows)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)


def _make_result(count: int) -> StepResult:
    """What a step of this many lanes comes to; the observations stay where they are."""
    numbers = (np.zeros(count, kind) for kind in (np.float32, np.bool_, np.bool_))
    nothing = (np.zeros((0, 1), kind) for kind in (np.uint8, np.int8))
    return StepResult(*map(cuda.to_device, (*nothing, *numbers)))
