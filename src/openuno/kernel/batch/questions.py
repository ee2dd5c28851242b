"""Who is asked what: play cut into questions, each with one seat and one answer.

After a card is laid the questions of `openuno.engine.questions` come first, each once for that
card: who owes UNO whether to say it, the others whether to catch that player, then those who can
whether to jump in. Then the seat the table waits for is asked in its turn. A card that picks a
player is laid in two answers, the card and the player; for the card turned up at the start the
dealer is only asked for the player.
"""

from enum import IntEnum

from openuno.kernel.batch.action_space import (
    ACCEPT,
    ACTIONS,
    CATCH,
    CHALLENGE,
    DRAW,
    KEEP,
    LAY,
    LAY_UNO,
    NAME,
    PASS,
    PICK,
    SAY_UNO,
    SUGGEST,
    WAIT,
    laid_by,
    spoken,
    way,
)
from openuno.kernel.compiler import I, U, inlined, lowest
from openuno.kernel.rules.actions import Does, coded, kind_of
from openuno.kernel.rules.allowed import jumping_in, layable
from openuno.kernel.rules.cards import is_wild
from openuno.kernel.rules.effects import owing
from openuno.kernel.rules.legal import may_draw, may_keep, picks_player, says_uno_with
from openuno.kernel.rules.piles import can_draw
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.state import MOST_SEATS, Now, Phase, Switch


class Ask(IntEnum):
    """What is being asked, by its place in `ask`."""

    SEAT = 0
    """Who is asked."""
    QUESTION = 1
    ASKED = 2
    """A bit for each seat that was asked to call since the top card was laid, and higher up one for
    each that was asked to jump in."""
    LAYING = 3
    """The action whose player is yet to be picked, for the question WHOM."""
    ANSWERS = 4
    """How many answers this round has had."""
    NUMBER = 5
    """How many rounds this table has seen before."""
    COUNTED = 6
    """How many cards under the top one `count_laid` has counted, -1: none of this round yet; and
    how often the pile had been turned over by then."""
    TURNED = 7
    JUMPS = 8
    """Out of turn: 1 if the seat is asked to jump in, 0 if it is asked to call."""


ASKS = len(Ask)


class Question(IntEnum):
    """The three kinds of questions."""

    TURN = 0
    OUT_OF_TURN = 1
    WHOM = 2


ASKED_SEAT, QUESTION, ASKED = Ask.SEAT.value, Ask.QUESTION.value, Ask.ASKED.value
LAYING, ANSWERS, COUNTED = Ask.LAYING.value, Ask.ANSWERS.value, Ask.COUNTED.value
JUMPS = Ask.JUMPS.value
IN_TURN, OUT_OF_TURN = Question.TURN.value, Question.OUT_OF_TURN.value
WHOM = Question.WHOM.value
PHASE, SEAT, WINDOW = Now.PHASE.value, Now.SEAT.value, Now.WINDOW.value
TOP, COLOUR = Now.TOP.value, Now.COLOUR.value
DIRECTION = Now.DIRECTION.value
NAMING, TURN, DRAWN = Phase.NAMING.value, Phase.TURN.value, Phase.DRAWN.value
DOUBT, CHOOSING, OVER = Phase.DOUBT.value, Phase.CHOOSING.value, Phase.OVER.value
CHOOSE = Does.CHOOSE.value
SEATS, JUMP_IN = Switch.SEATS.value, Switch.JUMP_IN.value
WRONG_CATCH_PENALTY = Switch.WRONG_CATCH_PENALTY.value
SUGGESTION_PENALTY = Switch.SUGGESTION_PENALTY.value
_TO_JUMP = MOST_SEATS
"""Where the bits of those asked to jump in begin."""
_NONE, _ONE = U(0), U(1)


@inlined
def seat_after(t, seat, places):
    """The seat so many places after this one in the order of play, fewer than there are seats."""
    seats = t.rules[SEATS]
    other = seat + places * t.now[DIRECTION]
    if other >= seats:
        other -= seats
    elif other < 0:
        other += seats
    return other


@inlined
def places_after(t, seat, other):
    """How many places after the first seat the other comes in the order of play."""
    places = (other - seat) * t.now[DIRECTION]
    return places + t.rules[SEATS] if places < 0 else places


@inlined
def ask_first(t, ask):
    """Ask the first question of a round just dealt."""
    ask[ASKED] = 0
    ask[ANSWERS] = 0
    ask[COUNTED] = -1
    _ask_in_turn(t, ask)


@inlined
def _ask_in_turn(t, ask):
    """Ask the seat that the table waits for; a dealer choosing a player is asked whom."""
    now = t.now
    ask[QUESTION] = IN_TURN
    ask[ASKED_SEAT] = now[SEAT]
    if now[PHASE] == CHOOSING:
        ask[QUESTION] = WHOM
        ask[LAYING] = coded(CHOOSE, now[TOP], now[COLOUR], -1, 0)


