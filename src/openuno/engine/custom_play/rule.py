"""Carrying out what is written on a blank, sentence by sentence (CUST-2)."""

from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.actions import Play
from openuno.engine.custom import (
    Effect,
    HonourRule,
    IfWants,
    PlaysAgain,
    Question,
    is_draw_of_others,
    needs_last_card,
)
from openuno.engine.custom_play.conditions import sentence_applies
from openuno.engine.custom_play.effects import carry_out
from openuno.engine.custom_play.questions import ask
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.events import UnfinishedRule
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import Round, RoundOver, Step, unfinished_rule
from openuno.engine.steps import add_event


def play_custom_rule(step: Step, seat: int, play: Play) -> Step:
    """Do what the blank says, up to its end or to the first answer it waits for."""
    return continue_rule(step, UnfinishedRule(seat, 0, play.target))


def continue_rule(step: Step, rule: UnfinishedRule, *, decided: bool = False) -> Step:
    """Do the rest of what the top card says, from the rule's sentence on.

    A hand emptied on the way ends the round at once (CUST-4). With `decided`, somebody has said
    whether the first of these sentences is carried out.
    """
    laid = Laid(rule.by, rule.target)
    effects = custom_rule_on(step.round.rules, step.round.discard[-1])
    for sentence in range(rule.sentence, len(effects)):
        effect = effects[sentence]
        if decided:
            applies, decided = rule.held, False
        elif (decider := _find_decider(step.round, laid, effect)) is not None:
            asking = events.DecisionAsked(decider, replace(rule, sentence=sentence))
            return add_event(step, asking)
        else:
            applies, held = sentence_applies(step.round, laid, effect, rule.held)
            rule = replace(rule, held=held)
        if not applies:
            continue
        if isinstance(effect, Question):
            step = ask(step, laid, effect, replace(rule, sentence=sentence))
        else:
            step = carry_out(step, laid, effect)
        if isinstance(step.round.phase, RoundOver) or unfinished_rule(step.round) is not None:
            return step
        if isinstance(effect, PlaysAgain):
            rule = replace(rule, again=True)
    return add_event(step, events.TurnBegan(rule.by)) if rule.again else step


def _find_decider(round: Round, laid: Laid, effect: Effect) -> int | None:
    """The seat that is to say whether it wants the sentence (MEET-51)."""
    if isinstance(effect, HonourRule) or not isinstance(effect.when, IfWants):
        return None
    (seat,) = seats_of(round, laid, effect.when.who)
    return seat


def play_custom_draws(step: Step, seat: int, play: Play) -> Step:
    """Of a last card, only the draws are carried out, and for the others only (CUST-4)."""
    laid = Laid(seat, play.target, out=True)
    held = True
    rule = custom_rule_on(step.round.rules, play.card)
    for effect, asked in zip(rule, needs_last_card(rule), strict=True):
        if isinstance(effect, HonourRule):
            step = carry_out(step, laid, effect)
        elif asked:
            applies, held = sentence_applies(step.round, laid, effect, held)
            if applies and is_draw_of_others(effect) and not isinstance(effect, Question):
                step = carry_out(step, laid, effect)
    return step
