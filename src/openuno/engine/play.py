"""Carrying out an action: what happens, event by event."""

from typing import assert_never

from openuno.engine import events
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Colour
from openuno.engine.choices import choose_card, choose_second_player, decide, name_colour_in_rule
from openuno.engine.custom import has_honour_rule
from openuno.engine.effects import play_card
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.events import DrawReason
from openuno.engine.first_card import choose_player, name_colour
from openuno.engine.legal import holds_colour, legal, playable_cards
from openuno.engine.refusal import refusal
from openuno.engine.state import (
    FacingDrawFour,
    FacingStack,
    Round,
    RoundOver,
    Step,
    Undealt,
    can_draw,
    owes_uno,
    unfinished_rule,
)
from openuno.engine.steps import (
    add_event,
    begin_step,
    draw,
    draw_until,
    end_lasting_rules,
    end_round,
    skip_sitting_out,
)

CHALLENGE_PENALTY = 2


def apply(round: Round, seat: int, action: Action) -> Step:
    """The round after the seat's action, or `IllegalAction`; the round given never changes."""
    allowed = legal(round, seat)
    try:
        # The engine's own value, not the caller's equal one: a plain string equals its card.
        action = allowed[allowed.index(action)]
    except ValueError:
        raise refusal(round, seat, action) from None
    match action:  # the commonest first: a match tries its cases in turn
        case Play():
            step = play_card(round, seat, action)
        case Draw():
            step = _draw(round, seat)
        case Keep():
            step = begin_step(round, events.Kept(seat))
        case Accept():
            step = _accept(round, seat)
        case Challenge():
            step = _challenge(round, seat)
        case SayUno():
            step = begin_step(round, events.SaidUno(seat))
        case Catch():
            step = _catch(round, seat, action.target)
        case NameColour():
            step = _name_colour(round, seat, action.colour)
        case ChoosePlayer():
            step = _choose_player(round, seat, action.target)
        case ChooseCard():
            step = choose_card(round, seat, action.card)
        case Decide():
            step = decide(round, seat, action.yes)
        case Pass():
            step = _pass(round, seat)
        case Suggest():
            penalty = round.rules.suggestion_penalty
            step = draw(
                begin_step(round, events.Suggested(seat)), seat, penalty, DrawReason.SUGGESTION
            )
        case _:
            assert_never(action)
    if step.round.sitting_out:
        step = skip_sitting_out(step)
    if step.round.lasting and not isinstance(action, (SayUno, Catch, Suggest)):
        step = end_lasting_rules(step, round)
    return step


def pay_honour_penalty(round: Round, seat: int) -> Step:
    """The round after a seat has paid for an honour rule it did not keep, or `IllegalAction`.

    No seat can do this by itself: the table decides it (PEN-2), so `legal` never offers it.
    """
    rules = round.rules
    if isinstance(round.phase, RoundOver):
        raise IllegalAction(Reason.ROUND_OVER)
    if isinstance(round.phase, Undealt):
        raise IllegalAction(Reason.NOT_DEALT)
    if not rules.honour_penalty:
        raise IllegalAction(Reason.NO_HONOUR_PENALTY)
    if not has_honour_rule(rules.written):
        raise IllegalAction(Reason.NO_HONOUR_PENALTY, case="none")
    if not can_draw(round):
        raise IllegalAction(Reason.NOTHING_TO_DRAW, case="penalty")
    return draw(Step(round, ()), seat, rules.honour_penalty, DrawReason.HONOUR)


def _name_colour(round: Round, seat: int, colour: Colour) -> Step:
    rule = unfinished_rule(round)
    if rule is None:
        return name_colour(round, seat, colour)
    return name_colour_in_rule(round, seat, colour, rule)


def _choose_player(round: Round, seat: int, target: int) -> Step:
    rule = unfinished_rule(round)
    if rule is None:
        return choose_player(round, seat, target)
    return choose_second_player(round, seat, target, rule)


def _draw(round: Round, seat: int) -> Step:
    start = Step(round, ())
    if round.rules.draw_until:
        return draw_until(start, seat, playable_cards(round, seat), DrawReason.TURN)
    return draw(start, seat, 1, DrawReason.TURN)


def _pass(round: Round, seat: int) -> Step:
    step = begin_step(round, events.Passed(seat))
    everyone = step.round.passes == len(round.hands)
    return end_round(step, None) if everyone else step


def _accept(round: Round, seat: int) -> Step:
    phase = round.phase
    assert isinstance(phase, (FacingStack, FacingDrawFour)), "legal offers it in these phases only"
    step = begin_step(round, events.Accepted(seat))
    return add_event(draw(step, seat, phase.total, DrawReason.CARD), events.Skipped(seat))


def _challenge(round: Round, seat: int) -> Step:
    phase = round.phase
    assert isinstance(phase, FacingDrawFour), "legal offers it in this phase only"
    guilty = holds_colour(phase.held, phase.before)
    step = begin_step(round, events.Challenged(seat, phase.by, guilty))
    step = add_event(step, events.HandShown(phase.by, seat, phase.held))
    if guilty:
        paid = draw(step, phase.by, phase.total, DrawReason.CHALLENGE)
        return add_event(paid, events.TurnBegan(seat))
    penalty = phase.total + CHALLENGE_PENALTY
    return add_event(draw(step, seat, penalty, DrawReason.CHALLENGE), events.Skipped(seat))


def _catch(round: Round, seat: int, target: int) -> Step:
    rules = round.rules
    if owes_uno(round) == target:
        caught = begin_step(round, events.Caught(seat, target))
        return draw(caught, target, rules.uno_penalty, DrawReason.UNO)
    step = begin_step(round, events.CaughtWrongly(seat, target))
    return draw(step, seat, rules.wrong_catch_penalty, DrawReason.WRONG_CATCH)
