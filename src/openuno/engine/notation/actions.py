"""Cards and actions as text: `R7`, `W/B!`, `catch 2`; what is written can be read back."""

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
from openuno.engine.cards import Card
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.notation.cursor import CARDS, Cursor, read_whole, unknown_word

_WORDS: dict[str, Action] = {
    "draw": Draw(),
    "keep": Keep(),
    "pass": Pass(),
    "accept": Accept(),
    "challenge": Challenge(),
    "uno": SayUno(),
    "suggest": Suggest(),
    "yes": Decide(yes=True),
    "no": Decide(yes=False),
}
_SPOKEN = {action: word for word, action in _WORDS.items()}


def action_text(action: Action) -> str:
    """The action as `parse_action` reads it: `R7!`, `WX/R>2`, `catch 2`."""
    match action:
        case Play(card, colour, target, uno):
            named = "" if colour is None else "/" + colour.value
            aimed = "" if target is None else f">{target}"
            return card.value + named + aimed + ("!" if uno else "")
        case NameColour(colour):
            return "name " + colour.value
        case ChoosePlayer(target):
            return f"choose {target}"
        case ChooseCard(card):
            return f"choose {card.value}"
        case Catch(target):
            return f"catch {target}"
        case Draw() | Keep() | Pass() | Accept() | Challenge() | SayUno() | Suggest() | Decide():
            return _SPOKEN[action]
        case _:
            assert_never(action)


def parse_card(text: str) -> Card:
    """The card with this code, or `NotationError`."""
    return read_whole(text, Cursor.card)


def parse_action(text: str) -> Action:
    """The action written so, or `NotationError`; whether it is legal is for `apply` to say."""
    return read_whole(text, _action)


def _action(cursor: Cursor) -> Action:
    word = cursor.word()
    if word in CARDS:
        return _play(cursor, CARDS[word])
    if word in _WORDS:
        return _WORDS[word]
    if word == "name":
        cursor.expect(" ", Fault.of(FaultKind.ACTION_COLOUR, word=word))
        return NameColour(cursor.colour())
    if word == "choose":
        cursor.expect(" ", Fault.of(FaultKind.ACTION_CHOICE, word=word))
        if cursor.peek().isdigit():
            return ChoosePlayer(cursor.seat())
        return ChooseCard(cursor.card())
    if word == "catch":
        cursor.expect(" ", Fault.of(FaultKind.ACTION_SEAT, word=word))
        return Catch(cursor.seat())
    kinds = FaultKind.ACTION_UNKNOWN, FaultKind.ACTION_MISSING
    known = CARDS.keys() | _WORDS.keys()
    raise cursor.error(unknown_word("action", word, known, *kinds, choices=tuple(_WORDS)), 0)


def _play(cursor: Cursor, card: Card) -> Play:
    colour = cursor.colour() if cursor.take("/") else None
    target = cursor.seat() if cursor.take(">") else None
    return Play(card, colour, target, uno=cursor.take("!"))
