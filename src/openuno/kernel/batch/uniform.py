"""The field's baseline `uniform`, answering question by question."""

from openuno.kernel.batch.action_space import (
    ANSWER_ACCEPT,
    ANSWER_CATCH,
    ANSWER_DRAW,
    ANSWER_KEEP,
    ANSWER_NAME,
    ANSWER_PASS,
    ANSWER_PICK,
    ANSWER_PLAY,
    ANSWER_PLAY_UNO,
    ANSWER_SAY_UNO,
    ANSWER_WAIT,
    way,
)
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    WHICH_PLAYER,
    places_after,
)
from openuno.kernel.compiler import U, inlined, popcount
from openuno.kernel.rules.cards import is_wild, nth
from openuno.kernel.rules.legal import (
    from_hand,
    jumping_in,
    just_drawn,
    lawful,
    on_stack,
    says_uno_with,
)
from openuno.kernel.rules.rng import chosen
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    NAMING_COLOUR,
    PHASE,
    SEATS,
    TEAMS,
    TURN,
    WINDOW,
    can_draw,
    owing,
)

_NONE = U(0)


@inlined
def uniform_answer(t, ask):
    """What `uniform` answers: any kind it can lay, each as likely; it misses no UNO."""
    now = t.now
    seat, question, phase = ask[ASKED_SEAT], ask[QUESTION_KIND], now[PHASE]
    if question == WHICH_PLAYER:
        return ANSWER_PICK + chosen(now, t.rules[SEATS] - 1)
    jumps = (question == OUT_OF_TURN) & (ask[ASKED_TO_JUMP_IN] != 0)
    owes = -1 if jumps else owing(t)
    if owes == seat:
        return ANSWER_SAY_UNO
    if owes >= 0 and not ((t.rules[TEAMS] != 0) & ((owes - seat) % 2 == 0)):
        return ANSWER_CATCH + places_after(t, seat, owes) - 1
    if question == OUT_OF_TURN:
        otherwise = ANSWER_WAIT
        # Not upon a card of its own, as in a simulated round.
        found = jumping_in(t, seat) if jumps & (seat != now[WINDOW]) else _NONE
    elif phase == TURN:
        otherwise = ANSWER_DRAW if can_draw(t) else ANSWER_PASS
        found = from_hand(t, seat)
    elif phase == NAMING_COLOUR:
        otherwise = ANSWER_NAME + chosen(now, 4)
        found = _NONE
    elif phase == AFTER_DRAW:
        otherwise = ANSWER_KEEP
        found = just_drawn(t, seat)
    else:
        otherwise = ANSWER_ACCEPT
        found = on_stack(t, seat)
    found = lawful(t, seat, found)
    if found == _NONE:
        return otherwise
    kind = nth(found, chosen(now, popcount(found)))
    colour = chosen(now, 4) if is_wild(kind) else 0
    return (ANSWER_PLAY_UNO if says_uno_with(t, seat, kind) else ANSWER_PLAY) + way(kind, colour)