@inlined
def advance(t, ask, index):
    """Carry out the asked seat's answer, which its mask must allow, and ask the next question."""
    seat = ask[ASKED_SEAT]
    ask[ANSWERS] += 1
    lays = (index < DRAW) | (index >= PICK)
    bit = 1 << seat + _TO_JUMP * ask[JUMPS]
    if index == WAIT:
        ask[ASKED] |= bit
    else:
        places = index - (PICK if index >= PICK else CATCH) + 1
        target = seat_after(t, seat, places) if index >= CATCH else -1
        if index >= PICK:
            code = ask[LAYING] + ((target + 1) << 13)
        elif lays:
            code = laid_by(index)
            if picks_player(t, kind_of(code), 1 if t.sizes[U(seat)] == 1 else 0):
                if t.rules[SEATS] > 2:
                    ask[LAYING] = code
                    ask[QUESTION] = WHOM
                    return
                code += (2 - seat) << 13  # of two players the other
        else:
            code = spoken(index, target)
        apply(t, seat, code)
        if lays:
            ask[ASKED] = 0
        elif ask[QUESTION] == OUT_OF_TURN:
            ask[ASKED] |= bit
    _ask_next(t, ask)


@inlined
def _ask_next(t, ask):
    now = t.now
    ask[QUESTION] = OUT_OF_TURN
    if (now[WINDOW] >= 0) & (now[PHASE] != OVER):
        owes = owing(t)
        if owes >= 0:
            ask[JUMPS] = 0
            for places in range(t.rules[SEATS]):
                other = seat_after(t, owes, places)
                if (ask[ASKED] >> other & 1) == 0:
                    ask[ASKED_SEAT] = other
                    return
        if t.rules[JUMP_IN] != 0:
            ask[JUMPS] = 1
            other = now[WINDOW]
            for _ in range(t.rules[SEATS]):
                other = seat_after(t, other, 1)
                if (other == now[SEAT]) | ((ask[ASKED] >> other + _TO_JUMP & 1) != 0):
                    continue
                if jumping_in(t, other) != _NONE:
                    ask[ASKED_SEAT] = other
                    return
    _ask_in_turn(t, ask)


@inlined
def mask(t, ask, out):
    """Mark in `out` what the asked seat may answer: 1 for yes, 0 for no."""
    for index in range(ACTIONS):
        out[U(index)] = 0
    if t.now[PHASE] == OVER:
        return
    seat, question = ask[ASKED_SEAT], ask[QUESTION]
    if question == WHOM:
        for place in range(t.rules[SEATS] - 1):
            out[U(PICK + place)] = 1
        return
    if question == OUT_OF_TURN:
        out[WAIT] = 1
        if ask[JUMPS] != 0:
            _mark_lays(t, seat, jumping_in(t, seat), out)
            return
    else:
        plays = layable(t, seat)
        _mark_lays(t, seat, plays, out)
        _mark_turn(t, seat, plays, out)
        if (t.rules[SUGGESTION_PENALTY] != 0) & can_draw(t):
            out[SUGGEST] = 1
    _mark_calls(t, seat, out)


@inlined
def _mark_lays(t, seat, plays, out):
    while plays != _NONE:
        kind = I(lowest(plays))
        plays &= plays - _ONE
        uno = says_uno_with(t, seat, kind)
        for colour in range(4 if is_wild(kind) else 1):
            place = way(kind, colour)
            out[U(LAY + place)] = 1
            out[U(LAY_UNO + place)] = uno


@inlined
def _mark_turn(t, seat, plays, out):
    phase = t.now[PHASE]
    if phase == TURN:
        if may_draw(t, plays):
            out[DRAW] = 1
        elif plays == _NONE:
            out[PASS] = 1
    elif phase == DRAWN:
        if may_keep(t, seat, plays):
            out[KEEP] = 1
    elif phase == NAMING:
        for colour in range(4):
            out[NAME + colour] = 1
    else:
        out[ACCEPT] = 1
        if phase == DOUBT:
            out[CHALLENGE] = 1


@inlined
def _mark_calls(t, seat, out):
    owes = owing(t)
    if owes == seat:
        out[SAY_UNO] = 1
    elif owes >= 0:
        out[U(CATCH + places_after(t, seat, owes) - 1)] = 1
    if (t.rules[WRONG_CATCH_PENALTY] != 0) & can_draw(t):
        for other in range(t.rules[SEATS]):
            if (t.sizes[U(other)] == 1) & (other != seat):
                out[U(CATCH + places_after(t, seat, other) - 1)] = 1
