"""What a network sees of a question, written eight bytes at a time.

A set of kinds is one mask, and a count of each kind a mask for each binary digit: what is counted
is added and subtracted for all kinds at once, put into the order in which the seat calls the
colours, and only then made into bytes.
"""

from openuno.bots.network.layout import (
    COLOURS,
    FACES,
    KINDS,
    MASK,
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
from openuno.kernel.byte_rows import load_word, store_word
from openuno.kernel.compiler import I, U, inline, popcount
from openuno.kernel.learning.decisions import (
    PLAYS,
    SUITED,
    colour_index,
    kind_index,
    other_decisions,
    real_colour,
)
from openuno.kernel.rules.actions import card_kind, named_colour
from openuno.kernel.rules.cards import WILDS as WILD_KINDS
from openuno.kernel.rules.cards import bit, face_of, is_wild, of_colour
from openuno.kernel.rules.facts import (
    CLOCK,
    DREW,
    FIRST,
    NAMED,
    PLAYED,
    SEAT_FACTS,
    recency,
)
from openuno.kernel.rules.memory import max_of_colour
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    CARD,
    COLOUR,
    DEALER,
    FACING_DRAW_FOUR,
    FACING_STACK,
    MIN_PLANES,
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
    YELLOW_0,
    owes_uno,
    seat_after,
)

HAND, UNSEEN, KNOWN, TOP_CARD = (STARTS[n] for n in ("hand", "unseen", "known", "top"))
ON_CARD, COLOURED, FROM, NAMED_NOW = (STARTS[n] for n in ("card", "coloured", "before", "named"))
IN_PHASE, QUESTION, TABLE, RULES = (STARTS[n] for n in ("phase", "question", "table", "rules"))
P_OPEN, P_SEEN, P_NAMED, P_DREW, P_PLAYED, P_STATE = (
    U(8 * (PLAYER_STARTS[name] % 8))
    for name in ("open", "seen", "named", "drew", "played", "state")
)
"""Where the bits of each begin in their word."""
PLAYER_WORDS = PLAYERS // 8 * 8
"""Where the word begins that the first player begins in."""
_STATE_BITS = 48
"""What a player's last word has: its state."""
_MAX = 255
_WORD = 8
_HALF, _HIGH = 4, U(32)
_WILD_COUNT = YELLOW_0 - WILD
_NONE, _ONE, _BYTE, _BITS = U(0), U(1), U(8), U(64)
_SUIT, _WILDS = U((1 << FACES) - 1), U((1 << (YELLOW_0 - WILD)) - 1)
_NIBBLE, _SPREAD, _EACH = U(15), U(0x00204081), U(0x01010101)
_BEFORE_PLAYERS = U((1 << 8 * (PLAYERS % _WORD)) - 1)


@inline
def _as_bytes(bits):
    """The eight lowest bits as eight bytes, each 1 or 0."""
    low = (bits & _NIBBLE) * _SPREAD & _EACH
    high = (bits >> U(4) & _NIBBLE) * _SPREAD & _EACH
    return low | high << U(32)


@inline
def _first_kind(order, index):
    """The first kind of the colour that the seat calls by this number."""
    colour = real_colour(order, index)
    return U(YELLOW_0 if colour == COLOURS - 1 else FACES * colour)


@inline
def _in_order(kinds, order):
    """The kinds in the seat's own order: the 52 coloured ones, then the wilds."""
    found = (kinds >> U(WILD) & _WILDS) << U(SUITED)
    for index in range(COLOURS):
        found |= (kinds >> _first_kind(order, index) & _SUIT) << U(FACES * index)
    return found


