"""Turns and draws, the steps that every effect is made of: `openuno.engine.steps`, compiled."""

from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.cards import (
    add_card,
    bit,
    fitting_kinds,
    kinds_held,
    of_colour,
)
from openuno.kernel.rules.lasting import end_lasting_rules, forbidden_kinds
from openuno.kernel.rules.memory import remember_drawn
from openuno.kernel.rules.piles import take_card, turn_over_discards
from openuno.kernel.rules.state import (
    BLUFFING,
    COLOUR,
    DISCARD,
    FACE,
    LASTING_RULES,
    MAX_SEATS,
    MISSED,
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
    can_draw,
    next_seat,
)

_W4 = U(1 << WILD_FOUR)
_NONE = U(0)


@inline
def next_turn(round, seat):
    """Begin the turn of the seat after this one."""
    round.now[PHASE] = TURN
    round.now[SEAT] = next_seat(round, seat)


@inline
def skip(round, seat):
    """The seat misses its turn, and no further turn if it was to sit one out."""
    now = round.now
    next_turn(round, seat)
    if round.rules[LASTING_RULES]:
        now[MISSED] |= 1 << seat
    if (round.rules[SPECIALS] != 0) & ((now[SITTING_OUT] >> seat & 1) != 0):
        last = 1 << seat
        while now[SITTING_OUT] & last << MAX_SEATS:
            last <<= MAX_SEATS
        now[SITTING_OUT] ^= last
        now[PASSES] = 0  # sitting out is not passing (OUT-4)


@inline
def skip_sitting_out(round):
    """Let players who sit out miss the turn that has come to them."""
    now = round.now
    if round.rules[SPECIALS]:
        while (now[PHASE] == TURN) & ((now[SITTING_OUT] >> now[SEAT] & 1) != 0):
            skip(round, now[SEAT])


@inline
def finish_action(round):
    """See whose turn has come: players who sit out miss it, and lasting rules end."""
    skip_sitting_out(round)
    end_lasting_rules(round)


@inline
def end_round(round, winner):
    """End the round; -1: nobody has won."""
    round.now[PHASE] = ROUND_OVER
    round.now[WINNER] = winner
    round.now[WINDOW] = -1
    round.now[SETTLED] = 0


@inline
def draw(round, seat, count):
    """Draw `count` cards, or as many as there are (OUT-4); the last of them, -1 if none."""
    now = round.now
    kind, before = -1, round.sizes[U(seat)]
    while count > 0:
        if now[PILE] == 0:
            if now[DISCARD] <= 1:
                break
            turn_over_discards(round)
        kind = take_card(round)
        add_card(round, seat, kind)
        count -= 1
    remember_drawn(round, seat, round.sizes[U(seat)] - before)
    return kind


@inline
def playable_kinds(round, seat):
    """The cards this seat could play in its turn, had it any of them."""
    now = round.now
    fits = fitting_kinds(now[COLOUR], now[FACE]) & ~forbidden_kinds(round, seat)
    if (round.rules[BLUFFING] == 0) & ((kinds_held(round, seat) & of_colour(now[COLOUR])) != _NONE):
        fits &= ~_W4
    return fits


@inline
def draw_until(round, seat, wanted, most):
    """Draw until a wanted card comes (HOUSE-4), at most `most`; the last one, -1 if none."""
    now = round.now
    kind, before = -1, round.sizes[U(seat)]
    while can_draw(round) & (most > 0):
        if now[PILE] == 0:
            turn_over_discards(round)
        kind = take_card(round)
        add_card(round, seat, kind)
        most -= 1
        if wanted & bit(kind):
            break
    remember_drawn(round, seat, round.sizes[U(seat)] - before)
    return kind
