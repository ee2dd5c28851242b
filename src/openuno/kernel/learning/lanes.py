"""Rounds side by side for training: each goes on by itself until a network has a real choice."""

from enum import IntEnum
from typing import Any, NamedTuple

from openuno.kernel.batch.action_space import (
    ANSWER_DRAW,
    ANSWER_PICK,
    ANSWER_WAIT,
    action_of_answer,
    play_of_answer,
)
from openuno.kernel.batch.lanes import lane_round
from openuno.kernel.batch.observation import count_discards
from openuno.kernel.batch.questions import (
    ANSWERS,
    ASKED,
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    ROUNDS_BEFORE,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
    ask_first,
    ask_next,
)
from openuno.kernel.batch.uniform import uniform_answer
from openuno.kernel.bots.evaluation import are_partners
from openuno.kernel.bots.uniform import choose_other_seat
from openuno.kernel.compiler import I, U, entry_point, inline, never_inline, outline, pointer
from openuno.kernel.learning.decisions import (
    NO_CODE,
    PLAYS,
    colour_order,
    decision_code,
    kinds_on_offer,
    only_decision,
)
from openuno.kernel.learning.facts import forget_facts, note_facts
from openuno.kernel.learning.features import write_features, write_hidden, write_mask
from openuno.kernel.rules.actions import (
    CATCH,
    CHOOSE_PLAYER,
    PLAY,
    SAY_UNO,
    action_kind,
    card_kind,
    encode_action,
)
from openuno.kernel.rules.cards import count_among, of_colour
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.legal import can_say_uno_with, needs_target, playable_kinds
from openuno.kernel.rules.rng import CHOICE_PATH, choose_one, fork, rewind
from openuno.kernel.rules.state import (
    BLUFFING,
    MAX_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    TURN,
    WILD_FOUR,
    WINNER,
    owes_uno,
)
from openuno.kernel.simulation.rounds import apply_choice, choose_regular

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


@outline
def _deal(round, question, facts, seed, lane, count):
    """Deal the next round of a lane; the seats take turns dealing."""
    never_inline()
    number = question[ROUNDS_BEFORE]
    question[ROUNDS_BEFORE] = number + 1
    own = fork(seed, number * count + lane)
    deal(round, (lane + number) % round.rules[SEATS], own)
    rewind(round.now, fork(own, CHOICE_PATH))
    forget_facts(facts, round.rules[SEATS])
    ask_first(round, question)


@outline
def _carry_out(round, question, facts, seat, code):
    """Carry out an action, NO_CODE for waiting, and ask the next question."""
    never_inline()
    question[ANSWERS] += 1
    out_of_turn = question[QUESTION_KIND] == OUT_OF_TURN
    bit = 1 << seat + MAX_SEATS * question[ASKED_TO_JUMP_IN]
    what = 0
    if code != NO_CODE:
        what = action_kind(code)
        note_facts(round, facts, seat, code)
        apply_choice(round, seat, code)
    if (what == PLAY) | (what == CHOOSE_PLAYER):
        question[ASKED] = 0
    elif out_of_turn:
        question[ASKED] |= bit
    ask_next(round, question)


@inline
def _uniform_code(round, question, seat):
    """What `uniform` does, as an action."""
    index = I(uniform_answer(round, question))
    if index == ANSWER_WAIT:
        return NO_CODE
    if index >= ANSWER_PICK:
        return question[UNFINISHED_PLAY] + ((choose_other_seat(round, seat) + 1) << 13)
    if index >= ANSWER_DRAW:
        return action_of_answer(index, -1)
    code = play_of_answer(index)
    if needs_target(round, card_kind(code), 1 if round.sizes[U(seat)] == 1 else 0):
        code += (choose_other_seat(round, seat) + 1) << 13
    return code


@inline
def _bluff(round, seat):
    """A Wild Draw Four in the colour that the seat holds most of."""
    best, most = 0, -1
    for colour in range(4):
        held = count_among(round, seat, of_colour(colour))
        if held > most:
            best, most = colour, held
    return encode_action(PLAY, WILD_FOUR, best, -1, can_say_uno_with(round, seat, WILD_FOUR))


