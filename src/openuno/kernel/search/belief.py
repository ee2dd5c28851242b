"""What the hidden cards may be: `openuno.local.search.belief`, compiled.

The same generator gives the same deal, card by card.
"""

from typing import Any, NamedTuple

from openuno.kernel.compiler import U, inline, never_inline, outline, splice
from openuno.kernel.rules.cards import add_card, bit, colour_of, face_of, is_wild
from openuno.kernel.rules.rng import fork, word
from openuno.kernel.rules.state import (
    BY,
    FACING_DRAW_FOUR,
    HELD,
    NO_FACE,
    PHASE,
    PILE,
    PLANES,
    RNG_POSITION,
    RNG_SEED,
    SHUFFLING,
    WILD_FOUR,
)

TURN_SIZE = 7
"""The numbers of a past turn, as in `past_turns.PastTurn`."""
_CHOSE, _DREW, _PLAYED_DRAWN, _KEPT = 0, 1, 3, 4
_COLOURS, _MANY = 4, 7
_FACES, _TURNS, _FOLLOWS, _COLOURS_LEFT, _NAMES, _LAST = 16, 32, 34, 42, 47, 55
_LAST_TWO, _BLUFFS, _DRAWS, STYLE_SIZE = 58, 59, 60, 61
"""Where the entries of a style begin, as in `styles`."""
_PLAIN = _LAST
_ROUND, _REST = 0, 1
"""What a deal's generator is forked for."""
_WORD_BITS = 32
_WORD = 4294967296.0
_SEED, _NUMBER = 0, 1
_IN_NEW, _IN_NEXT, _IN_A_ROW, _FEW_LEFT = 0, 1, 2, 3
NOWHERE = (0, -2)
"""The place before the first deal: no number follows."""


class BeliefArrays(NamedTuple):
    """What a seat knows of the others, and room to deal them cards. A card is its kind.

    The hands lie one behind the other, in each the known cards first: of the `n`-th of the others
    from `starts[n]` on, and from `unknown[n]` on what is dealt; its past turns from `turned[n]` on.
    """

    unseen: Any
    others: Any
    starts: Any
    unknown: Any
    turned: Any
    turns: Any
    styles: Any
    """The tables one behind the other."""
    face_entries: Any
    hands: Any
    left: Any
    """What the others do not have."""
    room: Any
    """Room for all unseen cards."""
    likely: Any
    """Of each hand, how likely a player with it would have done what it did."""
    place: Any
    """The seed and the number of the deal that lies there."""
    then: Any
    """What the hand was."""
    played: Any
    """What was played since."""
    counts: Any
    found: Any
    weights: Any
    chosen: Any
    """By style: how likely all turns are, the weight of all plays, and of the one that was made."""


@splice
def sample(belief, round, seed, number, exchanges, surprise, keeps):
    """Write the possible deal with this number into a round that has all else.

    `exchanges` has the numbers of `openuno.local.search.belief`: how many in a new deal and in each
    of the next, deals in a row, and the fewest cards that must be left for that.
    """
    place = belief.place
    each = number
    if (place[U(_SEED)] != seed) | (place[U(_NUMBER)] != number - 1):
        each = number - number % exchanges[U(_IN_A_ROW)]
    while each <= number:
        is_new = (each % exchanges[U(_IN_A_ROW)] == 0) | (
            len(belief.left) < exchanges[U(_FEW_LEFT)]
        )
        times = exchanges[U(_IN_NEW)] if is_new else exchanges[U(_IN_NEXT)]
        _find_next(belief, fork(seed, each), is_new, times, surprise, keeps)
        each += 1
    place[U(_SEED)], place[U(_NUMBER)] = seed, number
    _write_hands(belief, round)
    _write_pile(belief, round, fork(fork(seed, number), _ROUND))


@outline
def _find_next(belief, seed, is_new, times, surprise, keeps):
    never_inline()
    position = 0
    if is_new:
        position = _deal(belief, seed)
    _exchange(belief, seed, position, times, surprise, keeps)


