"""What the table is worth to a seat once it has acted: `openuno.bots.evaluation`, sum by sum.

Every sum is taken in the order in which the bot takes it, so that both come to the same float.
"""

from typing import Any, NamedTuple

import numpy as np

from openuno.bots.evaluation import (
    AGAIN,
    ANSWERED,
    ANSWERED_AT_LARGE,
    CARD,
    CERTAIN,
    EACH,
    FOLLOWS,
    FOUR,
    GOES_ON,
    GOES_OUT,
    LAST_FITS,
    LAST_WILD,
    NEAR,
    SOME_FIT,
    STRAY,
    STRAY_AT_LARGE,
)
from openuno.bots.evaluation import WILD as A_WILD
from openuno.engine.cards import COLOURS
from openuno.kernel.compiler import I, U, inlined, product
from openuno.kernel.rules.cards import (
    WILDS,
    bit,
    colour_of,
    copies,
    counted,
    face_of,
    fitting,
    held,
    is_wild,
    of_colour,
)
from openuno.kernel.rules.memory import known_kinds, may_hold
from openuno.kernel.rules.scoring import points, points_of
from openuno.kernel.rules.state import (
    DIRECTION,
    DRAW_TWO,
    FACING_DRAW_FOUR,
    FACING_STACK,
    PHASE,
    REVERSE,
    SEAT,
    SEATS,
    SEVEN_ZERO,
    SHUFFLE,
    SKIP,
    TEAMS,
    TOTAL,
    TWO_PLAYER_REVERSE,
    WILD,
    WILD_FOUR,
)

ANSWERED_BY_LAST, ANSWERED_BY_TWO = ANSWERED[1], ANSWERED[2]
STRAY_OF_TWO = STRAY[2]
_SOME_FIT = np.array(SOME_FIT)
_COLOURS = len(COLOURS)
_A_COUNT = 16
"""Bits for the count of a colour, all four of them in one word."""
_COUNT = U((1 << _A_COUNT) - 1)
_NONE, _ONE = U(0), U(1)
_MANY = 1 << 30


class Held(NamedTuple):
    """The cards that a seat has, or would be left with."""

    kinds: Any
    colours: Any
    """How many of each colour, packed."""
    wilds: Any
    """Plain ones; then Wild Draw Fours, then wilds that do something else."""
    fours: Any
    others: Any
    size: Any
    points: Any


class Outlook(NamedTuple):
    """The table after an action."""

    nearest: Any
    """The cards in the shortest hand against one."""
    lead: Any
    """How far one's own side is ahead."""
    turn: Any
    size: Any
    """The cards of whoever's turn it is."""
    keeps: Any
    """Whether one's hand is still one's own."""


@inlined
def same_side(t, one, other):
    """Whether the two win together: oneself, or partners."""
    return (one == other) | ((t.rules[TEAMS] != 0) & ((one ^ other) & 1 == 0))


@inlined
def pending(t):
    """The cards that a stack, or a Wild Draw Four not yet answered, demands."""
    phase = t.now[PHASE]
    return t.now[TOTAL] if (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR) else 0


@inlined
def beside(t, seat, way):
    """The next seat that way round."""
    seats = t.rules[SEATS]
    other = seat + way
    if other >= seats:
        other = 0
    elif other < 0:
        other = seats - 1
    return other


@inlined
def in_hand(t, seat, weight):
    """The seat's cards; their points only if they weigh anything."""
    colours = _NONE
    for colour in range(_COLOURS):
        colours |= U(counted(t, seat, of_colour(colour))) << U(_A_COUNT * colour)
    wilds, fours = copies(t, seat, WILD), copies(t, seat, WILD_FOUR)
    others = counted(t, seat, WILDS) - wilds - fours
    caught = points(t, seat) if weight != 0.0 else 0
    return Held(held(t, seat), colours, wilds, fours, others, t.sizes[U(seat)], caught)


@inlined
def without(t, seat, own, kind):
    """The cards left when one is laid."""
    kinds = own.kinds if copies(t, seat, kind) > 1 else own.kinds ^ bit(kind)
    colours, wilds, fours, others = own.colours, own.wilds, own.fours, own.others
    if not is_wild(kind):
        colours -= _ONE << U(_A_COUNT * colour_of(kind))
    elif kind == WILD:
        wilds -= 1
    elif kind == WILD_FOUR:
        fours -= 1
    else:
        others -= 1
    return Held(kinds, colours, wilds, fours, others, own.size - 1, own.points - points_of(t, kind))


@inlined
def looked_out(t, seat, sizes, turn, keeps):
    """The outlook with hands of these sizes."""
    nearest, lead = _race(t, seat, sizes)
    return Outlook(nearest, lead, turn, sizes[U(turn)], keeps)


@inlined
def if_quiet(t, seat, waited_for, sizes):
    """The table if the seat takes what is demanded, or keeps its card, or lets a chance go."""
    for other in range(t.rules[SEATS]):
        sizes[U(other)] = t.sizes[U(other)]
    turn = t.now[SEAT]
    if waited_for:
        sizes[U(seat)] += pending(t)
        turn = beside(t, seat, t.now[DIRECTION])
    return looked_out(t, seat, sizes, turn, True)


