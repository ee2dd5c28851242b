"""The field's baseline: `openuno.bots.uniform`, choice by choice off the tape of the policies."""

from openuno.kernel.bots.policies import BLUFFS, DOUBTS, FORGETS
from openuno.kernel.compiler import U, inlined, popcount, spliced
from openuno.kernel.rules.actions import PLAY, coded, named_in, target_of, uno_in
from openuno.kernel.rules.cards import is_wild, nth
from openuno.kernel.rules.effects import lays
from openuno.kernel.rules.first_card import choose_player, name_colour
from openuno.kernel.rules.legal import (
    W4,
    from_hand,
    just_drawn,
    lawful,
    on_stack,
    picks_player,
    says_uno_with,
)
from openuno.kernel.rules.play import accepts, challenges, draws, keeps, passes
from openuno.kernel.rules.rng import chosen
from openuno.kernel.rules.state import (
    BLUFFING,
    CARD,
    CHOOSING_PLAYER,
    FACING_DRAW_FOUR,
    NAMING_COLOUR,
    PHASE,
    PLAY_DRAWN,
    SEAT,
    SEATS,
    SEVEN_ZERO,
    SPECIALS,
    TURN,
    WILD_FOUR,
    can_draw,
)
from openuno.kernel.tallies import (
    TALLY_BLUFFS,
    TALLY_CHALLENGES,
    TALLY_CHALLENGES_WON,
    TALLY_FOURS,
    TALLY_STACKED,
)

_NONE = U(0)


@inlined
def one_in(now, rate):
    """True one time in so many; never for 0, and always for 1, without asking chance."""
    if rate <= 1:
        return rate == 1
    return chosen(now, rate) == 0


@inlined
def honest(t, seat, found, habits):
    """Of the kinds it can lay, those it is willing to."""
    lawfully = lawful(t, seat, found)
    if habits[BLUFFS] != 0 and lawfully != found and one_in(t.now, habits[BLUFFS]):
        return found
    return lawfully


@inlined
def any_other(t, seat):
    """Any other seat, each as likely."""
    other = chosen(t.now, t.rules[SEATS] - 1)
    return other + 1 if other >= seat else other


@inlined
def way_to_lay(t, seat, kind, habits):
    """The number of laying a kind in any colour, at anyone; UNO is said with it, or forgotten."""
    now = t.now
    colour = -1
    if is_wild(kind):
        colour = chosen(now, 4)
    target = -1
    uno = 1 if t.sizes[U(seat)] == 2 else 0
    if (t.rules[SPECIALS] != 0) | (t.rules[SEVEN_ZERO] != 0):
        if picks_player(t, kind, 1 if t.sizes[U(seat)] == 1 else 0):
            target = any_other(t, seat)
        uno = says_uno_with(t, seat, kind)
    if habits[FORGETS] != 0 and uno != 0 and one_in(now, habits[FORGETS]):
        uno = 0
    return coded(PLAY, kind, colour, target, uno)


@inlined
def count_four(t, seat, tally):
    """Count a Wild Draw Four about to be laid, if it can be doubted."""
    if (t.rules[BLUFFING] != 0) & (t.sizes[U(seat)] > 1):
        tally[TALLY_FOURS] += 1
        tally[TALLY_BLUFFS] += 1 if lawful(t, seat, W4) == _NONE else 0


@spliced
def uniform_goes(t, habits, tally):
    """The seat that the table waits for does what it must, to the end of its go."""
    now = t.now
    seat, phase = now[SEAT], now[PHASE]
    if phase == NAMING_COLOUR:
        name_colour(t, chosen(now, 4))
        return
    if phase == CHOOSING_PLAYER:
        choose_player(t, any_other(t, seat))
        return
    if phase == TURN:
        found = honest(t, seat, from_hand(t, seat), habits)
        if found != _NONE:
            kind = nth(found, chosen(now, popcount(found)))
        else:
            if not can_draw(t):
                passes(t, seat)
                return
            draws(t, seat)
            if t.rules[PLAY_DRAWN] == 0:
                return
            if honest(t, seat, just_drawn(t, seat), habits) == _NONE:
                keeps(t, seat)
                return
            kind = now[CARD]
    else:
        found = honest(t, seat, on_stack(t, seat), habits)
        if found == _NONE:
            if (phase == FACING_DRAW_FOUR) and one_in(now, habits[DOUBTS]):
                tally[TALLY_CHALLENGES] += 1
                tally[TALLY_CHALLENGES_WON] += 1 if challenges(t, seat) else 0
            else:
                accepts(t, seat)
            return
        tally[TALLY_STACKED] += 1
        kind = nth(found, chosen(now, popcount(found)))
    if kind == WILD_FOUR:
        count_four(t, seat, tally)
    code = way_to_lay(t, seat, kind, habits)
    lays(t, seat, kind, named_in(code), target_of(code), uno_in(code))
