"""Carrying out the answer that a custom rule has waited for, and the rest of the rule."""

from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.cards import Card, Colour
from openuno.engine.custom import PassesCards, Side
from openuno.engine.custom_play import continue_rule
from openuno.engine.events import CardChoice, UnfinishedRule
from openuno.engine.first_card import finish_first_card
from openuno.engine.hands import swap_hands
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import ChoosingCards, Deciding, Round, RoundOver, Step, unfinished_rule
from openuno.engine.steps import add_event, begin_step, end_round


def choose_card(round: Round, seat: int, card: Card) -> Step:
    """Discard, give or set aside the card; after the last one the rule continues (MEET-43)."""
    phase = round.phase
    assert isinstance(phase, ChoosingCards), "legal offers it in this phase only"
    if phase.what is CardChoice.PASS:
        step = begin_step(round, events.CardSetAside(seat, card))
        if not isinstance(step.round.phase, ChoosingCards):
            step = _pass_on(step, round, phase, card)
    elif phase.what is CardChoice.GIVE:
        step = begin_step(round, events.CardsGiven(seat, phase.to[0], (card,), 0))
    else:
        step = begin_step(round, events.Discarded(seat, (card,), 0))
    if not step.round.hands[seat]:
        return end_round(step, seat)
    return _continue(step, phase.rule)


def name_colour_in_rule(round: Round, seat: int, colour: Colour, rule: UnfinishedRule) -> Step:
    """Name the colour that the rule asked the seat for (MEET-46)."""
    return _continue(begin_step(round, events.ColourNamed(seat, colour)), rule)


def choose_second_player(round: Round, seat: int, other: int, rule: UnfinishedRule) -> Step:
    """Let the two players picked swap hands (MEET-46)."""
    assert rule.target is not None, "the first was picked with the card"
    step = begin_step(round, events.PlayerChosen(seat, other))
    return _continue(swap_hands(step, rule.target, other), rule)


def decide(round: Round, seat: int, yes: bool) -> Step:
    """Do what the sentence says if the seat wants it, and the rest of the rule (MEET-51)."""
    phase = round.phase
    assert isinstance(phase, Deciding), "legal offers it in this phase only"
    step = begin_step(round, events.Decided(seat, yes))
    step = continue_rule(step, replace(phase.rule, held=yes), decided=True)
    return _finish(step, phase.rule)


def _pass_on(step: Step, round: Round, phase: ChoosingCards, last: Card) -> Step:
    """Hand on what everyone has set aside, the last card among it, all at once."""
    aside = list(phase.set_aside or ((),) * len(round.hands))
    aside[phase.seat] = tuple(sorted((*aside[phase.seat], last)))
    effect = custom_rule_on(round.rules, round.discard[-1])[phase.rule.sentence]
    assert isinstance(effect, PassesCards), "the sentence that asked"
    way = 1 if effect.side is Side.LEFT else -1
    for seat, cards in enumerate(aside):
        to = (seat + way) % len(aside)
        step = add_event(step, events.CardsGiven(seat, to, cards, 0))
    return step


def _continue(step: Step, rule: UnfinishedRule) -> Step:
    """The rest of the rule, unless it waits for more; then whose turn it is."""
    if unfinished_rule(step.round) is not None:
        return step
    return _finish(continue_rule(step, replace(rule, sentence=rule.sentence + 1)), rule)


def _finish(step: Step, rule: UnfinishedRule) -> Step:
    """Whose turn it is, if the rule is done."""
    if isinstance(step.round.phase, RoundOver) or unfinished_rule(step.round) is not None:
        return step
    # Nobody has played the first card of a round: there is no window.
    return finish_first_card(step, rule.by) if step.round.window is None else step
