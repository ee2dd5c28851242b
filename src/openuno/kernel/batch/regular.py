"""The bot `regular`, answering question by question."""

from openuno.kernel.batch.action_space import (
    ANSWER_ACCEPT,
    ANSWER_CATCH,
    ANSWER_CHALLENGE,
    ANSWER_CHOOSE,
    ANSWER_DRAW,
    ANSWER_KEEP,
    ANSWER_NAME,
    ANSWER_NO,
    ANSWER_PASS,
    ANSWER_PICK,
    ANSWER_PICK_SELF,
    ANSWER_PLAY,
    ANSWER_PLAY_UNO,
    ANSWER_SAY_UNO,
    ANSWER_WAIT,
    ANSWER_YES,
    play_index,
)
from openuno.kernel.batch.lanes import SKIP, lane_round
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    WHICH_PLAYER,
    seats_between,
)
from openuno.kernel.bots.evaluation import are_partners
from openuno.kernel.bots.regular import regular
from openuno.kernel.compiler import entry_point, inline, pointer, splice
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE_CARD,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    action_kind,
    card_kind,
    named_colour,
    says_uno,
    target_seat,
)
from openuno.kernel.rules.state import owes_uno


@splice
def regular_answer(round, question, weight):
    """What `regular` answers; it chooses a card and its target at once, and so again for each."""
    seat, question_kind = question[ASKED_SEAT], question[QUESTION_KIND]
    if (question_kind == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0):
        return due_call(round, seat)
    code = regular(round, seat, weight)
    if question_kind == WHICH_PLAYER:
        between = seats_between(round, seat, target_seat(code))
        return ANSWER_PICK_SELF if between == 0 else ANSWER_PICK + between - 1
    return ANSWER_WAIT if code < 0 else answer_of_action(round, seat, code)


@inline
def due_call(round, seat):
    """UNO, or the catch of an opponent; never of a partner."""
    owes = owes_uno(round)
    if owes == seat:
        return ANSWER_SAY_UNO
    if are_partners(round, seat, owes):
        return ANSWER_WAIT
    return ANSWER_CATCH + seats_between(round, seat, owes) - 1


@inline
def answer_of_action(round, seat, code):
    """The answer that stands for an action; the target of a card is another question's."""
    what = action_kind(code)
    if what == PLAY:
        first = ANSWER_PLAY_UNO if says_uno(code) else ANSWER_PLAY
        return first + play_index(card_kind(code), named_colour(code))
    if what == DRAW:
        return ANSWER_DRAW
    if what == KEEP:
        return ANSWER_KEEP
    if what == PASS:
        return ANSWER_PASS
    if what == ACCEPT:
        return ANSWER_ACCEPT
    if what == CHALLENGE:
        return ANSWER_CHALLENGE
    if what == NAME_COLOUR:
        return ANSWER_NAME + named_colour(code)
    if what == SAY_UNO:
        return ANSWER_SAY_UNO
    if what == CATCH:
        return ANSWER_CATCH + seats_between(round, seat, target_seat(code)) - 1
    if what == CHOOSE_CARD:
        return ANSWER_CHOOSE + card_kind(code)
    return ANSWER_YES if says_uno(code) else ANSWER_NO


@entry_point
def choose_as_regular(rows, questions, ended, actions, first, last, seats, weight):
    """Choose in lanes `first` to `last` for those of `seats` that are asked; how many are.

    All other lanes are to be left as they are.
    """
    count = 0
    for lane in range(first, last):
        question = pointer(questions[lane])
        if (ended[lane] != 0) | (not seats[question[ASKED_SEAT]]):
            actions[lane] = SKIP
            continue
        actions[lane] = regular_answer(lane_round(rows, lane), question, weight)
        count += 1
    return count
