"""Rounds side by side, each with a question open: the compiled loops of `batch`.

`answer_all` plays by any rules. `answer_plain` is the same source for tables with the printed cards
and few switches: the others are constants there, and the compiler leaves out what they never do. At
tables of two, `answer_plain_pair` knows the number of seats as well.
"""

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.facts import forget_all, note_answer
from openuno.kernel.batch.lanes import (
    CUT_SHORT,
    DEAL,
    EACH_ROUND,
    MAX_ANSWERS,
    NEXT_STEP,
    PLAYED,
    POINTS,
    SAME_STEP,
    SKIP,
    lane_round,
    lane_round_by,
)
from openuno.kernel.batch.observation import UNCHANGING, copy_unchanging, observe
from openuno.kernel.batch.plain import plain_rules, plain_rules_of_two
from openuno.kernel.batch.questions import (
    ANSWERS,
    ASKED_SEAT,
    ROUNDS_BEFORE,
    answer_question,
    ask_first,
    clear_rest,
    is_allowed,
    write_mask,
)
from openuno.kernel.batch.uniform import uniform_answer
from openuno.kernel.compiler import I, U, entry_point, inline, pointer, prefer_size, splice
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.rng import CHOICE_PATH, fork, rewind
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import PHASE, ROUND_OVER, SEATS, TEAMS, WINNER
from openuno.kernel.stored_values import load_stored


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
def pay_seats(round, pay, rewards):
    """Pay every seat for a round that is over."""
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
        rewards[U(seat)] = amount if with_winner else -amount


@inline
def next_answer(lanes, lane, dealing):
    """The answer given in one lane; DEAL or SKIP where its round is over."""
    index = I(lanes.actions[U(lane)])
    if (dealing != SAME_STEP) & (lanes.ended[U(lane)] != 0) & (index != DEAL):
        return I(DEAL) if dealing == NEXT_STEP else I(SKIP)
    return index


@inline
def seats_besides(learner):
    """A bit for each seat but the learner's; none if every seat is."""
    return I(0) if learner < 0 else ~(I(1) << I(learner))


@inline
def is_finished(round, question):
    """Whether the round goes no further: it is over, or has had too many answers."""
    return (round.now[PHASE] == ROUND_OVER) | (question[ANSWERS] >= MAX_ANSWERS)


@splice
def play_on(
    lanes,
    lane,
    round,
    question,
    index,
    ended,
    dealt,
    keep_last,
    uniform,
    seed,
    learner,
    pay,
    dealing,
):
    """Carry out an answer and go on until somebody is asked, or a last question is to be kept.

    `uniform` has a bit for each seat that this bot answers for. How the round ended that is
    reported, whether one was dealt, whether to keep a question.
    """
    keeps_last = False
    while True:
        if index == DEAL:
            _deal(round, question, seed, lane, len(lanes.actions))
            forget_all(lanes, lane, round)
            dealt = True
        else:
            note_answer(lanes, lane, round, question, index)
            answer_question(round, question, index)
        over = round.now[PHASE] == ROUND_OVER
        if is_finished(round, question):
            # A round that ends before the learner is asked at all goes unnoticed.
            unnoticed = dealt & ((learner >= 0) | (dealing == NEXT_STEP))
            unnoticed &= dealing != EACH_ROUND
            if (ended == 0) & (not unnoticed):
                ended = PLAYED if over else CUT_SHORT
                if over:
                    pay_seats(round, pay, pointer(lanes.rewards[U(lane)]))
                keeps_last = keep_last & (dealing == SAME_STEP)
            index = I(DEAL)
            if keeps_last | ((dealing != SAME_STEP) & (not unnoticed)):
                break
            continue
        if (uniform >> question[ASKED_SEAT] & 1) == 0:
            break
        index = I(uniform_answer(round, question))
    return ended, dealt, keeps_last


@inline
def clear_rewards(lanes, lane, round):
    """Forget what the last step paid; only a lane was paid whose round ended."""
    if lanes.ended[U(lane)] != 0:
        for seat in range(round.rules[SEATS]):
            lanes.rewards[U(lane), U(seat)] = 0


@inline
def _question_rows(lanes, result, lane):
    """Where to write what the asked seat sees and may answer."""
    row = U(lane)
    if len(result.seen) == 0:
        return pointer(lanes.seen[row]), pointer(lanes.masks[row])
    seen, masks = pointer(result.seen[row]), pointer(result.masks[row])
    copy_unchanging(seen, UNCHANGING, pointer(lanes.seen[U(0), UNCHANGING:]))
    clear_rest(masks)
    return seen, masks


@inline
def _last_question_rows(lanes, lane, first, asked, is_cut_short):
    """The same for a last question that is kept, by a call whose first lane is `first`."""
    counts = pointer(lanes.last_counts[U(first)])
    row = U(first + counts[0])
    counts[0] += 1
    counts[1] += is_cut_short
    lanes.last_asked[U(lane)], lanes.last_lanes[row] = asked, lane
    return pointer(lanes.last_seen[row]), pointer(lanes.last_masks[row])


