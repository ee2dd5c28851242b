"""What each seat remembers: `openuno.bots.memory`, kept up to date by what happens.

Every seat has a row about every seat: `known`, planes of the cards it has seen there, and `open`,
how many cards of that hand can have each colour. The row about one's own hand is left out of
`known`, for it is the hand. The colour in play and the direction are those of the table.
"""

from openuno.engine.cards import COLOURS
from openuno.kernel.compiler import U, inlined
from openuno.kernel.rules.cards import bit, colour_of, is_wild
from openuno.kernel.rules.state import COLOUR, MEMORY, PLANES, SEATS, SPECIALS

_COLOURS = len(COLOURS)
_NONE, _EVERY = U(0), ~U(0)


@inlined
def _rows(t):
    """How many seats count for themselves; one for all where no card is ever given in secret."""
    return t.rules[SEATS] if t.rules[SPECIALS] else 1


@inlined
def may_hold(t, observer, seat, colour, held):
    """How many of the `held` cards of a seat can have this colour, for all one remembers."""
    if t.rules[MEMORY] == 0:
        return held
    row = observer if t.rules[SPECIALS] else 0
    return min(t.open[U((row * t.rules[SEATS] + seat) * _COLOURS + colour)], held)


@inlined
def known_kinds(t, observer, seat):
    """The kinds one has seen in another's hand that cannot have left it unseen."""
    found = _NONE
    if t.rules[MEMORY]:
        row = (observer * t.rules[SEATS] + seat) * t.rules[PLANES]
        for place in range(t.rules[PLANES]):
            found |= t.known[U(row + place)]
    return found


@inlined
def remember_deal(t):
    """A new round, or all hands dealt anew: nothing is known, and everything possible."""
    if t.rules[MEMORY]:
        _dealt(t.known, t.open, t.sizes, _rows(t), t.rules[SEATS], t.rules[PLANES])


@inlined
def remember_drawn(t, seat, count):
    """So many cards came into a hand, unseen by the others."""
    if t.rules[MEMORY]:
        _drawn(t.open, _rows(t), t.rules[SEATS], seat, count)


@inlined
def remember_lack(t, seat, most):
    """The hand has at most so many cards of the colour in play."""
    if t.rules[MEMORY]:
        _lacking(t.open, _rows(t), t.rules[SEATS], seat, t.now[COLOUR], most)


@inlined
def remember_lost(t, seat, kind):
    """A card left a hand, seen by all."""
    if t.rules[MEMORY]:
        _lost(t.known, t.open, _rows(t), t.rules[SEATS], t.rules[PLANES], seat, kind)


@inlined
def remember_given(t, giver, taker, kind):
    """A card went from hand to hand, and only those two saw which: to the others it may be any."""
    if t.rules[MEMORY]:
        _given(t.known, t.open, t.rules[SEATS], t.rules[PLANES], giver, taker, kind)


@inlined
def remember_shown(t, observer, seat, hands, first):
    """One was shown a hand, whose planes begin at `first` of `hands`; it holds all one knew."""
    if t.rules[MEMORY]:
        row = (observer * t.rules[SEATS] + seat) * t.rules[PLANES]
        for place in range(t.rules[PLANES]):
            t.known[U(row + place)] = hands[U(first + place)]


@inlined
def remember_own(t):
    """Before hands move: everyone knows the hand that is about to leave."""
    if t.rules[MEMORY]:
        _own(t.known, t.hands, t.rules[SEATS], t.rules[PLANES])


@inlined
def remember_swapped(t, seat, other):
    """Two hands changed places, and with them what is known of either."""
    if t.rules[MEMORY]:
        _swapped(t.known, t.open, _rows(t), t.rules[SEATS], t.rules[PLANES], seat, other)


@inlined
def _dealt(known, open_, sizes, rows, seats, planes):
    for place in range(seats * seats * planes):
        known[U(place)] = _NONE
    for place in range(rows * seats):
        for colour in range(_COLOURS):
            open_[U(place * _COLOURS + colour)] = sizes[U(place % seats)]


@inlined
def _drawn(open_, rows, seats, seat, count):
    for observer in range(rows):
        first = (observer * seats + seat) * _COLOURS
        for colour in range(_COLOURS):
            open_[U(first + colour)] += count


@inlined
def _lacking(open_, rows, seats, seat, colour, most):
    for observer in range(rows):
        place = U((observer * seats + seat) * _COLOURS + colour)
        open_[place] = min(open_[place], most)


@inlined
def _lost(known, open_, rows, seats, planes, seat, kind):
    for observer in range(rows):
        _uncount(open_, observer * seats + seat, kind)
    for observer in range(seats):
        _forget(known, (observer * seats + seat) * planes, planes, bit(kind))


@inlined
def _given(known, open_, seats, planes, giver, taker, kind):
    _uncount(open_, giver * seats + giver, kind)
    _uncount(open_, taker * seats + giver, kind)
    _drawn(open_, seats, seats, taker, 1)
    for observer in range(seats):
        # Of cards alike only one can have left: to those who did not see it, one of every kind.
        gone = bit(kind) if observer == taker else _EVERY
        if observer != giver:
            _forget(known, (observer * seats + giver) * planes, planes, gone)
    row = (giver * seats + taker) * planes
    carry = bit(kind)
    for place in range(planes):
        plane = known[U(row + place)]
        known[U(row + place)] = plane ^ carry
        carry &= plane


@inlined
def _own(known, hands, seats, planes):
    for seat in range(seats):
        row = (seat * seats + seat) * planes
        for place in range(planes):
            known[U(row + place)] = hands[U(seat * planes + place)]


@inlined
def _swapped(known, open_, rows, seats, planes, seat, other):
    for observer in range(seats):
        one, two = (observer * seats + seat) * planes, (observer * seats + other) * planes
        for place in range(planes):
            plane = known[U(one + place)]
            known[U(one + place)] = known[U(two + place)]
            known[U(two + place)] = plane
    for observer in range(rows):
        one, two = (observer * seats + seat) * _COLOURS, (observer * seats + other) * _COLOURS
        for colour in range(_COLOURS):
            count = open_[U(one + colour)]
            open_[U(one + colour)] = open_[U(two + colour)]
            open_[U(two + colour)] = count


@inlined
def _uncount(open_, row, kind):
    if not is_wild(kind):
        place = U(row * _COLOURS + colour_of(kind))
        open_[place] = max(open_[place] - 1, 0)


@inlined
def _forget(known, row, planes, gone):
    """Strike one card of each of these kinds off those known, where there is one."""
    borrow = _NONE
    for place in range(planes):
        borrow |= known[U(row + place)] & gone
    for place in range(planes):
        plane = known[U(row + place)]
        known[U(row + place)] = plane ^ borrow
        borrow &= ~plane
