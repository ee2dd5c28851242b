"""Rounds of the engine put into the lanes of a batch, to be continued there."""

from collections.abc import Sequence

from openuno.engine.errors import SetupError
from openuno.engine.state import Round
from openuno.kernel.batch.action_space import ANSWER_WAIT
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Ended
from openuno.kernel.batch.questions import ASKED, ASKED_SEAT, COUNTED_DISCARDS
from openuno.kernel.rules.conversion import to_arrays
from openuno.kernel.rules.state import MAX_SEATS, select_round

_NOBODY = 2 * MAX_SEATS
"""A seat that no table has."""


def load_rounds(batch: Batch, rounds: Sequence[Round], skipped: Sequence[int] = ()) -> None:
    """Continue in every lane of a batch from a round with its rules and seats; each is asked again.

    `skipped` are seats that are not asked out of turn any more for the top card. What seats have
    seen before is not known, nor how often a pile was turned over.
    """
    if len(rounds) != batch.count:
        sentence = f"there are {batch.count} lanes, so place {batch.count}, not {len(rounds)}"
        raise SetupError("rounds", sentence)
    for lane, arrays in enumerate([to_arrays(round) for round in rounds]):
        for row, array in zip(select_round(batch.lanes.rows, lane), arrays, strict=True):
            if not isinstance(row, tuple):  # the switches: every lane has the same
                row[...] = array
    questions = batch.lanes.questions
    questions[:] = 0
    questions[:, COUNTED_DISCARDS] = -1
    questions[:, ASKED] = sum(1 << seat | 1 << seat + MAX_SEATS for seat in skipped)
    # Nobody waits, which changes nothing; then the seat that is next to be asked is asked.
    questions[:, ASKED_SEAT] = _NOBODY
    batch.ended[:] = Ended.NOT
    batch.rewards[:] = 0
    batch.actions[:] = ANSWER_WAIT
    batch.answer_chosen()