@outline
def _policy_code(round, question, seat, controller):
    """What a policy of the kernel does, NO_CODE if it waits."""
    never_inline()
    if controller == UNIFORM:
        return _uniform_code(round, question, seat)
    if (controller != REGULAR) & (round.now[PHASE] == TURN) & (round.rules[BLUFFING] != 0):
        fours = playable_kinds(round, seat) >> U(WILD_FOUR) & U(1)
        dares = (fours != U(0)) & (question[QUESTION_KIND] != OUT_OF_TURN)
        if dares and choose_one(round.now, 2) == 0:
            return _bluff(round, seat)
    code = choose_regular(round, seat, 0.0)
    return code if code >= 0 else NO_CODE


@inline
def _call_code(round, seat):
    """The call that everyone makes: UNO, and the catch of an opponent; else NO_CODE."""
    owes = owes_uno(round)
    if owes == seat:
        return SAY_UNO
    if owes >= 0 and not are_partners(round, seat, owes):
        return encode_action(CATCH, 0, -1, owes, 0)
    return NO_CODE


@inline
def _next_code(round, question, seat, controller):
    """What the asked seat does, or ASK if a network outside has a choice."""
    if (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0):
        return _call_code(round, seat)
    if controller >= 0:
        return _policy_code(round, question, seat, controller)
    order = colour_order(round, seat)
    only = only_decision(round, question, seat, order, kinds_on_offer(round, question, seat))
    if only < 0:
        return ASK
    return _complete(round, question, seat, decision_code(round, question, seat, order, only), only)


@inline
def _complete(round, question, seat, code, decision):
    """The action with its target, or ASK if that is yet to be picked."""
    if decision < PLAYS:
        last = 1 if round.sizes[U(seat)] == 1 else 0
        if needs_target(round, card_kind(code), last):
            if round.rules[SEATS] > 2:
                question[UNFINISHED_PLAY] = code
                question[QUESTION_KIND] = WHICH_PLAYER
                return ASK
            return code + ((2 - seat) << 13)  # of two players the other
    return code


@inline
def _pay(round, rewards):
    """1 to the winner, -1 to the others; a team wins and loses together.

    A round without a winner is lost for everyone: else a network that is losing learns to stall.
    """
    winner = round.now[WINNER]
    for seat in range(round.rules[SEATS]):
        won = winner >= 0 and are_partners(round, seat, winner)
        rewards[U(seat)] = 1 if won else -1


@inline
def _count(round, wins, played):
    winner = round.now[WINNER]
    played[0] += 1
    if winner >= 0:
        for seat in range(round.rules[SEATS]):
            wins[U(seat)] += 1 if are_partners(round, seat, winner) else 0


@inline
def _controller(lanes, lane, seat):
    return I(pointer(lanes.controllers[lane])[U(seat)])


@inline
def start_step(lanes, lane, round, question):
    """What a lane does first: the decision of its network, or what it was stopped before."""
    rewards = pointer(lanes.rewards[lane])
    for seat in range(round.rules[SEATS]):
        rewards[U(seat)] = 0
    lanes.ended[lane] = 0
    if lanes.who[lane] == NOBODY:
        return THINK
    decision = I(lanes.decisions[lane])
    if decision == DEAL:
        return NEXT_ROUND
    seat = question[ASKED_SEAT]
    order = colour_order(round, seat)
    code = decision_code(round, question, seat, order, decision)
    return I(_complete(round, question, seat, code, decision))


