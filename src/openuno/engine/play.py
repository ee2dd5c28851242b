"""Carrying out an action: what happens, event by event."""

from typing import assert_never

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChoosePlayer,
    Draw,
    Keep,
    Name,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.effects import lay
from openuno.engine.events import (
    Accepted,
    Caught,
    CaughtWrongly,
    Challenged,
    HandShown,
    Kept,
    Passed,
    SaidUno,
    Skipped,
    Suggested,
    TurnBegan,
    Why,
)
from openuno.engine.first_card import choose_player, name_colour
from openuno.engine.legal import holds_colour, legal, playable
from openuno.engine.refusal import refusal
from openuno.engine.state import Doubt, Round, Stacked, Step, owes_uno
from openuno.engine.steps import draw, draw_until, end, first, pass_over, then

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
            step = lay(round, seat, action)
        case Draw():
            step = _draw(round, seat)
        case Keep():
            step = first(round, Kept(seat))
        case Accept():
            step = _accept(round, seat)
        case Challenge():
            step = _challenge(round, seat)
        case SayUno():
            step = first(round, SaidUno(seat))
        case Catch():
            step = _catch(round, seat, action.target)
        case Name():
            step = name_colour(round, seat, action.colour)
        case ChoosePlayer():
            step = choose_player(round, seat, action.target)
        case Pass():
            step = _pass(round, seat)
        case Suggest():
            penalty = round.rules.suggestion_penalty
            step = draw(first(round, Suggested(seat)), seat, penalty, Why.SUGGESTION)
        case _:
            assert_never(action)
    return pass_over(step) if step.round.sitting_out else step


def _draw(round: Round, seat: int) -> Step:
    start = Step(round, ())
    if round.rules.draw_until:
        return draw_until(start, seat, playable(round, seat))
    return draw(start, seat, 1, Why.TURN)


def _pass(round: Round, seat: int) -> Step:
    step = first(round, Passed(seat))
    everyone = step.round.passes == len(round.hands)
    return end(step, None) if everyone else step


def _accept(round: Round, seat: int) -> Step:
    phase = round.phase
    assert isinstance(phase, (Stacked, Doubt)), "legal offers it in these phases only"
    step = first(round, Accepted(seat))
    return then(draw(step, seat, phase.total, Why.CARD), Skipped(seat))


def _challenge(round: Round, seat: int) -> Step:
    phase = round.phase
    assert isinstance(phase, Doubt), "legal offers it in this phase only"
    guilty = holds_colour(phase.held, phase.before)
    step = first(round, Challenged(seat, phase.by, guilty))
    step = then(step, HandShown(phase.by, seat, phase.held))
    if guilty:
        return then(draw(step, phase.by, phase.total, Why.CHALLENGE), TurnBegan(seat))
    penalty = phase.total + CHALLENGE_PENALTY
    return then(draw(step, seat, penalty, Why.CHALLENGE), Skipped(seat))


def _catch(round: Round, seat: int, target: int) -> Step:
    rules = round.rules
    if owes_uno(round) == target:
        return draw(first(round, Caught(seat, target)), target, rules.uno_penalty, Why.UNO)
    step = first(round, CaughtWrongly(seat, target))
    return draw(step, seat, rules.wrong_catch_penalty, Why.WRONG_CATCH)
