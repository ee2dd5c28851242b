"""Rounds played to their end by policies inside the kernel.

`any_rounds` plays under any rules and with any policies. `plain_rounds` is the same source for the
commonest question, `uniform` under the plain printed rules: its switches are constants, so that
the compiler leaves out every branch that such a table never takes.
"""

from openuno.engine.rules import DEFAULT_RULES
from openuno.kernel.bots.policies import CATCHES, FORGETS, HABITS, JUMPS, RATES, REGULAR
from openuno.kernel.bots.regular import regular_answer
from openuno.kernel.bots.uniform import count_four, one_in, uniform_goes, way_to_lay
from openuno.kernel.compiler import (
    I,
    U,
    apart,
    entry,
    inlined,
    kinds,
    lowest,
    masks,
    numbers,
    pointer,
    spliced,
    stay_apart,
)
from openuno.kernel.rules.actions import CHALLENGE, PLAY, does_of, kind_of
from openuno.kernel.rules.deal import deals
from openuno.kernel.rules.legal import jumping_in, moves_hands
from openuno.kernel.rules.play import apply, catches, guilty, says_uno
from openuno.kernel.rules.pointers import pointed
from openuno.kernel.rules.rng import CHOICES, forked, wind
from openuno.kernel.rules.scoring import points
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    FACING_DRAW_FOUR,
    FACING_STACK,
    FEWEST_PLANES,
    HAND_SIZE,
    JUMP_IN,
    MOST_SEATS,
    PHASE,
    ROUND_FIELDS,
    ROUND_OVER,
    SEAT,
    SEATS,
    TEAMS,
    TOP,
    TURN,
    TURNED_OVER,
    WILD_FOUR,
    WINDOW,
    WINNER,
    Table,
    after,
    deck_row,
    owing,
    rules_row,
)
from openuno.kernel.tallies import (
    LENGTHS,
    LONGEST,
    MOST_LENGTH,
    SEATWISE,
    SINGLE,
    TALLY_CATCHES,
    TALLY_CHALLENGES,
    TALLY_CHALLENGES_WON,
    TALLY_CUT_SHORT,
    TALLY_DEAD,
    TALLY_JUMPS,
    TALLY_ROUNDS,
    TALLY_SCORE,
    TALLY_SCORE_SQUARED,
    TALLY_STACKED,
    TALLY_TURNED_OVER,
    TALLY_TURNS,
    TALLY_TURNS_SQUARED,
    add_row,
    clear,
)

PLAIN = tuple(int(number) for number in rules_row(DEFAULT_RULES, 4))
_BETWEEN, _REST = PLAIN[SEATS + 1 : HAND_SIZE], PLAIN[HAND_SIZE + 1 :]
PLAIN_CARDS = len(deck_row(DEFAULT_RULES))
PLAIN_HABITS = (0, *RATES.values())
PLAIN_HANDS = FEWEST_PLANES * MOST_SEATS


@inlined
def habits_of(habits, seat, own):
    """Copy the habits of a seat into `own`."""
    for place in range(HABITS):
        own[U(place)] = habits[U(seat * HABITS + place)]


@spliced
def begin_round(t, seed, number):
    """Deal the round of a number; the last seat deals, so that seat 0 begins."""
    own = forked(seed, number)
    deals(t, t.rules[SEATS] - 1, own)
    wind(t.now, forked(own, CHOICES))


@spliced
def speak_up(t, habits, own, tally, weight, most):
    """After a card: whoever owes UNO says it or is caught, then whoever can may jump in.

    How many jumped in, one upon the other; no more than `most`.
    """
    now = t.now
    jumps = 0
    again = now[WINDOW] >= 0
    while again:
        again = False
        owes = owing(t)
        if owes >= 0:
            _call(t, owes, habits, own, tally)
        if (t.rules[JUMP_IN] != 0) & (now[PHASE] != ROUND_OVER) & (jumps < most):
            again = _jump_in(t, habits, own, tally, weight)
            jumps += 1 if again else 0
            again &= now[PHASE] != ROUND_OVER
    return jumps


@spliced
def _jump_in(t, habits, own, tally, weight):
    """Ask in order of play who jumps in, the player of the card last; whether one did."""
    now = t.now
    other = now[WINDOW]
    for _ in range(t.rules[SEATS]):
        other = after(t, other)
        found = U(0) if other == now[SEAT] else jumping_in(t, other)
        if found != U(0):
            habits_of(habits, other, own)
            if own[REGULAR]:
                code = thinks(t, other, weight)
                if code >= 0:
                    tally[TALLY_JUMPS] += 1
                    does(t, other, code)
                    return True
            elif other != now[WINDOW] and one_in(now, own[JUMPS]):
                tally[TALLY_JUMPS] += 1
                does(t, other, way_to_lay(t, other, I(lowest(found)), own))
                return True
    return False


@apart
def thinks(t, seat, weight):
    """What a regular player does."""
    stay_apart()
    return regular_answer(t, seat, weight)


@apart
def does(t, seat, code):
    """Carry out what it has thought of."""
    stay_apart()
    apply(t, seat, code)


