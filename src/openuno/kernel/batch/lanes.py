"""Rounds side by side, each with a question open: the compiled part of `batch`."""

from enum import IntEnum
from typing import Any, NamedTuple

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.observation import count_discards, observe
from openuno.kernel.batch.questions import (
    ANSWERS,
    ASKED_SEAT,
    ROUNDS_BEFORE,
    answer_question,
    ask_first,
    write_mask,
)
from openuno.kernel.batch.uniform import uniform_answer
from openuno.kernel.compiler import I, entry_point, inline, pointer, splice
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.rng import CHOICE_PATH, fork, rewind
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import (
    PHASE,
    ROUND_OVER,
    SEATS,
    TEAMS,
    WINNER,
    RoundArrays,
)

MAX_ANSWERS = 10_000
"""A round is cut short after this many answers: two who only draw could go on forever."""
DEAL = -1
"""Instead of an answer: deal the next round."""


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
PLAYED, CUT_SHORT = Ended.OVER.value, Ended.CUT_SHORT.value


class Lanes(NamedTuple):
    """The arrays of many rounds, each with one row for each lane."""

    rows: Any
    questions: Any
    actions: Any
    asked: Any
    rewards: Any
    ended: Any
    seen: Any
    masks: Any
    discards: Any
    """How many of each kind are under the top card."""
    switches: Any
    """The switches as every seat sees them; all lanes have the same."""


@inline
def lane_round(rows, lane):
    """The round of one lane, by pointers."""
    return RoundArrays(
        pointer(rows.now[lane]),
        pointer(rows.sizes[lane]),
        pointer(rows.hands[lane]),
        pointer(rows.held[lane]),
        pointer(rows.pile[lane]),
        pointer(rows.discard[lane]),
        pointer(rows.known[lane]),
        pointer(rows.open[lane]),
        rows.rules,
        pointer(rows.custom_rules),
        pointer(rows.deck),
    )


@inline
def _deal(round, question, seed, lane, count):
    """Deal the next round of a lane; the seats take turns dealing."""
    number = question[ROUNDS_BEFORE]
    question[ROUNDS_BEFORE] = number + 1
    own = fork(seed, number * count + lane)
    deal(round, (lane + number) % round.rules[SEATS], own)
    rewind(round.now, fork(own, CHOICE_PATH))
    ask_first(round, question)


@inline
def _pay(round, pay, rewards):
    winner = round.now[WINNER]
    if winner < 0:
        return
    teams = round.rules[TEAMS] != 0
    caught = 0
    for seat in range(round.rules[SEATS]):
        with_winner = ((seat - winner) % 2 == 0) if teams else (seat == winner)
        if not with_winner:
            caught += hand_points(round, seat)
    for seat in range(round.rules[SEATS]):
        with_winner = ((seat - winner) % 2 == 0) if teams else (seat == winner)
        amount = 1
        if pay == POINTS:
            amount = caught if teams or with_winner else hand_points(round, seat)
        rewards[seat] = amount if with_winner else -amount


@splice
def answer(lanes, lane, seed, learner, pay, keep_dealing):
    """Carry out the answer of one lane and write its next question."""
    round = lane_round(lanes.rows, lane)
    question, discards = pointer(lanes.questions[lane]), pointer(lanes.discards[lane])
    paid = lanes.rewards[lane]
    for seat in range(round.rules[SEATS]):
        paid[seat] = 0
    ended = 0
    index = I(lanes.actions[lane])
    while True:
        if index == DEAL:
            _deal(round, question, seed, lane, len(lanes.actions))
        else:
            answer_question(round, question, index)
        over = round.now[PHASE] == ROUND_OVER
        if over | (question[ANSWERS] >= MAX_ANSWERS):
            # A round that ends before the learner is asked at all goes unnoticed.
            if ended == 0:
                ended = PLAYED if over else CUT_SHORT
                if over:
                    _pay(round, pay, paid)
            if not keep_dealing:
                break
            index = I(DEAL)
            continue
        if (learner < 0) | (question[ASKED_SEAT] == learner):
            break
        index = I(uniform_answer(round, question))
    lanes.ended[lane] = ended
    lanes.asked[lane] = question[ASKED_SEAT]
    count_discards(round, question, discards)
    observe(
        round,
        question,
        discards,
        pointer(lanes.switches),
        question[ASKED_SEAT],
        pointer(lanes.seen[lane]),
    )
    write_mask(round, question, pointer(lanes.masks[lane]))


@entry_point
def answer_all(lanes, first, last, seed, learner, pay, keep_dealing):
    """Carry out the answers of lanes `first` to `last` and write their next questions."""
    for lane in range(first, last):
        answer(lanes, lane, seed, learner, pay, keep_dealing)


@entry_point
def first_illegal(actions, masks):
    """The first lane whose answer its mask does not allow; -1 if all are allowed."""
    for lane in range(len(actions)):
        index = actions[lane]
        if (index < 0) | (index >= ACTIONS):
            return lane
        if masks[lane, index] == 0:
            return lane
    return -1


@entry_point
def observe_one(lanes, lane, seat, out):
    """Write what a seat of one lane sees into `out`."""
    round, discards, switches = (
        lane_round(lanes.rows, lane),
        pointer(lanes.discards[lane]),
        pointer(lanes.switches),
    )
    observe(round, pointer(lanes.questions[lane]), discards, switches, seat, pointer(out))
