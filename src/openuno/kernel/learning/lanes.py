"""The arrays of rounds side by side for training, and who decides in them."""

from enum import IntEnum
from typing import Any, NamedTuple

DEAL = -1
"""Instead of a decision: deal the next round."""
ASK, THINK, NEXT_ROUND = -2, -3, -4
"""Instead of an action: a network is asked; what the asked seat does is yet to be found out; the
next round is to be dealt."""
OVER, CUT_SHORT = 1, 2
NOBODY = 127
"""Instead of a controller: the batch stopped waiting for this table, and no network is asked."""
NO_LIMIT = 1 << 62
MAX_ANSWERS = 2_000
"""A round is cut short after this many actions, which is many times as many as one usually has."""


class Controller(IntEnum):
    """Who decides for a seat; numbers below zero are networks outside the kernel."""

    LEARNER = -1
    REGULAR = 0
    UNIFORM = 1
    BLUFFER = 2
    """`regular`, but every other Wild Draw Four that it could play it does, allowed or not."""


REGULAR, UNIFORM = Controller.REGULAR.value, Controller.UNIFORM.value


class LearningLanes(NamedTuple):
    """The arrays of many rounds, each with one row for each lane, and the two that all share."""

    rows: Any
    questions: Any
    facts: Any
    discards: Any
    decisions: Any
    controllers: Any
    asked: Any
    who: Any
    """The controller of the asked seat, or NOBODY."""
    rewards: Any
    ended: Any
    features: Any
    hidden: Any
    masks: Any
    played: Any
    wins: Any
    orders: Any
    """How the asked seat calls the colours, and the kinds it may play: for `write_question`."""
    plays: Any
    deck: Any
    stake: int
    """What the rounds are played for: a `Stake`."""