@splice
def _deal(belief, seed):
    """Deal cards at random; how many words of the generator that took."""
    room, rest, position = belief.room, len(belief.unseen), 0
    for index in range(rest):
        room[U(index)] = belief.unseen[U(index)]
    for other in range(len(belief.others)):
        for index in range(belief.unknown[U(other)], belief.starts[U(other + 1)]):
            picked = word(seed, position) * rest >> _WORD_BITS
            position += 1
            rest -= 1
            belief.hands[U(index)] = room[U(picked)]
            room[U(picked)] = room[U(rest)]
        belief.likely[U(other)] = 0.0
    for index in range(rest):
        belief.left[U(index)] = room[U(index)]
    return position


@splice
def _exchange(belief, seed, position, times, surprise, keeps):
    """Exchange cards of each hand with some that are left, if it stays likely enough."""
    hands, left = belief.hands, belief.left
    for other in range(len(belief.others)):
        start, unknown = belief.starts[U(other)], belief.unknown[U(other)]
        end = belief.starts[U(other + 1)]
        hidden = end - unknown
        has_acted = belief.turned[U(other + 1)] > belief.turned[U(other)]
        tries = times if has_acted else hidden
        if (hidden == 0) | (len(left) == 0):
            tries = 0
        for _ in range(tries):
            index = unknown + (word(seed, position) * hidden >> _WORD_BITS)
            at = word(seed, position + 1) * len(left) >> _WORD_BITS
            least = word(seed, position + 2) / _WORD * belief.likely[U(other)]
            position += 3
            card, instead = hands[U(index)], left[U(at)]
            if card != instead:
                hands[U(index)] = instead
                left[U(at)] = card
                likely = 1.0
                if has_acted:
                    likely = _likelihood(belief, start, end - start, other, surprise, keeps)
                if likely > least:
                    belief.likely[U(other)] = likely
                else:
                    hands[U(index)] = card
                    left[U(at)] = instead


@splice
def _likelihood(belief, first, size, other, surprise, keeps):
    """How likely a player with this hand would have done what it did, up to a factor."""
    turns, found, styles = belief.turns, belief.found, len(belief.found)
    for style in range(styles):
        found[U(style)] = 1.0
    then, played, drawn = size, 0, 0
    for turn in range(belief.turned[U(other)], belief.turned[U(other + 1)]):
        at = turn * TURN_SIZE
        act, kind = turns[U(at)], turns[U(at + 1)]
        colour, face = turns[U(at + 3)], turns[U(at + 4)]
        if act == _KEPT:
            if (then > 0) and _fits(belief.hands[U(first + then - 1)], colour, face):
                for style in range(styles):
                    found[U(style)] *= keeps
        else:
            if kind >= 0:
                belief.played[U(played)] = kind
                played += 1
                drawn = 1 if act == _PLAYED_DRAWN else 0
            else:
                more = turns[U(at + 6)] - drawn
                lost = drawn + max(more - then, 0)
                then = max(then - more, 0)
                played = max(played - lost, 0)
                drawn = 0
            if (act == _CHOSE) | (act == _DREW):
                _weigh_plays(belief, first, then, played, at)
                for style in range(styles):
                    draws = belief.styles[U(style * STYLE_SIZE + _DRAWS)]
                    weight = draws if act == _DREW else belief.chosen[U(style)]
                    chance = weight / (belief.weights[U(style)] + draws)
                    found[U(style)] *= surprise + (1 - surprise) * chance
    total = 0.0
    for style in range(styles):
        total += found[U(style)]
    return total


@inline
def _fits(kind, colour, face):
    return is_wild(kind) or (colour_of(kind) == colour) or (face_of(kind) == face)


