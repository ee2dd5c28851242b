"""The bot `regular`, compiled, in seats of the batch."""

from openuno.bots.evaluation import points_weight
from openuno.engine.actions import Catch, Play, SayUno
from openuno.env.answers import Order, answer_of, pick_answer
from openuno.game.formats import Format
from openuno.kernel.batch.action_space import ANSWER_SAY_UNO, ANSWER_WAIT
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.questions import (
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    WHICH_PLAYER,
)
from openuno.kernel.bots.regular import regular_one
from openuno.kernel.rules.actions import decode
from openuno.kernel.rules.state import RoundField, select_round

Targets = dict[int, int]


class RegularSeats:
    """Answers for `regular` at the tables of a batch, which must note what seats remember."""

    def __init__(self, batch: Batch, format: Format) -> None:
        self._batch, self._weight = batch, points_weight(format)
        self._targets: Targets = {}
        """By lane, the player whom the card just played is meant for."""

    def answer(self, lane: int) -> int:
        """What `regular` answers, in the seat that is asked in this lane."""
        batch = self._batch
        seat, question = int(batch.asked[lane]), batch.lanes.questions[lane]
        now = batch.lanes.rows.now[lane]
        order = Order(int(now[RoundField.DIRECTION]), batch.seats)
        if question[QUESTION_KIND] == OUT_OF_TURN and not question[ASKED_TO_JUMP_IN]:
            return self._call(lane, seat, order, int(now[RoundField.WINDOW]))
        if question[QUESTION_KIND] == WHICH_PLAYER and lane in self._targets:
            return pick_answer(order, seat, self._targets.pop(lane))
        round = select_round(batch.lanes.rows, lane)
        code = regular_one(round, seat, self._weight)  # type: ignore[no-untyped-call] # Numba types it
        if code < 0:
            return ANSWER_WAIT
        action = decode(code)
        if isinstance(action, Play) and action.target is not None and batch.seats > 2:
            self._targets[lane] = action.target
        return answer_of(action, order, seat)

    def _call(self, lane: int, seat: int, order: Order, owing: int) -> int:
        """UNO, or the catch of an opponent; never of a partner."""
        if self._batch.masks[lane, ANSWER_SAY_UNO]:
            return answer_of(SayUno(), order, seat)
        is_partner = self._batch.rules.teams and (owing - seat) % 2 == 0
        return ANSWER_WAIT if is_partner else answer_of(Catch(owing), order, seat)

    def save(self) -> Targets:
        """The targets that are about to be picked."""
        return dict(self._targets)

    def load(self, state: Targets) -> None:
        """Continue from saved targets."""
        self._targets = dict(state)
