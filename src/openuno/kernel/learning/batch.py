"""The batch for training: decisions in, what networks see out, on a processor."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from openuno.bots.network.layout import DECISIONS, FEATURES, HIDDEN, KINDS, MASK, STARTS, Stake
from openuno.bots.network.rule_summary import lets_choose, summarise_blanks
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import Rules
from openuno.kernel.batch.observation import observed_switches
from openuno.kernel.batch.questions import QUESTION_FIELDS
from openuno.kernel.learning.lanes import (
    DEAL,
    NO_LIMIT,
    NOBODY,
    Controller,
    LearningLanes,
)
from openuno.kernel.learning.steps import advance_all
from openuno.kernel.rules.facts import FIRST, SEAT_FACTS
from openuno.kernel.rules.state import PLANES, Masks, Row8, allocate_rounds
from openuno.kernel.simulation.plan import signed_seed

TRAINING_SEEDS = 1 << 63
"""Training deals from seeds below this one; the ladder from this one on."""


def static_row(rules: Rules, switches: Row8, stake: Stake) -> Row8:
    """What a network sees of the rules: the switches, what each custom rule does, the stake."""
    at_stake = np.eye(len(Stake), dtype=np.uint8)[stake, 1:]
    return np.concatenate((switches, np.frombuffer(summarise_blanks(rules), np.uint8), at_stake))


def count_planes(kinds: Row8, planes: int) -> Masks:
    """How many of each kind there are: a mask for each binary digit."""
    counts = np.bincount(kinds, minlength=KINDS)
    digits = counts >> np.arange(planes)[:, None] & 1
    found: Masks = (digits.astype(np.uint64) << np.arange(KINDS, dtype=np.uint64)).sum(1)
    return found.astype(np.uint64)


def make_lanes(
    rules: Rules, seats: int, controllers: npt.NDArray[np.int8], stake: Stake
) -> LearningLanes:
    """The arrays of a batch, a lane for each row of controllers."""
    if any(map(lets_choose, rules.written)):
        raise SetupError(
            "written", "no network has answers for a rule that lets a player choose; leave it out"
        )
    count = len(controllers)
    rows = allocate_rounds(rules, seats, count, memory=True)
    features = np.zeros((count, FEATURES), np.uint8)
    static = static_row(rules, observed_switches(rows.rules), stake)
    features[:, STARTS["rules"] : STARTS["rules"] + len(static)] = static
    return LearningLanes(
        rows=rows,
        questions=np.zeros((count, QUESTION_FIELDS), np.int64),
        facts=np.zeros((count, FIRST + seats * SEAT_FACTS), np.uint64),
        discards=np.zeros((count, rows.rules[PLANES]), np.uint64),
        decisions=np.full(count, DEAL, np.int64),
        controllers=controllers,
        asked=np.zeros(count, np.int64),
        who=np.zeros(count, np.int64),
        rewards=np.zeros((count, seats), np.float32),
        ended=np.zeros(count, np.uint8),
        features=features,
        hidden=np.zeros((count, HIDDEN), np.uint8),
        masks=np.zeros((count, MASK), np.uint8),
        played=np.zeros((count, 1), np.int64),
        wins=np.zeros((count, seats), np.int64),
        orders=np.zeros(count, np.int64),
        plays=np.zeros(count, np.uint64),
        deck=count_planes(rows.deck, rows.rules[PLANES]),
        stake=int(stake),
    )


def check_controllers(controllers: npt.ArrayLike, seats: int, count: int) -> npt.NDArray[np.int8]:
    """A row of controllers for each lane; one row given is for all. Refuses tables with no network,
    and controllers that do not exist."""
    rows = np.broadcast_to(np.asarray(controllers, np.int8), (count, seats))
    found = np.array(rows, order="C")
    if found.max() > max(Controller):
        raise SetupError("controllers", f"there is no controller {found.max()}")
    if (found >= 0).all(axis=1).any():
        raise SetupError("controllers", "a network must have at least one seat of every table")
    return found


class LearningBatch:
    """Rounds under the same rules, each with a decision open; every step reuses the arrays.

    `controllers`: who decides for each seat, a row for each lane or one row for all. `limit`: how
    many rounds of each lane are counted in `wins` and `played`. `patience`: after this many actions
    a step ends, also where no network is asked yet; `who` is NOBODY there, and the next step goes
    on whatever the decision. On a GPU the slowest table else holds up all the others. `stake`: what
    rounds pay, which the networks see; `regular` plays to win the round whatever it is.
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
        if count < 1:
            raise SetupError("count", "there must be at least one table")
        self.seats, self.count, self.limit = np.shape(controllers)[-1], count, limit
        self.lanes = make_lanes(
            rules, self.seats, check_controllers(controllers, self.seats, count), stake
        )
        self._seed, self.patience = signed_seed(seed), patience
        self._share_arrays()
        self._advance()

    def _share_arrays(self) -> None:
        lanes = self.lanes
        self.features, self.hidden, self.masks = lanes.features, lanes.hidden, lanes.masks
        self.asked, self.who = lanes.asked, lanes.who
        self.rewards, self.ended = lanes.rewards, lanes.ended
        self.wins, self.played = lanes.wins, lanes.played

    def step(self, decisions: npt.ArrayLike) -> None:
        """Carry out one decision for each lane; refuses them all if one is not allowed."""
        given = np.asarray(decisions, np.int64)
        bad = (given < 0) | (given >= DECISIONS)
        bad |= self.masks[np.arange(self.count), np.where(bad, 0, given)] == 0
        bad &= self.who != NOBODY
        if bad.any():
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answers", table=int(bad.argmax()))
        np.copyto(self.lanes.decisions, given)
        self._advance()

    def _advance(self) -> None:
        advance_all(self.lanes, 0, self.count, self._seed, self.limit, self.patience)
