"""The arrays of rounds side by side, and the words for when they end, pay and are dealt."""

from enum import IntEnum
from typing import Any, NamedTuple

from openuno.kernel.compiler import U, inline, pointer
from openuno.kernel.rules.state import RoundArrays

MAX_ANSWERS = 10_000
"""A round is cut short after this many answers: two who only draw could go on forever."""
DEAL = -1
"""Instead of an answer: deal the next round."""
SKIP = -2
"""Instead of an answer: leave the lane as it is."""


class Pay(IntEnum):
    """What a round pays."""

    WIN = 0
    """1 to the winner, -1 to the others; a team wins and loses together."""
    POINTS = 1
    """The winner gets the points that the others hold, and each of them loses its own (SCORE-1); a
    team gets what the other team holds, and that team loses as much."""


class Ended(IntEnum):
    """Whether and how a round ended in a step."""

    NOT = 0
    OVER = 1
    CUT_SHORT = 2


POINTS = Pay.POINTS.value
GOES_ON, PLAYED, CUT_SHORT = (ended.value for ended in Ended)
"""The same as plain numbers: NumPy takes five times as long to compare with a member of an enum."""


class Dealing(IntEnum):
    """When the next round is dealt after one has ended."""

    WAIT = 0
    """When DEAL is answered; until then the lane stays as it is."""
    SAME_STEP = 1
    NEXT_STEP = 2
    """Instead of the next answer, which is not looked at."""
    EACH_ROUND = 3
    """As WAIT, and also after a round that ended before the learner was asked: in a game it counts.
    """

    @property
    def waits(self) -> bool:
        """Whether a lane stays as it is after a round until DEAL is answered."""
        return self in {Dealing.WAIT, Dealing.EACH_ROUND}


WAIT, SAME_STEP, NEXT_STEP, EACH_ROUND = (dealing.value for dealing in Dealing)


class Lanes(NamedTuple):
    """The arrays of many rounds, each with one row for each lane."""

    rows: Any
    questions: Any
    actions: Any
    asked: Any
    rewards: Any
    ended: Any
    allowed: Any
    """What the asked seat may answer, as bits: see `questions.ALLOWED_BITS`."""
    seen: Any
    masks: Any
    discards: Any
    """How many of each kind are under the top card."""
    facts: Any
    """The public facts that a network sees, see `rules.facts`; without rows: not noted."""
    last_asked: Any
    """The last question of a round that ended, if the next was dealt in the same step: who was
    asked, what the seat saw that answered, what could have been answered. Without rows: not kept.
    """
    last_seen: Any
    """On a GPU by lane. On a processor the rows lie one after another, from that of the first lane
    of a compiled call on: what was just written is quick to write and to read again. There only a
    round that was cut short has a mask: in one that is over, nothing can be answered."""
    last_masks: Any
    last_lanes: Any
    """On a processor the lane of each row."""
    last_counts: Any
    """By the first lane of a call, how many rows it has written, and how many have a mask."""


class StepResult(NamedTuple):
    """Arrays that a step writes for its caller to keep, each with a row for each lane or with none.

    Compiled code does not look at types or sizes: `Batch` says which they are.
    """

    seen: Any
    """What the asked seats see and may answer, in the place of the lanes' own; without rows: there.
    Lanes that are skipped have no row written.
    """
    masks: Any
    rewards: Any
    """What the seat was paid that answered, or the learner; without rows: no result is wanted. On a
    processor this and all that follows must be zeros, since only lanes are written whose round has
    ended."""
    over: Any
    cut_short: Any
    done: Any
    """Whether the round is over or was cut short; not on a GPU."""
    paid: Any
    """What each seat was paid; without rows, and on a GPU: not wanted."""


@inline
def lane_round(rows, lane):
    """The round of one lane, by pointers."""
    return lane_round_by(rows, lane, rows.rules)


@inline
def lane_round_by(rows, lane, rules):
    """The same with the switches of all lanes given, some of them as constants."""
    return lane_round_with(rows, lane, pointer(rows.now[U(lane)]), rules)


@inline
def lane_round_with(rows, lane, now, rules):
    """The same with the numbers of the round elsewhere, such as where a GPU thread has them."""
    return RoundArrays(
        now,
        pointer(rows.sizes[U(lane)]),
        pointer(rows.hands[U(lane)]),
        pointer(rows.held[U(lane)]),
        pointer(rows.pile[U(lane)]),
        pointer(rows.discard[U(lane)]),
        pointer(rows.known[U(lane)]),
        pointer(rows.open[U(lane)]),
        rules,
        pointer(rows.custom_rules),
        pointer(rows.deck),
    )
