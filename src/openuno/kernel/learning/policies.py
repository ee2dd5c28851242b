"""What the seats do that no network decides for."""

from openuno.kernel.batch.action_space import (
    ANSWER_DRAW,
    ANSWER_PICK,
    ANSWER_WAIT,
    action_of_answer,
    play_of_answer,
)
from openuno.kernel.batch.questions import OUT_OF_TURN, QUESTION_KIND, UNFINISHED_PLAY
from openuno.kernel.batch.uniform import uniform_answer
from openuno.kernel.bots.evaluation import are_partners
from openuno.kernel.bots.regular import regular
from openuno.kernel.bots.uniform import choose_other_seat
from openuno.kernel.compiler import I, U, inline
from openuno.kernel.learning.decisions import NO_CODE
from openuno.kernel.learning.lanes import REGULAR, UNIFORM
from openuno.kernel.rules.actions import CATCH, PLAY, SAY_UNO, card_kind, encode_action
from openuno.kernel.rules.cards import count_among, of_colour
from openuno.kernel.rules.legal import can_say_uno_with, needs_target, playable_kinds
from openuno.kernel.rules.rng import choose_one
from openuno.kernel.rules.state import BLUFFING, PHASE, TURN, WILD_FOUR, owes_uno


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


@inline
def policy_code(round, question, seat, controller):
    """What a policy of the kernel does, NO_CODE if it waits."""
    if controller == UNIFORM:
        return _uniform_code(round, question, seat)
    if (controller != REGULAR) & (round.now[PHASE] == TURN) & (round.rules[BLUFFING] != 0):
        fours = playable_kinds(round, seat) >> U(WILD_FOUR) & U(1)
        dares = (fours != U(0)) & (question[QUESTION_KIND] != OUT_OF_TURN)
        if dares and choose_one(round.now, 2) == 0:
            return _bluff(round, seat)
    code = regular(round, seat, 0.0)
    return code if code >= 0 else NO_CODE


@inline
def call_code(round, seat):
    """The call that everyone makes: UNO, and the catch of an opponent; else NO_CODE."""
    owes = owes_uno(round)
    if owes == seat:
        return SAY_UNO
    if owes >= 0 and not are_partners(round, seat, owes):
        return encode_action(CATCH, 0, -1, owes, 0)
    return NO_CODE
