"""The batch for training in the memory of an NVIDIA GPU: the same rounds, nothing copied."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.engine.rules import Rules
from openuno.kernel.batch.lanes import lane_round_with
from openuno.kernel.batch.observation import copy_kinds
from openuno.kernel.batch.questions import QUESTION_FIELDS
from openuno.kernel.compiler import I, U, pointer
from openuno.kernel.gpu import Launch, check_gpu, register
from openuno.kernel.learning.batch import LearningBatch, check_controllers, make_lanes
from openuno.kernel.learning.lanes import (
    ASK,
    NEXT_ROUND,
    NO_LIMIT,
    NOBODY,
    LearningLanes,
    end_step,
    go_on,
    start_step,
    write_question,
)
from openuno.kernel.rules.state import ROUND_FIELDS, RoundArrays
from openuno.kernel.simulation.plan import signed_seed

BLOCK_SIZE = 64
WARP = 32
WRITING_BLOCK = 128
WRITING_REGISTERS = 40
"""Few, so that many warps wait for memory at the same time."""
BLOCKS = 132 * 16
"""Blocks for the lanes in a queue: as many as a GPU works on at once."""
ACTING, DEALING = 0, 1
PASSES = 4
"""Passes of a step after two for each seat; the last one plays on as long as it takes."""

register(copy_kinds)


class Queues(NamedTuple):
    """The lanes that are not done after a pass.

    The threads of a warp step together: a lane that is dealt a round, or that comes to no decision
    for a while, holds up 31 others. So a pass does one thing in each lane, and the lanes that have
    more to do stand side by side in the next.
    """

    lanes: Any
    """By whether the number of the pass is odd, and what they wait for: ACTING or DEALING."""
    lengths: Any
    """By pass, and what is waited for."""
    codes: Any
    """What each lane does next."""
    left: Any
    """How many actions each lane may take before it is stopped."""


@cuda.jit(device=True)
def _put(queues, number, what, lane):
    """Put a lane into a queue; threads that use the same one together add to its length once."""
    together = cuda.match_any_sync(cuda.activemask(), what)
    first = cuda.ffs(together) - 1
    own = cuda.laneid
    place = 0
    if own == first:
        place = cuda.atomic.add(queues.lengths, (number, what), cuda.popc(together))
    place = cuda.shfl_sync(together, place, first)
    place += cuda.popc(together & ((1 << own) - 1))
    queues.lanes[number & 1, what, place] = lane


@cuda.jit(device=True)
def _take(lanes, lane, now, question):
    """The round of a lane, with the numbers that it uses most where the thread has them at hand."""
    for index in range(ROUND_FIELDS):
        now[U(index)] = lanes.rows.now[lane, index]
    for index in range(QUESTION_FIELDS):
        question[U(index)] = lanes.questions[lane, index]
    return lane_round_with(lanes.rows, lane, now, lanes.rows.rules)


@cuda.jit(device=True)
def _put_back(lanes, lane, now, question):
    for index in range(ROUND_FIELDS):
        lanes.rows.now[lane, index] = now[U(index)]
    for index in range(QUESTION_FIELDS):
        lanes.questions[lane, index] = question[U(index)]


@cuda.jit
def _pass(lanes, queues, number, what, most, seed, limit, patience):
    """Act in the lanes that wait for one thing; in the first pass, in all by their decisions."""
    now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
    question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
    count = len(lanes.decisions) if number == 0 else I(queues.lengths[number - 1, what])
    for place in range(cuda.grid(1), count, cuda.gridsize(1)):
        lane = place if number == 0 else I(queues.lanes[(number - 1) & 1, what, place])
        round = _take(lanes, lane, now, question)
        if number == 0:
            code, left = I(start_step(lanes, lane, round, question)), patience
        else:
            code, left = queues.codes[lane], queues.left[lane]
        code, left = go_on(lanes, lane, round, question, code, left, most, seed, limit)
        if (code == ASK) | (left <= 0):
            end_step(lanes, lane, round, question, code)
        else:
            queues.codes[lane], queues.left[lane] = code, left
            _put(queues, number, DEALING if code == NEXT_ROUND else ACTING, lane)
        _put_back(lanes, lane, now, question)


@cuda.jit(max_registers=WRITING_REGISTERS)
def _write_all(lanes, lengths):
    lane = cuda.grid(1) // WARP
    if lane == 0:
        for index in range(cuda.threadIdx.x, lengths.size, WARP):
            lengths[index // 2, index % 2] = 0
    if lane < len(lanes.decisions) and lanes.who[lane] != NOBODY:
        write_question(lanes, lane, cuda.threadIdx.x % WARP, WARP)


class CudaLearningBatch(LearningBatch):
    """Rounds on a GPU, dealt and decided exactly as in a `LearningBatch`.

    Decisions are not checked: mask them.
    """

    def __init__(
        self,
        rules: Rules,
        controllers: Sequence[int] | npt.NDArray[np.int8],
        count: int,
        seed: int,
        *,
        limit: int = NO_LIMIT,
        patience: int = NO_LIMIT,
    ) -> None:
        check_gpu()
        self.seats, self.count, self.limit = np.shape(controllers)[-1], count, limit
        rows, *others = make_lanes(
            rules, self.seats, check_controllers(controllers, self.seats, count)
        )
        self.lanes = LearningLanes(
            RoundArrays._make(map(_on_device, rows)), *map(_on_device, others)
        )
        self._seed, self.patience = signed_seed(seed), patience
        self._stream: Any = 0
        self._launches: list[Launch] | None = None
        self._last_pass = 2 * self.seats + PASSES
        self._queues = Queues(
            lanes=cuda.device_array((2, 2, count), np.int32),
            lengths=cuda.to_device(np.zeros((self._last_pass + 1, 2), np.int32)),
            codes=cuda.device_array(count, np.int64),
            left=cuda.device_array(count, np.int64),
        )
        self._share_arrays()
        self._advance()

    def use_stream(self, handle: int) -> None:
        """Run on a stream of the caller's from now on, by its CUDA handle."""
        self._stream = cuda.external_stream(handle)
        self._launches = None

    def step(self, decisions: Any) -> None:
        """Carry out one decision for each lane, from any array in the memory of the GPU."""
        self.lanes.decisions.copy_to_device(cuda.as_cuda_array(decisions), stream=self._stream)
        if self._launches is None:
            self._launches = self._prepare()
        for launch in self._launches:
            launch()

    def _advance(self) -> None:
        """Deal, and compile all kernels if nobody has yet."""
        for kernel, blocks, threads, arguments in self._passes():
            kernel[blocks, threads, self._stream](*arguments)

    def _prepare(self) -> list[Launch]:
        return [
            Launch(kernel, blocks, threads, self._stream, *arguments)
            for kernel, blocks, threads, arguments in self._passes()
        ]

    def _passes(self) -> Iterator[tuple[Any, int, int, tuple[Any, ...]]]:
        """The kernels of a step with their sizes and arguments."""
        lanes, queues, last = self.lanes, self._queues, self._last_pass
        every = -(-self.count // BLOCK_SIZE)
        rest = (self._seed, self.limit, self.patience)
        yield _pass, every, BLOCK_SIZE, (lanes, queues, 0, ACTING, 1, *rest)
        for number in range(1, last + 1):
            most = 1 if number < last else NO_LIMIT
            for what in (ACTING, DEALING):
                arguments = (lanes, queues, number, what, most, *rest)
                yield _pass, min(every, BLOCKS), BLOCK_SIZE, arguments
        writing = -(-self.count * WARP // WRITING_BLOCK)
        yield _write_all, writing, WRITING_BLOCK, (lanes, queues.lengths)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)
