"""What each seat remembers: `openuno.bots.memory`, compiled.

Every seat has a row about every seat: `known`, planes of the cards it has seen there, and `open`,
how many cards of that hand can have each colour. The row in `known` about the seat's own hand is
not used, since the seat sees its hand. Colour and direction are those of the round.
"""

from openuno.engine.cards import COLOURS
from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.cards import bit, colour_of, is_wild
from openuno.kernel.rules.state import COLOUR, MEMORY, PLANES, SEATS, SPECIALS

_COLOURS = len(COLOURS)
_NONE, _EVERY = U(0), ~U(0)


@inline
def _rows(round):
    """How many seats have their own counts; one row serves all if no card moves in secret."""
    return round.rules[SEATS] if round.rules[SPECIALS] else 1


@inline
def max_of_colour(round, observer, seat, colour, held):
    """How many of the `held` cards of a seat can have this colour, as far as the observer knows."""
    if round.rules[MEMORY] == 0:
        return held
    row = observer if round.rules[SPECIALS] else 0
    return min(round.open[U((row * round.rules[SEATS] + seat) * _COLOURS + colour)], held)


@inline
def known_kinds(round, observer, seat):
    """The kinds that the observer has seen in another hand and that must still be there."""
    found = _NONE
    if round.rules[MEMORY]:
        row = (observer * round.rules[SEATS] + seat) * round.rules[PLANES]
        for index in range(round.rules[PLANES]):
            found |= round.known[U(row + index)]
    return found


@inline
def remember_deal(round):
    """All hands are dealt or dealt again: nothing is known, and everything is possible."""
    if round.rules[MEMORY]:
        _reset(
            round.known,
            round.open,
            round.sizes,
            _rows(round),
            round.rules[SEATS],
            round.rules[PLANES],
        )


@inline
def remember_drawn(round, seat, count):
    """`count` cards came into a hand, unseen by the others."""
    if round.rules[MEMORY]:
        _add_unknown(round.open, _rows(round), round.rules[SEATS], seat, count)


@inline
def remember_lack(round, seat, most):
    """The hand has at most `most` cards of the colour in force."""
    if round.rules[MEMORY]:
        _limit(round.open, _rows(round), round.rules[SEATS], seat, round.now[COLOUR], most)


@inline
def remember_lost(round, seat, kind):
    """A card left a hand, seen by all."""
    if round.rules[MEMORY]:
        _lose(
            round.known,
            round.open,
            _rows(round),
            round.rules[SEATS],
            round.rules[PLANES],
            seat,
            kind,
        )


@inline
def remember_given(round, giver, taker, kind):
    """A card went from hand to hand, and only those two saw which."""
    if round.rules[MEMORY]:
        _give(round.known, round.open, round.rules[SEATS], round.rules[PLANES], giver, taker, kind)


@inline
def remember_shown(round, observer, seat, hands, first):
    """The observer was shown a hand: the planes from `first` of `hands` on."""
    if round.rules[MEMORY]:
        row = (observer * round.rules[SEATS] + seat) * round.rules[PLANES]
        for index in range(round.rules[PLANES]):
            round.known[U(row + index)] = hands[U(first + index)]


@inline
def remember_own(round):
    """Before hands change places: every seat knows the hand that it is about to lose."""
    if round.rules[MEMORY]:
        _know_own(round.known, round.hands, round.rules[SEATS], round.rules[PLANES])


@inline
def remember_swapped(round, seat, other):
    """Two hands changed places, and so did what is known about them."""
    if round.rules[MEMORY]:
        _swap(
            round.known,
            round.open,
            _rows(round),
            round.rules[SEATS],
            round.rules[PLANES],
            seat,
            other,
        )


@inline
def _reset(known, open_, sizes, rows, seats, planes):
    for index in range(seats * seats * planes):
        known[U(index)] = _NONE
    for index in range(rows * seats):
        for colour in range(_COLOURS):
            open_[U(index * _COLOURS + colour)] = sizes[U(index % seats)]


@inline
def _add_unknown(open_, rows, seats, seat, count):
    for observer in range(rows):
        first = (observer * seats + seat) * _COLOURS
        for colour in range(_COLOURS):
            open_[U(first + colour)] += count


@inline
def _limit(open_, rows, seats, seat, colour, most):
    for observer in range(rows):
        index = U((observer * seats + seat) * _COLOURS + colour)
        open_[index] = min(open_[index], most)


@inline
def _lose(known, open_, rows, seats, planes, seat, kind):
    for observer in range(rows):
        _uncount(open_, observer * seats + seat, kind)
    for observer in range(seats):
        _forget(known, (observer * seats + seat) * planes, planes, bit(kind))


@inline
def _give(known, open_, seats, planes, giver, taker, kind):
    _uncount(open_, giver * seats + giver, kind)
    _uncount(open_, taker * seats + giver, kind)
    _add_unknown(open_, seats, seats, taker, 1)
    for observer in range(seats):
        # A player who did not see the card must allow that one of any kind is gone.
        gone = bit(kind) if observer == taker else _EVERY
        if observer != giver:
            _forget(known, (observer * seats + giver) * planes, planes, gone)
    row = (giver * seats + taker) * planes
    carry = bit(kind)
    for index in range(planes):
        plane = known[U(row + index)]
        known[U(row + index)] = plane ^ carry
        carry &= plane


@inline
def _know_own(known, hands, seats, planes):
    for seat in range(seats):
        row = (seat * seats + seat) * planes
        for index in range(planes):
            known[U(row + index)] = hands[U(seat * planes + index)]


@inline
def _swap(known, open_, rows, seats, planes, seat, other):
    for observer in range(seats):
        one, two = (observer * seats + seat) * planes, (observer * seats + other) * planes
        for index in range(planes):
            plane = known[U(one + index)]
            known[U(one + index)] = known[U(two + index)]
            known[U(two + index)] = plane
    for observer in range(rows):
        one, two = (observer * seats + seat) * _COLOURS, (observer * seats + other) * _COLOURS
        for colour in range(_COLOURS):
            count = open_[U(one + colour)]
            open_[U(one + colour)] = open_[U(two + colour)]
            open_[U(two + colour)] = count


@inline
def _uncount(open_, row, kind):
    if not is_wild(kind):
        index = U(row * _COLOURS + colour_of(kind))
        open_[index] = max(open_[index] - 1, 0)


@inline
def _forget(known, row, planes, gone):
    """Remove one card of each of these kinds from those known, if there is one."""
    borrow = _NONE
    for index in range(planes):
        borrow |= known[U(row + index)] & gone
    for index in range(planes):
        plane = known[U(row + index)]
        known[U(row + index)] = plane ^ borrow
        borrow &= ~plane
