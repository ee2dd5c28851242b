"""The answer that a custom rule has waited for: `openuno.engine.choices`, compiled."""

from openuno.kernel.compiler import I, U, inline, never_inline, outline, splice
from openuno.kernel.rules.cards import add_card, bit, count_kind, kinds_held, remove_card
from openuno.kernel.rules.custom_play import continue_rule, put_under_top
from openuno.kernel.rules.custom_questions import cards_due, first_of
from openuno.kernel.rules.custom_seats import DO, FIRST_SENTENCE, OTHER, RULE_SIZE
from openuno.kernel.rules.hands import swap_hands
from openuno.kernel.rules.memory import remember_given, remember_lost
from openuno.kernel.rules.opcodes import OP_GIVE_CHOSEN, OP_PASS_CARDS
from openuno.kernel.rules.state import (
    ASIDE,
    BLANK,
    BY,
    CARDS,
    COLOUR,
    DECIDED,
    NAMING_COLOUR,
    PHASE,
    RECEIVERS,
    ROUND_OVER,
    RULE_HELD,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE,
    SENTENCE_SIZE,
    TOP,
    TOTAL,
    WAITING,
    WINDOW,
    seat_after,
)
from openuno.kernel.rules.steps import end_round, finish_action, next_turn, skip_sitting_out

ASIDE_BITS = 4
"""Bits for how many cards a seat has set aside."""
_COUNT = (1 << ASIDE_BITS) - 1
_NONE = U(0)


@inline
def set_aside_by(round, seat):
    """How many cards a seat has set aside."""
    return round.now[ASIDE] >> ASIDE_BITS * seat & _COUNT


@inline
def first_set_aside(round, seat):
    """Where the first card lies that a seat has set aside, the others below it.

    The seats were asked in the order of play.
    """
    index, other = round.rules[CARDS] - 1, seat_after(round, round.now[BY], 1)
    while other != seat:
        index -= set_aside_by(round, other)
        other = seat_after(round, other, 1)
    return index


@inline
def kinds_to_choose(round):
    """The kinds of the seat asked for a card that it has not yet set aside."""
    seat = round.now[SEAT]
    found = kinds_held(round, seat)
    mine = set_aside_by(round, seat)
    first = first_set_aside(round, seat)
    for index in range(mine):
        kind = I(round.discard[U(first - index)])
        same = 0
        for other in range(mine):
            same += 1 if I(round.discard[U(first - other)]) == kind else 0
        if same == count_kind(round, seat, kind):
            found &= ~bit(kind)
    return found


@splice
def choose_card(round, seat, kind):
    """Discard, give or set aside the card; after the last one the rule continues (MEET-44)."""
    if _move_card(round, seat, kind):
        _continue(round)


@outline
def _move_card(round, seat, kind):
    """Discard, give or set aside the card; whether it was the last one."""
    never_inline()
    now = round.now
    row = FIRST_SENTENCE + (now[TOP] - BLANK) * RULE_SIZE + (now[SENTENCE] - 1) * SENTENCE_SIZE
    do = round.custom_rules[row + DO]
    if do == OP_PASS_CARDS:
        round.discard[U(round.rules[CARDS] - 1 - _all_aside(round))] = kind
        now[ASIDE] += 1 << ASIDE_BITS * seat
        if set_aside_by(round, seat) == round.sizes[U(seat)]:
            now[TOTAL] = 1  # a hand smaller than what is asked for is passed on whole
    else:
        remove_card(round, seat, kind)
        if do == OP_GIVE_CHOSEN:
            taker = first_of(round, now[RECEIVERS])
            add_card(round, taker, kind)
            remember_given(round, seat, taker, kind)
        else:
            remember_lost(round, seat, kind)
            put_under_top(round, kind)
        if round.sizes[U(seat)] == 0:
            now[SENTENCE] = 0
            end_round(round, seat)
            return False
    if _ask_next(round, do):
        return False
    if do == OP_PASS_CARDS:
        _pass_on(round, -1 if round.custom_rules[row + OTHER] else 1)
    return True


@splice
def name_colour_in_rule(round, colour):
    """Name the colour that the rule asked the seat for (MEET-46)."""
    round.now[COLOUR] = colour
    _continue(round)


@splice
def choose_second_player(round, other):
    """Let the two players picked swap hands (MEET-46)."""
    swap_hands(round, round.now[RULE_TARGET], other)
    _continue(round)


@splice
def decide(round, yes):
    """Do what the sentence says if the seat wants it, and the rest of the rule (MEET-51)."""
    now = round.now
    now[RULE_HELD] = DECIDED if yes else 0
    now[SENTENCE] -= yes
    _continue(round)


@inline
def _all_aside(round):
    total = 0
    for seat in range(round.rules[SEATS]):
        total += set_aside_by(round, seat)
    return total


@inline
def _ask_next(round, do):
    """Ask for the next card; False: all have been chosen."""
    now = round.now
    receivers = now[RECEIVERS]
    if now[TOTAL] > 1:
        now[TOTAL] -= 1
        return True
    if receivers & (receivers - 1):
        now[RECEIVERS] = receivers ^ (1 << first_of(round, receivers))
    elif now[WAITING]:
        now[SEAT] = first_of(round, now[WAITING])
        now[WAITING] ^= 1 << now[SEAT]
    else:
        return False
    now[TOTAL] = cards_due(round, do, now[SEAT])
    return True


@inline
def _pass_on(round, way):
    """Hand on what everyone has set aside, all at once."""
    now, seats = round.now, round.rules[SEATS]
    for seat in range(seats):
        to = (seat + way + seats) % seats
        first = first_set_aside(round, seat)
        for index in range(set_aside_by(round, seat)):
            kind = I(round.discard[U(first - index)])
            remove_card(round, seat, kind)
            add_card(round, to, kind)
            remember_given(round, seat, to, kind)
    now[ASIDE] = 0


@splice
def _continue(round):
    """The rest of the rule; then whose turn it is."""
    now = round.now
    next_turn(round, now[BY])
    continue_rule(round)
    waits = (now[PHASE] == ROUND_OVER) | (now[SENTENCE] != 0)
    # Nobody has played the first card of a round: there is no window.
    if (not waits) & (now[WINDOW] < 0) & (now[COLOUR] < 0):
        skip_sitting_out(round)
        now[PHASE] = NAMING_COLOUR
    finish_action(round)
