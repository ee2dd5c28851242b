"""A round played at random, and fingerprints of everything after every action.

The same actions played in the reference engine must give the same fingerprints; the first that
differs shows where. A fingerprint is a sum of random weights, one for each fact about the round:
what has not changed need not be added again.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from openuno.engine.cards import KINDS
from openuno.engine.rules import SWITCH_BOUNDS
from openuno.kernel.compiler import I, U, entry_point, inline, lowest_bit, pointer, popcount, splice
from openuno.kernel.rules.actions import PLAY, action_kind
from openuno.kernel.rules.cards import nth_bit
from openuno.kernel.rules.choices import set_aside_by
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.legal import MAX_ACTIONS, legal
from openuno.kernel.rules.piles import finish_shuffle
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.rng import choose_one, rewind
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BY,
    CARD,
    CARDS,
    CHOOSING_CARDS,
    COLOUR,
    DEALER,
    DIRECTION,
    DISCARD,
    EACH,
    FACE,
    FACING_DRAW_FOUR,
    FACING_STACK,
    HELD,
    LASTING,
    LATER_LASTING,
    MAX_SEATS,
    PASSES,
    PHASE,
    PILE,
    PLANES,
    RECEIVERS,
    RNG_POSITION,
    ROUND_OVER,
    RULE_AGAIN,
    RULE_HELD,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE,
    SETTLED,
    SHUFFLING,
    SITTING_OUT,
    TOP,
    TOTAL,
    TURNED_OVER,
    WAITING,
    WINDOW,
    WINNER,
    Masks,
    seat_after,
)


class Temper(IntEnum):
    """How the round is played."""

    ANY = 0
    """Any action of any seat."""
    IN_TURN = 1
    """Mostly the seat whose turn it is."""
    EAGER = 2
    """Mostly that seat, and mostly a card: rounds that end."""
    ODD = 3
    """What is seldom possible is done as often as the rest."""


ANY, EAGER, ODD = Temper.ANY.value, Temper.EAGER.value, Temper.ODD.value

SEAT_SHIFT = 20
"""Where the seat begins in the number of an action that says who does it."""
_CARDS_OF_A_DECK = 108 + sum(SWITCH_BOUNDS[name][1] for name in ("swap_cards", "shuffle_cards"))
MOST_CARDS = SWITCH_BOUNDS["decks"][1] * (_CARDS_OF_A_DECK + SWITCH_BOUNDS["blank_cards"][1])
KIND_WEIGHTS = len(KINDS)
CARD_AT = 0
"""Weights of a kind at an index of a pile; then those of a card of a kind in a hand, and so on."""
IN_HAND = CARD_AT + MOST_CARDS * KIND_WEIGHTS
ACTION_AT = IN_HAND + KIND_WEIGHTS
HAND_OF, LEGAL_TO, POINTS_OF = (ACTION_AT + MAX_ACTIONS + MAX_SEATS * n for n in range(3))
(
    OF_PILE,
    OF_DISCARD,
    OF_HELD,
    OF_NUMBERS,
    OF_PHASE,
    OF_RNG,
    OF_LATER_TURNS,
    OF_RULE,
    OF_LASTING,
    OF_LATER_LASTING,
) = (POINTS_OF + MAX_SEATS + n for n in range(10))
_WEIGHTS = OF_LATER_LASTING + 1
FIRST_TURNS = (1 << MAX_SEATS) - 1
"""Of the turns to be missed, the next one of each seat."""


def weights() -> Masks:
    """The weights of all fingerprints: odd, and otherwise of no meaning."""
    made = np.random.Generator(np.random.PCG64(108)).integers(0, 2**64, _WEIGHTS, np.uint64)
    odd: Masks = made | np.uint64(1)
    return odd


class Desk(NamedTuple):
    """Scratch arrays for playing a round."""

    weights: Any
    spare: Any
    """Room for a pile."""
    out: Any
    """What one seat may do."""
    options: Any
    """What all may do."""


def desk() -> Desk:
    """Room to play at, for one table after another."""
    return Desk(
        weights(),
        np.zeros(MOST_CARDS, np.uint8),
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros(MAX_SEATS * MAX_ACTIONS, np.int64),
    )


@inline
def _cards(kinds, count, w):
    found = U(0)
    for index in range(count):
        found += w[U(CARD_AT + index * KIND_WEIGHTS) + U(kinds[U(index)])]
    return found


@inline
def _hand(masks, first, planes, w):
    found = U(0)
    for index in range(planes):
        bits = masks[first + index]
        while bits != U(0):
            found += w[U(IN_HAND) + lowest_bit(bits)] << U(index)
            bits &= bits - U(1)
    return found


@inline
def numbers(now):
    """The single numbers of a round side by side in one."""
    seat = now[SEAT] if now[PHASE] != ROUND_OVER else 0
    settled = now[SETTLED] if now[WINDOW] >= 0 else 0
    return (
        now[PHASE]
        | seat << 4
        | (now[COLOUR] + 1) << 8
        | (now[DIRECTION] + 1) << 11
        | (now[WINDOW] + 1) << 13
        | settled << 17
        | now[PASSES] << 18
        | (now[SITTING_OUT] & FIRST_TURNS) << 22
        | now[DEALER] << 32
        | now[PILE] << 36
        | now[DISCARD] << 47
    )


@inline
def payload(now):
    """What belongs to the phase alone, and the top card with its face."""
    phase = now[PHASE]
    found = now[TOP] | now[FACE] << 6
    if phase == AFTER_DRAW:
        found |= now[CARD] << 10
    elif phase == FACING_STACK:
        found |= now[TOTAL] << 10
    elif phase == FACING_DRAW_FOUR:
        found |= now[TOTAL] << 10 | now[BY] << 20 | now[BEFORE] << 24 | now[HELD] << 26
    elif phase == ROUND_OVER:
        found |= (now[WINNER] + 1) << 10
    elif phase == CHOOSING_CARDS:
        found |= now[TOTAL] << 10 | now[EACH] << 14 | now[RECEIVERS] << 18 | now[WAITING] << 28
    return found


@inline
def rule_numbers(now):
    """How far a custom rule has come that waits for an answer; 0: none does."""
    if now[SENTENCE] == 0:
        return 0
    return (
        now[SENTENCE]
        | now[BY] << 3
        | (now[RULE_TARGET] + 1) << 7
        | now[RULE_AGAIN] << 11
        | now[RULE_HELD] << 12
    )


@inline
def _set_aside(round, w):
    """The fingerprint of what has been set aside, by seat; the cards lie in the order of play."""
    now, seats, index, found = round.now, round.rules[SEATS], round.rules[CARDS], U(0)
    for distance in range(1, seats + 1):
        seat = seat_after(round, now[BY], distance)
        for _ in range(set_aside_by(round, seat)):
            index -= 1
            found += w[U(IN_HAND) + U(round.discard[U(index)])] * w[HAND_OF + seat]
    return found


@splice
def state_print(round, w, spare):
    """The fingerprint of the round, its pile shuffled to the end; the round itself stays."""
    now, seats, planes = round.now, round.rules[SEATS], round.rules[PLANES]
    at, loose = now[RNG_POSITION], now[SHUFFLING]
    for index in range(now[PILE]):
        spare[index] = round.pile[index]
    finish_shuffle(round)
    found = (
        _cards(round.pile, now[PILE], w) * w[OF_PILE]
        + _cards(round.discard, now[DISCARD], w) * w[OF_DISCARD]
    )
    found += U(numbers(now)) * w[OF_NUMBERS] + U(payload(now)) * w[OF_PHASE]
    found += U(now[RNG_POSITION] | now[TURNED_OVER] << 32) * w[OF_RNG]
    found += U(now[SITTING_OUT] >> MAX_SEATS) * w[OF_LATER_TURNS]
    now[RNG_POSITION], now[SHUFFLING] = at, loose
    for index in range(now[PILE]):
        round.pile[index] = spare[index]
    for seat in range(seats):
        # The size goes in too, beside the cards: it is kept apart from them.
        hand = _hand(round.hands, seat * planes, planes, w) + U(round.sizes[seat])
        found += hand * w[HAND_OF + seat]
    found += U(rule_numbers(now)) * w[OF_RULE]
    found += U(now[LASTING]) * w[OF_LASTING] + U(now[LATER_LASTING]) * w[OF_LATER_LASTING]
    if now[PHASE] == CHOOSING_CARDS:
        found += _set_aside(round, w) * w[OF_HELD]
    elif now[PHASE] == FACING_DRAW_FOUR:
        found += _hand(round.held, 0, planes, w) * w[OF_HELD]
    elif now[PHASE] == ROUND_OVER:
        for seat in range(seats):
            found += U(hand_points(round, seat)) * w[POINTS_OF + seat]
    return found


@splice
def _choose(now, options, count, first, last, temper):
    """One of the actions; those from `first` to `last` are of the seat whose turn it is."""
    if temper == ODD:
        found = U(0)
        for index in range(count):
            found |= U(1) << U(action_kind(options[index]))
        does = nth_bit(found, choose_one(now, I(popcount(found))))
        same = 0
        for index in range(count):
            same += action_kind(options[index]) == does
        wanted = choose_one(now, same)
        for index in range(count):
            if action_kind(options[index]) == does:
                if wanted == 0:
                    return options[index]
                wanted -= 1
    if (temper == ANY) | (last == first) | (choose_one(now, 8) == 0):
        return options[choose_one(now, count)]
    action = options[first + choose_one(now, last - first)]
    if (temper == EAGER) & (action_kind(action) != PLAY):
        action = options[first + choose_one(now, last - first)]
    return action


@splice
def _list(round, seat, count, desk):
    """Add what the seat may do to the options; how many there are now, and their fingerprint."""
    more = legal(round, seat, desk.out)
    found = U(0)
    for index in range(more):
        desk.options[count + index] = desk.out[index] | seat << SEAT_SHIFT
        found += U(desk.out[index]) * desk.weights[ACTION_AT + index]
    return count + more, found * desk.weights[LEGAL_TO + seat]


@splice
def _keep(round, keep):
    """Remove the pile except for `keep` cards on top."""
    if keep < round.now[PILE]:
        finish_shuffle(round)
        first = round.now[PILE] - keep
        for index in range(keep):
            round.pile[index] = round.pile[first + index]
        round.now[PILE] = keep


@entry_point
def play(table, dealer, seed, keep, choice, temper, arrays, log):
    """Deal and play until the round is over or the log full; how many actions were done.

    Only `keep` cards of the pile are kept: with few it soon runs dry. A row of the log: who did
    what, and the fingerprints of the round after it and of what everyone may do then. The first
    row is the deal.
    """
    round = as_pointers(table)
    desk = Desk(
        pointer(arrays.weights), pointer(arrays.spare), pointer(arrays.out), pointer(arrays.options)
    )
    now = round.now
    deal(round, dealer, seed)
    _keep(round, keep)
    rewind(now, choice)
    row = action = 0
    while True:
        allowed = U(0)
        count = first = last = 0
        for seat in range(round.rules[SEATS]):
            before = count
            count, mine = _list(round, seat, before, desk)
            allowed += mine
            if seat == now[SEAT]:
                first, last = before, count
        log[row, 0] = U(action)
        log[row, 1] = state_print(round, desk.weights, desk.spare)
        log[row, 2] = allowed
        row += 1
        if (now[PHASE] == ROUND_OVER) | (row == len(log)) | (count == 0):
            return row - 1
        action = _choose(now, desk.options, count, first, last, temper)
        apply(round, action >> SEAT_SHIFT, action & ((1 << SEAT_SHIFT) - 1))
