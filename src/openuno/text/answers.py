"""The legal actions, numbered and in words; an answer read back, or the reason why not."""

from collections.abc import Sequence
from typing import assert_never

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
from openuno.engine.cards import Face
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.refusal import refusal
from openuno.engine.state import FacingDrawFour, FacingStack
from openuno.engine.view import View, hidden_round
from openuno.text.seats import Seats, cards_text, find_seats

_MAX_DIGITS = 4


def numbered_actions(view: View, names: Sequence[str] | None = None) -> list[str]:
    """A line for each legal action: `1. R7!: play Red 7 and say UNO`."""
    seats = find_seats(view, names)
    return [
        f"{number}. {action_text(action)}: {_action_words(action, view, seats)}"
        for number, action in enumerate(view.legal, start=1)
    ]


def parse_answer(text: str, view: View) -> Action:
    """The action meant by its number or code.

    `NotationError` if it is neither, `IllegalAction` with the reason if it is not allowed now.
    """
    answer = text.strip()
    if answer.isdecimal() and len(answer) <= _MAX_DIGITS:
        index = int(answer) - 1
        if not 0 <= index < len(view.legal):
            raise IllegalAction(Reason.NO_SUCH_ACTION)
        return view.legal[index]
    action = parse_action(answer)
    refused = why_not(view, action)
    if refused is not None:
        raise refused
    return action


def why_not(view: View, action: Action) -> IllegalAction | None:
    """The reason why the view's seat may not do that now; None if it may."""
    if action in view.legal:
        return None
    if view.seat is None:
        return IllegalAction(Reason.NOT_YOUR_TURN)
    return refusal(hidden_round(view), view.seat, action)


def _action_words(action: Action, view: View, seats: Seats) -> str:
    match action:
        case Play():
            return _play_words(action, seats)
        case Draw():
            return "draw until a card fits" if view.rules.draw_until else "draw a card"
        case Keep():
            return "keep the card you drew"
        case Pass():
            return "pass: nothing to play, nothing to draw"
        case NameColour(colour):
            return f"name {colour.label.lower()}"
        case ChoosePlayer(target):
            return f"choose {seats.who(target)}"
        case ChooseCard(card):
            return f"choose {card.label}"
        case Decide(yes):
            return "say that you want it" if yes else "say that you do not want it"
        case Accept():
            phase = view.phase
            total = phase.total if isinstance(phase, (FacingStack, FacingDrawFour)) else 0
            return f"draw the {cards_text(total)}"
        case Challenge():
            return "challenge the Wild Draw Four"
        case SayUno():
            return "say UNO"
        case Catch(target) if target == view.owes_uno:
            return f"catch {seats.who(target)}, who has not said UNO"
        case Catch(target):
            cost = cards_text(view.rules.wrong_catch_penalty)
            return f"catch {seats.who(target)} wrongly, which costs you {cost}"
        case Suggest():
            cost = cards_text(view.rules.suggestion_penalty)
            return f"suggest a card to another player, which costs you {cost}"
        case _:
            assert_never(action)


def _play_words(play: Play, seats: Seats) -> str:
    parts = [f"play {play.card.label}"]
    if play.colour is not None:
        parts.append(f"name {play.colour.label.lower()}")
    if play.target is not None:
        does = "choose" if play.card.face is Face.CUSTOM else "swap hands with"
        parts.append(f"{does} {seats.who(play.target)}")
    if play.uno:
        parts.append("say UNO")
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
