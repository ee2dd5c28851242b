"""The batch for training in the memory of an NVIDIA GPU: the same rounds, nothing copied."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.bots.network.layout import Stake
from openuno.engine.rules import Rules
from openuno.kernel.batch.cuda_memory import copy_to_device
from openuno.kernel.batch.plain import (
    is_plain,
    plain_rules_with_memory,
    rules_without_specials,
)
from openuno.kernel.gpu import Launch, check_gpu
from openuno.kernel.learning.batch import LearningBatch, check_controllers, make_lanes
from openuno.kernel.learning.cuda_kernels import (
    WAITING,
    WRITING_BLOCK,
    Kernels,
    Queues,
    make_kernels,
)
from openuno.kernel.learning.lanes import NO_LIMIT
from openuno.kernel.learning.steps import keep_rules
from openuno.kernel.rules.state import (
    LASTING_RULES,
    ROUND_FIELDS,
    SENTENCE,
    SPECIALS,
)
from openuno.kernel.simulation.plan import signed_seed

BLOCK_SIZE = 64
BLOCKS = 132 * 16
"""Blocks for the lanes in a queue: as many as a GPU works on at once."""
PASSES = 4
"""Passes of a step, and two for each seat where policies choose; the last one plays on as long as
it takes."""
FEW_ACTIONS, MANY_ACTIONS = 1, 8
"""How often a lane may act in a pass: many times where there is little that lanes can do."""


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
        stake: Stake = Stake.WIN,
    ) -> None:
        check_gpu()
        self.seats, self.count, self.limit = np.shape(controllers)[-1], count, limit
        seated = check_controllers(controllers, self.seats, count)
        lanes = make_lanes(rules, self.seats, seated, stake)
        self._kernels = choose_kernels(lanes.rows.rules)
        self.lanes = copy_to_device(lanes)
        self._seed, self.patience = signed_seed(seed), patience
        self._stream: Any = 0
        self._launches: list[Launch] | None = None
        self._has_policies = bool((seated >= 0).any())
        self._last_pass = PASSES + (2 * self.seats if self._has_policies else 0)
        self._queues = Queues(
            lanes=cuda.device_array((2, WAITING, count), np.int32),
            lengths=cuda.to_device(np.zeros((self._last_pass + 1, WAITING), np.int32)),
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
        kernels, lanes, queues, last = self._kernels, self.lanes, self._queues, self._last_pass
        every = -(-self.count // BLOCK_SIZE)
        few = min(every, BLOCKS)
        most = MANY_ACTIONS if is_plain(lanes.rows.rules, memory=True) else FEW_ACTIONS
        acting, dealing = (most, self.limit, self.patience), (self._seed, self.limit)
        yield kernels.act, every, BLOCK_SIZE, (lanes, queues, 0, *acting)
        for number in range(1, last):
            if self._has_policies:
                yield kernels.choose, few, BLOCK_SIZE, (lanes, queues, number)
            yield kernels.act, few, BLOCK_SIZE, (lanes, queues, number, *acting)
            yield kernels.deal, few, BLOCK_SIZE, (lanes, queues, number, *dealing)
        for waiting in range(WAITING):
            yield kernels.finish, few, BLOCK_SIZE, (lanes, queues, last, waiting, *dealing)
        writing = -(-max(self.count, queues.lengths.size) // WRITING_BLOCK)
        yield kernels.write, writing, WRITING_BLOCK, (lanes, queues.lengths)


def choose_kernels(rules: Sequence[int]) -> Kernels:
    """The kernels that know most about these switches; those of custom rules know nothing."""
    if rules[SPECIALS] or rules[LASTING_RULES]:
        return make_kernels(keep_rules, ROUND_FIELDS)
    plain = is_plain(rules, memory=True)
    return make_kernels(plain_rules_with_memory if plain else rules_without_specials, SENTENCE)
