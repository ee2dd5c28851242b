"""Lasting rules: what they forbid (MEET-47), when they end (MEET-48): `openuno.engine.lasting`.

A rule in force is a number of 32 bits: a bit for each seat that it binds, the kind of cards,
whether only these may be played, and 1 + the seat whose turn ends it (0: the end of the round).
"""

from openuno.engine.custom import MAX_LASTING
from openuno.kernel.compiler import U, inline, never_inline, outline
from openuno.kernel.rules.custom_seats import (
    BLUE,
    DO,
    NAMED,
    NUMBER,
    PER,
    WHOM,
    kinds_of,
    seats_acting,
)
from openuno.kernel.rules.opcodes import OP_ALLOW_ONLY
from openuno.kernel.rules.state import (
    BY,
    COLOUR,
    FACING_DRAW_FOUR,
    FACING_STACK,
    LASTING,
    LASTING_RULES,
    LATER_LASTING,
    MISSED,
    PHASE,
    SEAT,
    SENTENCE,
    TURN,
    TURN_BEFORE,
)

KIND_SHIFT, ONLY_SHIFT, UNTIL_SHIFT, RULE_BITS = 10, 15, 16, 32
_SEATS, _KIND, _UNTIL = (1 << KIND_SHIFT) - 1, (1 << 5) - 1, (1 << 4) - 1
_RULE = (1 << RULE_BITS) - 1
_NONE = U(0)


@inline
def lasting_rule(now, index):
    """A rule in force, the oldest first; 0: there are not that many."""
    both = now[LASTING] if index < 2 else now[LATER_LASTING]
    return both >> RULE_BITS * (index & 1) & _RULE


@inline
def _add_rule(now, rule):
    if now[LASTING] == 0:
        now[LASTING] = rule
    elif now[LASTING] >> RULE_BITS == 0:
        now[LASTING] |= rule << RULE_BITS
    elif now[LATER_LASTING] == 0:
        now[LATER_LASTING] = rule
    else:
        now[LATER_LASTING] |= rule << RULE_BITS


@inline
def bound_seats(round):
    """A bit for each seat that a rule in force binds."""
    if round.rules[LASTING_RULES] == 0:
        return 0
    first, later = round.now[LASTING], round.now[LATER_LASTING]
    return (first | first >> RULE_BITS | later | later >> RULE_BITS) & _SEATS


@inline
def forbidden_kinds(round, seat):
    """The kinds that the rules in force keep the seat from playing."""
    if (round.rules[LASTING_RULES] != 0) and (round.now[LASTING] != 0):
        return _add_up_kinds(round, seat)
    return _NONE


@outline
def _add_up_kinds(round, seat):
    never_inline()
    found = _NONE
    for index in range(MAX_LASTING):
        rule = lasting_rule(round.now, index)
        if rule >> seat & 1:
            kinds = kinds_of(round, rule >> KIND_SHIFT & _KIND)
            found |= ~kinds if rule >> ONLY_SHIFT & 1 else kinds
    return found


@outline
def limit_cards(round, row, seat, target):
    """Begin a lasting rule; the oldest makes room for one too many (MEET-48)."""
    never_inline()
    now = round.now
    seats = seats_acting(round, row, WHOM, seat, target, False)
    kind = round.custom_rules[row + PER]
    if kind == NAMED:
        kind = BLUE + now[COLOUR]
    rule = seats | kind << KIND_SHIFT
    if round.custom_rules[row + DO] == OP_ALLOW_ONLY:
        rule |= 1 << ONLY_SHIFT
    if round.custom_rules[row + NUMBER] == 0:
        rule |= seat + 1 << UNTIL_SHIFT
    known = seats == 0
    for index in range(MAX_LASTING):
        known |= lasting_rule(now, index) == rule
    if known:
        return
    if lasting_rule(now, MAX_LASTING - 1):
        now[LASTING] = now[LASTING] >> RULE_BITS | (now[LATER_LASTING] & _RULE) << RULE_BITS
        now[LATER_LASTING] >>= RULE_BITS
    _add_rule(now, rule)


@inline
def begin_turns(round):
    """Remember whose turn it is, now that the round has been dealt."""
    if round.rules[LASTING_RULES]:
        _remember_turn(round.now)


@inline
def _remember_turn(now):
    """Of a rule that waits for an answer, it is the turn of the seat that laid it."""
    now[TURN_BEFORE] = now[SEAT] if now[SENTENCE] == 0 else now[BY]
    now[MISSED] = 0


@inline
def end_lasting_rules(round):
    """End the rules whose time has come with this action (MEET-48)."""
    if round.rules[LASTING_RULES]:
        _end_rules(round.now)


@outline
def _end_rules(now):
    never_inline()
    # The turn has come to a seat from another, or a seat has missed it.
    come, phase = now[MISSED], now[PHASE]
    turn = (phase == TURN) | (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR)
    if turn & (now[SEAT] != now[TURN_BEFORE]):
        come |= 1 << now[SEAT]
    _remember_turn(now)
    if (come == 0) | (now[LASTING] == 0):
        return
    first, later = now[LASTING], now[LATER_LASTING]
    now[LASTING] = 0
    now[LATER_LASTING] = 0
    for index in range(MAX_LASTING):
        rule = (first if index < 2 else later) >> RULE_BITS * (index & 1) & _RULE
        if (rule != 0) & ((come << 1 >> (rule >> UNTIL_SHIFT & _UNTIL) & 1) == 0):
            _add_rule(now, rule)
