"""What the asked seat sees, as one row of small numbers: its own knowledge and nothing more.

Counts above 255 become 255. Players are in the order of play, starting with the seat that sees.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from openuno.engine.cards import COLOURS, KINDS
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    COUNTED_DISCARDS,
    COUNTED_TURNS_OVER,
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
    QuestionKind,
    seats_between,
)
from openuno.kernel.byte_rows import clear_bytes, write_counts
from openuno.kernel.compiler import U, copy_bytes, inline, lowest_bit
from openuno.kernel.rules.actions import card_kind, named_colour
from openuno.kernel.rules.choices import first_set_aside, set_aside_by
from openuno.kernel.rules.lasting import bound_seats, forbidden_kinds
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    CARD,
    CHOOSING_CARDS,
    COLOUR,
    DEALER,
    DIRECTION,
    DISCARD,
    FACING_DRAW_FOUR,
    FACING_STACK,
    LASTING_RULES,
    MAX_SEATS,
    PASSES,
    PHASE,
    PILE,
    PLANES,
    ROUND_OVER,
    SEAT,
    SEATS,
    SITTING_OUT,
    TOP,
    TOTAL,
    TURNED_OVER,
    WINDOW,
    Phase,
    Row8,
    Switch,
    owes_uno,
    seat_after,
)

OBSERVED_SWITCHES = (
    Switch.SEATS,
    Switch.CARDS,
    Switch.HAND_SIZE,
    Switch.FIRST_CARD,
    Switch.RENEGE,
    Switch.PLAY_DRAWN,
    Switch.DRAW_UNTIL,
    Switch.FORCED_PLAY,
    Switch.BLUFFING,
    Switch.STACKING,
    Switch.JUMP_IN,
    Switch.SEVEN_ZERO,
    Switch.TWO_PLAYER_REVERSE,
    Switch.TEAMS,
    Switch.UNO_PENALTY,
    Switch.WRONG_CATCH_PENALTY,
    Switch.SUGGESTION_PENALTY,
    Switch.SPECIAL_POINTS,
    Switch.WILD_POINTS,
)
"""The switches that an observation has, in this order."""
_KINDS, _COLOURS = len(KINDS), len(COLOURS)
_PHASES = [phase.name for phase in Phase if phase is not Phase.ROUND_OVER]
_LAST_PHASE = len(_PHASES) - 1
_MAX_COUNT = 255


class ObservationPart(NamedTuple):
    """A run of the row: its name, how many numbers it has, what they mean."""

    name: str
    size: int
    meaning: str


PARTS = (
    ObservationPart("hand", _KINDS, "how many of each kind the seat holds"),
    ObservationPart("discard", _KINDS, "how many of each kind are in the discard pile"),
    ObservationPart("top", _KINDS, "1 at the kind of the top card"),
    ObservationPart(
        "card",
        _KINDS,
        "1 at the kind just drawn, or being played while its target is picked;"
        " how many of each kind the seat has set aside to pass on",
    ),
    ObservationPart("named", _COLOURS, "1 at the colour named for the wild being played"),
    ObservationPart("colour", _COLOURS, "1 at the colour in force"),
    ObservationPart(
        "before", _COLOURS, "1 at the colour before the Wild Draw Four that may be challenged"
    ),
    ObservationPart("phase", len(_PHASES), "1 at what the round waits for: " + ", ".join(_PHASES)),
    ObservationPart(
        "question",
        len(QuestionKind),
        "1 at: in turn, out of turn, which player; 0s for a seat that is not asked",
    ),
    ObservationPart("hands", MAX_SEATS, "how many cards each player holds"),
    ObservationPart("turn", MAX_SEATS, "1 at the player whose turn it is"),
    ObservationPart("window", MAX_SEATS, "1 at who played the top card, while the window is open"),
    ObservationPart("owes", MAX_SEATS, "1 at the player who owes UNO and can be caught"),
    ObservationPart("sits out", MAX_SEATS, "1 at each player who is to miss the next turn"),
    ObservationPart("dealer", MAX_SEATS, "1 at the dealer"),
    ObservationPart("direction", 1, "1 when play goes to the left, 0 to the right"),
    ObservationPart(
        "demanded",
        1,
        "how many cards are to be drawn unless the seat answers otherwise, or are yet to be chosen",
    ),
    ObservationPart("pile", 1, "how many cards are left to draw"),
    ObservationPart("turned over", 1, "how often the discard pile was turned over"),
    ObservationPart("passes", 1, "how many passed in a row"),
    ObservationPart(
        "forbidden", _KINDS, "1 at each kind that a lasting rule keeps the seat from playing"
    ),
    ObservationPart("bound", MAX_SEATS, "1 at each player whom a lasting rule binds"),
    ObservationPart(
        "rules",
        len(OBSERVED_SWITCHES),
        ", ".join(switch.name.lower() for switch in OBSERVED_SWITCHES),
    ),
)
STARTS = {
    part.name: sum(earlier.size for earlier in PARTS[:index]) for index, part in enumerate(PARTS)
}
SIZE = sum(part.size for part in PARTS)
"""How long the row is."""

_HAND, _DISCARD, _TOP, _CARD = STARTS["hand"], STARTS["discard"], STARTS["top"], STARTS["card"]
_NAMED, _COLOUR, _BEFORE = STARTS["named"], STARTS["colour"], STARTS["before"]
_PHASE, _QUESTION, _HANDS = STARTS["phase"], STARTS["question"], STARTS["hands"]
_TURN, _WINDOW, _OWES = STARTS["turn"], STARTS["window"], STARTS["owes"]
_SITS_OUT, _DEALER, _DIRECTION = STARTS["sits out"], STARTS["dealer"], STARTS["direction"]
_DEMANDED, _PILE, _TURNED_OVER = STARTS["demanded"], STARTS["pile"], STARTS["turned over"]
_PASSES, RULES = STARTS["passes"], STARTS["rules"]
_FORBIDDEN, _BOUND = STARTS["forbidden"], STARTS["bound"]
UNCHANGING = _FORBIDDEN

_NONE, _ONE, _TWO = U(0), U(1), U(2)

copy_kinds = copy_bytes(_KINDS)
clear_changing = clear_bytes(_TOP, _FORBIDDEN - _TOP)
"""Sets all that changes to 0, except the counts of hand and discard pile."""
copy_unchanging = copy_bytes(SIZE - _FORBIDDEN)
"""Copies what never changes where no rule lasts, from UNCHANGING on, into a row that lacks it."""


def observed_switches(rules: Sequence[int]) -> Row8:
    """The values that an observation has for these rules."""
    return np.array([min(rules[switch], _MAX_COUNT) for switch in OBSERVED_SWITCHES], np.uint8)


@inline
def _cap_count(count):
    return min(count, _MAX_COUNT)


@inline
def count_discards(round, question, discards):
    """Continue counting the discard pile where the last count stopped.

    A new discard is the top card or goes right under it: everything deeper stays as it was counted
    until the pile is turned over.
    """
    _count_discards(round, question, discards, discards, 0)


@inline
def _count_discards(round, question, discards, out, first):
    """The same; what changes is written into `out`, too, from its byte `first` on."""
    now = round.now
    if (question[COUNTED_DISCARDS] < 0) | (question[COUNTED_TURNS_OVER] != now[TURNED_OVER]):
        for kind in range(_KINDS):
            discards[U(kind)] = 0
            out[U(first + kind)] = 0
        question[COUNTED_DISCARDS] = 0
        question[COUNTED_TURNS_OVER] = now[TURNED_OVER]
    for index in range(question[COUNTED_DISCARDS], now[DISCARD] - 1):
        kind = round.discard[U(index)]
        count = discards[U(kind)] + 1
        discards[U(kind)] = count
        out[U(first) + U(kind)] = count
    question[COUNTED_DISCARDS] = now[DISCARD] - 1


@inline
def observe(round, question, discards, seat, out):
    """Write what the seat sees into `out`, and continue the count of the discards.

    What never changes is left as it is: the rules, from RULES on, and without lasting rules the
    zeros of what those forbid. `out` must have both.
    """
    clear_changing(out)
    # Copied before they are counted: many bytes cannot be read soon after one was written.
    copy_kinds(out, _DISCARD, discards)
    _count_discards(round, question, discards, out, _DISCARD)
    out[U(_DISCARD + round.now[TOP])] = discards[U(round.now[TOP])] + 1
    _write_hand(round, seat, out)
    _write_table(round, out)
    _write_players(round, seat, out)
    if round.rules[LASTING_RULES]:
        _write_lasting(round, seat, out)
    if seat == question[ASKED_SEAT]:
        _write_question(round, question, seat, out)


@inline
def _write_hand(round, seat, out):
    planes = round.rules[PLANES]
    first = U(seat * planes)
    hands = round.hands
    write_counts(out, _HAND, hands[first], hands[first + _ONE], hands[first + _TWO])
    for index in range(3, planes):
        kinds = hands[first + U(index)]
        while kinds != _NONE:
            out[U(_HAND) + lowest_bit(kinds)] += 1 << index
            kinds &= kinds - _ONE


@inline
def _write_table(round, out):
    now = round.now
    out[U(_TOP + now[TOP])] = 1
    phase = now[PHASE]
    faces_four = phase == FACING_DRAW_FOUR
    out[U(_COLOUR + max(now[COLOUR], 0))] = now[COLOUR] >= 0
    out[U(_PHASE + min(phase, _LAST_PHASE))] = phase != ROUND_OVER
    out[U(_BEFORE + (now[BEFORE] if faces_four else 0))] = faces_four
    demands = faces_four | (phase == FACING_STACK) | (phase == CHOOSING_CARDS)
    out[_DEMANDED] = _cap_count(now[TOTAL]) if demands else 0
    out[_DIRECTION] = 1 if now[DIRECTION] > 0 else 0
    out[_PILE] = _cap_count(now[PILE])
    out[_TURNED_OVER] = _cap_count(now[TURNED_OVER])
    out[_PASSES] = now[PASSES]


@inline
def _write_players(round, seat, out):
    now = round.now
    for distance in range(round.rules[SEATS]):
        other = seat_after(round, seat, distance)
        out[U(_HANDS + distance)] = _cap_count(round.sizes[U(other)])
        out[U(_SITS_OUT + distance)] = now[SITTING_OUT] >> other & 1
    out[U(_TURN + seats_between(round, seat, now[SEAT]))] = 1 if now[PHASE] != ROUND_OVER else 0
    out[U(_DEALER + seats_between(round, seat, now[DEALER]))] = 1
    window, owes = now[WINDOW], owes_uno(round)
    out[U(_WINDOW + (seats_between(round, seat, window) if window >= 0 else 0))] = window >= 0
    out[U(_OWES + (seats_between(round, seat, owes) if owes >= 0 else 0))] = owes >= 0


@inline
def _write_lasting(round, seat, out):
    for index in range(_FORBIDDEN, RULES):
        out[U(index)] = 0
    kinds, bound = forbidden_kinds(round, seat), bound_seats(round)
    while kinds != _NONE:
        out[U(_FORBIDDEN) + lowest_bit(kinds)] = 1
        kinds &= kinds - _ONE
    for distance in range(round.rules[SEATS]):
        out[U(_BOUND + distance)] = bound >> seat_after(round, seat, distance) & 1


@inline
def _write_question(round, question, seat, out):
    now = round.now
    question_kind = question[QUESTION_KIND]
    out[U(_QUESTION + question_kind)] = now[PHASE] != ROUND_OVER
    has_drawn = (now[PHASE] == AFTER_DRAW) & (now[SEAT] == seat) & (now[CARD] >= 0)
    has_drawn &= question_kind != WHICH_PLAYER
    out[U(_CARD + (now[CARD] if has_drawn else 0))] = has_drawn
    if question_kind == WHICH_PLAYER:
        code = question[UNFINISHED_PLAY]
        out[U(_CARD + card_kind(code))] = 1
        if named_colour(code) >= 0:
            out[U(_NAMED + named_colour(code))] = 1
    elif (now[PHASE] == CHOOSING_CARDS) & (now[SEAT] == seat):
        first = first_set_aside(round, seat)
        for index in range(set_aside_by(round, seat)):
            out[U(_CARD) + U(round.discard[U(first - index)])] += 1