@splice
def _answer(lanes, result, lane, index, first, rules, seed, learner, pay, dealing):
    """Carry out an answer in one lane and write the next question.

    `first` is the first lane of this call.
    """
    round = lane_round_by(lanes.rows, lane, rules)
    question, discards = pointer(lanes.questions[U(lane)]), pointer(lanes.discards[U(lane)])
    answered = question[ASKED_SEAT]
    clear_rewards(lanes, lane, round)
    ended, dealt, keeps_last = 0, False, True
    keep, uniform = len(lanes.last_asked) > 0, seats_besides(learner)
    while keeps_last:
        ended, dealt, keeps_last = play_on(
            lanes,
            lane,
            round,
            question,
            index,
            ended,
            dealt,
            keep,
            uniform,
            seed,
            learner,
            pay,
            dealing,
        )
        index = I(DEAL)
        seat = question[ASKED_SEAT]
        if keeps_last:
            seen, masks = _last_question_rows(lanes, lane, first, seat, ended == CUT_SHORT)
            seat = answered
        else:
            seen, masks = _question_rows(lanes, result, lane)
        observe(round, question, discards, seat, seen)
        if (not keeps_last) | (ended == CUT_SHORT):
            write_mask(round, question, pointer(lanes.allowed[U(lane)]), masks)
    lanes.ended[U(lane)] = ended
    lanes.asked[U(lane)] = question[ASKED_SEAT]


@inline
def write_outcome(lanes, lane, seat, result):
    """Write what a step paid the seat that answered, and whether its round is over."""
    row, ended = U(lane), lanes.ended[U(lane)]
    result.rewards[row] = lanes.rewards[row, U(seat)]
    result.over[row] = ended == PLAYED
    result.cut_short[row] = ended == CUT_SHORT


@inline
def _write_result(lanes, lane, seat, seats, result):
    """Write what a step came to in a lane whose round has ended."""
    write_outcome(lanes, lane, seat, result)
    result.done[U(lane)] = True
    if len(result.paid) > 0:
        for other in range(seats):
            result.paid[U(lane), U(other)] = lanes.rewards[U(lane), U(other)]


@splice
def _answer_lanes(lanes, result, first, last, rules, seed, learner, pay, dealing):
    if (len(lanes.last_counts) > 0) & (first < last):
        lanes.last_counts[U(first), U(0)] = lanes.last_counts[U(first), U(1)] = 0
    for lane in range(first, last):
        answered = lanes.asked[U(lane)] if learner < 0 else learner
        index = next_answer(lanes, lane, dealing)
        if index != SKIP:
            _answer(lanes, result, lane, index, first, rules, seed, learner, pay, dealing)
        if (len(result.rewards) > 0) & (lanes.ended[U(lane)] != 0):
            _write_result(lanes, lane, answered, rules[SEATS], result)


@entry_point
def answer_all(stored_lanes, result, first, last, seed, learner, pay, dealing):
    """Carry out the answers of lanes `first` to `last` and write their next questions."""
    prefer_size()
    lanes = load_stored(stored_lanes)
    _answer_lanes(lanes, result, first, last, lanes.rows.rules, seed, learner, pay, dealing)


@entry_point
def answer_plain(stored_lanes, result, first, last, seed, learner, pay, dealing):
    """The same where `is_plain`."""
    prefer_size()
    lanes = load_stored(stored_lanes)
    rules = plain_rules(lanes.rows.rules)
    _answer_lanes(lanes, result, first, last, rules, seed, learner, pay, dealing)


@entry_point
def answer_plain_pair(stored_lanes, result, first, last, seed, learner, pay, dealing):
    """The same at tables of two."""
    prefer_size()
    lanes = load_stored(stored_lanes)
    rules = plain_rules_of_two(lanes.rows.rules)
    _answer_lanes(lanes, result, first, last, rules, seed, learner, pay, dealing)


@entry_point
def first_illegal(actions, allowed, ended, dealing):
    """The first lane whose answer is not allowed; -1 if all are.

    Answers to a round that is over are not looked at.
    """
    for lane in range(len(actions)):
        if (dealing != SAME_STEP) & (ended[lane] != 0):
            actions[lane] = SKIP
            continue
        index = actions[lane]
        if (index < 0) | (index >= ACTIONS):
            return lane
        if not is_allowed(allowed, lane, index):
            return lane
    return -1


@entry_point
def observe_some(lanes, chosen, seats, out):
    """Write what one seat of each chosen lane sees into the rows of `out`."""
    for index in range(len(chosen)):
        lane = chosen[index]
        round, discards = lane_round(lanes.rows, lane), pointer(lanes.discards[U(lane)])
        question = pointer(lanes.questions[U(lane)])
        observe(round, question, discards, seats[index], pointer(out[index]))
