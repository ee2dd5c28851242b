"""A policy of the environments as a bot: shown the same, and free to play anywhere."""

from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from openuno import EDITIONS, Fast, Mind, SetupError, deal, play_round, view, with_switches
from openuno.env.policy_bot import policy_bot
from openuno.kernel.batch.action_space import ANSWER_WAIT
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing
from openuno.kernel.batch.observation import STARTS
from openuno.kernel.batch.positions import load_rounds
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round
from openuno.local.search.belief import can_sample
from tests.kernel.expected_questions import any_rules

Rows = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.int8]


def first_allowed(seen: Rows, masks: Masks) -> npt.NDArray[np.int64]:
    assert seen.shape[0] == masks.shape[0]
    return np.where(masks[:, ANSWER_WAIT] != 0, ANSWER_WAIT, masks.argmax(axis=1))


def test_it_is_shown_what_the_environment_shows() -> None:
    chance = Random(1)
    compared = 0
    for _ in range(30):
        rules, seats = any_rules(chance)
        batch = Batch(rules, seats, 1, chance.getrandbits(64), dealing=Dealing.WAIT)
        for _ in range(chance.randrange(40)):
            if not batch.ended[0]:
                batch.step([chance.choice(np.flatnonzero(batch.masks[0]).tolist())])
        round, asked = to_round(select_round(batch.lanes.rows, 0), rules), int(batch.asked[0])
        seen = view(round, asked)
        if batch.ended[0] or not can_sample(seen):
            continue
        shown: list[tuple[list[int], list[int]]] = []

        def note(
            rows: Rows, masks: Masks, shown: list[tuple[list[int], list[int]]] = shown
        ) -> npt.NDArray[np.int64]:
            shown.append((rows[0].tolist(), masks[0].tolist()))
            return first_allowed(rows, masks)

        policy_bot(note)(seen, Mind(Fast(1)))
        row = batch.seen[0].tolist()
        row[STARTS["turned over"]] = 0
        assert (row, batch.masks[0].tolist()) in shown
        compared += 1
    assert compared > 15


def test_it_plays_rounds_to_their_end() -> None:
    rules = with_switches(EDITIONS["house"], seven_zero=True, jump_in=True)
    bot = policy_bot(first_allowed)
    for players in (2, 3):
        assert play_round([bot, *["regular"] * (players - 1)], rules, seed=3).winners


def test_every_lane_of_a_batch_is_given_a_round() -> None:
    batch = Batch(EDITIONS["classic"], 2, 2, 0)
    with pytest.raises(SetupError, match="place 2, not 1"):
        load_rounds(batch, [deal(EDITIONS["classic"], 2, 0, Fast(1)).round])