@inline
def _write_three(out, start, ones, twos, fours):
    """Write a count of each kind, by the masks of its three lowest digits."""
    for index in range(KINDS // _WORD):
        place = U(_WORD * index)
        word = _as_bytes(ones >> place) | _as_bytes(twos >> place) << _ONE
        store_word(out, start + _WORD * index, word | _as_bytes(fours >> place) << U(2))


@inline
def _write_digit(out, start, kinds, digit):
    """Add a higher digit to counts that are written already."""
    if kinds != _NONE:
        for index in range(KINDS // _WORD):
            place = start + _WORD * index
            word = _as_bytes(kinds >> U(_WORD * index)) << U(digit)
            store_word(out, place, load_word(out, place) | word)


@inline
def _write_kinds(out, start, rows, first, planes, order):
    """Write a count of each kind, by its masks in `rows` from `first` on."""
    ones, twos, fours = rows[U(first)], rows[U(first + 1)], rows[U(first + 2)]
    _write_three(
        out, start, _in_order(ones, order), _in_order(twos, order), _in_order(fours, order)
    )
    for digit in range(MIN_PLANES, planes):
        _write_digit(out, start, _in_order(rows[U(first + digit)], order), digit)


@inline
def _borrow(one, other, borrow):
    return (~one & (other | borrow)) | (other & borrow)


@inline
def _subtract(deck, held, laid, first, second, carry):
    """A digit of what is neither held nor laid; what is borrowed and carried to the next digit."""
    carried = laid & carry
    laid ^= carry
    left = deck ^ held ^ first
    return (
        left ^ laid ^ second,
        _borrow(deck, held, first),
        _borrow(left, laid, second),
        carried,
    )


@inline
def _write_unseen(round, discards, deck, seat, order, out):
    """Write how many of each kind the seat has not seen; the top card is not in `discards`."""
    hands, planes = round.hands, round.rules[PLANES]
    own = seat * planes
    carry = bit(round.now[TOP])
    ones, first, second, carry = _subtract(deck[0], hands[U(own)], discards[0], _NONE, _NONE, carry)
    twos, first, second, carry = _subtract(
        deck[1], hands[U(own + 1)], discards[1], first, second, carry
    )
    fours, first, second, carry = _subtract(
        deck[2], hands[U(own + 2)], discards[2], first, second, carry
    )
    _write_three(
        out, UNSEEN, _in_order(ones, order), _in_order(twos, order), _in_order(fours, order)
    )
    for digit in range(MIN_PLANES, planes):
        kinds, first, second, carry = _subtract(
            deck[U(digit)], hands[U(own + digit)], discards[U(digit)], first, second, carry
        )
        _write_digit(out, UNSEEN, _in_order(kinds, order), digit)


@inline
def write_cards(round, question, discards, deck, seat, order, out):
    """Write what the seat sees of cards and table; `discards` and `deck` are counts, as masks.

    The rules behind it never change and are left as they are.
    """
    planes, seats = round.rules[PLANES], round.rules[SEATS]
    following = seat_after(round, seat, 1)
    _write_kinds(out, HAND, round.hands, seat * planes, planes, order)
    _write_unseen(round, discards, deck, seat, order, out)
    _write_kinds(out, KNOWN, round.known, (seat * seats + following) * planes, planes, order)
    for place in range(TOP_CARD, RULES, _WORD):
        store_word(out, place, _NONE)
    _mark_table(round, question, order, out)
    _write_counts(round, seat, out)


@inline
def _mark_table(round, question, order, out):
    now = round.now
    phase, asked = now[PHASE], question[QUESTION_KIND]
    top = now[TOP]
    place = FACES + top - WILD if is_wild(top) else face_of(top)
    out[U(TOP_CARD + place)] = 1
    kind, colour = -1, -1
    if asked == WHICH_PLAYER:
        kind, colour = card_kind(question[UNFINISHED_PLAY]), named_colour(question[UNFINISHED_PLAY])
    elif (phase == AFTER_DRAW) & (now[SEAT] == question[ASKED_SEAT]):
        kind = now[CARD]
    if kind >= 0:
        out[U(ON_CARD + kind_index(order, kind))] = 1
    if colour >= 0:
        out[U(NAMED_NOW + colour_index(order, colour))] = 1
    if now[COLOUR] >= 0:
        out[COLOURED] = 1
    if phase == FACING_DRAW_FOUR:
        out[U(FROM + colour_index(order, now[BEFORE]))] = 1
    if phase < QUESTION - IN_PHASE:
        out[U(IN_PHASE + phase)] = 1
    out[U(QUESTION + asked)] = 1


@inline
def _write_counts(round, seat, out):
    now = round.now
    stacked = (now[PHASE] == FACING_STACK) | (now[PHASE] == FACING_DRAW_FOUR)
    out[TABLE] = min(now[TOTAL], _MAX) if stacked else 0
    out[TABLE + 1] = min(now[PILE], _MAX)
    out[TABLE + 2] = min(now[TURNED_OVER], _MAX)
    out[TABLE + 3] = min(now[PASSES], _MAX)
    out[TABLE + 4] = min(round.sizes[U(seat)], _MAX)


@inline
def write_players(round, facts, seat, order, out):
    """Write 30 bytes for each of the others, one after another, from PLAYERS on.

    The zeros of players who are not there are left as they are. The bytes do not begin where a word
    does: what does not fill one yet is pending, and always an odd number of bytes.
    """
    place, filled = PLAYER_WORDS, U(8 * (PLAYERS % _WORD))
    pending = load_word(out, place) & _BEFORE_PLAYERS
    for distance in range(1, round.rules[SEATS]):
        other = seat_after(round, seat, distance)
        rest = _BITS - filled
        word = _cards_word(round, seat, other, order)
        store_word(out, place, pending | word << filled)
        pending = word >> rest
        word = _seen_word(round, facts, seat, other, order)
        store_word(out, place + _WORD, pending | word << filled)
        pending = word >> rest
        word = _played_word(facts, other, order)
        store_word(out, place + 2 * _WORD, pending | word << filled)
        pending = word >> rest
        word = _as_bytes(U(_player_state(round, seat, other)))
        pending |= word << filled
        place += 3 * _WORD
        filled += U(_STATE_BITS)
        if filled >= _BITS:
            store_word(out, place, pending)
            pending = word >> rest
            place += _WORD
            filled -= _BITS
    store_word(out, place, pending)


@inline
def _cards_word(round, seat, other, order):
    """How many cards a player has, how many can have each colour, how many of the first are known.

    Eight bytes; the known ones of the other colours follow in the next word.
    """
    size = round.sizes[U(other)]
    word = U(min(size, _MAX))
    word |= U(1 if size == 1 else 0) << _BYTE | U(1 if size == 2 else 0) << U(16)
    for index in range(COLOURS):
        most = max_of_colour(round, seat, other, real_colour(order, index), size)
        word |= U(min(most, _MAX)) << (P_OPEN + U(8 * index))
    return word | _known_among(round, seat, other, of_colour(real_colour(order, 0))) << P_SEEN


@inline
def _seen_word(round, facts, seat, other, order):
    """The known cards of the other colours and the known wilds, then which colours were named."""
    word = _NONE
    for index in range(1, COLOURS):
        known = _known_among(round, seat, other, of_colour(real_colour(order, index)))
        word |= known << U(8 * (index - 1))
    word |= _known_among(round, seat, other, WILD_KINDS) << U(8 * (COLOURS - 1))
    return word | _recencies(facts, other, NAMED, order) << P_NAMED


@inline
def _played_word(facts, other, order):
    """Which colours a player drew on, and which it played."""
    drew = _recencies(facts, other, DREW, order) << P_DREW
    return drew | _recencies(facts, other, PLAYED, order) << P_PLAYED


@inline
def _recencies(facts, seat, fact, order):
    times, clock = facts[U(FIRST + seat * SEAT_FACTS + fact)], facts[CLOCK]
    word = _NONE
    for index in range(COLOURS):
        word |= U(recency(times, clock, real_colour(order, index))) << U(8 * index)
    return word


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
    count = _NONE
    for index in range(planes):
        count += popcount(round.known[U(row + index)] & among) << U(index)
    return U(min(I(count), _MAX))


@inline
def write_hidden(round, seat, order, out):
    """Write the hands of the next three players: for a critic, never for a player."""
    planes = round.rules[PLANES]
    for distance in range(1, min(4, round.rules[SEATS])):
        other = seat_after(round, seat, distance)
        _write_kinds(out, (distance - 1) * KINDS, round.hands, other * planes, planes, order)


@inline
def write_mask(round, question, seat, order, plays, out):
    """Write which decisions are allowed: 1 for yes, 0 for no; `plays` are the kinds on offer.

    A byte for each kind with a colour, four for each wild, and one for every other decision.
    """
    kinds = _in_order(plays, order)
    wilds = kinds >> U(SUITED)
    others = U(other_decisions(round, question, seat, plays))
    for place in range(0, SUITED - _HALF, _WORD):
        store_word(out, place, _as_bytes(kinds >> U(place)))
    store_word(
        out,
        SUITED - _HALF,
        _as_bytes(kinds >> U(SUITED - _HALF) & _NIBBLE) | _fourfold(wilds) << _HIGH,
    )
    for index in range(1, _WILD_COUNT - 1, 2):
        word = _fourfold(wilds >> U(index)) | _fourfold(wilds >> U(index + 1)) << _HIGH
        store_word(out, SUITED + _HALF * index, word)
    word = _fourfold(wilds >> U(_WILD_COUNT - 1)) | _as_bytes(others & _NIBBLE) << _HIGH
    store_word(out, PLAYS - _HALF, word)
    for place in range(PLAYS + _HALF, MASK, _WORD):
        store_word(out, place, _as_bytes(others >> U(place - PLAYS)))


@inline
def _fourfold(bits):
    """The lowest bit as four bytes."""
    return (bits & _ONE) * _EACH
