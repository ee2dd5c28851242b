"""Who is asked what: play cut into questions, each with one seat and one answer.

After a card is laid the questions of `openuno.engine.questions` come first, each once for that
card: who owes UNO whether to say it, the others whether to catch that player, then those who can
whether to jump in. Then the seat the table waits for is asked in its turn. A card that picks a
player is laid in two answers, the card and the player; for the card turned up at the start the
dealer is only asked for the player.
"""

from enum import IntEnum

from openuno.kernel.batch.action_space import (
    ACTIONS,
    ANSWER_ACCEPT,
    ANSWER_CATCH,
    ANSWER_CHALLENGE,
    ANSWER_DRAW,
    ANSWER_KEEP,
    ANSWER_NAME,
    ANSWER_PASS,
    ANSWER_PICK,
    ANSWER_PLAY,
    ANSWER_PLAY_UNO,
    ANSWER_SAY_UNO,
    ANSWER_SUGGEST,
    ANSWER_WAIT,
    laid_by,
    spoken,
    way,
)
from openuno.kernel.compiler import I, U, inlined, lowest
from openuno.kernel.rules.actions import CHOOSE_PLAYER, coded, kind_of
from openuno.kernel.rules.cards import is_wild
from openuno.kernel.rules.legal import (
    jumping_in,
    layable,
    may_draw,
    may_keep,
    picks_player,
    says_uno_with,
)
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    CHOOSING_PLAYER,
    COLOUR,
    DIRECTION,
    FACING_DRAW_FOUR,
    JUMP_IN,
    MOST_SEATS,
    NAMING_COLOUR,
    PHASE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SUGGESTION_PENALTY,
    TOP,
    TURN,
    WINDOW,
    WRONG_CATCH_PENALTY,
    can_draw,
    owing,
    seat_after,
)


class QuestionField(IntEnum):
    """What is being asked, by its index in `question`."""

    ASKED_SEAT = 0
    QUESTION_KIND = 1
    ASKED = 2
    """A bit for each seat that was asked to call since the top card was played, and higher up one
    for each that was asked to jump in."""
    UNFINISHED_PLAY = 3
    """The action whose player is yet to be picked, for the question WHICH_PLAYER."""
    ANSWERS = 4
    """How many answers this round has had."""
    ROUNDS_BEFORE = 5
    """How many rounds have been dealt here before."""
    COUNTED_DISCARDS = 6
    """How many cards under the top one `count_discards` has counted, -1: none of this round yet;
    and how often the pile had been turned over by then."""
    COUNTED_TURNS_OVER = 7
    ASKED_TO_JUMP_IN = 8
    """Out of turn: 1 if the seat is asked to jump in, 0 if it is asked to call."""


class QuestionKind(IntEnum):
    """The three kinds of questions."""

    IN_TURN = 0
    OUT_OF_TURN = 1
    WHICH_PLAYER = 2


QUESTION_FIELDS = len(QuestionField)
(
    ASKED_SEAT,
    QUESTION_KIND,
    ASKED,
    UNFINISHED_PLAY,
    ANSWERS,
    ROUNDS_BEFORE,
    COUNTED_DISCARDS,
    COUNTED_TURNS_OVER,
    ASKED_TO_JUMP_IN,
) = (field.value for field in QuestionField)
IN_TURN, OUT_OF_TURN, WHICH_PLAYER = (kind.value for kind in QuestionKind)
_TO_JUMP = MOST_SEATS
"""Where the bits of those asked to jump in begin."""
_NONE, _ONE = U(0), U(1)


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
    ask[COUNTED_DISCARDS] = -1
    _ask_in_turn(t, ask)


@inlined
def _ask_in_turn(t, ask):
    """Ask the seat that the table waits for; a dealer choosing a player is asked whom."""
    now = t.now
    ask[QUESTION_KIND] = IN_TURN
    ask[ASKED_SEAT] = now[SEAT]
    if now[PHASE] == CHOOSING_PLAYER:
        ask[QUESTION_KIND] = WHICH_PLAYER
        ask[UNFINISHED_PLAY] = coded(CHOOSE_PLAYER, now[TOP], now[COLOUR], -1, 0)


