"""Decisions of a network as actions of the kernel, and which of them a question allows."""

from openuno.bots.network import layout
from openuno.bots.network.layout import COLOURS, FACES
from openuno.kernel.batch.action_space import ANSWER_PICK, ANSWER_WAIT
from openuno.kernel.batch.questions import (
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
)
from openuno.kernel.batch.regular import answer_of_action
from openuno.kernel.compiler import I, U, inline, lowest_bit, popcount
from openuno.kernel.rules.actions import (
    ACCEPT,
    CHALLENGE,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    encode_action,
)
from openuno.kernel.rules.cards import WILDS as WILD_KINDS
from openuno.kernel.rules.cards import colour_of, count_among, face_of, is_wild, of_colour
from openuno.kernel.rules.legal import (
    can_say_uno_with,
    may_draw,
    may_keep,
    may_pass,
    playable_kinds,
    playable_to_jump_in,
)
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    COLOUR,
    FACING_DRAW_FOUR,
    NAMING_COLOUR,
    PHASE,
    SEATS,
    TURN,
    WILD,
    YELLOW_0,
    seat_after,
)

NO_CODE = -1
SUITED = COLOURS * FACES
"""Decisions for coloured cards; those for wilds come after them."""
DECIDE_DRAW, DECIDE_KEEP, DECIDE_PASS = layout.DRAW, layout.KEEP, layout.PASS
DECIDE_ACCEPT, DECIDE_CHALLENGE = layout.ACCEPT, layout.CHALLENGE
DECIDE_WAIT, DECIDE_NAME, DECIDE_PICK = layout.WAIT, layout.NAME, layout.PICK
PLAYS = layout.PLAYS
_DRAW, _KEEP, _PASS, _ACCEPT, _CHALLENGE, _WAIT = (1 << index for index in range(6))
_NAMES = ((1 << COLOURS) - 1) << (DECIDE_NAME - PLAYS)
_NONE, _ONE = U(0), U(1)


@inline
def colour_order(round, seat):
    """The colours as the seat calls them, two bits each: in force, then by how many it holds."""
    in_force = round.now[COLOUR]
    order, left, place = 0, 15, 0
    if in_force >= 0:
        order, left, place = in_force, 15 & ~(1 << in_force), 1
    for _ in range(place, COLOURS):
        best, most = 0, -1
        for colour in range(COLOURS):
            if left >> colour & 1:
                held = count_among(round, seat, of_colour(colour))
                if held > most:
                    best, most = colour, held
        order |= best << (2 * place)
        left &= ~(1 << best)
        place += 1
    return order


@inline
def real_colour(order, colour):
    """The colour that the seat calls by this number."""
    return order >> (2 * colour) & 3


@inline
def colour_index(order, colour):
    """The number by which the seat calls a colour."""
    for index in range(COLOURS):
        if real_colour(order, index) == colour:
            return index
    return 0


@inline
def real_kind(order, index):
    """The kind at an index of the seat's own list: 52 coloured ones, then the wilds."""
    if index >= SUITED:
        return WILD + index - SUITED
    colour, face = real_colour(order, index // FACES), index % FACES
    return YELLOW_0 + face if colour == COLOURS - 1 else colour * FACES + face


@inline
def kind_index(order, kind):
    """The index of a kind in the seat's own list."""
    if is_wild(kind):
        return SUITED + kind - WILD
    return colour_index(order, colour_of(kind)) * FACES + face_of(kind)


@inline
def decision_code(round, question, seat, order, decision):
    """The action of a decision, NO_CODE for waiting; a target is yet to be picked."""
    if decision < PLAYS:
        colour = -1
        kind = real_kind(order, decision)
        if decision >= SUITED:
            kind = WILD + (decision - SUITED) // COLOURS
            colour = real_colour(order, (decision - SUITED) % COLOURS)
        return encode_action(PLAY, kind, colour, -1, can_say_uno_with(round, seat, kind))
    if decision >= DECIDE_PICK:
        target = seat_after(round, seat, decision - DECIDE_PICK + 1)
        return question[UNFINISHED_PLAY] + ((target + 1) << 13)
    if decision >= DECIDE_NAME:
        return encode_action(NAME_COLOUR, 0, real_colour(order, decision - DECIDE_NAME), -1, 0)
    if decision == DECIDE_DRAW:
        return DRAW
    if decision == DECIDE_KEEP:
        return KEEP
    if decision == DECIDE_PASS:
        return PASS
    if decision == DECIDE_ACCEPT:
        return ACCEPT
    return CHALLENGE if decision == DECIDE_CHALLENGE else NO_CODE


@inline
def decision_answer(round, question, seat, order, decision):
    """The answer of the batch for the environments that stands for a decision."""
    if decision >= DECIDE_PICK:
        return ANSWER_PICK + decision - DECIDE_PICK
    if decision == DECIDE_WAIT:
        return ANSWER_WAIT
    return answer_of_action(round, seat, decision_code(round, question, seat, order, decision))


@inline
def kinds_on_offer(round, question, seat):
    """The kinds that the question lets the seat play."""
    if question[QUESTION_KIND] == WHICH_PLAYER:
        return _NONE
    if question[QUESTION_KIND] == OUT_OF_TURN:
        return playable_to_jump_in(round, seat) if question[ASKED_TO_JUMP_IN] else _NONE
    return playable_kinds(round, seat)


@inline
def other_decisions(round, question, seat, plays):
    """The decisions on offer besides cards: a bit for each, DECIDE_DRAW lowest."""
    kind, phase = question[QUESTION_KIND], round.now[PHASE]
    if kind == WHICH_PLAYER:
        return ((1 << (round.rules[SEATS] - 1)) - 1) << (DECIDE_PICK - PLAYS)
    if kind == OUT_OF_TURN:
        return _WAIT
    if phase == TURN:
        if may_draw(round, seat, plays):
            return _DRAW
        return _PASS if may_pass(round, seat, plays) else 0
    if phase == AFTER_DRAW:
        return _KEEP if may_keep(round, seat, plays) else 0
    if phase == NAMING_COLOUR:
        return _NAMES
    return _ACCEPT | _CHALLENGE if phase == FACING_DRAW_FOUR else _ACCEPT


@inline
def only_decision(round, question, seat, order, plays):
    """The only decision a question leaves, or -1 if there are several."""
    others = U(other_decisions(round, question, seat, plays))
    cards = popcount(plays) + U(3) * popcount(plays & WILD_KINDS)
    if cards + popcount(others) != _ONE:
        return -1
    if others != _NONE:
        return PLAYS + I(lowest_bit(others))
    return kind_index(order, I(lowest_bit(plays)))
