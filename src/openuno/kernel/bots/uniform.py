"""The baseline: `openuno.bots.uniform`, compiled; its choices use the policies' own generator."""

from openuno.kernel.bots.policies import BLUFFS, DOUBTS, FORGETS
from openuno.kernel.compiler import U, inline, popcount, splice
from openuno.kernel.rules.actions import PLAY, encode_action, named_colour, says_uno, target_seat
from openuno.kernel.rules.cards import is_wild, nth_bit
from openuno.kernel.rules.choices import choose_card, decide, kinds_to_choose
from openuno.kernel.rules.effects import play_card
from openuno.kernel.rules.legal import (
    W4,
    can_say_uno_with,
    needs_target,
    playable_after_draw,
    playable_in_turn,
    playable_on_stack,
    player_chosen_before,
    without_bluffs,
)
from openuno.kernel.rules.play import (
    accept,
    answer_colour,
    answer_player,
    challenge,
    draw_turn,
    keep,
    pass_turn,
)
from openuno.kernel.rules.rng import choose_one
from openuno.kernel.rules.state import (
    BLUFFING,
    CARD,
    CHOOSING_CARDS,
    CHOOSING_PLAYER,
    DECIDING,
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


@inline
def chance_one_in(now, rate):
    """True one time in `rate`; 0 is never and 1 always, without a random number."""
    if rate <= 1:
        return rate == 1
    return choose_one(now, rate) == 0


@inline
def willing_kinds(round, seat, found, habits):
    """Of the kinds it can play, those it is willing to."""
    honest = without_bluffs(round, seat, found)
    if habits[BLUFFS] != 0 and honest != found and chance_one_in(round.now, habits[BLUFFS]):
        return found
    return honest


@inline
def choose_other_seat(round, seat):
    """Any other seat, each as likely."""
    other = choose_one(round.now, round.rules[SEATS] - 1)
    return other + 1 if other >= seat else other


@inline
def choose_play(round, seat, kind, habits):
    """The action that plays a kind, in any colour and at anyone, saying UNO or forgetting it."""
    now = round.now
    colour = -1
    if is_wild(kind):
        colour = choose_one(now, 4)
    target = -1
    uno = 1 if round.sizes[U(seat)] == 2 else 0
    if (round.rules[SPECIALS] != 0) | (round.rules[SEVEN_ZERO] != 0):
        if needs_target(round, kind, 1 if round.sizes[U(seat)] == 1 else 0):
            target = choose_other_seat(round, seat)
        uno = can_say_uno_with(round, seat, kind)
    if habits[FORGETS] != 0 and uno != 0 and chance_one_in(now, habits[FORGETS]):
        uno = 0
    return encode_action(PLAY, kind, colour, target, uno)


@inline
def count_draw_four(round, seat, tally):
    """Count a Wild Draw Four about to be played, if it can be challenged."""
    if (round.rules[BLUFFING] != 0) & (round.sizes[U(seat)] > 1):
        tally[TALLY_FOURS] += 1
        tally[TALLY_BLUFFS] += 1 if without_bluffs(round, seat, W4) == _NONE else 0


@splice
def take_turn(round, habits, tally):
    """The seat that must act takes its whole turn."""
    now = round.now
    seat, phase = now[SEAT], now[PHASE]
    if phase == NAMING_COLOUR:
        answer_colour(round, choose_one(now, 4))
        return
    if phase == CHOOSING_PLAYER:
        answer_player(round, choose_other_seat(round, player_chosen_before(round, seat)))
        return
    if (round.rules[SPECIALS] != 0) & (phase == CHOOSING_CARDS):
        found = kinds_to_choose(round)
        choose_card(round, seat, nth_bit(found, choose_one(now, popcount(found))))
        return
    if (round.rules[SPECIALS] != 0) & (phase == DECIDING):
        decide(round, 1 - choose_one(now, 2))
        return
    if phase == TURN:
        found = willing_kinds(round, seat, playable_in_turn(round, seat), habits)
        if found != _NONE:
            kind = nth_bit(found, choose_one(now, popcount(found)))
        else:
            if not can_draw(round):
                pass_turn(round, seat)
                return
            draw_turn(round, seat)
            if round.rules[PLAY_DRAWN] == 0:
                return
            if willing_kinds(round, seat, playable_after_draw(round, seat), habits) == _NONE:
                keep(round, seat)
                return
            kind = now[CARD]
    else:
        found = willing_kinds(round, seat, playable_on_stack(round, seat), habits)
        if found == _NONE:
            if (phase == FACING_DRAW_FOUR) and chance_one_in(now, habits[DOUBTS]):
                tally[TALLY_CHALLENGES] += 1
                tally[TALLY_CHALLENGES_WON] += 1 if challenge(round, seat) else 0
            else:
                accept(round, seat)
            return
        tally[TALLY_STACKED] += 1
        kind = nth_bit(found, choose_one(now, popcount(found)))
    if kind == WILD_FOUR:
        count_draw_four(round, seat, tally)
    code = choose_play(round, seat, kind, habits)
    play_card(round, seat, kind, named_colour(code), target_seat(code), says_uno(code))
