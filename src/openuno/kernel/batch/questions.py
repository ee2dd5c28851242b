"""Who is asked what: a round as questions, each to one seat and with one answer.

After a card is played the questions of `openuno.engine.questions` come first, each once for that
card: the player who owes UNO may say it, the others may catch that player, then those who can may
jump in. Then the seat whose turn it is is asked. A card with a target takes two answers, the card
and the player; for the card turned up at the start the dealer is only asked for the player. A
custom rule that lets somebody choose asks that seat, card by card.
"""

from enum import IntEnum

from openuno.kernel.batch.action_space import (
    ACTIONS,
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
    ANSWER_SUGGEST,
    ANSWER_WAIT,
    ANSWER_YES,
    COLOURED,
    action_of_answer,
    play_of_answer,
)
from openuno.kernel.byte_rows import clear_bytes, write_bits, write_bits_fourfold
from openuno.kernel.compiler import I, U, inline, lowest_bit
from openuno.kernel.rules.actions import CHOOSE_PLAYER, card_kind, encode_action
from openuno.kernel.rules.choices import kinds_to_choose
from openuno.kernel.rules.legal import (
    kinds_changing_hands,
    may_catch_wrongly,
    may_draw,
    may_keep,
    may_pass,
    needs_target,
    playable_kinds,
    playable_to_jump_in,
    player_chosen_before,
)
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    CHOOSING_CARDS,
    CHOOSING_PLAYER,
    COLOUR,
    DECIDING,
    DIRECTION,
    FACING_DRAW_FOUR,
    FACING_STACK,
    JUMP_IN,
    MAX_SEATS,
    NAMING_COLOUR,
    PHASE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SPECIALS,
    SUGGESTION_PENALTY,
    TOP,
    TURN,
    WILD,
    WINDOW,
    YELLOW_0,
    can_draw,
    owes_uno,
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
_TO_JUMP = MAX_SEATS
"""Where the bits of those asked to jump in begin."""
_NONE, _ONE = U(0), U(1)
_BELOW_WILDS, _WILDS = U((1 << WILD) - 1), U((1 << (YELLOW_0 - WILD)) - 1)
_WRITTEN = ANSWER_PLAY_UNO + COLOURED + 64
"""Where the bytes end that `_mark_plays` writes."""

clear_others = clear_bytes(_WRITTEN, ANSWER_CHOOSE - _WRITTEN)


@inline
def seats_between(round, seat, other):
    """How many seats after the first the other comes in the order of play."""
    distance = (other - seat) * round.now[DIRECTION]
    return distance + round.rules[SEATS] if distance < 0 else distance


@inline
def ask_first(round, question):
    """Ask the first question of a round just dealt."""
    question[ASKED] = 0
    question[ANSWERS] = 0
    question[COUNTED_DISCARDS] = -1
    _ask_in_turn(round, question)


@inline
def _ask_in_turn(round, question):
    """Ask the seat that must act; a dealer choosing a player is asked which player."""
    now = round.now
    question[QUESTION_KIND] = IN_TURN
    question[ASKED_SEAT] = now[SEAT]
    if now[PHASE] == CHOOSING_PLAYER:
        question[QUESTION_KIND] = WHICH_PLAYER
        question[UNFINISHED_PLAY] = encode_action(CHOOSE_PLAYER, now[TOP], now[COLOUR], -1, 0)


@inline
def answer_question(round, question, index):
    """Carry out the asked seat's answer, which its mask must allow, and ask the next question."""
    seat = question[ASKED_SEAT]
    question[ANSWERS] += 1
    picks = (index >= ANSWER_PICK) & (index < ANSWER_CHOOSE)
    plays_card = (index < ANSWER_DRAW) | picks
    bit = 1 << seat + _TO_JUMP * question[ASKED_TO_JUMP_IN]
    if index == ANSWER_WAIT:
        question[ASKED] |= bit
    else:
        distance = index - (ANSWER_PICK if picks else ANSWER_CATCH) + 1
        target = seat
        if (index >= ANSWER_CATCH) & (index < ANSWER_PICK_SELF):
            target = seat_after(round, seat, distance)
        if picks:
            code = question[UNFINISHED_PLAY] + ((target + 1) << 13)
        elif plays_card:
            code = play_of_answer(index)
            if needs_target(round, card_kind(code), 1 if round.sizes[U(seat)] == 1 else 0):
                if round.rules[SEATS] > 2:
                    question[UNFINISHED_PLAY] = code
                    question[QUESTION_KIND] = WHICH_PLAYER
                    return
                code += (2 - seat) << 13  # of two players the other
        else:
            code = action_of_answer(index, target)
        apply(round, seat, code)
        if plays_card:
            question[ASKED] = 0
        elif question[QUESTION_KIND] == OUT_OF_TURN:
            question[ASKED] |= bit
    ask_next(round, question)