@splice
def _weigh_plays(belief, first, then, played, at):
    """Weigh every way to play from a hand as it was in a past turn."""
    hand, counts, turns = belief.then, belief.counts, belief.turns
    size, wilds = then + played, 0
    for index in range(then):
        hand[U(index)] = belief.hands[U(first + index)]
    for index in range(played):
        hand[U(then + index)] = belief.played[U(index)]
    for colour in range(_COLOURS):
        counts[U(colour)] = 0
    for index in range(size):
        kind = hand[U(index)]
        if is_wild(kind):
            wilds += 1
        else:
            counts[U(colour_of(kind))] += 1
    held = 0
    for colour in range(_COLOURS):
        held += 1 if counts[U(colour)] > 0 else 0
    for style in range(len(belief.found)):
        belief.weights[U(style)] = 0.0
        belief.chosen[U(style)] = 0.0
    colour, face, few = turns[U(at + 3)], turns[U(at + 4)], turns[U(at + 5)]
    seen = U(0)
    for index in range(size):
        kind = hand[U(index)]
        if _fits(kind, colour, face) and (seen & bit(kind)) == U(0):
            seen |= bit(kind)
            other = hand[U(1 - index)] if size == 2 else -1
            shown = few * _FACES + belief.face_entries[U(kind)]
            if is_wild(kind):
                is_bluff = (kind == WILD_FOUR) and (counts[U(colour)] > 0)
                for named in range(_COLOURS):
                    left = counts[U(named)]
                    _add_play(
                        belief,
                        at,
                        kind,
                        named,
                        shown,
                        _PLAIN,
                        _NAMES + min(left, _MANY),
                        _COLOURS_LEFT + held,
                        _last_entry(other, named, NO_FACE, size, left + wilds - 1),
                        _BLUFFS if is_bluff else _PLAIN,
                    )
            else:
                own = colour_of(kind)
                left = counts[U(own)] - 1
                _add_play(
                    belief,
                    at,
                    kind,
                    own,
                    shown,
                    _PLAIN if own == colour else _TURNS + few,
                    _FOLLOWS + min(left, _MANY),
                    _COLOURS_LEFT + held - (1 if left == 0 else 0),
                    _last_entry(other, own, face_of(kind), size, left + wilds),
                    _PLAIN,
                )


@inline
def _last_entry(other, colour, face, size, fitting):
    """The entry for one or two cards that are left: `other` is the one, if there is one."""
    if other >= 0:
        if is_wild(other):
            return _LAST + 2
        fits = (colour_of(other) == colour) or (face_of(other) == face)
        return _LAST + 1 if fits else _LAST
    return _LAST_TWO if (size == 3) and (fitting == 2) else _PLAIN


@inline
def _add_play(belief, at, kind, named, shown, turns, follows, colours, last, bluffs):
    """Add the weight of a play with each style, and remember that of the one that was made."""
    is_chosen = (belief.turns[U(at + 1)] == kind) and (belief.turns[U(at + 2)] == named)
    for style in range(len(belief.found)):
        first = style * STYLE_SIZE
        weight = belief.styles[U(first + shown)] * belief.styles[U(first + turns)]
        weight *= belief.styles[U(first + follows)]
        weight *= belief.styles[U(first + colours)]
        weight *= belief.styles[U(first + last)]
        weight *= belief.styles[U(first + bluffs)]
        belief.weights[U(style)] += weight
        if is_chosen:
            belief.chosen[U(style)] = weight


@splice
def _write_hands(belief, round):
    now, planes = round.now, round.rules[PLANES]
    for other in range(len(belief.others)):
        seat, first = belief.others[U(other)], belief.starts[U(other)]
        round.sizes[U(seat)] = 0
        for index in range(planes):
            round.hands[U(seat * planes + index)] = U(0)
        for index in range(first, belief.starts[U(other + 1)]):
            add_card(round, seat, belief.hands[U(index)])
        if (now[PHASE] == FACING_DRAW_FOUR) & (now[BY] == seat):
            for index in range(planes):
                round.held[U(index)] = U(0)
            for index in range(first, first + now[HELD]):
                carry = bit(belief.hands[U(index)])
                for digit in range(planes):
                    plane = round.held[U(digit)]
                    round.held[U(digit)] = plane ^ carry
                    carry &= plane


@splice
def _write_pile(belief, round, seed):
    """Shuffle what is left, and take the pile from it; the round goes on from the same seed."""
    now, cards, left = round.now, belief.room, len(belief.left)
    for index in range(left):
        cards[U(index)] = belief.left[U(index)]
    for index in range(left - 1, 0, -1):
        other = word(seed, left - 1 - index) * (index + 1) >> _WORD_BITS
        card = cards[U(index)]
        cards[U(index)] = cards[U(other)]
        cards[U(other)] = card
    for index in range(now[PILE]):
        round.pile[U(index)] = cards[U(index)]
    now[SHUFFLING] = 0
    now[RNG_SEED] = fork(seed, _REST)
    now[RNG_POSITION] = 0
