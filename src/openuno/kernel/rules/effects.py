"""What happens when a seat acts: one function for each action, as `openuno.engine.play` has it."""

from openuno.kernel.compiler import U, spliced
from openuno.kernel.rules.cards import (
    colour_of,
    face_of,
    is_wild,
    remove,
)
from openuno.kernel.rules.custom_play import carry_out, carry_out_draws
from openuno.kernel.rules.hands import pass_hands, shuffle_hands, swap_hands
from openuno.kernel.rules.memory import remember_lost
from openuno.kernel.rules.state import (
    BEFORE,
    BLANK,
    BLUFFING,
    BY,
    COLOUR,
    DIRECTION,
    DISCARD,
    DRAW_TWO,
    FACE,
    FACING_DRAW_FOUR,
    FACING_STACK,
    HELD,
    PASSES,
    PHASE,
    PLANES,
    REVERSE,
    SEAT,
    SEATS,
    SETTLED,
    SEVEN_ZERO,
    SHUFFLE,
    SKIP,
    SPECIALS,
    STACKING,
    SWAP,
    TOP,
    TOTAL,
    TWO_PLAYER_REVERSE,
    WILD_FOUR,
    WINDOW,
    after,
)
from openuno.kernel.rules.steps import draw, end, next_turn, pass_over, skip


@spliced
def lays(t, seat, kind, colour, target, uno):
    """Lay a card and let it act, up to whatever the table then waits for."""
    now = t.now
    before, demanded = now[COLOUR], 0
    if (now[PHASE] == FACING_STACK) | (now[PHASE] == FACING_DRAW_FOUR):
        demanded = now[TOTAL]
    remove(t, seat, kind)
    remember_lost(t, seat, kind)
    t.discard[U(now[DISCARD])] = kind
    now[DISCARD] += 1
    now[TOP] = kind
    now[FACE] = face_of(kind)
    wild = is_wild(kind)
    now[COLOUR] = colour if wild else colour_of(kind)
    now[WINDOW] = seat
    now[SETTLED] = uno
    now[PASSES] = 0
    face = face_of(kind)
    last = t.sizes[U(seat)] == 0
    if (face == DRAW_TWO) | (kind == WILD_FOUR):
        _demand(t, seat, before, demanded + (4 if wild else 2), last)
    elif last:
        if wild & (t.rules[SPECIALS] != 0) & (kind >= BLANK) & (kind < SHUFFLE):
            carry_out_draws(t, seat, kind - BLANK, target)
        end(t, seat)
    else:
        turned = face == REVERSE
        now[DIRECTION] = -now[DIRECTION] if turned else now[DIRECTION]
        next_turn(t, seat)
        turned &= (t.rules[SEATS] == 2) & (t.rules[TWO_PLAYER_REVERSE] != 0)
        if t.rules[SPECIALS] != 0:
            if (face == SKIP) | turned:
                skip(t, now[SEAT])
        else:
            now[SEAT] = after(t, now[SEAT]) if (face == SKIP) | turned else now[SEAT]
        if (t.rules[SPECIALS] != 0) & wild:
            _special(t, seat, kind, target)
        if t.rules[SEVEN_ZERO]:
            if face == 7:
                swap_hands(t, seat, target)
            elif face == 0:
                pass_hands(t, now[DIRECTION])
    pass_over(t)


@spliced
def _special(t, seat, kind, target):
    if kind == SWAP:
        swap_hands(t, seat, target)
    elif kind == SHUFFLE:
        shuffle_hands(t, seat)
    elif kind >= BLANK:
        carry_out(t, seat, kind - BLANK, target)


@spliced
def _demand(t, seat, before, total, last):
    """Make the next seat answer for a draw card, or draw at once."""
    now = t.now
    victim = after(t, seat)
    if last:
        # Nothing answers a last card: its cards are drawn and count (OUT-2, WD4-8).
        draw(t, victim, total)
        end(t, seat)
        return
    now[SEAT] = victim
    now[TOTAL] = total
    if (now[TOP] == WILD_FOUR) & (t.rules[BLUFFING] != 0):
        now[PHASE] = FACING_DRAW_FOUR
        now[BY] = seat
        now[BEFORE] = before
        now[HELD] = t.sizes[U(seat)]
        planes = t.rules[PLANES]
        for place in range(planes):
            t.held[place] = t.hands[seat * planes + place]
    elif t.rules[STACKING]:
        now[PHASE] = FACING_STACK
    else:
        draw(t, victim, total)
        skip(t, victim)
