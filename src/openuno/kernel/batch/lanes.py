"""Tables side by side, each with a question open: the compiled part of `batch`."""

from enum import IntEnum
from typing import Any, NamedTuple

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.observation import count_laid, observe
from openuno.kernel.batch.questions import (
    ANSWERS,
    ASKED_SEAT,
    ROUNDS_BEFORE,
    advance,
    ask_first,
    mask,
)
from openuno.kernel.batch.uniform import uniform_answer
from openuno.kernel.compiler import I, entry, inlined, pointer, spliced
from openuno.kernel.rules.deal import deals
from openuno.kernel.rules.rng import CHOICES, forked, wind
from openuno.kernel.rules.scoring import points
from openuno.kernel.rules.state import (
    PHASE,
    ROUND_OVER,
    SEATS,
    TEAMS,
    WINNER,
    Table,
)

LONGEST = 10_000
"""Answers after which a round is cut short: two who only draw could go on for ever."""
DEAL = -1
"""In the place of an answer: deal the next round."""


class Pay(IntEnum):
    """What a round pays."""

    WIN = 0
    """1 to the winner, -1 to the others; a team wins and loses together."""
    POINTS = 1
    """To the winner what the others hold, to each of them less what it holds (SCORE-1); to a team
    what the other team holds, and to that as much less."""


class Ended(IntEnum):
    """How a round came to its end in a step."""

    NOT = 0
    OVER = 1
    CUT_SHORT = 2


POINTS = Pay.POINTS.value
PLAYED, CUT_SHORT = Ended.OVER.value, Ended.CUT_SHORT.value


class Lanes(NamedTuple):
    """The arrays of so many tables: a row to a table in each."""

    rows: Any
    asks: Any
    actions: Any
    asked: Any
    rewards: Any
    ended: Any
    seen: Any
    masks: Any
    laid: Any
    """How many of each kind lie under the top card."""
    told: Any
    """The rules as every seat is told them; all tables have the same."""


@inlined
def lane(rows, place):
    """One round among several, each of its arrays by its place."""
    return Table(
        pointer(rows.now[place]),
        pointer(rows.sizes[place]),
        pointer(rows.hands[place]),
        pointer(rows.held[place]),
        pointer(rows.pile[place]),
        pointer(rows.discard[place]),
        pointer(rows.known[place]),
        pointer(rows.open[place]),
        rows.rules,
        pointer(rows.written),
        pointer(rows.deck),
    )


@inlined
def _deal(t, ask, seed, place, count):
    """Deal the next round at a table; the deal goes round."""
    number = ask[ROUNDS_BEFORE]
    ask[ROUNDS_BEFORE] = number + 1
    own = forked(seed, number * count + place)
    deals(t, (place + number) % t.rules[SEATS], own)
    wind(t.now, forked(own, CHOICES))
    ask_first(t, ask)


@inlined
def _pay(t, pay, rewards):
    winner = t.now[WINNER]
    if winner < 0:
        return
    teams = t.rules[TEAMS] != 0
    caught = 0
    for seat in range(t.rules[SEATS]):
        with_winner = ((seat - winner) % 2 == 0) if teams else (seat == winner)
        if not with_winner:
            caught += points(t, seat)
    for seat in range(t.rules[SEATS]):
        with_winner = ((seat - winner) % 2 == 0) if teams else (seat == winner)
        amount = 1
        if pay == POINTS:
            amount = caught if teams or with_winner else points(t, seat)
        rewards[seat] = amount if with_winner else -amount


@spliced
def answer(lanes, place, seed, learner, pay, goes_on):
    """Carry out the answer of one table and write down its next question."""
    t = lane(lanes.rows, place)
    ask, laid = pointer(lanes.asks[place]), pointer(lanes.laid[place])
    paid = lanes.rewards[place]
    for seat in range(t.rules[SEATS]):
        paid[seat] = 0
    ended = 0
    index = I(lanes.actions[place])
    while True:
        if index == DEAL:
            _deal(t, ask, seed, place, len(lanes.actions))
        else:
            advance(t, ask, index)
        over = t.now[PHASE] == ROUND_OVER
        if over | (ask[ANSWERS] >= LONGEST):
            # A round that ends before the learner is asked at all goes unnoticed.
            if ended == 0:
                ended = PLAYED if over else CUT_SHORT
                if over:
                    _pay(t, pay, paid)
            if not goes_on:
                break
            index = I(DEAL)
            continue
        if (learner < 0) | (ask[ASKED_SEAT] == learner):
            break
        index = I(uniform_answer(t, ask))
    lanes.ended[place] = ended
    lanes.asked[place] = ask[ASKED_SEAT]
    count_laid(t, ask, laid)
    observe(t, ask, laid, pointer(lanes.told), ask[ASKED_SEAT], pointer(lanes.seen[place]))
    mask(t, ask, pointer(lanes.masks[place]))


@entry
def answer_all(lanes, first, last, seed, learner, pay, goes_on):
    """Carry out the answers of tables `first` to `last` and write down their next questions."""
    for place in range(first, last):
        answer(lanes, place, seed, learner, pay, goes_on)


@entry
def first_illegal(actions, masks):
    """The first table whose answer its mask does not allow; -1 if all do."""
    for place in range(len(actions)):
        index = actions[place]
        if (index < 0) | (index >= ACTIONS):
            return place
        if masks[place, index] == 0:
            return place
    return -1


@entry
def see_one(lanes, place, seat, out):
    """Write what a seat of one table sees into `out`."""
    t, laid, told = lane(lanes.rows, place), pointer(lanes.laid[place]), pointer(lanes.told)
    observe(t, pointer(lanes.asks[place]), laid, told, seat, pointer(out))
