"""Whole hands that move, and cards picked from them by chance."""

from openuno.kernel.compiler import I, U, apart, inlined, lowest, stay_apart
from openuno.kernel.rules.cards import add, held, remove
from openuno.kernel.rules.memory import remember_deal, remember_own, remember_swapped
from openuno.kernel.rules.piles import settle
from openuno.kernel.rules.rng import below
from openuno.kernel.rules.state import PILE, PLANES, SEATS

_ONE = U(1)


@inlined
def swap_hands(t, seat, other):
    """Two seats exchange their whole hands (SWAP-1)."""
    remember_own(t)
    _exchange(t, seat, other)


@inlined
def _exchange(t, seat, other):
    remember_swapped(t, seat, other)
    planes = t.rules[PLANES]
    for place in range(planes):
        plane = t.hands[seat * planes + place]
        t.hands[seat * planes + place] = t.hands[other * planes + place]
        t.hands[other * planes + place] = plane
    size = t.sizes[seat]
    t.sizes[seat] = t.sizes[other]
    t.sizes[other] = size


@inlined
def pass_hands(t, side):
    """Every hand goes one seat on."""
    remember_own(t)
    seats = t.rules[SEATS]
    # Handed from seat to seat, each swap leaves one hand where it belongs.
    for place in range(seats - 1):
        seat = seats - 1 - place if side > 0 else place
        _exchange(t, seat, seat - side)


@inlined
def nth_card(t, seat, place):
    """The kind at a place of a hand laid out in the order of the codes."""
    planes = t.rules[PLANES]
    bits = held(t, seat)
    while True:
        kind = I(lowest(bits))
        count = 0
        for plane in range(planes):
            count += I((t.hands[seat * planes + plane] >> U(kind)) & _ONE) << plane
        if place < count:
            return kind
        place -= count
        bits &= bits - _ONE


@inlined
def choose(t, seat, count):
    """Get ready to pick so many cards of a hand; whether all go, without chance."""
    whole = count >= t.sizes[seat]
    if not whole:
        settle(t)
    return whole


@inlined
def pick(t, seat, whole):
    """Take a card out of a hand, by chance unless all of it goes."""
    place = 0 if whole else below(t.now, t.sizes[seat])
    kind = nth_card(t, seat, place)
    remove(t, seat, kind)
    return kind


@apart
def shuffle_hands(t, seat):
    """Collect all hands, shuffle them and deal them out again to the left (SHUF-1)."""
    stay_apart()
    now = t.now
    seats = t.rules[SEATS]
    settle(t)
    # The hands and the pile are at most the whole deck: above the pile is room for them.
    first = now[PILE]
    total = 0
    for owner in range(seats):
        while t.sizes[owner] > 0:
            kind = nth_card(t, owner, 0)
            remove(t, owner, kind)
            t.pile[first + total] = kind
            total += 1
    for last in range(total - 1, 0, -1):
        other = below(now, last + 1)
        kind = t.pile[first + last]
        t.pile[first + last] = t.pile[first + other]
        t.pile[first + other] = kind
    for place in range(total):
        add(t, (seat + 1 + place) % seats, I(t.pile[first + place]))
    remember_deal(t)
