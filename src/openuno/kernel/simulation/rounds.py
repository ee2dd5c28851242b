"""Rounds played to their end by policies inside the kernel.

`any_rounds` plays under any rules and with any policies. `plain_rounds` is the same source for the
most common case, `uniform` under the plain printed rules: its switches are constants, so that the
compiler leaves out every branch that such a round never takes.
"""

from openuno.engine.rules import DEFAULT_RULES
from openuno.kernel.bots.policies import CATCHES, FORGETS, HABITS, JUMPS, RATES, REGULAR
from openuno.kernel.bots.regular import regular
from openuno.kernel.bots.uniform import chance_one_in, choose_play, count_draw_four, take_turn
from openuno.kernel.compiler import (
    I,
    U,
    entry_point,
    inline,
    lowest_bit,
    never_inline,
    outline,
    pointer,
    splice,
    stack_int64,
    stack_uint8,
    stack_uint64,
)
from openuno.kernel.rules.actions import CHALLENGE, PLAY, action_kind, card_kind
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.legal import changes_hands, playable_to_jump_in
from openuno.kernel.rules.play import apply, catch, is_guilty, say_uno
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.rng import CHOICE_PATH, fork, rewind
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    FACING_DRAW_FOUR,
    FACING_STACK,
    HAND_SIZE,
    JUMP_IN,
    MAX_SEATS,
    MIN_PLANES,
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
    RoundArrays,
    deck_row,
    next_seat,
    owes_uno,
    rules_row,
)
from openuno.kernel.tallies import (
    LENGTHS,
    MAX_LENGTH,
    MAX_TURNS,
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
    clear_row,
)

PLAIN = tuple(int(number) for number in rules_row(DEFAULT_RULES, 4))
_BETWEEN, _REST = PLAIN[SEATS + 1 : HAND_SIZE], PLAIN[HAND_SIZE + 1 :]
PLAIN_CARDS = len(deck_row(DEFAULT_RULES))
PLAIN_HABITS = (0, *RATES.values())
PLAIN_HANDS = MIN_PLANES * MAX_SEATS


@inline
def copy_habits(habits, seat, own):
    """Copy the habits of a seat into `own`."""
    for index in range(HABITS):
        own[U(index)] = habits[U(seat * HABITS + index)]


@splice
def deal_numbered_round(round, seed, number):
    """Deal the round with this number; the last seat deals, so that seat 0 begins."""
    own = fork(seed, number)
    deal(round, round.rules[SEATS] - 1, own)
    rewind(round.now, fork(own, CHOICE_PATH))


@splice
def ask_out_of_turn(round, habits, own, tally, weight, most):
    """After a card: a player who owes UNO says it or is caught, then others may jump in.

    How many jumped in, one after another; no more than `most`.
    """
    now = round.now
    jumps = 0
    again = now[WINDOW] >= 0
    while again:
        again = False
        owes = owes_uno(round)
        if owes >= 0:
            _make_call(round, owes, habits, own, tally)
        if (round.rules[JUMP_IN] != 0) & (now[PHASE] != ROUND_OVER) & (jumps < most):
            again = _jump_in(round, habits, own, tally, weight)
            jumps += 1 if again else 0
            again &= now[PHASE] != ROUND_OVER
    return jumps


@splice
def _jump_in(round, habits, own, tally, weight):
    """Ask in the order of play who jumps in, the player of the card last; whether anyone did."""
    now = round.now
    other = now[WINDOW]
    for _ in range(round.rules[SEATS]):
        other = next_seat(round, other)
        found = U(0) if other == now[SEAT] else playable_to_jump_in(round, other)
        if found != U(0):
            copy_habits(habits, other, own)
            if own[REGULAR]:
                code = choose_regular(round, other, weight)
                if code >= 0:
                    tally[TALLY_JUMPS] += 1
                    apply_choice(round, other, code)
                    return True
            elif other != now[WINDOW] and chance_one_in(now, own[JUMPS]):
                tally[TALLY_JUMPS] += 1
                apply_choice(round, other, choose_play(round, other, I(lowest_bit(found)), own))
                return True
    return False


@outline
def choose_regular(round, seat, weight):
    """The action that a regular player chooses."""
    never_inline()
    return regular(round, seat, weight)


@outline
def apply_choice(round, seat, code):
    """Carry out the action that was chosen."""
    never_inline()
    apply(round, seat, code)


@splice
def take_regular_turn(round, tally, weight):
    """A regular player takes its turn, or the next part of it."""
    now = round.now
    seat, phase = now[SEAT], now[PHASE]
    code = choose_regular(round, seat, weight)
    what = action_kind(code)
    if what == PLAY:
        if card_kind(code) == WILD_FOUR:
            count_draw_four(round, seat, tally)
        tally[TALLY_STACKED] += 1 if (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR) else 0
    elif what == CHALLENGE:
        tally[TALLY_CHALLENGES] += 1
        tally[TALLY_CHALLENGES_WON] += 1 if is_guilty(round) else 0
    apply_choice(round, seat, code)


