"""Many tables at once for policies outside the kernel: answers in, questions and rewards out.

Every table has one question open. `Batch.step` takes an answer for each, and writes the next
questions into the same arrays: who is asked, what that seat sees, what it may answer. A round that
ends pays its rewards and the next is dealt in the same step.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Self

import numpy as np
import numpy.typing as npt

from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import Rules
from openuno.kernel.batch.action_space import ACTIONS, told
from openuno.kernel.batch.lanes import DEAL, Ended, Lanes, Pay, answer_all, first_illegal, see_one
from openuno.kernel.batch.observation import SIZE, rules_told
from openuno.kernel.batch.questions import QUESTION_FIELDS
from openuno.kernel.rules.state import KINDS, Numbers, Row8, tables

ALL = -1
"""Every seat is asked outside the kernel."""
_MOST_SEED = 1 << 64


class Batch:
    """Tables under the same rules, each with a question open; every step reuses the arrays.

    `learner`: the one seat that is asked, `uniform` answers for the others; ALL: every seat is.
    `goes_on`: whether the next round is dealt in the step in which one ends.
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
        goes_on: bool = True,
    ) -> None:
        if count < 1 or threads < 1:
            raise SetupError("count", "there must be a table, and a thread to play it")
        if not ALL <= learner < seats:
            raise SetupError("learner", f"there is no seat {learner} at a table of {seats}")
        self.rules, self.seats, self.count, self.learner = rules, seats, count, learner
        self.pay, self.goes_on = pay, goes_on
        self.actions: Numbers = np.zeros(count, np.int64)
        self.asked: Numbers = np.zeros(count, np.int64)
        """The seat asked at each table."""
        self.rewards: npt.NDArray[np.float32] = np.zeros((count, seats), np.float32)
        """What the step paid each seat."""
        self.ended: Row8 = np.zeros(count, np.uint8)
        """How the round ended in this step, see `Ended`."""
        self.seen: Row8 = np.zeros((count, SIZE), np.uint8)
        """What the asked seat sees; `observation.PARTS` says where."""
        self.masks: npt.NDArray[np.int8] = np.zeros((count, ACTIONS), np.int8)
        """What the asked seat may answer; `action_space.BLOCKS` says which is which."""
        rows = tables(rules, seats, count)
        self.lanes = Lanes(
            rows,
            np.zeros((count, QUESTION_FIELDS), np.int64),
            self.actions,
            self.asked,
            self.rewards,
            self.ended,
            self.seen,
            self.masks,
            np.zeros((count, len(KINDS)), np.uint8),
            rules_told(rows.rules),
        )
        self._shares = list(pairwise(count * share // threads for share in range(threads + 1)))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deal the first round of a seed at every table."""
        if not 0 <= seed < _MOST_SEED:
            raise SetupError("seed", f"must be 0 to 2^64 - 1, not {seed}")
        self.settings: tuple[int, int, int, bool] = (
            int(np.uint64(seed).astype(np.int64)),
            self.learner,
            int(self.pay),
            self.goes_on,
        )
        """What the compiled loop is told beside the tables."""
        self.lanes.asks[:] = 0
        self.deal()

    def deal(self) -> None:
        """Deal the next round at every table, wherever the last one was."""
        self.actions[:] = DEAL
        self._answer()
        self.rewards[:] = 0
        self.ended[:] = Ended.NOT

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one answer for each table; refuses them all if one is not allowed."""
        np.copyto(self.actions, actions, casting="same_kind")
        place = first_illegal(self.actions, self.masks)
        if place >= 0:
            raise IllegalAction(Reason.NO_SUCH_ACTION, self._why_not(place))
        self._answer()

    def answer_one(self, index: int) -> None:
        """Carry out an answer at a batch of one table, by whoever has looked at the mask."""
        self.actions[0] = index
        answer_all(self.lanes, 0, 1, *self.settings)

    def see(self, place: int, seat: int, out: Row8) -> None:
        """Write what any seat of a table sees into `out`."""
        see_one(self.lanes, place, seat, out)

    def _why_not(self, place: int) -> str:
        index = int(self.actions[place])
        words = told(index) if 0 <= index < ACTIONS else "no answer at all"
        return f"table {place}: seat {self.asked[place]} cannot answer {index} ({words}) now"

    def _answer(self) -> None:
        if self._pool is None:
            answer_all(self.lanes, 0, self.count, *self.settings)
        else:
            list(self._pool.map(self._answer_share, self._shares))

    def _answer_share(self, share: tuple[int, int]) -> None:
        answer_all(self.lanes, *share, *self.settings)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