@inline
def ask_next(round, question):
    """Ask the next question, after an answer was carried out."""
    now = round.now
    question[QUESTION_KIND] = OUT_OF_TURN
    if (now[WINDOW] >= 0) & (now[PHASE] != ROUND_OVER):
        owes = owes_uno(round)
        if owes >= 0:
            question[ASKED_TO_JUMP_IN] = 0
            for distance in range(round.rules[SEATS]):
                other = seat_after(round, owes, distance)
                if (question[ASKED] >> other & 1) == 0:
                    question[ASKED_SEAT] = other
                    return
        if round.rules[JUMP_IN] != 0:
            question[ASKED_TO_JUMP_IN] = 1
            other = now[WINDOW]
            for _ in range(round.rules[SEATS]):
                other = seat_after(round, other, 1)
                if (other == now[SEAT]) | ((question[ASKED] >> other + _TO_JUMP & 1) != 0):
                    continue
                if playable_to_jump_in(round, other) != _NONE:
                    question[ASKED_SEAT] = other
                    return
    _ask_in_turn(round, question)


@inline
def write_mask(round, question, out):
    """Mark in `out` what the asked seat may answer: 1 for yes, 0 for no.

    Without special cards the answers from ANSWER_CHOOSE on stay as they are, which is 0.
    """
    clear_others(out)
    if round.rules[SPECIALS] != 0:
        for index in range(ANSWER_CHOOSE, ACTIONS):
            out[U(index)] = 0
    seat, question_kind = question[ASKED_SEAT], question[QUESTION_KIND]
    plays = _NONE
    if (round.now[PHASE] == ROUND_OVER) | (question_kind == WHICH_PLAYER):
        plays = _NONE
    elif question_kind == IN_TURN:
        plays = playable_kinds(round, seat)
    elif question[ASKED_TO_JUMP_IN] != 0:
        plays = playable_to_jump_in(round, seat)
    _mark_plays(round, seat, plays, out)
    if round.now[PHASE] == ROUND_OVER:
        return
    if question_kind == WHICH_PLAYER:
        chosen = player_chosen_before(round, seat)
        for offset in range(round.rules[SEATS] - 1):
            if seat_after(round, seat, offset + 1) != chosen:
                out[U(ANSWER_PICK + offset)] = 1
        out[ANSWER_PICK_SELF] = 0 if chosen == seat else 1
        return
    out[ANSWER_WAIT] = question_kind == OUT_OF_TURN
    if question_kind == IN_TURN:
        _mark_turn(round, seat, plays, out)
        out[ANSWER_SUGGEST] = (round.rules[SUGGESTION_PENALTY] != 0) & can_draw(round)
    elif question[ASKED_TO_JUMP_IN] != 0:
        return
    _mark_calls(round, seat, out)


@inline
def _mark_plays(round, seat, plays, out):
    """Write all answers that play a card, and some behind them, which become 0."""
    aloud = _NONE
    if round.sizes[U(seat)] == 2:
        aloud = plays & ~kinds_changing_hands(round, plays)
    _write_plays(out, ANSWER_PLAY, plays)
    _write_plays(out, ANSWER_PLAY_UNO, aloud)


@inline
def _write_plays(out, first, kinds):
    """Write a block of plays: the kinds with a colour, then four times each of the wilds."""
    coloured = (kinds & _BELOW_WILDS) | (kinds >> U(YELLOW_0) << U(WILD))
    write_bits(out, first, coloured)
    write_bits_fourfold(out, first + COLOURED, (kinds >> U(WILD)) & _WILDS)


@inline
def _mark_turn(round, seat, plays, out):
    # Which phase it is, the processor cannot foresee: what is common needs no branch.
    phase = round.now[PHASE]
    draws = may_draw(round, seat, plays)
    out[ANSWER_DRAW] = (phase == TURN) & draws
    out[ANSWER_PASS] = (phase == TURN) & (not draws) & may_pass(round, seat, plays)
    out[ANSWER_KEEP] = (phase == AFTER_DRAW) & may_keep(round, seat, plays)
    out[ANSWER_ACCEPT] = (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR)
    out[ANSWER_CHALLENGE] = phase == FACING_DRAW_FOUR
    if phase == NAMING_COLOUR:
        for colour in range(4):
            out[ANSWER_NAME + colour] = 1
    elif phase == CHOOSING_CARDS:
        kinds = kinds_to_choose(round)
        while kinds != _NONE:
            out[U(ANSWER_CHOOSE + I(lowest_bit(kinds)))] = 1
            kinds &= kinds - _ONE
    elif phase == DECIDING:
        out[ANSWER_YES] = 1
        out[ANSWER_NO] = 1


@inline
def _mark_calls(round, seat, out):
    owes = owes_uno(round)
    if owes == seat:
        out[ANSWER_SAY_UNO] = 1
    elif owes >= 0:
        out[U(ANSWER_CATCH + seats_between(round, seat, owes) - 1)] = 1
    if may_catch_wrongly(round):
        for other in range(round.rules[SEATS]):
            if (round.sizes[U(other)] == 1) & (other != seat):
                out[U(ANSWER_CATCH + seats_between(round, seat, other) - 1)] = 1
