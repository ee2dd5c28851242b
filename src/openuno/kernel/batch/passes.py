"""A step in passes over the lanes, for opponents that answer one by one and rounds kept apart.

A pass plays in a lane until somebody is asked. If that is `regular`, or if the last question of a
round has to be kept before the next is dealt, the lane is put into a queue for the next pass. If it
is a function, the lane waits until that function has been called.
"""

from typing import Any, NamedTuple

from openuno.kernel.batch.questions import ASKED_SEAT
from openuno.kernel.batch.steps import clear_rewards, is_finished, play_on
from openuno.kernel.compiler import I, U, inline, splice

THINK = -3
"""Instead of an answer: `regular` chooses one before the next pass."""
CALL = -4
"""Instead of an answer: the function or network in the asked seat is called for one."""
AGAIN = -5
"""Instead of an answer: begin the next game, and keep nothing of the last one."""
NEXT_ROUND = -6
"""Instead of an answer: deal the next round of the same game."""
KEEP_LAST = -8
"""Instead of an answer: the last question is kept, and then DEAL is the answer."""
REST = -7
"""Instead of an answer: nothing is to be done before the learner answers, or a deal."""
NO_FUNCTION = -1
QUEUES = 3
"""One queue is read in a pass, one is filled, and one is emptied for the next pass."""


class Opponents(NamedTuple):
    """Who answers for the seats that are not the learner's."""

    uniform: Any
    """A bit for each seat of this bot, which answers within a pass."""
    regular: Any
    """A bit for each seat of that one."""
    functions: Any
    """By seat, the number of the function or network that is called, or NO_FUNCTION."""


class Passes(NamedTuple):
    """What is known of the lanes from one pass to the next."""

    dealt: Any
    """Whether the round was dealt in this step, and the learner has not been asked in it."""
    done: Any
    """Whether a round that the learner played in has ended in this step."""
    queue: Any
    """For each of the QUEUES its lanes."""
    counters: Any
    """How many lanes each queue has; then how many wait for each function and network."""


@splice
def play_pass(
    lanes,
    passes,
    _games,
    lane,
    round,
    question,
    index,
    is_first,
    opponents,
    seed,
    learner,
    pay,
    dealing,
):
    """Play on in one lane; what it waits for then: KEEP_LAST, THINK, CALL or REST."""
    ended, dealt = I(0), False
    if is_first:
        clear_rewards(lanes, lane, round)
    else:
        ended, dealt = I(lanes.ended[U(lane)]), passes.dealt[U(lane)]
    ended, dealt, keeps_last = play_on(
        lanes,
        lane,
        round,
        question,
        index,
        ended,
        dealt,
        len(lanes.last_asked) > 0,
        opponents.uniform,
        seed,
        learner,
        pay,
        dealing,
    )
    lanes.ended[U(lane)] = ended
    passes.dealt[U(lane)] = dealt
    passes.done[U(lane)] = ended != 0
    if keeps_last:
        return KEEP_LAST  # `asked` stays for now: `last_seen` is what that seat sees
    lanes.asked[U(lane)] = question[ASKED_SEAT]
    return next_to_answer(round, question, opponents)


@inline
def next_to_answer(round, question, opponents):
    """Which opponent a lane waits for, THINK or CALL; REST if for none."""
    seat = question[ASKED_SEAT]
    if is_finished(round, question):
        return REST
    if opponents.regular >> seat & 1:
        return THINK
    return REST if opponents.functions[U(seat)] == NO_FUNCTION else CALL


@inline
def waits_for(lanes, functions, lane, called):
    """Whether a lane waits until the function with this number is called."""
    return lanes.actions[U(lane)] == CALL and functions[U(lanes.asked[U(lane)])] == called
