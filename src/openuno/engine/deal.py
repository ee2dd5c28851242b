"""Before the first turn: who deals, the deal, and the card that starts the discard pile."""

import msgspec

from openuno.engine.cards import Card
from openuno.engine.errors import SetupError
from openuno.engine.events import (
    Cards,
    DealerEvent,
    DealerFound,
    Dealt,
    DrewForDeal,
    PutBack,
    TurnedUp,
)
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.first_card import start_play
from openuno.engine.rng import Generator, advance, check_rng, shuffle
from openuno.engine.rules import DealerDraw, Rules, check_seats, deck, may_start_discard
from openuno.engine.state import Round, Step, Undealt
from openuno.engine.steps import add_event, begin_step

LEFT = 1
RIGHT = -1


class DealerStep(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """Who deals, how it was found, and the generator after it."""

    dealer: int
    events: tuple[DealerEvent, ...]
    rng: Generator


def draw_for_dealer(rules: Rules, seats: int, rng: Generator) -> DealerStep:
    """Everyone draws a card, the highest deals, ties draw again (DEAL-1 to DEAL-4)."""
    check_seats(rules, seats)
    check_rng(rng)
    events: list[DealerEvent] = []
    tied = list(range(seats))
    pile: list[Card] = []
    while len(tied) > 1:
        if len(pile) < len(tied):
            cards, spent = shuffle(deck(rules), rng)
            pile, rng = list(cards), advance(rng, spent)
        drawn = {seat: pile.pop() for seat in tied}
        events += [DrewForDeal(seat, card) for seat, card in drawn.items()]
        ranks = {seat: _rank(rules, card) for seat, card in drawn.items()}
        best = max(ranks.values())
        tied = [seat for seat in tied if ranks[seat] == best]
    events.append(DealerFound(tied[0]))
    return DealerStep(tied[0], tuple(events), rng)


def _rank(rules: Rules, card: Card) -> int:
    number = card.face.number
    if number is None:
        return -1 if rules.dealer_draw is DealerDraw.NUMBERS_ONLY else 0
    return number


def undealt_round(rules: Rules, seats: int, dealer: int, rng: Generator) -> Round:
    """The table before the deal: the whole deck in the pile, no hands."""
    check_seats(rules, seats)
    check_rng(rng)
    if dealer not in range(seats):
        raise SetupError("dealer", Fault.of(FaultKind.DEALER, word=repr(dealer), seats=seats))
    return Round(
        rules=rules,
        dealer=dealer,
        hands=((),) * seats,
        pile=deck(rules),
        discard=(),
        colour=None,
        direction=LEFT,
        phase=Undealt(),
        window=None,
        passes=0,
        rng=rng,
    )


def deal(rules: Rules, seats: int, dealer: int, rng: Generator) -> Step:
    """Shuffle, deal, turn up the first card and let it act; the round waits for its first seat."""
    round = undealt_round(rules, seats, dealer, rng)
    cards, spent = shuffle(round.pile, rng)
    dealt = seats * rules.hand_size
    # The row's last card is its top, as a pile's is: the shuffle settles that card first.
    pile, singly = cards[:-dealt], cards[: -dealt - 1 : -1]
    hands: list[Cards] = [()] * seats
    for offset in range(seats):
        hands[(dealer + LEFT + offset) % seats] = tuple(sorted(singly[offset::seats]))
    step = begin_step(round, Dealt(tuple(hands), pile, spent))
    return start_play(_turn_up(step))


def _turn_up(step: Step) -> Step:
    while True:
        card = step.round.pile[-1]
        step = add_event(step, TurnedUp(card))
        if may_start_discard(step.round.rules, card):
            return step
        pile, spent = shuffle((*step.round.pile, card), step.round.rng)
        step = add_event(step, PutBack(card, pile, spent))
