"""The batch for training in the memory of an NVIDIA GPU: the same rounds, nothing copied."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.engine.rules import Rules
from openuno.kernel.batch.observation import copy_kinds
from openuno.kernel.gpu import Launch, check_gpu, register
from openuno.kernel.learning.batch import LearningBatch, check_controllers, make_lanes
from openuno.kernel.learning.lanes import NO_LIMIT, NOBODY, LearningLanes, advance, write_question
from openuno.kernel.rules.state import RoundArrays
from openuno.kernel.simulation.plan import signed_seed

BLOCK_SIZE = 64
WARP = 32
WRITING_BLOCK = 128

register(copy_kinds)


@cuda.jit
def _advance_all(lanes, seed, limit, patience):
    lane = cuda.grid(1)
    if lane < len(lanes.decisions):
        advance(lanes, lane, seed, limit, patience)


@cuda.jit
def _write_all(lanes):
    lane = cuda.grid(1) // WARP
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
        self._launches: tuple[Launch, Launch] | None = None
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
        """Deal, and compile both kernels if nobody has yet."""
        advancing, writing = self._blocks()
        _advance_all[advancing, BLOCK_SIZE, self._stream](
            self.lanes, self._seed, self.limit, self.patience
        )
        _write_all[writing, WRITING_BLOCK, self._stream](self.lanes)

    def _prepare(self) -> tuple[Launch, Launch]:
        advancing, writing = self._blocks()
        given = (self.lanes, self._seed, self.limit, self.patience)
        return (
            Launch(_advance_all, advancing, BLOCK_SIZE, self._stream, *given),
            Launch(_write_all, writing, WRITING_BLOCK, self._stream, self.lanes),
        )

    def _blocks(self) -> tuple[int, int]:
        return -(-self.count // BLOCK_SIZE), -(-self.count * WARP // WRITING_BLOCK)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)
