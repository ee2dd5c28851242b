"""What the asked seat sees, as one row of small numbers: its own knowledge and nothing more.

Counts beyond 255 are told as 255. Players are in the order of play, the seat that looks first.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from openuno.engine.cards import COLOURS
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    COUNTED_DISCARDS,
    COUNTED_TURNS_OVER,
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
    QuestionKind,
    places_after,
)
from openuno.kernel.compiler import I, U, copying, inlined, lowest
from openuno.kernel.rules.actions import kind_of, named_in
from openuno.kernel.rules.cards import held
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    CARD,
    COLOUR,
    DEALER,
    DIRECTION,
    DISCARD,
    FACING_DRAW_FOUR,
    FACING_STACK,
    KINDS,
    MOST_SEATS,
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
    owing,
    seat_after,
)

TOLD = (
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
"""The rules that are told, in this order."""
_A_KIND, _A_COLOUR, _A_TOLD = len(KINDS), len(COLOURS), len(TOLD)
_PHASES = [phase.name for phase in Phase if phase is not Phase.ROUND_OVER]
_MOST = 255


class Part(NamedTuple):
    """A run of the row: what it is called, how many numbers it has, what they say."""

    name: str
    size: int
    meaning: str


PARTS = (
    Part("hand", _A_KIND, "how many of each kind the seat holds"),
    Part("discard", _A_KIND, "how many of each kind lie on the discard pile"),
    Part("top", _A_KIND, "1 at the kind of the top card"),
    Part("card", _A_KIND, "1 at the kind just drawn, or being laid while its player is picked"),
    Part("named", _A_COLOUR, "1 at the colour named for the wild being laid"),
    Part("colour", _A_COLOUR, "1 at the colour in play"),
    Part("before", _A_COLOUR, "1 at the colour before the Wild Draw Four that may be challenged"),
    Part("phase", len(_PHASES), "1 at what the round waits for: " + ", ".join(_PHASES)),
    Part(
        "question", len(QuestionKind), "1 at: in turn, out of turn, whom; 0s for who is not asked"
    ),
    Part("hands", MOST_SEATS, "how many cards each player holds"),
    Part("turn", MOST_SEATS, "1 at the player the table waits for"),
    Part("window", MOST_SEATS, "1 at who laid the top card, while it can be answered out of turn"),
    Part("owes", MOST_SEATS, "1 at the player who owes UNO and can be caught"),
    Part("sits out", MOST_SEATS, "1 at each player who is to miss the next turn"),
    Part("dealer", MOST_SEATS, "1 at the dealer"),
    Part("direction", 1, "1 when play goes to the left, 0 to the right"),
    Part("demanded", 1, "how many cards are to be drawn unless the seat answers otherwise"),
    Part("pile", 1, "how many cards are left to draw"),
    Part("turned over", 1, "how often the discard pile was turned over"),
    Part("passes", 1, "how many passed in a row"),
    Part("rules", len(TOLD), ", ".join(switch.name.lower() for switch in TOLD)),
)
STARTS = {
    part.name: sum(earlier.size for earlier in PARTS[:place]) for place, part in enumerate(PARTS)
}
SIZE = sum(part.size for part in PARTS)
"""How long the row is."""

_HAND, _DISCARD, _TOP, _CARD = STARTS["hand"], STARTS["discard"], STARTS["top"], STARTS["card"]
_NAMED, _COLOUR, _BEFORE = STARTS["named"], STARTS["colour"], STARTS["before"]
_PHASE, _QUESTION, _HANDS = STARTS["phase"], STARTS["question"], STARTS["hands"]
_TURN, _WINDOW, _OWES = STARTS["turn"], STARTS["window"], STARTS["owes"]
_SITS_OUT, _DEALER, _DIRECTION = STARTS["sits out"], STARTS["dealer"], STARTS["direction"]
_DEMANDED, _PILE, _TURNED_OVER = STARTS["demanded"], STARTS["pile"], STARTS["turned over"]
_PASSES, _RULES = STARTS["passes"], STARTS["rules"]

_NONE, _ONE = U(0), U(1)

copy_kinds, copy_told = copying(_A_KIND), copying(_A_TOLD)


def rules_told(rules: Sequence[int]) -> Row8:
    """The switches that are told, of a table's rules."""
    return np.array([min(rules[switch], _MOST) for switch in TOLD], np.uint8)


