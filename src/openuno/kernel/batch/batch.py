"""Many rounds at once for policies outside the kernel: answers in, questions and rewards out.

A lane plays one round after another and always has one question open. `Batch.step` takes an answer
for each lane and writes the next questions into the same arrays: who is asked, what that seat sees,
what it may answer. When a round ends, its rewards are paid; `dealing` says when the next is dealt.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from openuno.engine.cards import KINDS
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import Rules
from openuno.kernel.batch.action_space import ACTIONS, answer_text
from openuno.kernel.batch.lanes import (
    DEAL,
    GOES_ON,
    SKIP,
    Dealing,
    Ended,
    Lanes,
    Pay,
    StepResult,
)
from openuno.kernel.batch.observation import RULES, SIZE, observed_switches
from openuno.kernel.batch.plain import is_plain
from openuno.kernel.batch.questions import ALLOWED_BITS, ALLOWED_WORDS, QUESTION_FIELDS
from openuno.kernel.batch.regular import choose_as_regular
from openuno.kernel.batch.steps import (
    answer_all,
    answer_plain,
    answer_plain_pair,
    first_illegal,
    observe_some,
)
from openuno.kernel.compiler import compile_for
from openuno.kernel.rules.facts import FIRST, SEAT_FACTS
from openuno.kernel.rules.state import Numbers, Row8, allocate_rounds
from openuno.kernel.stored_values import StoredValue

Settings = tuple[int, int, int, int]
"""Seed, learner, what a round pays, and when the next is dealt."""
ALL = -1
"""Every seat is asked outside the kernel."""
_SEEDS = 1 << 64
_OWN_ROWS = 8
"""How many arrays of a round have a row for each lane; the rest are the same for all."""
_LAST = 5
"""How many arrays of the lanes are about the rounds that ended in the last step."""


class BatchState(NamedTuple):
    """All that a batch knows at one moment: every card and every generator."""

    seed: int
    arrays: tuple[npt.NDArray[np.generic], ...]


class LastQuestions(NamedTuple):
    """The last questions of rounds that ended in a step which dealt the next ones."""

    lanes: list[int]
    seen: Row8
    """What the seats saw that answered, a row for each of these lanes."""
    masks: npt.NDArray[np.int8] | None
    """What could have been answered where a round was cut short; None if all were over."""


def own_arrays(lanes: Lanes) -> list[Any]:
    """The arrays that the next step depends on, each with a row for each lane."""
    rows, *others = lanes
    return [*rows[:_OWN_ROWS], *others[:-_LAST]]


class Batch:
    """Rounds under the same rules, each with a question open; every step reuses the arrays.

    `learner`: the one seat that is asked, `uniform` answers for the others; ALL: every seat is.
    `dealing`: when the next round is dealt after one has ended. `memory`: whether the lanes note
    what each seat remembers, which policies such as `regular` need; `facts`: whether they note the
    public facts that a network needs besides. `keep_last`: whether a step that deals the next round
    keeps the last question of the one that ended.
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
        threads: int = 1,
        dealing: Dealing = Dealing.SAME_STEP,
        memory: bool = False,
        facts: bool = False,
        keep_last: bool = False,
    ) -> None:
        if count < 1 or threads < 1:
            raise SetupError("count", "there must be at least one table and one thread")
        if not ALL <= learner < seats:
            raise SetupError("learner", f"there is no seat {learner} at a table of {seats}")
        self.rules, self.seats, self.count, self.learner = rules, seats, count, learner
        self.pay, self.dealing, self._waits = pay, dealing, dealing.waits
        self.actions: Numbers = np.zeros(count, np.int64)
        self.asked: Numbers = np.zeros(count, np.int64)
        """The seat asked in each lane."""
        self.rewards: npt.NDArray[np.float32] = np.zeros((count, seats), np.float32)
        """What the step paid each seat."""
        self.ended: Row8 = np.zeros(count, np.uint8)
        """How the round ended in this step, see `Ended`."""
        self.seen: Row8 = np.zeros((count, SIZE), np.uint8)
        """What the asked seat sees; `observation.PARTS` says where."""
        self.masks: npt.NDArray[np.int8] = np.zeros((count, ACTIONS), np.int8)
        """What the asked seat may answer; `action_space.BLOCKS` says which is which."""
        last = count if keep_last else 0
        rows = allocate_rounds(rules, seats, count, memory=memory)
        self.seen[:, RULES:] = observed_switches(rows.rules)
        self.lanes = Lanes(
            rows,
            np.zeros((count, QUESTION_FIELDS), np.int64),
            self.actions,
            self.asked,
            self.rewards,
            self.ended,
            np.zeros((count, ALLOWED_WORDS), np.uint64),
            self.seen,
            self.masks,
            np.zeros((count, len(KINDS)), np.uint8),
            np.zeros((count if facts else 0, FIRST + seats * SEAT_FACTS), np.uint64),
            np.zeros(last, np.int64),
            self.seen[:last].copy(),
            self.masks[:last].copy(),
            np.zeros(last, np.int64),
            np.zeros((last, 2), np.int64),
        )
        """Steps know these arrays by their addresses: write into them, never replace one."""
        self._is_behind = False
        """Whether a step has written the questions elsewhere."""
        over, cut_short, done = np.zeros((3, 0), np.bool_)
        self._no_result = StepResult(
            self.seen[:0], self.masks[:0], np.zeros(0), over, cut_short, done, self.rewards[:0]
        )
        self._compile()
        self._shares = list(pairwise(count * share // threads for share in range(threads + 1)))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def _compile(self) -> None:
        answer_lanes = answer_all
        if is_plain(self.lanes.rows.rules):
            answer_lanes = answer_plain_pair if self.seats == 2 else answer_plain
        self._stored_lanes = stored = StoredValue(self.lanes)
        numbers = (0,) * 6
        self._answer_lanes = compile_for(answer_lanes, stored, self._no_result, *numbers)
        self._first_illegal = compile_for(
            first_illegal, self.actions, self.lanes.allowed, self.ended, 0
        )

    def __getstate__(self) -> dict[str, Any]:
        """Everything but compiled code and addresses, which mean nothing elsewhere."""
        compiled = {"_answer_lanes", "_choose_lanes", "_first_illegal", "_stored_lanes"}
        return {name: value for name, value in vars(self).items() if name not in compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._compile()

    def reset(self, seed: int) -> None:
        """Deal the first round of a seed in every lane."""
        if not 0 <= seed < _SEEDS:
            raise SetupError("seed", f"must be 0 to 2^64 - 1, not {seed}")
        self.settings: Settings = (
            int(np.uint64(seed).astype(np.int64)),
            self.learner,
            int(self.pay),
            int(self.dealing),
        )
        """What the compiled loop gets besides the lanes."""
        self.lanes.questions[:] = 0
        self.deal()

    def deal(self) -> None:
        """Deal the next round in every lane, even if the last one is not over."""
        self.actions[:] = DEAL
        self._is_behind = False
        self._answer()
        if self.dealing is not Dealing.EACH_ROUND:
            self.rewards[:] = 0
            self.ended[:] = Ended.NOT

    def deal_some(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next round in the lanes that are chosen; the others stay as they are."""
        self.actions[:] = np.where(chosen, DEAL, SKIP)
        self._answer(settings=self.settings_of_deal)
        if self.dealing is not Dealing.EACH_ROUND:
            self.rewards[chosen] = 0

    def step(self, actions: npt.ArrayLike, result: StepResult | None = None) -> None:
        """Carry out one answer for each lane; refuses them all if one is not allowed.

        Where a round is over and none has been dealt, the answer is not looked at. What the step
        comes to is written into `result`, too, if there is one. Questions that it has rows for are
        written there alone, without the time to copy them, until `catch_up`; where lanes wait to be
        dealt, it must not have such rows.
        """
        is_elsewhere = result is not None and len(result.seen) > 0
        assert not (is_elsewhere and self._waits), "a lane that waits has no row"
        np.copyto(self.actions, actions, casting="same_kind")
        lane = self._first_illegal(self.actions, self.lanes.allowed, self.ended, self.settings[-1])
        if lane >= 0:
            raise self._illegal(lane)
        if self._waits:
            self.rewards[self.ended != GOES_ON] = 0
        self._answer(result)

    def catch_up(self) -> None:
        """Write the questions into `seen` and `masks` that a step has written elsewhere."""
        if not self._is_behind:
            return
        observe_some(self.lanes, np.arange(self.count), self.asked, self.seen)
        words = self.lanes.allowed.astype("<u8").view(np.uint8)
        self.masks[:] = np.unpackbits(words, axis=1, bitorder="little")[:, ALLOWED_BITS]
        self._is_behind = False

    def step_some(self, lanes: Numbers, actions: npt.ArrayLike) -> None:
        """Carry out answers in these lanes alone; refuses them all if one is not allowed."""
        self.actions[:] = SKIP
        self.actions[lanes] = actions
        given = self.actions[lanes]
        allowed = (given >= 0) & (given < ACTIONS)
        allowed &= self.masks[lanes, np.where(allowed, given, 0)] != 0
        if not allowed.all():
            raise self._illegal(int(lanes[allowed.argmin()]))
        self._answer()

    def choose_as_regular(self, seats: npt.NDArray[np.bool_], weight: float) -> int:
        """Let `regular` choose an answer wherever one of these seats is asked; how many are.

        `answer_chosen` carries them out. `weight`: what a point left in hand weighs.
        """
        lanes, choose = self.lanes, self._choose_lanes
        arrays = (lanes.rows, lanes.questions, lanes.ended, lanes.actions)
        if self._pool is None:
            return int(choose(*arrays, 0, self.count, seats, weight))

        def choose_share(share: tuple[int, int]) -> int:
            return int(choose(*arrays, *share, seats, weight))

        return sum(self._pool.map(choose_share, self._shares))

    @cached_property
    def _choose_lanes(self) -> Callable[..., int]:
        lanes, seats = self.lanes, np.zeros(self.seats, np.bool_)
        arrays = (lanes.rows, lanes.questions, lanes.ended, lanes.actions)
        return compile_for(choose_as_regular, *arrays, 0, 0, seats, 0.0)

    def answer_chosen(self) -> None:
        """Carry out what `choose_as_regular` chose."""
        self._answer()

    def save(self) -> BatchState:
        """Everything as it is now, for `load`."""
        self.catch_up()
        return BatchState(self.settings[0], tuple(array.copy() for array in own_arrays(self.lanes)))

    def load(self, state: BatchState) -> None:
        """Continue from a saved state of a batch with the same rules, seats and number of lanes."""
        own = own_arrays(self.lanes)
        if [array.shape for array in own] != [array.shape for array in state.arrays]:
            raise SetupError("state", "it was saved from tables of other rules, seats or numbers")
        for array, saved in zip(own, state.arrays, strict=True):
            np.copyto(array, saved)
        self._is_behind = False
        self.settings = (state.seed, *self.settings[1:])

    def answer_one(self, index: int) -> None:
        """Carry out an answer in a batch of one lane, for callers that have checked the mask."""
        self.actions[0] = index
        address = self._stored_lanes.address
        self._answer_lanes(address, self._no_result, 0, 1, *self.settings)

    def see(self, lanes: npt.ArrayLike, seats: npt.ArrayLike) -> Row8:
        """What one seat of each of these lanes sees, a row for each."""
        chosen, who = np.atleast_1d(lanes, seats)
        out: Row8 = np.zeros((len(chosen), SIZE), np.uint8)
        out[:, RULES:] = self.seen[0, RULES:]
        observe_some(self.lanes, chosen.astype(np.int64), who.astype(np.int64), out)
        return out

    def last_questions(self) -> LastQuestions:
        """The last questions that the last step has kept."""
        lanes, counts = self.lanes, self.lanes.last_counts
        if self._pool is None:
            rows: Any = slice(counts.item(0))
            masked = counts.item(1)
        else:
            shares = [first for first, last in self._shares if first < last]
            rows = np.concatenate([first + np.arange(counts[first, 0]) for first in shares])
            masked = counts[shares, 1].sum()
        ended, masks = lanes.last_lanes[rows], None
        if masked:
            masks = lanes.last_masks[rows].copy()
            masks[self.ended[ended] == Ended.OVER] = 0
        return LastQuestions(ended.tolist(), lanes.last_seen[rows].copy(), masks)

    def _illegal(self, lane: int) -> IllegalAction:
        index = int(self.actions[lane])
        words = answer_text(index) if 0 <= index < ACTIONS else "no answer at all"
        who = f"table {lane}: seat {self.asked[lane]}"
        answer = f"{index} ({words})"
        return IllegalAction(Reason.NO_SUCH_ACTION, case="answer", who=who, answer=answer)

    @property
    def settings_of_deal(self) -> Settings:
        """The same where only chosen lanes are dealt: the others wait, even if a step would not."""
        dealing = Dealing.WAIT if self.dealing is Dealing.NEXT_STEP else self.dealing
        return (*self.settings[:3], int(dealing))

    def _answer(self, result: StepResult | None = None, settings: Settings | None = None) -> None:
        wanted = self._no_result if result is None else result
        given = self.settings if settings is None else settings
        address = self._stored_lanes.address
        if len(wanted.seen):
            self._is_behind = True
        else:
            self.catch_up()
        if self._pool is None:
            self._answer_lanes(address, wanted, 0, self.count, *given)
            return

        def answer_share(share: tuple[int, int]) -> None:
            self._answer_lanes(address, wanted, *share, *given)

        list(self._pool.map(answer_share, self._shares))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
