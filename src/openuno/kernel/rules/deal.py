"""The deal, and the card that starts the discard pile."""

from openuno.engine.rules import FirstCard
from openuno.kernel.compiler import I, U, inlined, lowest, spliced
from openuno.kernel.rules.cards import add, face_of
from openuno.kernel.rules.first_card import start_play
from openuno.kernel.rules.memory import remember_deal
from openuno.kernel.rules.piles import settle, take
from openuno.kernel.rules.state import (
    BEFORE,
    BY,
    CARD,
    CARDS,
    DEALER,
    DIRECTION,
    DISCARD,
    DRAW_TWO,
    FACE,
    FIRST_CARD,
    FIRST_CARDS,
    HAND_SIZE,
    HELD,
    NUMBERS_ONLY,
    PASSES,
    PILE,
    PLANES,
    RNG_POSITION,
    RNG_SEED,
    SEATS,
    SETTLED,
    SHUFFLING,
    SITTING_OUT,
    TOP,
    TOTAL,
    TURNED_OVER,
    WILD_FOUR,
    WINDOW,
    WINNER,
)

ACTS, NUMBER = FIRST_CARDS[FirstCard.ACTS], FIRST_CARDS[FirstCard.NUMBER]
_NONE = U(0)
_WORST = -2


@inlined
def draw_for_dealer(t, seed):
    """Everyone draws a card, the highest deals, ties draw again (DEAL-1 to DEAL-4)."""
    now = t.now
    begin(t, 0, seed)
    left = t.rules[SEATS]
    tied = (1 << left) - 1
    while left > 1:
        if now[PILE] < left:
            settle(t)
            place = now[RNG_POSITION]
            begin(t, 0, seed)
            now[RNG_POSITION] = place
        best = _WORST
        highest = 0
        left = 0
        for seat in range(t.rules[SEATS]):
            if tied >> seat & 1:
                rank = _rank(t, take(t))
                if rank > best:
                    best = rank
                    highest = 0
                    left = 0
                if rank == best:
                    highest |= 1 << seat
                    left += 1
        tied = highest
    return I(lowest(U(tied)))


@inlined
def _rank(t, kind):
    """What a card counts in the draw for the deal."""
    face = face_of(kind)
    if face < DRAW_TWO:
        return face
    return -1 if t.rules[NUMBERS_ONLY] else 0


@spliced
def deals(t, dealer, seed):
    """Shuffle, deal, turn up the first card and let it act; the round waits for its first seat."""
    begin(t, dealer, seed)
    seat = dealer
    for _ in range(t.rules[HAND_SIZE] * t.rules[SEATS]):
        seat = deal_card(t, seat)
    turn_up(t)


@inlined
def deal_card(t, last):
    """Deal a card to the seat left of the one that had the last; which seat that is."""
    seat = last + 1 if last < t.rules[SEATS] - 1 else 0
    add(t, seat, take(t))
    return seat


@spliced
def turn_up(t):
    """Start the discard pile once all cards are dealt."""
    now = t.now
    remember_deal(t)
    kind = take(t)
    while not _may_start(t, kind):
        settle(t)
        t.pile[now[PILE]] = kind
        now[PILE] += 1
        now[SHUFFLING] = 1
        kind = take(t)
    t.discard[0] = kind
    now[DISCARD] = 1
    now[TOP] = kind
    now[FACE] = face_of(kind)
    start_play(t, kind)


@spliced
def begin(t, dealer, seed):
    """Clear the table: the whole deck in the pile, no hands."""
    now = t.now
    for place in range(t.rules[CARDS]):
        t.pile[U(place)] = t.deck[U(place)]
    for place in range(t.rules[SEATS] * t.rules[PLANES]):
        t.hands[U(place)] = _NONE
    for seat in range(t.rules[SEATS]):
        t.sizes[U(seat)] = 0
    for place in range(t.rules[PLANES]):
        t.held[place] = _NONE
    now[PILE] = t.rules[CARDS]
    now[SHUFFLING] = 1
    now[RNG_POSITION] = 0
    now[RNG_SEED] = seed
    now[DEALER] = dealer
    now[DIRECTION] = 1
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] = 0
    now[SITTING_OUT] = 0
    now[TURNED_OVER] = 0
    now[CARD] = 0
    now[TOTAL] = 0
    now[BY] = 0
    now[BEFORE] = 0
    now[HELD] = 0
    now[WINNER] = -1


@inlined
def _may_start(t, kind):
    """Whether a card turned up to start the discard pile stays there."""
    first_card = t.rules[FIRST_CARD]
    if first_card == ACTS:
        return kind != WILD_FOUR
    if first_card == NUMBER:
        return face_of(kind) < DRAW_TWO
    return True
