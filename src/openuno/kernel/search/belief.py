"""What the hidden cards may be: `openuno.local.search.belief`, compiled.

The same generator gives the same deal, card by card.
"""

from typing import Any, NamedTuple

from openuno.kernel.compiler import U, inline, splice
from openuno.kernel.rules.cards import add_card, bit, colour_of, is_wild
from openuno.kernel.rules.rng import fork, word
from openuno.kernel.rules.state import (
    BEFORE,
    BY,
    FACING_DRAW_FOUR,
    HELD,
    PHASE,
    PILE,
    PLANES,
    RNG_POSITION,
    RNG_SEED,
    SHUFFLING,
)

HINT_SIZE = 3
"""The numbers of a hint, as in `belief.Hint`; -1: no colour before."""
NO_COLOUR = -1
_COLOURS = 4
_ROUND, _REST = 0, 1
"""What a deal's generator is forked for."""
_WORD_BITS = 32
_WORD = 4294967296.0


class BeliefArrays(NamedTuple):
    """What a seat knows of the others, and room to deal them cards. A card is its kind.

    The hands lie one behind the other, in each the known cards first: of the `n`-th of the others
    from `starts[n]` on, and from `unknown[n]` on what is dealt; its hints from `hinted[n]` on.
    """

    unseen: Any
    others: Any
    starts: Any
    unknown: Any
    most: Any
    hinted: Any
    hints: Any
    reneging: Any
    """How likely a hand is with this many cards of a colour that its holder seemed to lack."""
    hands: Any
    cards: Any
    """What is left to deal, and then the pile."""
    counts: Any
    then: Any
    totals: Any
    """The likelihood of each deal, with those of all before it."""


@splice
def sample(belief, round, seed, bluffs, doubt):
    """Write one possible deal into a round that has all else."""
    deals, hidden = len(belief.totals), 0
    for other in range(len(belief.others)):
        hidden += belief.starts[U(other + 1)] - belief.unknown[U(other)]
    total = 0.0
    for number in range(deals):
        _deal(belief, seed, number * hidden)
        total += _likelihood(belief, round, bluffs, doubt)
        belief.totals[U(number)] = total
    aim = word(seed, deals * hidden) / _WORD * total
    chosen = 0
    while (chosen < deals - 1) & (belief.totals[U(chosen)] <= aim):
        chosen += 1
    _deal(belief, seed, chosen * hidden)
    _write_hands(belief, round)
    _write_pile(belief, round, len(belief.unseen) - hidden, fork(seed, _ROUND))


@splice
def _deal(belief, seed, position):
    """Deal out the unseen cards; what is left for the pile is not shuffled yet."""
    left = len(belief.unseen)
    for index in range(left):
        belief.cards[U(index)] = belief.unseen[U(index)]
    for other in range(len(belief.others)):
        for index in range(belief.unknown[U(other)], belief.starts[U(other + 1)]):
            picked = word(seed, position) * left >> _WORD_BITS
            position += 1
            left -= 1
            belief.hands[U(index)] = belief.cards[U(picked)]
            belief.cards[U(picked)] = belief.cards[U(left)]


@splice
def _likelihood(belief, round, bluffs, doubt):
    """How likely the other players would have done what they did, up to a factor."""
    counts, found, bluff = belief.counts, 1.0, False
    for other in range(len(belief.others)):
        for colour in range(_COLOURS):
            counts[U(colour)] = 0
        for index in range(belief.starts[U(other)], belief.starts[U(other + 1)]):
            kind = belief.hands[U(index)]
            if not is_wild(kind):
                counts[U(colour_of(kind))] += 1
        for colour in range(_COLOURS):
            more = counts[U(colour)] - belief.most[U(other * _COLOURS + colour)]
            if more > 0:
                found *= belief.reneging[U(more)]
        found *= _likelihood_of_hints(belief, other, doubt)
        bluff |= _is_bluff(belief, round, other)
    return found * bluffs if bluff else found


@splice
def _likelihood_of_hints(belief, other, doubt):
    """Going back in time, a card played was in the hand before."""
    then, found = belief.then, 1.0
    for colour in range(_COLOURS):
        then[U(colour)] = belief.counts[U(colour)] + doubt
    for index in range(belief.hinted[U(other)], belief.hinted[U(other + 1)]):
        named = belief.hints[U(index * HINT_SIZE)]
        colour = belief.hints[U(index * HINT_SIZE + 1)]
        before = belief.hints[U(index * HINT_SIZE + 2)]
        if named:
            squares = 0.0
            for each in range(_COLOURS):
                squares += then[U(each)] * then[U(each)]
            found *= then[U(colour)] * then[U(colour)] / squares
        else:
            then[U(colour)] += 1
            if before != NO_COLOUR:
                found *= then[U(colour)] / (then[U(colour)] + then[U(before)])
    return found


@inline
def _is_bluff(belief, round, other):
    """Whether this player laid the Wild Draw Four to be faced, and held the colour then."""
    now = round.now
    if (now[PHASE] != FACING_DRAW_FOUR) | (now[BY] != belief.others[U(other)]):
        return False
    first = belief.starts[U(other)]
    for index in range(first, first + now[HELD]):
        kind = belief.hands[U(index)]
        if not is_wild(kind) and colour_of(kind) == now[BEFORE]:
            return True
    return False


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
