"""What happens when a seat acts: one function for each action, as `openuno.engine.play` has it."""

from openuno.kernel.compiler import U, inlined, spliced
from openuno.kernel.rules.cards import (
    add,
    bit,
    colour_of,
    face_of,
    fitting,
    held,
    is_wild,
    of_colour,
    remove,
)
from openuno.kernel.rules.custom_play import carry_out, carry_out_draws
from openuno.kernel.rules.hands import pass_hands, shuffle_hands, swap_hands
from openuno.kernel.rules.memory import remember_drawn, remember_lack, remember_lost, remember_shown
from openuno.kernel.rules.piles import can_draw, draw, take, turn_over
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BLANK,
    BLUFFING,
    BY,
    CARD,
    COLOUR,
    DIRECTION,
    DISCARD,
    DRAW_TWO,
    DRAW_UNTIL,
    FACE,
    FACING_DRAW_FOUR,
    FACING_STACK,
    HELD,
    PASSES,
    PHASE,
    PILE,
    PLANES,
    PLAY_DRAWN,
    REVERSE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SETTLED,
    SEVEN_ZERO,
    SHUFFLE,
    SITTING_OUT,
    SKIP,
    SPECIALS,
    STACKING,
    SUGGESTION_PENALTY,
    SWAP,
    TOP,
    TOTAL,
    TURN,
    TWO_PLAYER_REVERSE,
    UNO_PENALTY,
    WILD_FOUR,
    WINDOW,
    WINNER,
    WRONG_CATCH_PENALTY,
)

CHALLENGE_PENALTY = 2
_W4 = U(1 << WILD_FOUR)
_NONE = U(0)


@inlined
def after(t, seat):
    """The next seat in the direction of play."""
    seats = t.rules[SEATS]
    next_seat = seat + t.now[DIRECTION]
    if next_seat >= seats:
        next_seat = 0
    elif next_seat < 0:
        next_seat = seats - 1
    return next_seat


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
def owing(t):
    """The seat that has one card, has not said UNO and can still be caught; -1: nobody."""
    now = t.now
    by = now[WINDOW]
    if (by < 0) | (now[SETTLED] != 0):
        return -1
    return by if t.sizes[U(by)] == 1 else -1


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


@inlined
def draws(t, seat):
    """Draw instead of playing."""
    now = t.now
    kind = -1
    if t.rules[DRAW_UNTIL]:
        before = t.sizes[U(seat)]
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
    else:
        kind = draw(t, seat, 1)
    # Only the last card drawn can fit: whoever draws stops there (TURN-2, HOUSE-4).
    remember_lack(t, seat, 1)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] = 0
    if t.rules[PLAY_DRAWN]:
        now[PHASE] = AFTER_DRAW
        now[CARD] = kind
    else:
        next_turn(t, seat)
        pass_over(t)


@inlined
def keeps(t, seat):
    """Keep the card just drawn."""
    remember_lack(t, seat, 0)
    next_turn(t, seat)
    pass_over(t)


@inlined
def passes(t, seat):
    """End a turn in which there is nothing to play and nothing to draw."""
    now = t.now
    next_turn(t, seat)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] += 1
    if now[PASSES] == t.rules[SEATS]:
        end(t, -1)
    pass_over(t)


@inlined
def accepts(t, seat):
    """Draw what a draw card, or a stack of them, demands."""
    t.now[WINDOW] = -1
    t.now[SETTLED] = 0
    draw(t, seat, t.now[TOTAL])
    skip(t, seat)
    pass_over(t)


@inlined
def guilty(t):
    """Whether the Wild Draw Four in doubt was laid over a card that fits (WD4-2)."""
    found = _NONE
    for place in range(t.rules[PLANES]):
        found |= t.held[place]
    return (found & of_colour(t.now[BEFORE])) != _NONE


@inlined
def challenges(t, seat):
    """Doubt that the Wild Draw Four was laid lawfully; whether it was not."""
    now = t.now
    right = guilty(t)
    by, total = now[BY], now[TOTAL]
    remember_shown(t, seat, by, t.held, 0)
    now[WINDOW] = -1
    now[SETTLED] = 0
    draw(t, by if right else seat, total if right else total + CHALLENGE_PENALTY)
    if right:
        now[PHASE] = TURN
        now[SEAT] = seat
    else:
        skip(t, seat)
    pass_over(t)
    return right


@inlined
def says_uno(t, seat):
    """Say UNO after the card."""
    t.now[WINDOW] = seat
    t.now[SETTLED] = 1
    pass_over(t)


@inlined
def catches(t, seat, target):
    """Call out a player with one card, rightly or not; whether it was right."""
    right = owing(t) == target
    if right:
        t.now[WINDOW] = target
        t.now[SETTLED] = 1
    count = t.rules[UNO_PENALTY] if right else t.rules[WRONG_CATCH_PENALTY]
    draw(t, target if right else seat, count)
    pass_over(t)
    return right


@inlined
def suggests(t, seat):
    """Suggest a card to another player, and pay for it."""
    draw(t, seat, t.rules[SUGGESTION_PENALTY])
    pass_over(t)
