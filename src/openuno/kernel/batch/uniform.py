"""The field's baseline `uniform`, answering question by question."""

from openuno.kernel.batch.action_space import (
    ACCEPT,
    CATCH,
    DRAW,
    KEEP,
    LAY,
    LAY_UNO,
    NAME,
    PASS,
    PICK,
    SAY_UNO,
    WAIT,
    way,
)
from openuno.kernel.batch.questions import Ask, Question, places_after
from openuno.kernel.compiler import U, inlined, popcount
from openuno.kernel.rules.allowed import from_hand, jumping_in, just_drawn, lawful, on_stack
from openuno.kernel.rules.cards import is_wild, nth
from openuno.kernel.rules.effects import owing
from openuno.kernel.rules.legal import says_uno_with
from openuno.kernel.rules.piles import can_draw
from openuno.kernel.rules.rng import chosen
from openuno.kernel.rules.state import Now, Phase, Switch

ASKED_SEAT, QUESTION, JUMPS = Ask.SEAT.value, Ask.QUESTION.value, Ask.JUMPS.value
OUT_OF_TURN, WHOM = Question.OUT_OF_TURN.value, Question.WHOM.value
PHASE, SEAT, WINDOW = Now.PHASE.value, Now.SEAT.value, Now.WINDOW.value
NAMING, TURN, DRAWN = Phase.NAMING.value, Phase.TURN.value, Phase.DRAWN.value
SEATS, TEAMS = Switch.SEATS.value, Switch.TEAMS.value
_NONE = U(0)


@inlined
def uniform_answer(t, ask):
    """What `uniform` answers: any kind it can lay, each as likely; it misses no UNO."""
    now = t.now
    seat, question, phase = ask[ASKED_SEAT], ask[QUESTION], now[PHASE]
    if question == WHOM:
        return PICK + chosen(now, t.rules[SEATS] - 1)
    jumps = (question == OUT_OF_TURN) & (ask[JUMPS] != 0)
    owes = -1 if jumps else owing(t)
    if owes == seat:
        return SAY_UNO
    if owes >= 0 and not ((t.rules[TEAMS] != 0) & ((owes - seat) % 2 == 0)):
        return CATCH + places_after(t, seat, owes) - 1
    if question == OUT_OF_TURN:
        otherwise = WAIT
        # Not upon a card of its own, as in a simulated round.
        found = jumping_in(t, seat) if jumps & (seat != now[WINDOW]) else _NONE
    elif phase == TURN:
        otherwise = DRAW if can_draw(t) else PASS
        found = from_hand(t, seat)
    elif phase == NAMING:
        otherwise = NAME + chosen(now, 4)
        found = _NONE
    elif phase == DRAWN:
        otherwise = KEEP
        found = just_drawn(t, seat)
    else:
        otherwise = ACCEPT
        found = on_stack(t, seat)
    found = lawful(t, seat, found)
    if found == _NONE:
        return otherwise
    kind = nth(found, chosen(now, popcount(found)))
    colour = chosen(now, 4) if is_wild(kind) else 0
    return (LAY_UNO if says_uno_with(t, seat, kind) else LAY) + way(kind, colour)
