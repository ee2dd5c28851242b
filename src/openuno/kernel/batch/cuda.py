"""The step interface with everything in the memory of an NVIDIA GPU.

The same functions answer as in `batch`, one thread for each lane. Arrays are shared by the CUDA
array interface: a PyTorch tensor of answers is read where it is, and
`torch.as_tensor(batch.seen, device="cuda")` is what the asked seats see, without a copy.
"""

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.rules import Rules
from openuno.kernel.batch.batch import ALL, Batch, BatchState, Settings, own_arrays
from openuno.kernel.batch.cuda_answers import (
    clear_paid,
    copy_answers,
    copy_called_answers,
    find_illegal,
    show_all_scores,
    show_called,
)
from openuno.kernel.batch.cuda_calls import Call, Calls, KernelPlayer
from openuno.kernel.batch.cuda_kernels import BLOCK_SIZE, choose_kernels
from openuno.kernel.batch.cuda_memory import (
    NO_FORMAT,
    copy_to_device,
    make_games,
    make_passes,
    make_questions,
    make_result,
)
from openuno.kernel.batch.lanes import DEAL, MAX_ANSWERS, SKIP, Dealing, Pay, StepResult
from openuno.kernel.batch.passes import NO_FUNCTION, QUEUES, Opponents
from openuno.kernel.gpu import check_gpu
from openuno.kernel.rules.state import MAX_SEATS, Numbers

MAX_BLOCKS = 132 * 16
"""Blocks for the lanes in a queue: as many as a GPU works on at once."""
MAX_PASSES = 4 * MAX_ANSWERS
"""A step is given up after this many: its opponents go on without the learner."""
Function = Callable[[Any, Any], Any]
"""What all lanes show a seat and let it answer, in the memory of the GPU; answers for all out."""
GamesState = tuple[Numbers, Numbers]
"""Scores and rounds won, a row for each lane."""


