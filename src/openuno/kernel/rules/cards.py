"""Kinds, colours and faces without a table to look them up in; hands as planes of masks."""

from openuno.kernel.compiler import I, U, inlined, lowest, popcount
from openuno.kernel.rules.state import (
    A_SUIT,
    DRAW_TWO,
    NO_FACE,
    PLANES,
    WILD,
    YELLOW_0,
)

_ONE, _TWO = U(1), U(2)
_SUIT = U((1 << A_SUIT) - 1)
EACH_SUIT = U(sum(1 << first for first in (0, 13, 26, YELLOW_0)))
WILDS = U(((1 << (YELLOW_0 - WILD)) - 1) << WILD)
DRAW_TWOS = U(int(EACH_SUIT) << DRAW_TWO)


@inlined
def bit(kind):
    """The mask of one kind."""
    return _ONE << U(kind)


@inlined
def is_wild(kind):
    """Whether the kind has no colour of its own."""
    return (kind >= WILD) & (kind < YELLOW_0)


@inlined
def colour_of(kind):
    """The colour of a kind that has one."""
    return 3 if kind >= YELLOW_0 else (kind * 79) >> 10


@inlined
def face_of(kind):
    """The face of a kind within its colour; NO_FACE for a wild."""
    if kind >= YELLOW_0:
        return kind - YELLOW_0
    return NO_FACE if kind >= WILD else kind - A_SUIT * ((kind * 79) >> 10)


@inlined
def of_colour(colour):
    """The mask of all kinds of a colour."""
    return _SUIT << U(YELLOW_0 if colour == 3 else A_SUIT * colour)


@inlined
def of_face(face):
    """The mask of a face in all colours; of no kind for a wild's."""
    return U(0) if face == NO_FACE else EACH_SUIT << U(face)


@inlined
def fitting(colour, face):
    """The kinds that fit a colour in play and the face on top (TURN-1)."""
    return of_colour(colour) | of_face(face) | WILDS


@inlined
def nth(bits, n):
    """The place of the n-th lowest set bit, counting from 0."""
    # Mostly there are few: the first steps without a branch that could be guessed wrong.
    bits = bits & (bits - _ONE) if n > 0 else bits
    bits = bits & (bits - _ONE) if n > 1 else bits
    bits = bits & (bits - _ONE) if n > 2 else bits
    for _ in range(3, n):
        bits &= bits - _ONE
    return I(lowest(bits))


@inlined
def held(t, seat):
    """The kinds in a hand."""
    planes = t.rules[PLANES]
    first = U(seat * planes)
    found = t.hands[first] | t.hands[first + _ONE] | t.hands[first + _TWO]
    for place in range(3, planes):
        found |= t.hands[first + U(place)]
    return found


@inlined
def add(t, seat, kind):
    """Put a card into a hand."""
    hands, planes = t.hands, t.rules[PLANES]
    first = U(seat * planes)
    ones, twos, fours = hands[first], hands[first + _ONE], hands[first + _TWO]
    one = bit(kind)
    two = ones & one
    four = twos & two
    hands[first] = ones ^ one
    hands[first + _ONE] = twos ^ two
    hands[first + _TWO] = fours ^ four
    carry = fours & four
    for place in range(3, planes):
        plane = hands[first + U(place)]
        hands[first + U(place)] = plane ^ carry
        carry &= plane
    t.sizes[U(seat)] += 1


@inlined
def remove(t, seat, kind):
    """Take a card out of a hand."""
    hands, planes = t.hands, t.rules[PLANES]
    first = U(seat * planes)
    ones, twos, fours = hands[first], hands[first + _ONE], hands[first + _TWO]
    one = bit(kind)
    two = one & ~ones
    four = two & ~twos
    hands[first] = ones ^ one
    hands[first + _ONE] = twos ^ two
    hands[first + _TWO] = fours ^ four
    borrow = four & ~fours
    for place in range(3, planes):
        plane = hands[first + U(place)]
        hands[first + U(place)] = plane ^ borrow
        borrow &= ~plane
    t.sizes[U(seat)] -= 1


@inlined
def copies(t, seat, kind):
    """How many of a kind are in a hand."""
    planes = t.rules[PLANES]
    first = seat * planes
    count = 0
    for place in range(planes):
        count += I((t.hands[U(first + place)] >> U(kind)) & _ONE) << place
    return count


@inlined
def counted(t, seat, among):
    """How many cards of a hand are of these kinds."""
    planes = t.rules[PLANES]
    first = seat * planes
    count = 0
    for place in range(planes):
        count += I(popcount(t.hands[U(first + place)] & among)) << place
    return count
