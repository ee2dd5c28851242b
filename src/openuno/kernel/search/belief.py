"""What the hidden cards may be: `openuno.local.search.belief`, compiled.

The same generator gives the same deal, card by card.
"""

from typing import Any, NamedTuple

from openuno.kernel.compiler import U, inline, splice
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
    cards: Any
    """What is left to deal, and then the pile."""
    candidates: Any
    """Hands of one player of which one is taken, one behind the other."""
    then: Any
    """What the hand was."""
    played: Any
    """What was played since."""
    counts: Any
    found: Any
    weights: Any
    chosen: Any
    """By style: how likely all turns are, the weight of all plays, and of the one that was made."""
    totals: Any
    """The likelihood of each hand, with those of all before it."""


@splice
def sample(belief, round, seed, surprise, keeps):
    """Write one possible deal into a round that has all else."""
    deals, left, position = len(belief.totals), len(belief.unseen), 0
    most = len(belief.candidates) // deals
    for index in range(left):
        belief.cards[U(index)] = belief.unseen[U(index)]
    for other in range(len(belief.others)):
        start, unknown = belief.starts[U(other)], belief.unknown[U(other)]
        end = belief.starts[U(other + 1)]
        has_turns = belief.turned[U(other + 1)] > belief.turned[U(other)]
        tries = deals if has_turns else 1
        total = 0.0
        for number in range(tries):
            _deal(belief, number * most - start, start, unknown, end, left, seed, position)
            position += end - unknown
            if has_turns:
                total += _likelihood(belief, number * most, end - start, other, surprise, keeps)
                belief.totals[U(number)] = total
        chosen = 0
        if has_turns:
            aim = word(seed, position) / _WORD * total
            position += 1
            while (chosen < deals - 1) & (belief.totals[U(chosen)] <= aim):
                chosen += 1
        left = _take(belief, chosen * most - start, unknown, end, left)
    _write_hands(belief, round)
    _write_pile(belief, round, left, fork(seed, _ROUND))


@splice
def _deal(belief, offset, start, unknown, end, left, seed, position):
    """Write a hand that the player may have among the candidates."""
    cards = belief.cards
    for index in range(start, unknown):
        belief.candidates[U(offset + index)] = belief.hands[U(index)]
    for index in range(unknown, end):
        picked = word(seed, position) * left >> _WORD_BITS
        position += 1
        left -= 1
        card = cards[U(picked)]
        belief.candidates[U(offset + index)] = card
        cards[U(picked)] = cards[U(left)]
        cards[U(left)] = card


@splice
def _take(belief, offset, unknown, end, left):
    """Give the player a candidate; how many cards are left."""
    cards = belief.cards
    for index in range(unknown, end):
        card = belief.candidates[U(offset + index)]
        belief.hands[U(index)] = card
        at = 0
        while cards[U(at)] != card:
            at += 1
        left -= 1
        cards[U(at)] = cards[U(left)]
    return left


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
            if (then > 0) and _fits(belief.candidates[U(first + then - 1)], colour, face):
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
        hand[U(index)] = belief.candidates[U(first + index)]
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
def _write_pile(belief, round, left, seed):
    """Shuffle what is left, and take the pile from it; the round goes on from the same seed."""
    now, cards = round.now, belief.cards
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
