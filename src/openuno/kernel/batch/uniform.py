"""The baseline `uniform`, answering question by question."""

from openuno.kernel.batch.action_space import (
    ANSWER_ACCEPT,
    ANSWER_CATCH,
    ANSWER_CHOOSE,
    ANSWER_DRAW,
    ANSWER_KEEP,
    ANSWER_NAME,
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
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    WHICH_PLAYER,
    seats_between,
)
from openuno.kernel.compiler import U, inline, popcount
from openuno.kernel.rules.cards import is_wild, nth_bit
from openuno.kernel.rules.choices import kinds_to_choose
from openuno.kernel.rules.legal import (
    can_say_uno_with,
    playable_after_draw,
    playable_in_turn,
    playable_on_stack,
    playable_to_jump_in,
    player_chosen_before,
    without_bluffs,
)
from openuno.kernel.rules.rng import choose_one
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    CHOOSING_CARDS,
    DECIDING,
    NAMING_COLOUR,
    PHASE,
    SEATS,
    TEAMS,
    TURN,
    WINDOW,
    can_draw,
    owes_uno,
    seat_after,
)

_NONE = U(0)


@inline
def uniform_answer(round, question):
    """What `uniform` answers: any kind it can play, each as likely; it never forgets UNO."""
    now = round.now
    seat, question_kind, phase = question[ASKED_SEAT], question[QUESTION_KIND], now[PHASE]
    if question_kind == WHICH_PLAYER:
        offset = choose_one(now, round.rules[SEATS] - 1)
        chosen = player_chosen_before(round, seat)
        if chosen == seat:
            return ANSWER_PICK + offset
        other = seat_after(round, chosen, offset + 1)
        between = seats_between(round, seat, other)
        return ANSWER_PICK_SELF if between == 0 else ANSWER_PICK + between - 1
    jumps = (question_kind == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] != 0)
    owes = -1 if jumps else owes_uno(round)
    if owes == seat:
        return ANSWER_SAY_UNO
    if owes >= 0 and not ((round.rules[TEAMS] != 0) & ((owes - seat) % 2 == 0)):
        return ANSWER_CATCH + seats_between(round, seat, owes) - 1
    if question_kind == OUT_OF_TURN:
        otherwise = ANSWER_WAIT
        # Never on its own card, as in a simulated round.
        found = playable_to_jump_in(round, seat) if jumps & (seat != now[WINDOW]) else _NONE
    elif phase == TURN:
        otherwise = ANSWER_DRAW if can_draw(round) else ANSWER_PASS
        found = playable_in_turn(round, seat)
    elif phase == NAMING_COLOUR:
        otherwise = ANSWER_NAME + choose_one(now, 4)
        found = _NONE
    elif phase == CHOOSING_CARDS:
        kinds = kinds_to_choose(round)
        otherwise = ANSWER_CHOOSE + nth_bit(kinds, choose_one(now, popcount(kinds)))
        found = _NONE
    elif phase == DECIDING:
        otherwise = ANSWER_YES + choose_one(now, 2)
        found = _NONE
    elif phase == AFTER_DRAW:
        otherwise = ANSWER_KEEP
        found = playable_after_draw(round, seat)
    else:
        otherwise = ANSWER_ACCEPT
        found = playable_on_stack(round, seat)
    found = without_bluffs(round, seat, found)
    if found == _NONE:
        return otherwise
    kind = nth_bit(found, choose_one(now, popcount(found)))
    colour = choose_one(now, 4) if is_wild(kind) else 0
    return (ANSWER_PLAY_UNO if can_say_uno_with(round, seat, kind) else ANSWER_PLAY) + play_index(
        kind, colour
    )
