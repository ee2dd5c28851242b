"""What a position is worth to a seat after its action: `openuno.bots.evaluation`, compiled.

Every sum is added in the same order as there, so that both give the same float.
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
    WINS,
)
from openuno.bots.evaluation import WILD as A_WILD
from openuno.engine.cards import COLOURS
from openuno.kernel.bots.forecast import (
    ANSWER,
    EXTRA,
    FOUND,
    KEEPS,
    KIND,
    LAID_BY,
    LINE,
    NEXT_TURN,
    OWN_SEAT,
    PLAYED,
    TARGET,
    WINNER,
    count_own,
    forecast_rule,
    share_out,
)
from openuno.kernel.compiler import (
    I,
    U,
    inline,
    lowest_bit,
    never_inline,
    outline,
    product,
    stack_int64,
)
from openuno.kernel.rules.cards import (
    WILDS,
    bit,
    colour_of,
    count_among,
    count_kind,
    face_of,
    fitting_kinds,
    is_wild,
    kinds_held,
    of_colour,
)
from openuno.kernel.rules.memory import known_kinds, max_of_colour
from openuno.kernel.rules.scoring import card_points, hand_points
from openuno.kernel.rules.state import (
    ATTACKS,
    BLANK,
    BY,
    COLOUR,
    DIRECTION,
    DRAW_TWO,
    FACING_DRAW_FOUR,
    FACING_STACK,
    MAX_SEATS,
    NO_FACE,
    PHASE,
    REVERSE,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE,
    SEVEN_ZERO,
    SHUFFLE,
    SKIP,
    SPECIALS,
    TEAMS,
    TOP,
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


class HandSummary(NamedTuple):
    """The cards that a seat has, or would have left."""

    kinds: Any
    colours: Any
    """How many of each colour, packed."""
    wilds: Any
    """Plain wilds; `fours` are Wild Draw Fours and rules like it, `others` all other wilds."""
    fours: Any
    others: Any
    size: Any
    points: Any


class Prospect(NamedTuple):
    """The position after an action."""

    nearest: Any
    """How many cards the shortest opposing hand has."""
    lead: Any
    """How far the own side is ahead."""
    turn: Any
    size: Any
    """How many cards the player has whose turn it is."""
    keeps: Any
    """Whether the seat still has its own hand."""


@inline
def are_partners(round, one, other):
    """Whether the two win together: the same seat, or partners."""
    return (one == other) | ((round.rules[TEAMS] != 0) & ((one ^ other) & 1 == 0))


@inline
def pending(round):
    """How many cards a stack, or a Wild Draw Four not yet answered, demands."""
    phase = round.now[PHASE]
    return round.now[TOTAL] if (phase == FACING_STACK) | (phase == FACING_DRAW_FOUR) else 0


@inline
def neighbour(round, seat, way):
    """The next seat in a direction."""
    seats = round.rules[SEATS]
    other = seat + way
    if other >= seats:
        other = 0
    elif other < 0:
        other = seats - 1
    return other


@inline
def is_custom(round, kind):
    """Whether the kind is a blank."""
    return (round.rules[SPECIALS] != 0) & (kind >= BLANK) & (kind < SHUFFLE)


@inline
def attack_kinds(round):
    """Wild Draw Fours, and blanks whose rule makes others draw or lose a turn."""
    return bit(WILD_FOUR) | U(round.custom_rules[ATTACKS])


@inline
def summarise_hand(round, seat, weight):
    """The seat's cards; their points only if points matter."""
    colours = _NONE
    for colour in range(_COLOURS):
        colours |= U(count_among(round, seat, of_colour(colour))) << U(_A_COUNT * colour)
    wilds, fours = count_kind(round, seat, WILD), count_among(round, seat, attack_kinds(round))
    others = count_among(round, seat, WILDS) - wilds - fours
    caught = hand_points(round, seat) if weight != 0.0 else 0
    return HandSummary(
        kinds_held(round, seat), colours, wilds, fours, others, round.sizes[U(seat)], caught
    )


@inline
def summary_without(round, seat, own, kind):
    """The cards left after a kind is played."""
    kinds = own.kinds if count_kind(round, seat, kind) > 1 else own.kinds ^ bit(kind)
    colours, wilds, fours, others = own.colours, own.wilds, own.fours, own.others
    if not is_wild(kind):
        colours -= _ONE << U(_A_COUNT * colour_of(kind))
    elif kind == WILD:
        wilds -= 1
    elif (attack_kinds(round) & bit(kind)) != _NONE:
        fours -= 1
    else:
        others -= 1
    return HandSummary(
        kinds, colours, wilds, fours, others, own.size - 1, own.points - card_points(round, kind)
    )


