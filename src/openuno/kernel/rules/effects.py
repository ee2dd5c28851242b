"""What a card does once it is played: `openuno.engine.effects`, compiled."""

from openuno.kernel.compiler import U, splice
from openuno.kernel.rules.cards import (
    colour_of,
    face_of,
    is_wild,
    remove_card,
)
from openuno.kernel.rules.custom_play import play_custom_draws, play_custom_rule
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
    next_seat,
)
from openuno.kernel.rules.steps import draw, end_round, finish_action, next_turn, skip


@splice
def play_card(round, seat, kind, colour, target, uno):
    """Play a card and let it act, up to the next decision."""
    now = round.now
    before, demanded = now[COLOUR], 0
    if (now[PHASE] == FACING_STACK) | (now[PHASE] == FACING_DRAW_FOUR):
        demanded = now[TOTAL]
    remove_card(round, seat, kind)
    remember_lost(round, seat, kind)
    round.discard[U(now[DISCARD])] = kind
    now[DISCARD] += 1
    now[TOP] = kind
    now[FACE] = face_of(kind)
    wild = is_wild(kind)
    now[COLOUR] = colour if wild else colour_of(kind)
    now[WINDOW] = seat
    now[SETTLED] = uno
    now[PASSES] = 0
    face = face_of(kind)
    last = round.sizes[U(seat)] == 0
    if (face == DRAW_TWO) | (kind == WILD_FOUR):
        _demand(round, seat, before, demanded + (4 if wild else 2), last)
    elif last:
        if wild & (round.rules[SPECIALS] != 0) & (kind >= BLANK) & (kind < SHUFFLE):
            play_custom_draws(round, seat, kind - BLANK, target)
        end_round(round, seat)
    else:
        turned = face == REVERSE
        now[DIRECTION] = -now[DIRECTION] if turned else now[DIRECTION]
        next_turn(round, seat)
        turned &= (round.rules[SEATS] == 2) & (round.rules[TWO_PLAYER_REVERSE] != 0)
        if round.rules[SPECIALS] != 0:
            if (face == SKIP) | turned:
                skip(round, now[SEAT])
        else:
            now[SEAT] = next_seat(round, now[SEAT]) if (face == SKIP) | turned else now[SEAT]
        if (round.rules[SPECIALS] != 0) & wild:
            _play_special(round, seat, kind, target)
        if round.rules[SEVEN_ZERO]:
            if face == 7:
                swap_hands(round, seat, target)
            elif face == 0:
                pass_hands(round, now[DIRECTION])
    finish_action(round)


@splice
def _play_special(round, seat, kind, target):
    if kind == SWAP:
        swap_hands(round, seat, target)
    elif kind == SHUFFLE:
        shuffle_hands(round, seat)
    elif kind >= BLANK:
        play_custom_rule(round, seat, target)


@splice
def _demand(round, seat, before, total, last):
    """Make the next seat answer for a draw card, or draw at once."""
    now = round.now
    victim = next_seat(round, seat)
    if last:
        # Nothing answers a last card: its cards are drawn and count (OUT-2, WD4-8).
        draw(round, victim, total)
        end_round(round, seat)
        return
    now[SEAT] = victim
    now[TOTAL] = total
    if (now[TOP] == WILD_FOUR) & (round.rules[BLUFFING] != 0):
        now[PHASE] = FACING_DRAW_FOUR
        now[BY] = seat
        now[BEFORE] = before
        now[HELD] = round.sizes[U(seat)]
        planes = round.rules[PLANES]
        for index in range(planes):
            round.held[index] = round.hands[seat * planes + index]
    elif round.rules[STACKING]:
        now[PHASE] = FACING_STACK
    else:
        draw(round, victim, total)
        skip(round, victim)
