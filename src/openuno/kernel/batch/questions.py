"""Who is asked what: a round as questions, each to one seat and with one answer.

After a card is played the questions of `openuno.engine.questions` come first, each once for that
card: the player who owes UNO may say it, the others may catch that player, then those who can may
jump in. Then the seat whose turn it is is asked. A card with a target takes two answers, the card
and the player; for the card turned up at the start the dealer is only asked for the player. A
custom rule that lets somebody choose asks that seat, card by card.
"""

from enum import IntEnum

import numpy as np

from openuno.engine.cards import COLOURS
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
from openuno.kernel.compiler import U, inline
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
_YES = ANSWER_CHOOSE - ANSWER_DRAW
"""Where the bits of yes and no are among those of answers that play no card: behind the others."""
_BEFORE_CHOICES = U((1 << _YES) - 1)
_WRITTEN = ANSWER_DRAW + 64
"""Where the bytes end that are written of every mask."""
ALLOWED_WORDS = 4
"""How many words say what is allowed: plays, plays with UNO, other answers, cards to choose."""


def _allowed_bit(index: int) -> int:
    """The bit of an answer in the words that `write_mask` notes; a wild has one for all colours."""
    if index >= ANSWER_YES:
        return 2 * 64 + _YES + index - ANSWER_YES
    if index >= ANSWER_CHOOSE:
        return 3 * 64 + index - ANSWER_CHOOSE
    if index >= ANSWER_DRAW:
        return 2 * 64 + index - ANSWER_DRAW
    word, play = divmod(index, ANSWER_PLAY_UNO)
    return word * 64 + (play if play < COLOURED else COLOURED + (play - COLOURED) // len(COLOURS))


ALLOWED_BITS = np.array([_allowed_bit(index) for index in range(ACTIONS)])
"""For each answer its bit in `allowed`."""


def _as_bit(answer: int) -> int:
    return 1 << answer - ANSWER_DRAW


_DRAW, _PASS, _KEEP = (U(_as_bit(answer)) for answer in (ANSWER_DRAW, ANSWER_PASS, ANSWER_KEEP))
_SUGGEST = U(_as_bit(ANSWER_SUGGEST))
_ANSWERS_IN = {
    NAMING_COLOUR: sum(_as_bit(ANSWER_NAME + colour) for colour in range(len(COLOURS))),
    TURN: _as_bit(ANSWER_DRAW) | _as_bit(ANSWER_PASS),
    AFTER_DRAW: _as_bit(ANSWER_KEEP),
    FACING_STACK: _as_bit(ANSWER_ACCEPT),
    FACING_DRAW_FOUR: _as_bit(ANSWER_ACCEPT) | _as_bit(ANSWER_CHALLENGE),
    DECIDING: 3 << _YES,
}
_PHASE_ANSWERS = np.array(
    [_ANSWERS_IN.get(phase, 0) | _as_bit(ANSWER_SUGGEST) for phase in range(ROUND_OVER + 1)],
    np.uint64,
)
"""For each phase what the seat in turn may answer besides playing, if nothing else forbids it."""

clear_aloud = clear_bytes(ANSWER_PLAY_UNO, ANSWER_DRAW - ANSWER_PLAY_UNO)
clear_rest = clear_bytes(_WRITTEN, ACTIONS - _WRITTEN)


@inline
def is_allowed(allowed, lane, index):
    """Whether `allowed`, with a row for each lane, has an answer; there must be such an answer."""
    bit = ALLOWED_BITS[U(index)]
    return (allowed[U(lane), U(bit >> 6)] >> U(bit & 63)) & _ONE != _NONE


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
def write_mask(round, question, allowed, out):
    """Mark in `out` what the asked seat may answer: 1 for yes, 0 for no.

    The same is noted in the words of `allowed`, a bit for each: ALLOWED_BITS says which. Without
    special cards the last answers stay as they are: `clear_rest` makes them 0 in a new row.
    """
    seat, question_kind = question[ASKED_SEAT], question[QUESTION_KIND]
    is_over = round.now[PHASE] == ROUND_OVER
    kinds = _NONE
    if is_over | (question_kind == WHICH_PLAYER):
        kinds = _NONE
    elif question_kind == IN_TURN:
        kinds = playable_kinds(round, seat)
    elif question[ASKED_TO_JUMP_IN] != 0:
        kinds = playable_to_jump_in(round, seat)
    plays, plays_aloud = _wilds_last(kinds), _NONE
    # Each writes some bytes too many, which the next one sets right.
    _write_plays(out, ANSWER_PLAY, plays)
    clear_aloud(out)
    if round.sizes[U(seat)] == 2:
        plays_aloud = _wilds_last(kinds & ~kinds_changing_hands(round, kinds))
        _write_plays(out, ANSWER_PLAY_UNO, plays_aloud)
    others = _NONE if is_over else _other_answers(round, question, seat, kinds)
    allowed[0], allowed[1], allowed[2] = plays, plays_aloud, others
    write_bits(out, ANSWER_DRAW, others & _BEFORE_CHOICES)
    if round.rules[SPECIALS] != 0:
        _mark_choices(round, question, others, allowed, out)


@inline
def _wilds_last(kinds):
    """The kinds in the order of the plays: those with a colour, then the wilds."""
    coloured = (kinds & _BELOW_WILDS) | (kinds >> U(YELLOW_0) << U(WILD))
    return coloured | (kinds >> U(WILD) & _WILDS) << U(COLOURED)


@inline
def _write_plays(out, first, plays):
    write_bits(out, first, plays)
    write_bits_fourfold(out, first + COLOURED, plays >> U(COLOURED))


@inline
def _mark_choices(round, question, others, allowed, out):
    """Mark the answers that only special cards ask for."""
    kinds = _NONE
    if (round.now[PHASE] == CHOOSING_CARDS) & (question[QUESTION_KIND] == IN_TURN):
        kinds = kinds_to_choose(round)
    allowed[3] = kinds
    write_bits(out, ANSWER_CHOOSE, kinds)
    out[ANSWER_YES] = others >> U(_YES) & _ONE
    out[ANSWER_NO] = others >> U(_YES + 1) & _ONE


@inline
def _bit(answer, is_allowed):
    """An answer that plays no card as a bit, if it is allowed."""
    return U(is_allowed) << U(answer - ANSWER_DRAW)


@inline
def _other_answers(round, question, seat, plays):
    """The answers that play no card, as bits."""
    question_kind = question[QUESTION_KIND]
    if question_kind == WHICH_PLAYER:
        return _players_to_pick(round, seat)
    found = _bit(ANSWER_WAIT, question_kind == OUT_OF_TURN)
    if question_kind == IN_TURN:
        found |= _turn_answers(round, seat, plays)
    elif question[ASKED_TO_JUMP_IN] != 0:
        return found
    return found | _calls(round, seat)


@inline
def _players_to_pick(round, seat):
    chosen = player_chosen_before(round, seat)
    found = _bit(ANSWER_PICK_SELF, chosen != seat)
    for offset in range(round.rules[SEATS] - 1):
        found |= _bit(ANSWER_PICK + offset, seat_after(round, seat, offset + 1) != chosen)
    return found


@inline
def _turn_answers(round, seat, plays):
    # Which phase it is, the processor cannot foresee: what is common needs no branch.
    refused = _PASS if may_draw(round, seat, plays) else _DRAW
    if not may_pass(round, seat, plays):
        refused |= _PASS
    if not may_keep(round, seat, plays):
        refused |= _KEEP
    if not ((round.rules[SUGGESTION_PENALTY] != 0) & can_draw(round)):
        refused |= _SUGGEST
    return _PHASE_ANSWERS[U(round.now[PHASE])] & ~refused


@inline
def _calls(round, seat):
    owes, found = owes_uno(round), _NONE
    if owes == seat:
        found = _bit(ANSWER_SAY_UNO, True)
    elif owes >= 0:
        found = _bit(ANSWER_CATCH + seats_between(round, seat, owes) - 1, True)
    if may_catch_wrongly(round):
        for other in range(round.rules[SEATS]):
            if (round.sizes[U(other)] == 1) & (other != seat):
                found |= _bit(ANSWER_CATCH + seats_between(round, seat, other) - 1, True)
    return found
