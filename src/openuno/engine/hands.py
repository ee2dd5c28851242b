"""Whole hands that change places: swapped, shuffled, passed on."""

from openuno.engine import events
from openuno.engine.events import Cards
from openuno.engine.rng import shuffle
from openuno.engine.state import Round, Step
from openuno.engine.steps import add_event


def swap_hands(step: Step, seat: int, other: int) -> Step:
    """Let two seats exchange their whole hands (SWAP-1)."""
    hands = list(step.round.hands)
    hands[seat], hands[other] = hands[other], hands[seat]
    return add_event(step, events.HandsSwapped(seat, other, tuple(hands)))


def shuffle_hands(step: Step, seat: int) -> Step:
    """Collect all hands, shuffle them and deal them out again (SHUF-1)."""
    round = step.round
    seats = len(round.hands)
    cards, spent = shuffle(tuple(card for hand in round.hands for card in hand), round.rng)
    hands: list[Cards] = [()] * seats
    for offset in range(seats):
        # Dealt to the left whatever the direction of play (SHUF-1).
        hands[(seat + 1 + offset) % seats] = tuple(sorted(cards[offset::seats]))
    return add_event(step, events.HandsShuffled(seat, tuple(hands), spent))


def pass_hands(round: Round, side: int) -> tuple[Cards, ...]:
    """Every hand one seat on: each seat gets that of the one before it."""
    seats = len(round.hands)
    return tuple(round.hands[(seat - side) % seats] for seat in range(seats))