@inline
def act(lanes, lane, round, question, code, seed, limit):
    """Deal, or carry out an action; what comes next, NEXT_ROUND or THINK."""
    facts = pointer(lanes.facts[lane])
    if code == NEXT_ROUND:
        _deal(round, question, facts, seed, lane, len(lanes.decisions))
    else:
        _carry_out(round, question, facts, question[ASKED_SEAT], code)
    over = round.now[PHASE] == ROUND_OVER
    if over | (question[ANSWERS] >= MAX_ANSWERS):
        if lanes.ended[lane] == 0:
            lanes.ended[lane] = OVER if over else CUT_SHORT
            _pay(round, pointer(lanes.rewards[lane]))
        if question[ROUNDS_BEFORE] <= limit:
            _count(round, pointer(lanes.wins[lane]), pointer(lanes.played[lane]))
        return NEXT_ROUND
    return THINK


@inline
def think(lanes, lane, round, question):
    """The action of the asked seat, or ASK if a network has a choice."""
    seat = question[ASKED_SEAT]
    return I(_next_code(round, question, seat, _controller(lanes, lane, seat)))


@inline
def is_policy_asked(lanes, lane, question):
    """Whether a policy of the kernel has to choose, which takes longer than anything else."""
    calls = (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0)
    return (not calls) & (_controller(lanes, lane, question[ASKED_SEAT]) >= 0)


@inline
def end_step(lanes, lane, round, question, code):
    """Note whom the lane asks: a network, or nobody if it was stopped before that."""
    seat = question[ASKED_SEAT]
    lanes.asked[lane] = seat
    lanes.who[lane] = _controller(lanes, lane, seat) if code == ASK else NOBODY
    count_discards(round, question, pointer(lanes.discards[lane]))
    if code == ASK:
        lanes.orders[lane] = colour_order(round, seat)
        lanes.plays[lane] = kinds_on_offer(round, question, seat)


@inline
def go_on(lanes, lane, round, question, code, left, most, seed, limit):
    """Act in a lane until a network has a choice, at most `most` times: what comes next there.

    Also how many actions are left before the lane is stopped; with none it is. A policy that would
    have to choose after the last action is left for later.
    """
    while True:
        if code == THINK:
            code = think(lanes, lane, round, question)
        if (code == ASK) | (most <= 0):
            break
        code = I(act(lanes, lane, round, question, code, seed, limit))
        most -= 1
        if code == THINK:
            left -= 1
            if (left <= 0) | ((most <= 0) & is_policy_asked(lanes, lane, question)):
                break
    return code, left


@inline
def advance(lanes, lane, seed, limit, patience):
    """Carry out the decision of one lane and go on until the next; count the first rounds.

    After `patience` actions it stops all the same; the next call goes on from there.
    """
    round = lane_round(lanes.rows, lane)
    question = pointer(lanes.questions[lane])
    code = I(start_step(lanes, lane, round, question))
    code, _ = go_on(lanes, lane, round, question, code, patience, NO_LIMIT, seed, limit)
    end_step(lanes, lane, round, question, code)


@inline
def write_question(lanes, lane, first, stride):
    """Write what the asked seat sees and may decide, and what a critic sees besides."""
    round = lane_round(lanes.rows, lane)
    question = pointer(lanes.questions[lane])
    seat = question[ASKED_SEAT]
    order, plays = lanes.orders[lane], lanes.plays[lane]
    write_features(
        round,
        question,
        pointer(lanes.facts[lane]),
        pointer(lanes.discards[lane]),
        pointer(lanes.deck),
        seat,
        order,
        pointer(lanes.features[lane]),
        first,
        stride,
    )
    write_hidden(round, seat, order, pointer(lanes.hidden[lane]), first, stride)
    write_mask(round, question, seat, order, plays, pointer(lanes.masks[lane]), first, stride)


@entry_point
def advance_all(lanes, first, last, seed, limit, patience):
    """Carry out the decisions of lanes `first` to `last` and write their next questions."""
    for lane in range(first, last):
        advance(lanes, lane, seed, limit, patience)
        if lanes.who[lane] != NOBODY:
            write_question(lanes, lane, 0, 1)


@entry_point
def write_one(lanes, lane):
    """Write the question of one lane again, as its round is now."""
    end_step(lanes, lane, lane_round(lanes.rows, lane), pointer(lanes.questions[lane]), ASK)
    write_question(lanes, lane, 0, 1)
