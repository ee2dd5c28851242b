"""Which cards a seat may lay now, as a mask of kinds (`openuno.engine.legal`)."""

from openuno.engine.rules import Stacking
from openuno.kernel.compiler import U, inlined
from openuno.kernel.rules.cards import DRAW_TWOS, bit, fitting, held, is_wild, of_colour
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BLUFFING,
    CARD,
    CHOOSING_PLAYER,
    COLOUR,
    FACE,
    JUMP_IN,
    NAMING_COLOUR,
    PHASE,
    ROUND_OVER,
    SEAT,
    STACKING,
    STACKINGS,
    TOP,
    TURN,
    WILD_FOUR,
    WINDOW,
)

SAME = STACKINGS[Stacking.SAME]
W4 = U(1 << WILD_FOUR)
_NONE = U(0)


@inlined
def lawful(t, seat, found):
    """Of these kinds, those the seat could lay without a bluff (WD4-2)."""
    if (found & W4) != _NONE and (held(t, seat) & of_colour(t.now[COLOUR])) != _NONE:
        return found & ~W4
    return found


@inlined
def from_hand(t, seat):
    """The kinds the seat can lay in its turn, a bluff among them if the table bluffs."""
    found = held(t, seat) & fitting(t.now[COLOUR], t.now[FACE])
    return found if t.rules[BLUFFING] else lawful(t, seat, found)


@inlined
def just_drawn(t, seat):
    """The kind the seat has drawn, if it can lay it."""
    found = bit(t.now[CARD]) & fitting(t.now[COLOUR], t.now[FACE])
    return found if t.rules[BLUFFING] else lawful(t, seat, found)


@inlined
def on_stack(t, seat):
    """The kinds the seat can add to a stack (HOUSE-1)."""
    stacking, top = t.rules[STACKING], t.now[TOP]
    if stacking == 0:
        return _NONE
    draw_cards = DRAW_TWOS | W4
    if stacking == SAME:
        draw_cards = W4 if top == WILD_FOUR else DRAW_TWOS
    return from_hand(t, seat) & draw_cards


@inlined
def jumping_in(t, seat):
    """The card identical to the top one, if the seat can jump in with it (HOUSE-2)."""
    top = t.now[TOP]
    if (t.rules[JUMP_IN] == 0) | (t.now[WINDOW] < 0) | is_wild(top):
        return _NONE
    return from_hand(t, seat) & bit(top)


@inlined
def layable(t, seat):
    """The kinds the seat may lay now, in its turn or out of it."""
    phase = t.now[PHASE]
    if (phase == ROUND_OVER) | (phase == NAMING_COLOUR) | (phase == CHOOSING_PLAYER):
        return _NONE
    if seat != t.now[SEAT]:
        return jumping_in(t, seat)
    if phase == TURN:
        return from_hand(t, seat)
    if phase == AFTER_DRAW:
        return just_drawn(t, seat)
    return on_stack(t, seat)
