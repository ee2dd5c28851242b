"""Rounds side by side for training: each goes on by itself until a network has a real choice."""

from typing import Any

from openuno.kernel.batch.lanes import lane_round
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
from openuno.kernel.bots.evaluation import are_partners
from openuno.kernel.bots.payoffs import pay_round
from openuno.kernel.compiler import (
    I,
    U,
    entry_point,
    inline,
    never_inline,
    outline,
    pointer,
    splice,
)
from openuno.kernel.learning.decisions import (
    NO_CODE,
    PLAYS,
    colour_order,
    decision_code,
    kinds_on_offer,
    only_decision,
)
from openuno.kernel.learning.discards import count_discards
from openuno.kernel.learning.features import write_cards, write_hidden, write_mask, write_players
from openuno.kernel.learning.lanes import (
    ASK,
    CUT_SHORT,
    DEAL,
    MAX_ANSWERS,
    NEXT_ROUND,
    NOBODY,
    OVER,
    THINK,
)
from openuno.kernel.learning.policies import call_code, policy_code
from openuno.kernel.rules.actions import CHOOSE_PLAYER, PLAY, action_kind, card_kind
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.facts import forget_facts, note_facts
from openuno.kernel.rules.legal import needs_target
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.rng import CHOICE_PATH, fork, rewind
from openuno.kernel.rules.state import (
    MAX_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    WINNER,
    with_rules,
)


@inline
def keep_rules(rules):
    """The switches as they are; where some are constants, another function takes its place."""
    return rules


@inline
def _deal(round, question, facts, seed, lane, count):
    """Deal the next round of a lane; the seats take turns dealing."""
    number = question[ROUNDS_BEFORE]
    question[ROUNDS_BEFORE] = number + 1
    own = fork(seed, number * count + lane)
    deal(round, (lane + number) % round.rules[SEATS], own)
    rewind(round.now, fork(own, CHOICE_PATH))
    forget_facts(facts, round.rules[SEATS])
    ask_first(round, question)


@splice
def carry_out(round, question, facts, seat, code):
    """Carry out an action, NO_CODE for waiting, and ask the next question."""
    question[ANSWERS] += 1
    out_of_turn = question[QUESTION_KIND] == OUT_OF_TURN
    bit = 1 << seat + MAX_SEATS * question[ASKED_TO_JUMP_IN]
    what = 0
    if code != NO_CODE:
        what = action_kind(code)
        note_facts(round, facts, seat, code)
        apply(round, seat, code)
    if (what == PLAY) | (what == CHOOSE_PLAYER):
        question[ASKED] = 0
    elif out_of_turn:
        question[ASKED] |= bit
    ask_next(round, question)


@inline
def _complete(lanes, lane, round, question, seat, order, code, decision):
    """The action with its target, or ASK if that is yet to be picked."""
    if decision < PLAYS:
        last = 1 if round.sizes[U(seat)] == 1 else 0
        if needs_target(round, card_kind(code), last):
            if round.rules[SEATS] > 2:
                question[UNFINISHED_PLAY] = code
                question[QUESTION_KIND] = WHICH_PLAYER
                lanes.orders[lane], lanes.plays[lane] = order, U(0)
                return ASK
            return code + ((2 - seat) << 13)  # of two players the other
    return code


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
    return I(_complete(lanes, lane, round, question, seat, order, code, decision))


@inline
def _after_action(lanes, lane, round, question, limit):
    """What comes after a deal or an action, NEXT_ROUND or THINK; a round that is over pays."""
    over = round.now[PHASE] == ROUND_OVER
    if over | (question[ANSWERS] >= MAX_ANSWERS):
        if lanes.ended[lane] == 0:
            lanes.ended[lane] = OVER if over else CUT_SHORT
            pay_round(round, pointer(lanes.rewards[lane]), lanes.stake)
        if question[ROUNDS_BEFORE] <= limit:
            _count(round, pointer(lanes.wins[lane]), pointer(lanes.played[lane]))
        return NEXT_ROUND
    return THINK


@inline
def _is_policy_asked(lanes, lane, question):
    """Whether a policy of the kernel has to choose, which takes longer than anything else."""
    calls = (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0)
    return (not calls) & (_controller(lanes, lane, question[ASKED_SEAT]) >= 0)


@inline
def _only_action(lanes, lane, round, question):
    """What the asked seat does where no policy chooses, or ASK if a network has a choice."""
    seat = question[ASKED_SEAT]
    if (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0):
        return call_code(round, seat)
    order, plays = colour_order(round, seat), kinds_on_offer(round, question, seat)
    only = only_decision(round, question, seat, order, plays)
    if only < 0:
        lanes.orders[lane], lanes.plays[lane] = order, plays
        return ASK
    code = decision_code(round, question, seat, order, only)
    return _complete(lanes, lane, round, question, seat, order, code, only)


@inline
def end_step(lanes, lane, round, question, code):
    """Note whom the lane asks: a network, or nobody if it was stopped before that."""
    seat = question[ASKED_SEAT]
    lanes.asked[lane] = seat
    lanes.who[lane] = _controller(lanes, lane, seat) if code == ASK else NOBODY
    count_discards(round, question, pointer(lanes.discards[lane]))