class CudaBatch:
    """Rounds on a GPU, each with a question open; dealt and answered exactly as in a `Batch`.

    `regulars` are the seats of this bot, `functions` and `networks` answer for other seats, and
    `uniform` for all the rest but the learner's. `weight`: what a point left in hand weighs to
    `regular`. `asked`, `rewards`, `ended`, `seen` and `masks` are device arrays that every step
    overwrites; with `keep_result` so are `rewards`, `over` and `cut_short` of `result`, a number
    for each lane, and with `keep_last` the last questions of the rounds that are `done`, as in a
    `Batch`. Against others than `uniform` nothing is dealt before `reset`, and neither with a
    `format`: then an episode is a game, and `games` has the scores.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        count: int,
        seed: int,
        *,
        learner: int = ALL,
        regulars: Collection[int] = (),
        functions: Mapping[int, Function] | None = None,
        networks: Mapping[int, KernelPlayer] | None = None,
        weight: float = 0.0,
        format: Numbers | None = None,
        pay: Pay = Pay.WIN,
        dealing: Dealing = Dealing.SAME_STEP,
        keep_result: bool = False,
        keep_last: bool = False,
    ) -> None:
        check_gpu()
        self.rules, self.seats, self.count = rules, seats, count
        # Dealt once on the processor, so that both refuse the same settings with the same sentence.
        self._first = Batch(
            rules,
            seats,
            count,
            seed,
            learner=learner,
            pay=pay,
            dealing=dealing,
            memory=bool(regulars or networks),
            facts=bool(networks),
            keep_last=keep_last and dealing is Dealing.SAME_STEP,
        )
        self._first.close()
        self._weight = weight
        self._functions = list(dict.fromkeys((functions or {}).values()))
        self._networks = list(dict.fromkeys((networks or {}).values()))
        self._has_passes = bool(regulars or functions or networks) or format is not None
        self._opponents = self._seat(learner, regulars, functions or {}, networks or {})
        self._kernels = choose_kernels(self._first.lanes.rows.rules, has_games=format is not None)
        self.lanes = copy_to_device(self._first.lanes)
        self.asked, self.rewards, self.ended = self.lanes[3:6]
        self.seen, self.masks = self.lanes.seen, self.lanes.masks
        self.games = make_games(
            0 if format is None else count, seats, NO_FORMAT if format is None else format
        )
        self._passes = make_passes(count, len(self._functions) + len(self._networks))
        self.done = self._passes.done
        self._shown = make_questions(count if functions else 0)
        for number, network in enumerate(self._networks, len(self._functions)):
            network.sit_down(self.lanes, self._opponents.functions, number, self._passes)
        self._no_result = make_result(0)
        self.result = make_result(count) if keep_result else self._no_result
        self._found = cuda.to_device(np.full(1, count, np.int64))
        """The first lane whose answer is not allowed; `count` if there is none."""
        self._blocks = -(-count // BLOCK_SIZE)
        self.is_settled = not self._has_passes
        """Whether each lane waits for the learner or for a deal; if a function fails, none does."""
        self._stepping, self._dealing = self._make_calls()

    def reset(self, seed: int) -> None:
        """Deal the first round of a seed in every lane."""
        self._first.reset(seed)
        if not self._has_passes:
            self.load(self._first.save())
            return
        self._first.lanes.questions[:] = 0  # no round has been dealt: other opponents play it here
        self.load(self._first.save())
        self.deal_some(np.ones(self.count, np.bool_))

    def deal_some(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next round in the lanes that are chosen; the others stay as they are."""
        self._copy_answers(cuda.to_device(np.where(chosen, DEAL, SKIP)))
        self._answer(self._dealing)

    def step(self, actions: Any) -> None:
        """Carry out one answer for each lane; refuses them all if one is not allowed.

        Where a round is over and none has been dealt, the answer is not looked at.
        """
        self._copy_answers(_answers_on_device(actions, self.count))
        for call in self._stepping.begin:
            call()
        self._answer(self._stepping)
        self._check_found()

    def save_games(self) -> GamesState:
        """The scores now, copied to the processor."""
        return self.games.scores.copy_to_host(), self.games.wins.copy_to_host()

    def load_games(self, state: GamesState) -> None:
        """Continue from saved scores; call it after `load`."""
        if len(self.games.scores):
            for rows, saved in zip((self.games.scores, self.games.wins), state, strict=True):
                rows.copy_to_device(saved)
            self._show_scores()

    def save(self) -> BatchState:
        """Everything but scores as it is now, on the processor, for `load` of either batch."""
        arrays = tuple(array.copy_to_host() for array in own_arrays(self.lanes))
        return BatchState(self._first.settings[0], arrays)

    def load(self, state: BatchState) -> None:
        """Continue from a saved state of a batch with the same rules, seats and number of lanes."""
        self._first.load(state)
        for array, saved in zip(own_arrays(self.lanes), state.arrays, strict=True):
            if saved.size:
                array.copy_to_device(saved)
        self.is_settled = True
        self._stepping, self._dealing = self._make_calls()  # they have the seed

    def close(self) -> None:
        """Nothing is kept open."""

    def _seat(
        self,
        learner: int,
        regulars: Collection[int],
        functions: Mapping[int, Function],
        networks: Mapping[int, KernelPlayer],
    ) -> Opponents:
        numbers = np.full(MAX_SEATS, NO_FUNCTION, np.int64)
        for seat, function in functions.items():
            numbers[seat] = self._functions.index(function)
        for seat, network in networks.items():
            numbers[seat] = len(self._functions) + self._networks.index(network)
        others = set() if learner == ALL else set(range(self.seats)) - {learner}
        uniform = others - set(regulars) - functions.keys() - networks.keys()
        return Opponents(_bits(uniform), _bits(regulars), cuda.to_device(numbers))

    def _make_calls(self) -> tuple[Calls, Calls]:
        """Those of a step, and those of a deal, which has no result."""
        settings = self._first.settings
        dealing = self._first.settings_of_deal
        return self._calls_with(self.result, settings), self._calls_with(self._no_result, dealing)

    def _calls_with(self, result: StepResult, settings: Settings) -> Calls:
        lanes, passes = self.lanes, self._passes
        every, few = self._blocks, min(self._blocks, MAX_BLOCKS)
        kernels, found = self._kernels, self._found
        begin = [
            Call(
                every,
                find_illegal,
                (lanes.actions, lanes.allowed, lanes.ended, settings[-1], found),
            )
        ]
        if self._first.dealing.waits:
            begin.append(Call(every, clear_paid, (lanes.rewards, lanes.ended, found)))

        def play(blocks: int, turn: int, *, is_first: bool) -> Call:
            way = (passes, self.games, turn, is_first, self._opponents, *settings)
            return Call(blocks, kernels.play, (lanes, result, found, *way))

        def keep(turn: int) -> Call:
            return Call(few, kernels.keep, (lanes, passes, self.games, turn, settings[1]))

        turns = range(QUEUES)
        return Calls(
            begin,
            play(every, 0, is_first=True),
            [play(few, turn, is_first=False) for turn in turns],
            [Call(few, kernels.choose, (lanes, passes, turn, self._weight)) for turn in turns],
            [keep(turn) for turn in turns],
            Call(every, kernels.write, (lanes, found, False)),
            Call(every, kernels.write, (lanes, found, True)),
        )

    def _copy_answers(self, answers: Any) -> None:
        arguments = (answers, self.lanes.actions, self._passes.counters)
        copy_answers[self._blocks, BLOCK_SIZE](*arguments)

    def _answer(self, calls: Calls) -> None:
        """Carry out what the lanes were told, until each waits for the learner or for a deal."""
        calls.first()
        if self._has_passes:
            self._play_on(calls)
        elif self._keeps_last:
            calls.keep[0]()
            calls.play[1]()
        calls.write()
        self._show_scores()

    def _show_scores(self) -> None:
        if len(self.games.scores):
            show_all_scores[self._blocks, BLOCK_SIZE](self.lanes, self.games)

    def _play_on(self, calls: Calls) -> None:
        """Let the opponents answer, pass by pass; if one fails, nobody sees what it saw."""
        self.is_settled = False
        try:
            self._pass_until_settled(calls)
        except BaseException:
            self.seen.copy_to_device(np.zeros(self.seen.shape, np.uint8))
            self.masks.copy_to_device(np.zeros(self.masks.shape, np.int8))
            raise

    def _pass_until_settled(self, calls: Calls) -> None:
        turn = 0
        for _ in range(MAX_PASSES):
            waiting = self._passes.counters.copy_to_host()
            called = waiting[QUEUES:]
            if waiting[turn]:
                if self._keeps_last:
                    calls.keep[turn]()
                if self._opponents.regular:
                    calls.choose[turn]()
            elif called.any():
                self._call(int(called.argmax()), turn, calls)
            else:
                self.is_settled = True
                return
            turn = (turn + 1) % QUEUES
            calls.play[turn]()
        raise RuntimeError(
            f"the opponents have answered {MAX_PASSES} times, and at some table the learner has not"
            " been asked"
        )

    def _call(self, number: int, turn: int, calls: Calls) -> None:
        """Let a function or a network answer in all lanes that wait for it, and queue them."""
        if number >= len(self._functions):
            self._networks[number - len(self._functions)].answer(turn)
            return
        calls.write_called()
        functions = self._opponents.functions
        show_called[self._blocks, BLOCK_SIZE](self.lanes, functions, number, *self._shown)
        given = _answers_on_device(self._functions[number](*self._shown), self.count)
        copy_called_answers[self._blocks, BLOCK_SIZE](
            given, self.lanes, functions, number, self._passes, turn, self._found
        )
        self._check_found()

    def _check_found(self) -> None:
        lane = int(self._found.copy_to_host()[0])
        if lane < self.count:
            self._found.copy_to_device(np.full(1, self.count, np.int64))
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answers", table=lane)

    @property
    def _keeps_last(self) -> bool:
        return len(self.lanes.last_asked) > 0


def _bits(seats: Collection[int]) -> int:
    return reduce(or_, (1 << seat for seat in seats), 0)


def _answers_on_device(actions: Any, count: int) -> Any:
    given = cuda.as_cuda_array(actions)
    if given.shape != (count,):
        raise ValueError(f"there must be {count} answers in a row, not an array of {given.shape}")
    return given
