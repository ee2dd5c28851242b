"""Letting events happen, one after another, each folded into the round at once."""

from openuno.engine.cards import Card
from openuno.engine.events import (
    DrawReason,
    Drew,
    Event,
    LastingRuleEnded,
    Reshuffled,
    RoundEnded,
    Skipped,
)
from openuno.engine.evolve import evolve
from openuno.engine.lasting import find_ended_rules
from openuno.engine.rng import shuffle
from openuno.engine.scoring import hand_points
from openuno.engine.state import Round, Step, Turn, can_draw


def begin_step(round: Round, event: Event) -> Step:
    """The step that begins with this event."""
    return Step(evolve(round, event), (event,))


def add_event(step: Step, event: Event) -> Step:
    """The step with one more event."""
    return Step(evolve(step.round, event), (*step.events, event))


def end_round(step: Step, winner: int | None) -> Step:
    """End the round: the hands are laid open and counted."""
    hands = step.round.hands
    return add_event(step, RoundEnded(winner, hands, hand_points(step.round.rules, hands)))


def skip_sitting_out(step: Step) -> Step:
    """Let those who sit out miss the turn that has come to them."""
    while isinstance(step.round.phase, Turn) and step.round.phase.seat in step.round.sitting_out:
        step = add_event(step, Skipped(step.round.phase.seat))
    return step


def end_lasting_rules(step: Step, before: Round) -> Step:
    """End the lasting rules whose time has come with this step (MEET-48)."""
    for rule in find_ended_rules(before, step.round, step.events):
        step = add_event(step, LastingRuleEnded(rule))
    return step


def draw(step: Step, seat: int, count: int, why: DrawReason) -> Step:
    """Draw `count` cards, or as many as there are (OUT-4), reshuffling the discards if needed."""
    while count and can_draw(step.round):
        step = _turn_over_discards(step)
        taken = step.round.pile[: -count - 1 : -1]
        step = add_event(step, Drew(seat, taken, why))
        count -= len(taken)
    return step


def draw_until(
    step: Step, seat: int, wanted: frozenset[Card], why: DrawReason, *, most: int | None = None
) -> Step:
    """Draw until one of the wanted cards comes (HOUSE-4), `most` are drawn or nothing is left."""
    found = False
    count = 0
    while not found and count != most and can_draw(step.round):
        step = _turn_over_discards(step)
        taken = []
        for card in reversed(step.round.pile):
            taken.append(card)
            count += 1
            found = card in wanted
            if found or count == most:
                break
        step = add_event(step, Drew(seat, tuple(taken), why))
    return step


def _turn_over_discards(step: Step) -> Step:
    """Make a new pile of all discards but the top one when the old pile is used up (OUT-3)."""
    if step.round.pile:
        return step
    pile, spent = shuffle(step.round.discard[:-1], step.round.rng)
    return add_event(step, Reshuffled(pile, spent))
