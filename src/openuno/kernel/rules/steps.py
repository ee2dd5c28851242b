"""Turns and draws, the steps that every effect is made of: `openuno.engine.steps`, compiled."""

from openuno.kernel.compiler import U, inlined
from openuno.kernel.rules.cards import (
    add,
    bit,
    fitting,
    held,
    of_colour,
)
from openuno.kernel.rules.memory import remember_drawn
from openuno.kernel.rules.piles import take, turn_over
from openuno.kernel.rules.state import (
    BLUFFING,
    COLOUR,
    DISCARD,
    FACE,
    PASSES,
    PHASE,
    PILE,
    ROUND_OVER,
    SEAT,
    SETTLED,
    SITTING_OUT,
    SPECIALS,
    TURN,
    WILD_FOUR,
    WINDOW,
    WINNER,
    after,
    can_draw,
)

_W4 = U(1 << WILD_FOUR)
_NONE = U(0)


@inlined
def next_turn(t, seat):
    """It is the turn of the seat after this one."""
    t.now[PHASE] = TURN
    t.now[SEAT] = after(t, seat)


@inlined
def skip(t, seat):
    """The seat misses its turn, and need not sit out another if it was to."""
    now = t.now
    next_turn(t, seat)
    if (t.rules[SPECIALS] != 0) & ((now[SITTING_OUT] >> seat & 1) != 0):
        now[SITTING_OUT] ^= 1 << seat
        now[PASSES] = 0  # who sits out has not passed (OUT-4)


@inlined
def pass_over(t):
    """Let those who sit out miss the turn that has come to them."""
    now = t.now
    if t.rules[SPECIALS]:
        while (now[PHASE] == TURN) & ((now[SITTING_OUT] >> now[SEAT] & 1) != 0):
            skip(t, now[SEAT])


@inlined
def end(t, winner):
    """The round is over; -1: nobody won."""
    t.now[PHASE] = ROUND_OVER
    t.now[WINNER] = winner
    t.now[WINDOW] = -1
    t.now[SETTLED] = 0


@inlined
def draw(t, seat, count):
    """Draw so many cards, or what there is (OUT-4); the last of them, -1 if there was none."""
    now = t.now
    kind, before = -1, t.sizes[U(seat)]
    while count > 0:
        if now[PILE] == 0:
            if now[DISCARD] <= 1:
                break
            turn_over(t)
        kind = take(t)
        add(t, seat, kind)
        count -= 1
    remember_drawn(t, seat, t.sizes[U(seat)] - before)
    return kind


@inlined
def draw_until(t, seat):
    """Draw until a card fits (HOUSE-4); the last card drawn, -1 if there was none."""
    now = t.now
    kind, before = -1, t.sizes[U(seat)]
    wanted = fitting(now[COLOUR], now[FACE])
    if (t.rules[BLUFFING] == 0) & ((held(t, seat) & of_colour(now[COLOUR])) != _NONE):
        wanted &= ~_W4
    while can_draw(t):
        if now[PILE] == 0:
            turn_over(t)
        kind = take(t)
        add(t, seat, kind)
        if wanted & bit(kind):
            break
    remember_drawn(t, seat, t.sizes[U(seat)] - before)
    return kind