@splice
def _make_call(round, owes, habits, own, tally):
    now = round.now
    copy_habits(habits, owes, own)
    # Where UNO could be said with the card, a player who still owes it has forgotten.
    if own[REGULAR] != 0 or (
        changes_hands(round, now[TOP]) and not chance_one_in(now, own[FORGETS])
    ):
        say_uno(round, owes)
        return
    other = owes
    for _ in range(round.rules[SEATS] - 1):
        other = next_seat(round, other)
        partner = (round.rules[TEAMS] != 0) & ((other - owes) % 2 == 0)
        copy_habits(habits, other, own)
        if not partner and (own[REGULAR] != 0 or chance_one_in(now, own[CATCHES])):
            catch(round, other, owes)
            tally[TALLY_CATCHES] += 1
            return


@splice
def count_round(round, turns, tally, seatwise):
    """Add a finished round to the counts."""
    winner = round.now[WINNER]
    tally[TALLY_ROUNDS] += 1
    tally[TALLY_TURNS] += turns
    tally[TALLY_TURNS_SQUARED] += turns * turns
    tally[TALLY_TURNED_OVER] += round.now[TURNED_OVER]
    score = 0
    for seat in range(round.rules[SEATS]):
        caught = hand_points(round, seat)
        seatwise[U(MAX_SEATS + seat)] += caught
        partner = (round.rules[TEAMS] != 0) & ((seat - winner) % 2 == 0)
        score += 0 if partner else caught
    if round.now[PHASE] != ROUND_OVER:
        tally[TALLY_CUT_SHORT] += 1
    elif winner < 0:
        tally[TALLY_DEAD] += 1
    else:
        seatwise[U(winner)] += 1
        tally[TALLY_SCORE] += score
        tally[TALLY_SCORE_SQUARED] += score * score


@splice
def any_round(round, habits, own, tally, weight):
    """Play a round that has been dealt, under any rules; how many turns it took.

    `weight` is what a point left in hand weighs for regular players, by the format.
    """
    now = round.now
    turns, jumps = 0, 0
    # A drawn card is played or kept before a round is given up.
    while (now[PHASE] != ROUND_OVER) & ((turns + jumps < MAX_TURNS) | (now[PHASE] == AFTER_DRAW)):
        turns += 1 if now[PHASE] == TURN else 0
        copy_habits(habits, now[SEAT], own)
        if own[REGULAR]:
            take_regular_turn(round, tally, weight)
        else:
            take_turn(round, own, tally)
        jumps += ask_out_of_turn(round, habits, own, tally, weight, MAX_TURNS - turns - jumps)
    return turns


@splice
def plain_round(round, own, tally):
    """The same for `uniform` under the plain printed rules: nobody acts out of turn."""
    now = round.now
    turns = 0
    while now[PHASE] != ROUND_OVER:
        turns += 1 if now[PHASE] == TURN else 0
        take_turn(round, own, tally)
    return turns


@inline
def plain_rules(seats, hand_size):
    """The switches of the plain rules: constants to the compiler, except for these two."""
    return (I(seats),) + _BETWEEN + (I(hand_size),) + _REST  # noqa: RUF005 - nothing to unpack


@entry_point
def any_rounds(round, habits, seed, first, count, counts):
    """Play rounds `first` to `first + count` under any rules and add them to `counts`."""
    round, habits = as_pointers(round), pointer(habits)
    tally, seatwise, own = stack_int64(SINGLE), stack_int64(SEATWISE), stack_int64(HABITS)
    clear_row(tally, SINGLE)
    clear_row(seatwise, SEATWISE)
    for number in range(first, first + count):
        deal_numbered_round(round, seed, number)
        turns = any_round(round, habits, own, tally, 0.0)
        count_round(round, turns, tally, seatwise)
        counts[U(LENGTHS + min(turns, MAX_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)


@entry_point
def plain_rounds(seats, hand_size, deck, custom_rules, seed, first, count, counts):
    """The same for `uniform` under the plain printed rules."""
    tally, seatwise = stack_int64(SINGLE), stack_int64(SEATWISE)
    clear_row(tally, SINGLE)
    clear_row(seatwise, SEATWISE)
    round = RoundArrays(
        stack_int64(ROUND_FIELDS),
        stack_int64(MAX_SEATS),
        stack_uint64(PLAIN_HANDS),
        stack_uint64(MIN_PLANES),
        stack_uint8(PLAIN_CARDS),
        stack_uint8(PLAIN_CARDS),
        stack_uint64(1),
        stack_int64(1),
        plain_rules(seats, hand_size),
        pointer(custom_rules),
        pointer(deck),
    )
    for number in range(first, first + count):
        deal_numbered_round(round, seed, number)
        turns = plain_round(round, PLAIN_HABITS, tally)
        count_round(round, turns, tally, seatwise)
        counts[U(LENGTHS + min(turns, MAX_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)