@inline
def summary_with_drawn(own):
    """The cards with one more that is not known."""
    return HandSummary(
        own.kinds, own.colours, own.wilds, own.fours, own.others, own.size + 1, own.points
    )


@inline
def make_prospect(round, seat, sizes, turn, keeps):
    """The prospect with hands of these sizes."""
    nearest, lead = _race(round, seat, sizes)
    return Prospect(nearest, lead, turn, sizes[U(turn)], keeps)


@inline
def prospect_if_waiting(round, seat, my_turn, sizes):
    """The prospect if the seat draws what is demanded, keeps its card or does nothing."""
    for other in range(round.rules[SEATS]):
        sizes[U(other)] = round.sizes[U(other)]
    turn = round.now[SEAT]
    if my_turn:
        sizes[U(seat)] += pending(round)
        turn = neighbour(round, seat, round.now[DIRECTION])
    return make_prospect(round, seat, sizes, turn, True)


@inline
def prospect_if_drawing(round, seat, sizes):
    """The prospect if the seat draws a card instead of playing one, and keeps it."""
    for other in range(round.rules[SEATS]):
        sizes[U(other)] = round.sizes[U(other)]
    sizes[U(seat)] += 1
    return make_prospect(round, seat, sizes, neighbour(round, seat, round.now[DIRECTION]), True)


@inline
def prospect_after_play(round, seat, kind, sizes):
    """The prospect after the card has acted; for a blank there is `rule_value`.

    For a card that swaps hands, `prospect_after_swap` continues from here.
    """
    seats, face = round.rules[SEATS], face_of(kind)
    for other in range(seats):
        sizes[U(other)] = round.sizes[U(other)]
    sizes[U(seat)] -= 1
    way = -round.now[DIRECTION] if face == REVERSE else round.now[DIRECTION]
    turn = neighbour(round, seat, way)
    keeps = True
    if (face == DRAW_TWO) | (kind == WILD_FOUR):
        sizes[U(turn)] += pending(round) + (2 if face == DRAW_TWO else 4)
        turn = neighbour(round, turn, way)
    elif face == SKIP:
        turn = neighbour(round, turn, way)
    elif face == REVERSE:
        turn = seat if (seats == 2) & (round.rules[TWO_PLAYER_REVERSE] != 0) else turn
    elif (face == 0) & (round.rules[SEVEN_ZERO] != 0):
        for other in range(seats):
            giver = neighbour(round, other, -way)
            sizes[U(other)] = round.sizes[U(giver)] - (1 if giver == seat else 0)
        keeps = False
    elif kind == SHUFFLE:
        share_out(round, seat, sizes)
        keeps = False
    return make_prospect(round, seat, sizes, turn, keeps)


@inline
def prospect_after_swap(round, seat, target, turn, sizes):
    """The prospect after a card that also swaps hands with its target."""
    own, other = sizes[U(seat)], sizes[U(target)]
    sizes[U(seat)], sizes[U(target)] = other, own
    prospect = make_prospect(round, seat, sizes, turn, False)
    sizes[U(seat)], sizes[U(target)] = own, other
    return prospect


@inline
def _race(round, seat, sizes):
    """The size of the shortest opposing hand, and how far the own side is ahead."""
    seats = round.rules[SEATS]
    ours, theirs, shortest, nearest = 0, 0, _MANY, _MANY
    for other in range(seats):
        size = sizes[U(other)]
        if are_partners(round, seat, other):
            ours += size
            shortest = min(shortest, size)
        else:
            theirs += size
            nearest = min(nearest, size)
    side = seats // 2 if round.rules[TEAMS] else 1
    ahead = theirs / (seats - side) - ours / side
    shortest, nearest = max(shortest, 1), max(nearest, 1)
    return nearest, NEAR / shortest - NEAR / nearest + product(CARD, ahead)


@inline
def evaluate(round, seat, weight, own, prospect, colour, face):
    """What a prospect is worth to the seat with these cards, this colour and this face to match."""
    value = prospect.lead
    if prospect.keeps:
        value += _hand_value(round, own, prospect.turn == seat, colour, face)
        if weight != 0.0:
            value -= product(weight, own.points) / prospect.nearest
    else:
        value += FOLLOWS - product(2, _stray(round))  # an average hand
    if prospect.turn != seat:
        value += _answer_value(round, seat, prospect.turn, colour, prospect.size)
    return value


