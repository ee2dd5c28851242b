"""What a network sees of a question, written by one thread or by the threads of a warp together.

Every loop starts at `first` and goes on by `stride`: 0 and 1 on a processor; on a GPU the 32
threads of a warp write 32 neighbouring bytes at once.
"""

from openuno.bots.network.layout import (
    COLOURS,
    DECISIONS,
    FACES,
    KINDS,
    MASK,
    PLAYER_SIZE,
    PLAYER_STARTS,
    PLAYERS,
    STARTS,
)
from openuno.kernel.batch.questions import (
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
)
from openuno.kernel.compiler import I, U, inline, popcount
from openuno.kernel.learning.decisions import (
    colour_index,
    is_allowed,
    kind_index,
    kinds_on_offer,
    real_colour,
    real_kind,
)
from openuno.kernel.learning.facts import DREW, NAMED, PLAYED, recency
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
    _write_kinds(round, discards, deck, seat, order, out, first, stride)
    for index in range(first, RULES - TOP_CARD, stride):
        out[U(TOP_CARD + index)] = _table_feature(round, question, seat, order, TOP_CARD + index)
    for index in range(first, (round.rules[SEATS] - 1) * PLAYER_SIZE, stride):
        other = seat_after(round, seat, index // PLAYER_SIZE + 1)
        value = _player_feature(round, facts, seat, other, order, index % PLAYER_SIZE)
        out[U(PLAYERS + index)] = value


@inline
def _write_kinds(round, discards, deck, seat, order, out, first, stride):
    following = seat_after(round, seat, 1)
    for index in range(first, KINDS, stride):
        kind = real_kind(order, index)
        held = count_kind(round, seat, kind)
        laid = I(discards[U(kind)]) + (1 if kind == round.now[TOP] else 0)
        out[U(HAND + index)] = min(held, _MAX)
        out[U(UNSEEN + index)] = min(max(I(deck[U(kind)]) - held - laid, 0), _MAX)
        out[U(KNOWN + index)] = min(_known_count(round, seat, following, kind), _MAX)


@inline
def _known_count(round, observer, seat, kind):
    planes = round.rules[PLANES]
    row = (observer * round.rules[SEATS] + seat) * planes
    count = 0
    for index in range(planes):
        count += I((round.known[U(row + index)] >> U(kind)) & _ONE) << index
    return count


@inline
def _table_feature(round, question, seat, order, index):
    now = round.now
    if index < ON_CARD:
        top = now[TOP]
        place = FACES + top - WILD if is_wild(top) else face_of(top)
        return 1 if index - TOP_CARD == place else 0
    picks = question[QUESTION_KIND] == WHICH_PLAYER
    if index < COLOURED:
        kind = -1
        if picks:
            kind = card_kind(question[UNFINISHED_PLAY])
        elif (now[PHASE] == AFTER_DRAW) & (now[SEAT] == seat):
            kind = now[CARD]
        return 1 if kind >= 0 and index - ON_CARD == kind_index(order, kind) else 0
    if index == COLOURED:
        return 1 if now[COLOUR] >= 0 else 0
    if index < NAMED_NOW:
        doubt = now[PHASE] == FACING_DRAW_FOUR
        return 1 if doubt and index - FROM == colour_index(order, now[BEFORE]) else 0
    if index < IN_PHASE:
        colour = named_colour(question[UNFINISHED_PLAY]) if picks else -1
        return 1 if colour >= 0 and index - NAMED_NOW == colour_index(order, colour) else 0
    if index < QUESTION:
        return 1 if index - IN_PHASE == now[PHASE] else 0
    if index < TABLE:
        return 1 if index - QUESTION == question[QUESTION_KIND] else 0
    return min(_table_count(round, seat, index - TABLE), _MAX)


@inline
def _table_count(round, seat, index):
    now = round.now
    if index == 0:
        stacked = (now[PHASE] == FACING_STACK) | (now[PHASE] == FACING_DRAW_FOUR)
        return now[TOTAL] if stacked else 0
    if index == 1:
        return now[PILE]
    if index == 2:
        return now[TURNED_OVER]
    return now[PASSES] if index == 3 else round.sizes[U(seat)]


@inline
def _player_feature(round, facts, seat, other, order, index):
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
        fact = NAMED if place < COLOURS else (DREW if place < 2 * COLOURS else PLAYED)
        return recency(facts, other, fact, real_colour(order, place % COLOURS))
    return _player_state(round, seat, other, index - P_STATE)


@inline
def _player_state(round, seat, other, index):
    now = round.now
    holds = False
    if index == 0:
        holds = (round.rules[TEAMS] != 0) & ((other ^ seat) & 1 == 0)
    elif index == 1:
        holds = owes_uno(round) == other
    elif index == 2:
        holds = (now[SITTING_OUT] >> other & 1) == 1
    elif index == 3:
        holds = now[WINDOW] == other
    elif index == 4:
        holds = now[SEAT] == other
    elif index == 5:
        holds = now[DEALER] == other
    return 1 if holds else 0


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
    for index in range(first, min(3, round.rules[SEATS] - 1) * KINDS, stride):
        other = seat_after(round, seat, index // KINDS + 1)
        value = count_kind(round, other, real_kind(order, index % KINDS))
        out[U(index)] = min(value, _MAX)


@inline
def write_mask(round, question, seat, order, out, first, stride):
    """Write which decisions are allowed: 1 for yes, 0 for no."""
    plays = kinds_on_offer(round, question, seat)
    for index in range(first, MASK, stride):
        allowed = 0
        if index < DECISIONS:
            allowed = is_allowed(round, question, seat, order, plays, index)
        out[U(index)] = allowed