@inlined
def _at_most(count):
    return min(count, _MOST)


@inlined
def count_laid(t, ask, laid):
    """Count the discard pile on, from where it was counted last.

    A card comes to lie on top or right under it: whatever is deeper stays as it was counted, until
    the pile is turned over.
    """
    now = t.now
    if (ask[COUNTED_DISCARDS] < 0) | (ask[COUNTED_TURNS_OVER] != now[TURNED_OVER]):
        for kind in range(_A_KIND):
            laid[U(kind)] = 0
        ask[COUNTED_DISCARDS] = 0
        ask[COUNTED_TURNS_OVER] = now[TURNED_OVER]
    for place in range(ask[COUNTED_DISCARDS], now[DISCARD] - 1):
        laid[U(t.discard[U(place)])] += 1
    ask[COUNTED_DISCARDS] = now[DISCARD] - 1


@inlined
def observe(t, ask, laid, told, seat, out):
    """Write what the seat sees into `out`; `laid` is up to date, and `told` as `rules_told`."""
    for place in range(SIZE):
        out[U(place)] = 0
    copy_kinds(out, _DISCARD, laid)
    copy_told(out, _RULES, told)
    _own_hand(t, seat, out)
    _on_the_table(t, out)
    _players(t, seat, out)
    if seat == ask[ASKED_SEAT]:
        _asked(t, ask, seat, out)


@inlined
def _own_hand(t, seat, out):
    planes = t.rules[PLANES]
    first = seat * planes
    kinds = held(t, seat)
    while kinds != _NONE:
        kind = lowest(kinds)
        kinds &= kinds - _ONE
        count = 0
        for place in range(planes):
            count += I((t.hands[U(first + place)] >> kind) & _ONE) << place
        out[U(_HAND) + kind] = count


@inlined
def _on_the_table(t, out):
    now = t.now
    out[U(_DISCARD + now[TOP])] += 1
    out[U(_TOP + now[TOP])] = 1
    if now[COLOUR] >= 0:
        out[U(_COLOUR + now[COLOUR])] = 1
    phase = now[PHASE]
    if phase != ROUND_OVER:
        out[U(_PHASE + phase)] = 1
    if phase == FACING_DRAW_FOUR:
        out[U(_BEFORE + now[BEFORE])] = 1
    if (phase == FACING_DRAW_FOUR) | (phase == FACING_STACK):
        out[_DEMANDED] = _at_most(now[TOTAL])
    out[_DIRECTION] = 1 if now[DIRECTION] > 0 else 0
    out[_PILE] = _at_most(now[PILE])
    out[_TURNED_OVER] = _at_most(now[TURNED_OVER])
    out[_PASSES] = now[PASSES]


@inlined
def _players(t, seat, out):
    now = t.now
    for places in range(t.rules[SEATS]):
        other = seat_after(t, seat, places)
        out[U(_HANDS + places)] = _at_most(t.sizes[U(other)])
        out[U(_SITS_OUT + places)] = now[SITTING_OUT] >> other & 1
    out[U(_TURN + places_after(t, seat, now[SEAT]))] = 1 if now[PHASE] != ROUND_OVER else 0
    out[U(_DEALER + places_after(t, seat, now[DEALER]))] = 1
    if now[WINDOW] >= 0:
        out[U(_WINDOW + places_after(t, seat, now[WINDOW]))] = 1
    owes = owing(t)
    if owes >= 0:
        out[U(_OWES + places_after(t, seat, owes))] = 1


@inlined
def _asked(t, ask, seat, out):
    now = t.now
    question = ask[QUESTION_KIND]
    if now[PHASE] != ROUND_OVER:
        out[U(_QUESTION + question)] = 1
    if question == WHICH_PLAYER:
        code = ask[UNFINISHED_PLAY]
        out[U(_CARD + kind_of(code))] = 1
        if named_in(code) >= 0:
            out[U(_NAMED + named_in(code))] = 1
    elif (now[PHASE] == AFTER_DRAW) & (now[SEAT] == seat) & (now[CARD] >= 0):
        out[U(_CARD + now[CARD])] = 1
