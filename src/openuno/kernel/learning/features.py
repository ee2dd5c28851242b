"""What a network sees of a question, written by one thread or by the threads of a warp together.

Every loop starts at `first` and goes on by `stride`: 0 and 1 on a processor; on a GPU the 32
threads of a warp write 32 neighbouring bytes at once.
"""

from openuno.bots.network.layout import (
    COLOURS,
    FACES,
    KINDS,
    MASK,
    PLAYER_SIZE,
    PLAYER_STARTS,
    PLAYERS,
    STARTS,
)
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
)
from openuno.kernel.compiler import I, U, inline, popcount
from openuno.kernel.learning.decisions import (
    PLAYS,
    SUITED,
    colour_index,
    kind_index,
    other_decisions,
    real_colour,
    real_kind,
)
from openuno.kernel.learning.facts import recency
from openuno.kernel.rules.actions import card_kind, named_colour
from openuno.kernel.rules.cards import WILDS as WILD_KINDS
from openuno.kernel.rules.cards import count_kind, face_of, is_wild, of_colour
from openuno.kernel.rules.memory import max_of_colour
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    CARD,
    COLOUR,
    DEALER,
    FACING_DRAW_FOUR,
    FACING_STACK,
    PASSES,
    PHASE,
    PILE,
    PLANES,
    SEAT,
    SEATS,
    SITTING_OUT,
    TEAMS,
    TOP,
    TOTAL,
    TURNED_OVER,
    WILD,
    WINDOW,
    owes_uno,
    seat_after,
)

HAND, UNSEEN, KNOWN, TOP_CARD = (STARTS[n] for n in ("hand", "unseen", "known", "top"))
ON_CARD, COLOURED, FROM, NAMED_NOW = (STARTS[n] for n in ("card", "coloured", "before", "named"))
IN_PHASE, QUESTION, TABLE, RULES = (STARTS[n] for n in ("phase", "question", "table", "rules"))
P_OPEN, P_SEEN, P_NAMED = (PLAYER_STARTS[n] for n in ("open", "seen", "named"))
P_STATE = PLAYER_STARTS["state"]
_MAX = 255
_ONE = U(1)


@inline
def write_features(round, question, facts, discards, deck, seat, order, out, first, stride):
    """Write what the seat sees; `discards` and `deck` are counts of each kind, of 64 each.

    What never changes is left as it is: the rules, and the zeros of players who are not there.
    """
    following = seat_after(round, seat, 1)
    for index in range(first, KINDS, stride):
        kind = real_kind(order, index)
        held = count_kind(round, seat, kind)
        laid = I(discards[U(kind)]) + (1 if kind == round.now[TOP] else 0)
        out[U(HAND + index)] = min(held, _MAX)
        out[U(UNSEEN + index)] = min(max(I(deck[U(kind)]) - held - laid, 0), _MAX)
        out[U(KNOWN + index)] = min(_known_count(round, seat, following, kind), _MAX)
    for index in range(first, RULES - TOP_CARD, stride):
        out[U(TOP_CARD + index)] = 0
    _mark_table(round, question, order, out, first, stride)
    _write_counts(round, seat, out, first, stride)
    for distance in range(1, round.rules[SEATS]):
        other = seat_after(round, seat, distance)
        start = PLAYERS + (distance - 1) * PLAYER_SIZE
        state = _player_state(round, seat, other)
        for index in range(first, PLAYER_SIZE, stride):
            value = _player_feature(round, facts, seat, other, order, state, index)
            out[U(start + index)] = value


@inline
def _write(out, index, value, first, stride):
    """Write one number: the thread does that has written a 0 there before.

    TOP_CARD is a multiple of the stride, which is a power of two.
    """
    if (index - first) & (stride - 1) == 0:
        out[U(index)] = value


@inline
def _known_count(round, observer, seat, kind):
    planes = round.rules[PLANES]
    row = (observer * round.rules[SEATS] + seat) * planes
    count = 0
    for index in range(planes):
        count += I((round.known[U(row + index)] >> U(kind)) & _ONE) << index
    return count