@inlined
def advance(t, ask, index):
    """Carry out the asked seat's answer, which its mask must allow, and ask the next question."""
    seat = ask[ASKED_SEAT]
    ask[ANSWERS] += 1
    lays = (index < ANSWER_DRAW) | (index >= ANSWER_PICK)
    bit = 1 << seat + _TO_JUMP * ask[ASKED_TO_JUMP_IN]
    if index == ANSWER_WAIT:
        ask[ASKED] |= bit
    else:
        places = index - (ANSWER_PICK if index >= ANSWER_PICK else ANSWER_CATCH) + 1
        target = seat_after(t, seat, places) if index >= ANSWER_CATCH else -1
        if index >= ANSWER_PICK:
            code = ask[UNFINISHED_PLAY] + ((target + 1) << 13)
        elif lays:
            code = laid_by(index)
            if picks_player(t, kind_of(code), 1 if t.sizes[U(seat)] == 1 else 0):
                if t.rules[SEATS] > 2:
                    ask[UNFINISHED_PLAY] = code
                    ask[QUESTION_KIND] = WHICH_PLAYER
                    return
                code += (2 - seat) << 13  # of two players the other
        else:
            code = spoken(index, target)
        apply(t, seat, code)
        if lays:
            ask[ASKED] = 0
        elif ask[QUESTION_KIND] == OUT_OF_TURN:
            ask[ASKED] |= bit
    _ask_next(t, ask)


@inlined
def _ask_next(t, ask):
    now = t.now
    ask[QUESTION_KIND] = OUT_OF_TURN
    if (now[WINDOW] >= 0) & (now[PHASE] != ROUND_OVER):
        owes = owing(t)
        if owes >= 0:
            ask[ASKED_TO_JUMP_IN] = 0
            for places in range(t.rules[SEATS]):
                other = seat_after(t, owes, places)
                if (ask[ASKED] >> other & 1) == 0:
                    ask[ASKED_SEAT] = other
                    return
        if t.rules[JUMP_IN] != 0:
            ask[ASKED_TO_JUMP_IN] = 1
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
    if t.now[PHASE] == ROUND_OVER:
        return
    seat, question = ask[ASKED_SEAT], ask[QUESTION_KIND]
    if question == WHICH_PLAYER:
        for place in range(t.rules[SEATS] - 1):
            out[U(ANSWER_PICK + place)] = 1
        return
    if question == OUT_OF_TURN:
        out[ANSWER_WAIT] = 1
        if ask[ASKED_TO_JUMP_IN] != 0:
            _mark_lays(t, seat, jumping_in(t, seat), out)
            return
    else:
        plays = layable(t, seat)
        _mark_lays(t, seat, plays, out)
        _mark_turn(t, seat, plays, out)
        if (t.rules[SUGGESTION_PENALTY] != 0) & can_draw(t):
            out[ANSWER_SUGGEST] = 1
    _mark_calls(t, seat, out)


@inlined
def _mark_lays(t, seat, plays, out):
    while plays != _NONE:
        kind = I(lowest(plays))
        plays &= plays - _ONE
        uno = says_uno_with(t, seat, kind)
        for colour in range(4 if is_wild(kind) else 1):
            place = way(kind, colour)
            out[U(ANSWER_PLAY + place)] = 1
            out[U(ANSWER_PLAY_UNO + place)] = uno


@inlined
def _mark_turn(t, seat, plays, out):
    phase = t.now[PHASE]
    if phase == TURN:
        if may_draw(t, plays):
            out[ANSWER_DRAW] = 1
        elif plays == _NONE:
            out[ANSWER_PASS] = 1
    elif phase == AFTER_DRAW:
        if may_keep(t, seat, plays):
            out[ANSWER_KEEP] = 1
    elif phase == NAMING_COLOUR:
        for colour in range(4):
            out[ANSWER_NAME + colour] = 1
    else:
        out[ANSWER_ACCEPT] = 1
        if phase == FACING_DRAW_FOUR:
            out[ANSWER_CHALLENGE] = 1


@inlined
def _mark_calls(t, seat, out):
    owes = owing(t)
    if owes == seat:
        out[ANSWER_SAY_UNO] = 1
    elif owes >= 0:
        out[U(ANSWER_CATCH + places_after(t, seat, owes) - 1)] = 1
    if (t.rules[WRONG_CATCH_PENALTY] != 0) & can_draw(t):
        for other in range(t.rules[SEATS]):
            if (t.sizes[U(other)] == 1) & (other != seat):
                out[U(ANSWER_CATCH + places_after(t, seat, other) - 1)] = 1