@spliced
def regular_goes(t, tally, weight):
    """A regular player does what the table waits for."""
    now = t.now
    seat, phase = now[SEAT], now[PHASE]
    code = thinks(t, seat, weight)
    what = does_of(code)
    if what == PLAY:
        if kind_of(code) == WILD_FOUR:
            count_four(t, seat, tally)
        tally[TALLY_STACKED] += 1 if (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR) else 0
    elif what == CHALLENGE:
        tally[TALLY_CHALLENGES] += 1
        tally[TALLY_CHALLENGES_WON] += 1 if guilty(t) else 0
    does(t, seat, code)


@spliced
def _call(t, owes, habits, own, tally):
    now = t.now
    habits_of(habits, owes, own)
    # Where UNO could be said with the card, whoever still owes it has forgotten.
    if own[REGULAR] != 0 or (moves_hands(t, now[TOP]) and not one_in(now, own[FORGETS])):
        says_uno(t, owes)
        return
    other = owes
    for _ in range(t.rules[SEATS] - 1):
        other = after(t, other)
        partner = (t.rules[TEAMS] != 0) & ((other - owes) % 2 == 0)
        habits_of(habits, other, own)
        if not partner and (own[REGULAR] != 0 or one_in(now, own[CATCHES])):
            catches(t, other, owes)
            tally[TALLY_CATCHES] += 1
            return


@spliced
def count_round(t, turns, tally, seatwise):
    """Add a round that is over to the counts."""
    winner = t.now[WINNER]
    tally[TALLY_ROUNDS] += 1
    tally[TALLY_TURNS] += turns
    tally[TALLY_TURNS_SQUARED] += turns * turns
    tally[TALLY_TURNED_OVER] += t.now[TURNED_OVER]
    score = 0
    for seat in range(t.rules[SEATS]):
        caught = points(t, seat)
        seatwise[U(MOST_SEATS + seat)] += caught
        partner = (t.rules[TEAMS] != 0) & ((seat - winner) % 2 == 0)
        score += 0 if partner else caught
    if t.now[PHASE] != ROUND_OVER:
        tally[TALLY_CUT_SHORT] += 1
    elif winner < 0:
        tally[TALLY_DEAD] += 1
    else:
        seatwise[U(winner)] += 1
        tally[TALLY_SCORE] += score
        tally[TALLY_SCORE_SQUARED] += score * score


@spliced
def any_round(t, habits, own, tally, weight):
    """Play a round that has been dealt, under any rules; how many turns it took.

    `weight` is what a point left in hand weighs for regular players, by the format.
    """
    now = t.now
    turns, jumps = 0, 0
    # A drawn card is laid or kept before a round is given up.
    while (now[PHASE] != ROUND_OVER) & ((turns + jumps < LONGEST) | (now[PHASE] == AFTER_DRAW)):
        turns += 1 if now[PHASE] == TURN else 0
        habits_of(habits, now[SEAT], own)
        if own[REGULAR]:
            regular_goes(t, tally, weight)
        else:
            uniform_goes(t, own, tally)
        jumps += speak_up(t, habits, own, tally, weight, LONGEST - turns - jumps)
    return turns


@spliced
def plain_round(t, own, tally):
    """The same for `uniform` under the plain printed rules: nobody ever has to speak up."""
    now = t.now
    turns = 0
    while now[PHASE] != ROUND_OVER:
        turns += 1 if now[PHASE] == TURN else 0
        uniform_goes(t, own, tally)
    return turns


@inlined
def plain_rules(seats, hand_size):
    """The switches of the plain table: constants, to the compiler, but for these two."""
    return (I(seats),) + _BETWEEN + (I(hand_size),) + _REST  # noqa: RUF005 - nothing to unpack


@entry
def any_rounds(t, habits, seed, first, count, counts):
    """Play rounds `first` to `first + count` under any rules and add them to `counts`."""
    t, habits = pointed(t), pointer(habits)
    tally, seatwise, own = numbers(SINGLE), numbers(SEATWISE), numbers(HABITS)
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    for number in range(first, first + count):
        begin_round(t, seed, number)
        turns = any_round(t, habits, own, tally, 0.0)
        count_round(t, turns, tally, seatwise)
        counts[U(LENGTHS + min(turns, MOST_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)


@entry
def plain_rounds(seats, hand_size, deck, written, seed, first, count, counts):
    """The same for `uniform` under the plain printed rules."""
    tally, seatwise = numbers(SINGLE), numbers(SEATWISE)
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    t = Table(
        numbers(ROUND_FIELDS),
        numbers(MOST_SEATS),
        masks(PLAIN_HANDS),
        masks(FEWEST_PLANES),
        kinds(PLAIN_CARDS),
        kinds(PLAIN_CARDS),
        masks(1),
        numbers(1),
        plain_rules(seats, hand_size),
        pointer(written),
        pointer(deck),
    )
    for number in range(first, first + count):
        begin_round(t, seed, number)
        turns = plain_round(t, PLAIN_HABITS, tally)
        count_round(t, turns, tally, seatwise)
        counts[U(LENGTHS + min(turns, MOST_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)