@inline
def _mark_table(round, question, order, out, first, stride):
    now = round.now
    phase, asked = now[PHASE], question[QUESTION_KIND]
    top = now[TOP]
    place = FACES + top - WILD if is_wild(top) else face_of(top)
    _write(out, TOP_CARD + place, 1, first, stride)
    kind, colour = -1, -1
    if asked == WHICH_PLAYER:
        kind, colour = card_kind(question[UNFINISHED_PLAY]), named_colour(question[UNFINISHED_PLAY])
    elif (phase == AFTER_DRAW) & (now[SEAT] == question[ASKED_SEAT]):
        kind = now[CARD]
    if kind >= 0:
        _write(out, ON_CARD + kind_index(order, kind), 1, first, stride)
    if colour >= 0:
        _write(out, NAMED_NOW + colour_index(order, colour), 1, first, stride)
    if now[COLOUR] >= 0:
        _write(out, COLOURED, 1, first, stride)
    if phase == FACING_DRAW_FOUR:
        _write(out, FROM + colour_index(order, now[BEFORE]), 1, first, stride)
    if phase < QUESTION - IN_PHASE:
        _write(out, IN_PHASE + phase, 1, first, stride)
    _write(out, QUESTION + asked, 1, first, stride)


@inline
def _write_counts(round, seat, out, first, stride):
    now = round.now
    stacked = (now[PHASE] == FACING_STACK) | (now[PHASE] == FACING_DRAW_FOUR)
    _write(out, TABLE, min(now[TOTAL], _MAX) if stacked else 0, first, stride)
    _write(out, TABLE + 1, min(now[PILE], _MAX), first, stride)
    _write(out, TABLE + 2, min(now[TURNED_OVER], _MAX), first, stride)
    _write(out, TABLE + 3, min(now[PASSES], _MAX), first, stride)
    _write(out, TABLE + 4, min(round.sizes[U(seat)], _MAX), first, stride)


@inline
def _player_feature(round, facts, seat, other, order, state, index):
    size = round.sizes[U(other)]
    if index < P_OPEN:
        return min(size, _MAX) if index == 0 else (1 if size == index else 0)
    if index < P_SEEN:
        return min(
            max_of_colour(round, seat, other, real_colour(order, index - P_OPEN), size), _MAX
        )
    if index < P_NAMED:
        place = index - P_SEEN
        among = WILD_KINDS if place == COLOURS else of_colour(real_colour(order, place))
        return min(_known_among(round, seat, other, among), _MAX)
    if index < P_STATE:
        place = index - P_NAMED
        colour = place & (COLOURS - 1)
        return recency(facts, other, place - colour, real_colour(order, colour))
    return state >> (index - P_STATE) & 1


@inline
def _player_state(round, seat, other):
    """A bit for each thing that may be true of another player."""
    now = round.now
    partner = (round.rules[TEAMS] != 0) & ((other ^ seat) & 1 == 0)
    state = 1 if partner else 0
    state |= 2 if owes_uno(round) == other else 0
    state |= 4 if (now[SITTING_OUT] >> other & 1) == 1 else 0
    state |= 8 if now[WINDOW] == other else 0
    state |= 16 if now[SEAT] == other else 0
    state |= 32 if now[DEALER] == other else 0
    return state


@inline
def _known_among(round, observer, seat, among):
    planes = round.rules[PLANES]
    row = (observer * round.rules[SEATS] + seat) * planes
    count = 0
    for index in range(planes):
        count += I(popcount(round.known[U(row + index)] & among)) << index
    return count


@inline
def write_hidden(round, seat, order, out, first, stride):
    """Write the hands of the next three players: for a critic, never for a player."""
    for distance in range(1, min(4, round.rules[SEATS])):
        other = seat_after(round, seat, distance)
        for index in range(first, KINDS, stride):
            value = count_kind(round, other, real_kind(order, index))
            out[U((distance - 1) * KINDS + index)] = min(value, _MAX)


@inline
def write_mask(round, question, seat, order, plays, out, first, stride):
    """Write which decisions are allowed: 1 for yes, 0 for no; `plays` are the kinds on offer."""
    for index in range(first, SUITED, stride):
        out[U(index)] = I(plays >> U(real_kind(order, index)) & _ONE)
    for index in range(first, PLAYS - SUITED, stride):
        out[U(SUITED + index)] = I(plays >> U(WILD + index // COLOURS) & _ONE)
    others = other_decisions(round, question, seat, plays)
    for index in range(first, MASK - PLAYS, stride):
        out[U(PLAYS + index)] = others >> index & 1
