"""What a card does once it is laid."""

from collections.abc import Callable

from openuno.engine.actions import Play
from openuno.engine.cards import Card, Face
from openuno.engine.events import (
    Cards,
    ChallengeOffered,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    Played,
    Reversed,
    RoundEnded,
    Skipped,
    StackOffered,
    Why,
)
from openuno.engine.happen import draw, first, then
from openuno.engine.rng import shuffle
from openuno.engine.rules import Stacking
from openuno.engine.scoring import caught_with
from openuno.engine.state import Doubt, Round, Stacked, Step, after

_DEMANDS = {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}


def lay(round: Round, seat: int, play: Play) -> Step:
    """Lay the card and let it act, up to whatever the table then waits for."""
    card = play.card
    step = first(round, Played(seat, card, play.colour, play.target, play.uno))
    if card.face in _DEMANDS:
        return _demand(step, round, seat, _DEMANDS[card.face])
    if not step.round.hands[seat]:
        return end(step, seat)
    effect = _EFFECTS.get(card.face)
    return step if effect is None else effect(step, seat, play)


def end(step: Step, winner: int | None) -> Step:
    """End the round: the hands are laid open and counted."""
    hands = step.round.hands
    return then(step, RoundEnded(winner, hands, caught_with(step.round.rules, hands)))


def _demand(step: Step, before: Round, seat: int, count: int) -> Step:
    """Make the next seat answer for a draw card, or draw at once."""
    rules = before.rules
    victim = after(before, seat)
    total = count
    if isinstance(before.phase, (Stacked, Doubt)):
        total += before.phase.total
    if not step.round.hands[seat]:
        # Nothing answers a last card: its cards are drawn and count (OUT-2); no bluff (WD4-8).
        return end(draw(step, victim, total, Why.CARD), seat)
    if step.round.discard[-1] is Card.W4 and rules.bluffing:
        assert before.colour is not None, "a colour is in play before the first turn"
        return then(step, ChallengeOffered(victim, total, seat, before.colour))
    if rules.stacking is not Stacking.OFF:
        return then(step, StackOffered(victim, total))
    return then(draw(step, victim, total, Why.CARD), Skipped(victim))


def _skip(step: Step, seat: int, _: Play) -> Step:
    return then(step, Skipped(after(step.round, seat)))


def _reverse(step: Step, seat: int, play: Play) -> Step:
    step = then(step, Reversed(seat, -step.round.direction))
    if len(step.round.hands) == 2 and step.round.rules.two_player_reverse:
        return _skip(step, seat, play)
    return step


def _swap(step: Step, seat: int, play: Play) -> Step:
    assert play.target is not None, "legal offers a swap with a target only"
    hands = list(step.round.hands)
    hands[seat], hands[play.target] = hands[play.target], hands[seat]
    return then(step, HandsSwapped(seat, play.target, tuple(hands)))


def _shuffle_hands(step: Step, seat: int, _: Play) -> Step:
    round = step.round
    seats = len(round.hands)
    cards, spent = shuffle(tuple(card for hand in round.hands for card in hand), round.rng)
    hands: list[Cards] = [()] * seats
    for place in range(seats):
        # Dealt to the left whatever the direction of play (SHUF-1).
        hands[(seat + 1 + place) % seats] = tuple(sorted(cards[place::seats]))
    return then(step, HandsShuffled(seat, tuple(hands), spent))


def _seven(step: Step, seat: int, play: Play) -> Step:
    return _swap(step, seat, play) if step.round.rules.seven_zero else step


def _zero(step: Step, seat: int, _: Play) -> Step:
    round = step.round
    if not round.rules.seven_zero:
        return step
    # A hand goes to the next seat, so each seat gets that of the one before it.
    seats = len(round.hands)
    hands = tuple(round.hands[(other - round.direction) % seats] for other in range(seats))
    return then(step, HandsPassed(seat, hands))


_EFFECTS: dict[Face, Callable[[Step, int, Play], Step]] = {
    Face.SKIP: _skip,
    Face.REVERSE: _reverse,
    Face.SWAP_HANDS: _swap,
    Face.SHUFFLE_HANDS: _shuffle_hands,
    Face.SEVEN: _seven,
    Face.ZERO: _zero,
}
"""Faces that do more than pass the turn on; draw cards are answered instead."""
