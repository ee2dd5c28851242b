"""Kinds, colours and faces, computed without a lookup; hands as planes of masks."""

from openuno.kernel.compiler import I, U, inline, lowest_bit, popcount
from openuno.kernel.rules.state import (
    DRAW_TWO,
    NO_FACE,
    PLANES,
    SUIT_SIZE,
    WILD,
    YELLOW_0,
)

_ONE, _TWO = U(1), U(2)
_SUIT = U((1 << SUIT_SIZE) - 1)
EACH_SUIT = U(sum(1 << first for first in (0, 13, 26, YELLOW_0)))
WILDS = U(((1 << (YELLOW_0 - WILD)) - 1) << WILD)
DRAW_TWOS = U(int(EACH_SUIT) << DRAW_TWO)


@inline
def bit(kind):
    """The mask of one kind."""
    return _ONE << U(kind)


@inline
def is_wild(kind):
    """Whether the kind has no colour of its own."""
    return (kind >= WILD) & (kind < YELLOW_0)


@inline
def colour_of(kind):
    """The colour of a kind that has one."""
    return 3 if kind >= YELLOW_0 else (kind * 79) >> 10


@inline
def face_of(kind):
    """The face of a kind within its colour; NO_FACE for a wild."""
    if kind >= YELLOW_0:
        return kind - YELLOW_0
    return NO_FACE if kind >= WILD else kind - SUIT_SIZE * ((kind * 79) >> 10)


@inline
def of_colour(colour):
    """The mask of all kinds of a colour."""
    return _SUIT << U(YELLOW_0 if colour == 3 else SUIT_SIZE * colour)


@inline
def of_face(face):
    """The mask of a face in all colours; of no kind for a wild's."""
    return U(0) if face == NO_FACE else EACH_SUIT << U(face)


@inline
def fitting_kinds(colour, face):
    """The kinds that match the colour in force or the face on top (TURN-1)."""
    return of_colour(colour) | of_face(face) | WILDS


@inline
def nth_bit(bits, n):
    """The index of the n-th lowest set bit, counting from 0."""
    # There are usually few: the first steps need no branch that could be mispredicted.
    bits = bits & (bits - _ONE) if n > 0 else bits
    bits = bits & (bits - _ONE) if n > 1 else bits
    bits = bits & (bits - _ONE) if n > 2 else bits
    for _ in range(3, n):
        bits &= bits - _ONE
    return I(lowest_bit(bits))


@inline
def kinds_held(round, seat):
    """The kinds in a hand."""
    planes = round.rules[PLANES]
    first = U(seat * planes)
    found = round.hands[first] | round.hands[first + _ONE] | round.hands[first + _TWO]
    for index in range(3, planes):
        found |= round.hands[first + U(index)]
    return found


@inline
def add_card(round, seat, kind):
    """Put a card into a hand."""
    hands, planes = round.hands, round.rules[PLANES]
    first = U(seat * planes)
    ones, twos, fours = hands[first], hands[first + _ONE], hands[first + _TWO]
    one = bit(kind)
    two = ones & one
    four = twos & two
    hands[first] = ones ^ one
    hands[first + _ONE] = twos ^ two
    hands[first + _TWO] = fours ^ four
    carry = fours & four
    for index in range(3, planes):
        plane = hands[first + U(index)]
        hands[first + U(index)] = plane ^ carry
        carry &= plane
    round.sizes[U(seat)] += 1


@inline
def remove_card(round, seat, kind):
    """Take a card out of a hand."""
    hands, planes = round.hands, round.rules[PLANES]
    first = U(seat * planes)
    ones, twos, fours = hands[first], hands[first + _ONE], hands[first + _TWO]
    one = bit(kind)
    two = one & ~ones
    four = two & ~twos
    hands[first] = ones ^ one
    hands[first + _ONE] = twos ^ two
    hands[first + _TWO] = fours ^ four
    borrow = four & ~fours
    for index in range(3, planes):
        plane = hands[first + U(index)]
        hands[first + U(index)] = plane ^ borrow
        borrow &= ~plane
    round.sizes[U(seat)] -= 1


@inline
def count_kind(round, seat, kind):
    """How many of a kind are in a hand."""
    planes = round.rules[PLANES]
    first = seat * planes
    count = 0
    for index in range(planes):
        count += I((round.hands[U(first + index)] >> U(kind)) & _ONE) << index
    return count


@inline
def count_among(round, seat, among):
    """How many cards of a hand are of these kinds."""
    planes = round.rules[PLANES]
    first = seat * planes
    count = 0
    for index in range(planes):
        count += I(popcount(round.hands[U(first + index)] & among)) << index
    return count