@inlined
def if_laid(t, seat, kind, sizes):
    """The table after the card has acted; a written rule is taken for a plain wild.

    Of a card that swaps hands, `if_swapped` goes on from here.
    """
    seats, face = t.rules[SEATS], face_of(kind)
    for other in range(seats):
        sizes[U(other)] = t.sizes[U(other)]
    sizes[U(seat)] -= 1
    way = -t.now[DIRECTION] if face == REVERSE else t.now[DIRECTION]
    turn = beside(t, seat, way)
    keeps = True
    if (face == DRAW_TWO) | (kind == WILD_FOUR):
        sizes[U(turn)] += pending(t) + (2 if face == DRAW_TWO else 4)
        turn = beside(t, turn, way)
    elif face == SKIP:
        turn = beside(t, turn, way)
    elif face == REVERSE:
        turn = seat if (seats == 2) & (t.rules[TWO_PLAYER_REVERSE] != 0) else turn
    elif (face == 0) & (t.rules[SEVEN_ZERO] != 0):
        for other in range(seats):
            giver = beside(t, other, -way)
            sizes[U(other)] = t.sizes[U(giver)] - (1 if giver == seat else 0)
        keeps = False
    elif kind == SHUFFLE:
        _share_out(t, seat, sizes)
        keeps = False
    return looked_out(t, seat, sizes, turn, keeps)


@inlined
def if_swapped(t, seat, target, turn, sizes):
    """The table after a card that also swaps hands with the player picked."""
    own, other = sizes[U(seat)], sizes[U(target)]
    sizes[U(seat)], sizes[U(target)] = other, own
    outlook = looked_out(t, seat, sizes, turn, False)
    sizes[U(seat)], sizes[U(target)] = own, other
    return outlook


@inlined
def _share_out(t, seat, sizes):
    seats = t.rules[SEATS]
    total = -1
    for other in range(seats):
        total += t.sizes[U(other)]
    other = seat
    for place in range(seats):
        other = beside(t, other, 1)
        sizes[U(other)] = total // seats + (1 if place < total % seats else 0)


@inlined
def _race(t, seat, sizes):
    """The shortest hand against one, and how far one's own side is ahead of the other."""
    seats = t.rules[SEATS]
    ours, theirs, shortest, nearest = 0, 0, _MANY, _MANY
    for other in range(seats):
        size = sizes[U(other)]
        if same_side(t, seat, other):
            ours += size
            shortest = min(shortest, size)
        else:
            theirs += size
            nearest = min(nearest, size)
    side = seats // 2 if t.rules[TEAMS] else 1
    ahead = theirs / (seats - side) - ours / side
    shortest, nearest = max(shortest, 1), max(nearest, 1)
    return nearest, NEAR / shortest - NEAR / nearest + product(CARD, ahead)


@inlined
def worth(t, seat, weight, own, outlook, colour, face):
    """What an outlook is worth to the seat, with these cards and that to be matched."""
    value = outlook.lead
    if outlook.keeps:
        value += _hand(t, own, outlook.turn == seat, colour, face)
        if weight != 0.0:
            value -= product(weight, own.points) / outlook.nearest
    else:
        value += FOLLOWS - product(2, _stray(t))  # a hand like any other
    if outlook.turn != seat:
        value += _answer(t, seat, outlook.turn, colour, outlook.size)
    return value


@inlined
def _stray(t):
    return STRAY_OF_TWO if t.rules[SEATS] == 2 else STRAY_AT_LARGE


@inlined
def _hand(t, own, again, colour, face):
    """What the cards left in hand are good for."""
    value = 0.0
    for _ in range(own.wilds):
        value += A_WILD
    for _ in range(own.fours):
        value += FOUR
    for _ in range(own.others):
        value += A_WILD
    strays = 0
    for other in range(_COLOURS):
        strays += 1 if (own.kinds & of_colour(other)) != _NONE else 0
    value -= product(_stray(t), strays)
    follow = I((own.colours >> U(_A_COUNT * colour)) & _COUNT)
    if follow > 0:
        value += FOLLOWS + product(EACH, follow)
    fits = (own.kinds & fitting(colour, face)) != _NONE
    last = own.size == 1
    if again:
        value += AGAIN
        if fits:
            value += GOES_OUT if last else GOES_ON
    elif last & fits:
        value += LAST_FITS + product(LAST_WILD, own.wilds + own.fours + own.others)
    return value


@inlined
def _answer(t, seat, turn, colour, size):
    """What it is worth that the next player may have the colour: good from a partner, else bad."""
    follows = _SOME_FIT[U(min(may_hold(t, seat, turn, colour, size), CERTAIN))]
    if known_kinds(t, seat, turn) & (of_colour(colour) | WILDS):
        follows = 1.0
    weight = ANSWERED_AT_LARGE
    if size == 1:
        weight = ANSWERED_BY_LAST
    elif size == 2:
        weight = ANSWERED_BY_TWO
    weight = product(follows, weight)
    return weight if same_side(t, seat, turn) else -weight