@inline
def _stray(round):
    return STRAY_OF_TWO if round.rules[SEATS] == 2 else STRAY_AT_LARGE


@inline
def _hand_value(round, own, again, colour, face):
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
    value -= product(_stray(round), strays)
    fits = (own.kinds & WILDS) != _NONE
    # The first card of a round can ask something before its colour is named.
    if (round.rules[SPECIALS] == 0) | (colour >= 0):
        follow = I((own.colours >> U(_A_COUNT * colour)) & _COUNT)
        if follow > 0:
            value += FOLLOWS + product(EACH, follow)
        fits = (own.kinds & fitting_kinds(colour, face)) != _NONE
    last = own.size == 1
    if again:
        value += AGAIN
        if fits:
            value += GOES_OUT if last else GOES_ON
    elif last & fits:
        value += LAST_FITS + product(LAST_WILD, own.wilds + own.fours + own.others)
    return value


@inline
def _answer_value(round, seat, turn, colour, size):
    """The value of the next player's having the colour: good for a partner, bad for an opponent."""
    if (round.rules[SPECIALS] != 0) & (colour < 0):
        return 0.0
    follows = _SOME_FIT[U(min(max_of_colour(round, seat, turn, colour, size), CERTAIN))]
    if known_kinds(round, seat, turn) & (of_colour(colour) | WILDS):
        follows = 1.0
    weight = ANSWERED_AT_LARGE
    if size == 1:
        weight = ANSWERED_BY_LAST
    elif size == 2:
        weight = ANSWERED_BY_TWO
    weight = product(follows, weight)
    return weight if are_partners(round, seat, turn) else -weight


@inline
def rule_value(round, seat, kind, played, colour, target, weight):
    """What the position after a custom rule is worth, as far as the seat can tell what it does.

    `played` is 0 for the first card of a round, whose colour may not be named yet: then the sizes
    of the hands alone are compared.
    """
    found = stack_int64(FOUND)
    found[KIND] = kind
    found[PLAYED] = played
    found[OWN_SEAT] = seat
    found[TARGET] = target
    found[LAID_BY] = seat
    found[LINE] = 0
    found[ANSWER] = -1
    return _value_after_rule(round, found, colour, weight)


@inline
def answer_value(round, seat, yes, weight):
    """The same for the rest of a custom rule, if the seat wants what it asks about or not."""
    now, found = round.now, stack_int64(FOUND)
    found[KIND] = now[TOP]
    found[PLAYED] = 0
    found[OWN_SEAT] = seat
    found[TARGET] = now[RULE_TARGET]
    found[LAID_BY] = now[BY]
    found[LINE] = now[SENTENCE] - 1
    found[ANSWER] = yes
    return _value_after_rule(round, found, now[COLOUR], weight)


@outline
def _value_after_rule(round, found, colour, weight):
    never_inline()
    sizes, seat = stack_int64(MAX_SEATS), found[OWN_SEAT]
    forecast_rule(round, sizes, found, colour)
    if found[WINNER] >= 0:
        return WINS if are_partners(round, seat, found[WINNER]) else -WINS
    prospect = make_prospect(round, seat, sizes, found[NEXT_TURN], found[KEEPS] != 0)
    if (found[PLAYED] == 0) & (found[ANSWER] < 0):
        return prospect.lead
    left = _summary_after_rule(round, seat, found)
    return evaluate(round, seat, weight, left, prospect, colour, NO_FACE)


@inline
def _summary_after_rule(round, seat, found):
    """The cards left after a custom rule."""
    kinds, colours, points = _NONE, _NONE, 0
    held = kinds_held(round, seat)
    while held != _NONE:
        kind = I(lowest_bit(held))
        held &= held - _ONE
        count = count_own(round, found, bit(kind))
        if count > 0:
            kinds |= bit(kind)
            points += count * card_points(round, kind)
            if not is_wild(kind):
                colours += U(count) << U(_A_COUNT * colour_of(kind))
    wilds = count_own(round, found, bit(WILD))
    fours = count_own(round, found, attack_kinds(round))
    others = count_own(round, found, WILDS) - wilds - fours
    size = count_own(round, found, ~_NONE) + found[EXTRA]
    return HandSummary(kinds, colours, wilds, fours, others, size, points)