@inline
def act(lanes, lane, round, question, code, left, most, limit):
    """Carry out a few actions in a lane: what comes next there, and how many it has left.

    With none left the lane is stopped. What a policy has to choose is left for later: THINK.
    """
    facts = pointer(lanes.facts[lane])
    while True:
        if code == THINK:
            if _is_policy_asked(lanes, lane, question):
                break
            code = I(_only_action(lanes, lane, round, question))
        if (most <= 0) | (code == ASK) | (code == NEXT_ROUND):
            break
        carry_out(round, question, facts, question[ASKED_SEAT], code)
        code = I(_after_action(lanes, lane, round, question, limit))
        most -= 1
        if code == THINK:
            left -= 1
            if left <= 0:
                break
    return code, left


@inline
def choose(lanes, lane, round, question):
    """The action of the policy that is asked."""
    seat = question[ASKED_SEAT]
    return I(policy_code(round, question, seat, _controller(lanes, lane, seat)))


@inline
def deal_next(lanes, lane, round, question, left, seed, limit):
    """Deal the next round of a lane: as `act`."""
    _deal(round, question, pointer(lanes.facts[lane]), seed, lane, len(lanes.decisions))
    code = I(_after_action(lanes, lane, round, question, limit))
    if code == THINK:
        left -= 1
        if (left > 0) & (not _is_policy_asked(lanes, lane, question)):
            code = I(_only_action(lanes, lane, round, question))
    return code, left


def make_go_on(narrow: Any) -> Any:
    """The function that goes on in a lane until a network has a choice: as `act`.

    Dealing, acting and choosing are compiled apart from each other. They are given rounds with the
    switches as numbers, so that each has to narrow them to those that are constants.
    """

    @outline
    def deal_apart(round, question, facts, seed, lane, count):
        never_inline()
        _deal(with_rules(round, narrow(round.rules)), question, facts, seed, lane, count)

    @outline
    def carry_out_apart(round, question, facts, seat, code):
        never_inline()
        carry_out(with_rules(round, narrow(round.rules)), question, facts, seat, code)

    @outline
    def choose_apart(round, question, seat, controller):
        never_inline()
        return policy_code(with_rules(round, narrow(round.rules)), question, seat, controller)

    @inline
    def go_on(lanes, lane, round, question, code, left, seed, limit):
        facts = pointer(lanes.facts[lane])
        while True:
            seat = question[ASKED_SEAT]
            if code == THINK:
                if _is_policy_asked(lanes, lane, question):
                    code = I(choose_apart(round, question, seat, _controller(lanes, lane, seat)))
                else:
                    code = I(_only_action(lanes, lane, round, question))
            if code == ASK:
                break
            if code == NEXT_ROUND:
                deal_apart(round, question, facts, seed, lane, len(lanes.decisions))
            else:
                carry_out_apart(round, question, facts, seat, code)
            code = I(_after_action(lanes, lane, round, question, limit))
            if code == THINK:
                left -= 1
                if left <= 0:
                    break
        return code, left

    return go_on


_go_on = make_go_on(keep_rules)


@inline
def advance(lanes, lane, seed, limit, patience):
    """Carry out the decision of one lane and go on until the next; count the first rounds.

    After `patience` actions it stops all the same; the next call goes on from there.
    """
    round = lane_round(lanes.rows, lane)
    question = pointer(lanes.questions[lane])
    code = I(start_step(lanes, lane, round, question))
    code, _ = _go_on(lanes, lane, round, question, code, patience, seed, limit)
    end_step(lanes, lane, round, question, code)


@inline
def write_question(lanes, lane, round, question):
    """Write what the asked seat sees and may decide, and what a critic sees besides."""
    seat = question[ASKED_SEAT]
    order, plays = lanes.orders[lane], lanes.plays[lane]
    facts, features = pointer(lanes.facts[lane]), pointer(lanes.features[lane])
    discards, deck = pointer(lanes.discards[lane]), pointer(lanes.deck)
    write_cards(round, question, discards, deck, seat, order, features)
    write_players(round, facts, seat, order, features)
    write_hidden(round, seat, order, pointer(lanes.hidden[lane]))
    write_mask(round, question, seat, order, plays, pointer(lanes.masks[lane]))


@entry_point
def advance_all(lanes, first, last, seed, limit, patience):
    """Carry out the decisions of lanes `first` to `last` and write their next questions."""
    for lane in range(first, last):
        advance(lanes, lane, seed, limit, patience)
        if lanes.who[lane] != NOBODY:
            write_question(
                lanes, lane, lane_round(lanes.rows, lane), pointer(lanes.questions[lane])
            )


@entry_point
def write_one(lanes, lane):
    """Write the question of one lane again, as its round is now."""
    round, question = lane_round(lanes.rows, lane), pointer(lanes.questions[lane])
    seat = question[ASKED_SEAT]
    lanes.orders[lane] = colour_order(round, seat)
    lanes.plays[lane] = kinds_on_offer(round, question, seat)
    end_step(lanes, lane, round, question, ASK)
    write_question(lanes, lane, round, question)
