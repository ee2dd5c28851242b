"""Before the first turn: the dealer, the deal, the first card: `openuno.engine.deal`, compiled."""

from openuno.engine.rules import FirstCard
from openuno.kernel.compiler import I, U, inline, lowest_bit, splice
from openuno.kernel.rules.cards import add_card, face_of
from openuno.kernel.rules.first_card import start_play
from openuno.kernel.rules.lasting import begin_turns
from openuno.kernel.rules.memory import remember_deal
from openuno.kernel.rules.piles import finish_shuffle, take_card
from openuno.kernel.rules.state import (
    ASIDE,
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
    LASTING,
    LATER_LASTING,
    MISSED,
    NUMBERS_ONLY,
    PASSES,
    PILE,
    PLANES,
    RNG_POSITION,
    RNG_SEED,
    SEATS,
    SENTENCE,
    SETTLED,
    SHUFFLING,
    SITTING_OUT,
    SPECIALS,
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


@inline
def draw_for_dealer(round, seed):
    """Everyone draws a card, the highest deals, ties draw again (DEAL-1 to DEAL-4)."""
    now = round.now
    clear_round(round, 0, seed)
    left = round.rules[SEATS]
    tied = (1 << left) - 1
    while left > 1:
        if now[PILE] < left:
            finish_shuffle(round)
            index = now[RNG_POSITION]
            clear_round(round, 0, seed)
            now[RNG_POSITION] = index
        best = _WORST
        highest = 0
        left = 0
        for seat in range(round.rules[SEATS]):
            if tied >> seat & 1:
                rank = _rank(round, take_card(round))
                if rank > best:
                    best = rank
                    highest = 0
                    left = 0
                if rank == best:
                    highest |= 1 << seat
                    left += 1
        tied = highest
    return I(lowest_bit(U(tied)))


@inline
def _rank(round, kind):
    """What a card counts in the draw for the deal."""
    face = face_of(kind)
    if face < DRAW_TWO:
        return face
    return -1 if round.rules[NUMBERS_ONLY] else 0


@splice
def deal(round, dealer, seed):
    """Shuffle, deal, turn up the first card and let it act; the round waits for its first seat."""
    clear_round(round, dealer, seed)
    seat = dealer
    for _ in range(round.rules[HAND_SIZE] * round.rules[SEATS]):
        seat = deal_card(round, seat)
    turn_up_first_card(round)


@inline
def deal_card(round, last):
    """Deal a card to the seat to the left of the last one; which seat that is."""
    seat = last + 1 if last < round.rules[SEATS] - 1 else 0
    add_card(round, seat, take_card(round))
    return seat


@splice
def turn_up_first_card(round):
    """Start the discard pile after the deal."""
    now = round.now
    remember_deal(round)
    kind = take_card(round)
    while not _may_start_discard(round, kind):
        finish_shuffle(round)
        round.pile[now[PILE]] = kind
        now[PILE] += 1
        now[SHUFFLING] = 1
        kind = take_card(round)
    round.discard[0] = kind
    now[DISCARD] = 1
    now[TOP] = kind
    now[FACE] = face_of(kind)
    start_play(round, kind)
    begin_turns(round)


@splice
def clear_round(round, dealer, seed):
    """An undealt round: the whole deck in the pile, no hands."""
    now = round.now
    for index in range(round.rules[CARDS]):
        round.pile[U(index)] = round.deck[U(index)]
    for index in range(round.rules[SEATS] * round.rules[PLANES]):
        round.hands[U(index)] = _NONE
    for seat in range(round.rules[SEATS]):
        round.sizes[U(seat)] = 0
    for index in range(round.rules[PLANES]):
        round.held[index] = _NONE
    now[PILE] = round.rules[CARDS]
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
    if round.rules[SPECIALS]:
        now[SENTENCE] = 0
        now[ASIDE] = 0
        now[LASTING] = 0
        now[LATER_LASTING] = 0
        now[MISSED] = 0


@inline
def _may_start_discard(round, kind):
    """Whether a card turned up to start the discard pile stays there."""
    first_card = round.rules[FIRST_CARD]
    if first_card == ACTS:
        return kind != WILD_FOUR
    if first_card == NUMBER:
        return face_of(kind) < DRAW_TWO
    return True
