"""Whole hands that change places, and cards picked from a hand at random."""

from openuno.kernel.compiler import I, U, inline, lowest_bit, never_inline, outline
from openuno.kernel.rules.cards import add_card, kinds_held, remove_card
from openuno.kernel.rules.memory import remember_deal, remember_own, remember_swapped
from openuno.kernel.rules.piles import finish_shuffle
from openuno.kernel.rules.rng import random_below
from openuno.kernel.rules.state import PILE, PLANES, SEATS

_ONE = U(1)


@inline
def swap_hands(round, seat, other):
    """Two seats exchange their whole hands (SWAP-1)."""
    remember_own(round)
    _exchange(round, seat, other)


@inline
def _exchange(round, seat, other):
    remember_swapped(round, seat, other)
    planes = round.rules[PLANES]
    for index in range(planes):
        plane = round.hands[seat * planes + index]
        round.hands[seat * planes + index] = round.hands[other * planes + index]
        round.hands[other * planes + index] = plane
    size = round.sizes[seat]
    round.sizes[seat] = round.sizes[other]
    round.sizes[other] = size


@inline
def pass_hands(round, side):
    """Every hand goes to the next seat."""
    remember_own(round)
    seats = round.rules[SEATS]
    # Swapped from seat to seat, each swap leaves one hand where it belongs.
    for index in range(seats - 1):
        seat = seats - 1 - index if side > 0 else index
        _exchange(round, seat, seat - side)


@inline
def nth_card(round, seat, index):
    """The card at an index of a hand sorted in the order of the codes."""
    planes = round.rules[PLANES]
    bits = kinds_held(round, seat)
    while True:
        kind = I(lowest_bit(bits))
        count = 0
        for plane in range(planes):
            count += I((round.hands[seat * planes + plane] >> U(kind)) & _ONE) << plane
        if index < count:
            return kind
        index -= count
        bits &= bits - _ONE


@inline
def prepare_pick(round, seat, count):
    """Prepare to pick `count` cards of a hand; whether it is the whole hand, without chance."""
    whole = count >= round.sizes[seat]
    if not whole:
        finish_shuffle(round)
    return whole


@inline
def pick_card(round, seat, whole):
    """Take a card out of a hand, at random unless the whole hand goes."""
    index = 0 if whole else random_below(round.now, round.sizes[seat])
    kind = nth_card(round, seat, index)
    remove_card(round, seat, kind)
    return kind


@outline
def shuffle_hands(round, seat):
    """Collect all hands, shuffle them and deal them out again to the left (SHUF-1)."""
    never_inline()
    now = round.now
    seats = round.rules[SEATS]
    finish_shuffle(round)
    # Hands and pile together are at most the deck: there is room for the hands above the pile.
    first = now[PILE]
    total = 0
    for owner in range(seats):
        while round.sizes[owner] > 0:
            kind = nth_card(round, owner, 0)
            remove_card(round, owner, kind)
            round.pile[first + total] = kind
            total += 1
    for last in range(total - 1, 0, -1):
        other = random_below(now, last + 1)
        kind = round.pile[first + last]
        round.pile[first + last] = round.pile[first + other]
        round.pile[first + other] = kind
    for index in range(total):
        add_card(round, (seat + 1 + index) % seats, I(round.pile[first + index]))
    remember_deal(round)
