"""What a card does once it is laid."""

from collections.abc import Callable

from openuno.engine.actions import Play
from openuno.engine.cards import DRAW_CARDS, Card, Face
from openuno.engine.custom_play import play_custom_draws, play_custom_rule
from openuno.engine.events import (
    ChallengeOffered,
    DrawReason,
    HandsPassed,
    Played,
    Reversed,
    Skipped,
    StackOffered,
)
from openuno.engine.hands import pass_hands, shuffle_hands, swap_hands
from openuno.engine.rules import Stacking
from openuno.engine.state import FacingDrawFour, FacingStack, Round, Step, next_seat
from openuno.engine.steps import add_event, begin_step, draw, end_round


def play_card(round: Round, seat: int, play: Play) -> Step:
    """Lay the card and let it act, up to whatever the table then waits for."""
    card = play.card
    step = begin_step(round, Played(seat, card, play.colour, play.target, play.uno))
    if card.face in DRAW_CARDS:
        return _demand(step, round, seat, DRAW_CARDS[card.face])
    if not step.round.hands[seat]:
        if card.face is Face.CUSTOM:
            step = play_custom_draws(step, seat, play)
        return end_round(step, seat)
    effect = _EFFECTS.get(card.face)
    return step if effect is None else effect(step, seat, play)


def _demand(step: Step, before: Round, seat: int, count: int) -> Step:
    """Make the next seat answer for a draw card, or draw at once."""
    rules = before.rules
    victim = next_seat(before, seat)
    total = count
    if isinstance(before.phase, (FacingStack, FacingDrawFour)):
        total += before.phase.total
    if not step.round.hands[seat]:
        # Nothing answers a last card: its cards are drawn and count (OUT-2); no bluff (WD4-8).
        return end_round(draw(step, victim, total, DrawReason.CARD), seat)
    if step.round.discard[-1] is Card.W4 and rules.bluffing:
        assert before.colour is not None, "a colour is in play before the first turn"
        return add_event(step, ChallengeOffered(victim, total, seat, before.colour))
    if rules.stacking is not Stacking.OFF:
        return add_event(step, StackOffered(victim, total))
    return add_event(draw(step, victim, total, DrawReason.CARD), Skipped(victim))


def _skip(step: Step, seat: int, _: Play) -> Step:
    return add_event(step, Skipped(next_seat(step.round, seat)))


def _reverse(step: Step, seat: int, play: Play) -> Step:
    step = add_event(step, Reversed(seat, -step.round.direction))
    if len(step.round.hands) == 2 and step.round.rules.two_player_reverse:
        return _skip(step, seat, play)
    return step


def _swap(step: Step, seat: int, play: Play) -> Step:
    assert play.target is not None, "legal offers a swap with a target only"
    return swap_hands(step, seat, play.target)


def _shuffle(step: Step, seat: int, _: Play) -> Step:
    return shuffle_hands(step, seat)


def _seven(step: Step, seat: int, play: Play) -> Step:
    return _swap(step, seat, play) if step.round.rules.seven_zero else step


def _zero(step: Step, seat: int, _: Play) -> Step:
    round = step.round
    if not round.rules.seven_zero:
        return step
    return add_event(step, HandsPassed(seat, pass_hands(round, round.direction)))


_EFFECTS: dict[Face, Callable[[Step, int, Play], Step]] = {
    Face.SKIP: _skip,
    Face.REVERSE: _reverse,
    Face.SWAP_HANDS: _swap,
    Face.SHUFFLE_HANDS: _shuffle,
    Face.CUSTOM: play_custom_rule,
    Face.SEVEN: _seven,
    Face.ZERO: _zero,
}
"""Faces that do more than pass the turn on; draw cards are answered instead."""
