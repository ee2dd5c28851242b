"""Text forms of cards, actions, rules and rounds; what is written can be read back.

A round is one line: the rules, then its fields, one space between them. They are written in this
order and read in any; the piles have their top card first.

    mattel-2016 hands=B1,R7/G2,W pile=Y1,Y2 discard=R5,Y5 colour=R left dealer=0 turn=0 fast=7@0
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import TypeVar, assert_never

from msgspec.structs import replace

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    Draw,
    Keep,
    Name,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Card
from openuno.engine.cursor import CARDS, Cursor, no_such, shown
from openuno.engine.errors import SetupError
from openuno.engine.position import fields_text, read_fields
from openuno.engine.rules import DEFAULT, EDITIONS, SWITCHES, Rules, changes
from openuno.engine.state import Round

T = TypeVar("T")

_WORDS: dict[str, Action] = {
    "draw": Draw(),
    "keep": Keep(),
    "pass": Pass(),
    "accept": Accept(),
    "challenge": Challenge(),
    "uno": SayUno(),
    "suggest": Suggest(),
}
_SPOKEN = {action: word for word, action in _WORDS.items()}
_MOST_SWITCH = 999


def action_text(action: Action) -> str:
    """The action as `parse_action` reads it: `R7!`, `WX/R>2`, `catch 2`."""
    match action:
        case Play(card, colour, target, uno):
            named = "" if colour is None else "/" + colour.value
            aimed = "" if target is None else f">{target}"
            return card.value + named + aimed + ("!" if uno else "")
        case Name(colour):
            return "name " + colour.value
        case Catch(target):
            return f"catch {target}"
        case Draw() | Keep() | Pass() | Accept() | Challenge() | SayUno() | Suggest():
            return _SPOKEN[action]
        case _:
            assert_never(action)


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """The edition and what the table changed: `house+stacking=any+swap_cards=2`."""
    switches = (f"+{name}={_value_text(value)}" for name, value in changes(rules).items())
    return rules.edition + "".join(switches)


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value.value if isinstance(value, Enum) else value)


def round_text(round: Round) -> str:
    """The whole round in one line."""
    return f"{rules_text(round.rules)} {fields_text(round)}"


def parse_card(text: str) -> Card:
    """The card with this code, or `NotationError`."""
    return _whole(text, Cursor.card)


def parse_action(text: str) -> Action:
    """The action written so, or `NotationError`; whether it is legal is for `apply` to say."""
    return _whole(text, _action)


def parse_rules(text: str) -> Rules:
    """The rules written so, or `NotationError`."""
    return _whole(text, _rules)


def parse_round(text: str) -> Round:
    """The round written so, or `NotationError`; it need not hold a whole deck."""
    return _whole(text, _round)


def _whole(text: str, read: Callable[[Cursor], T]) -> T:
    cursor = Cursor(text)
    value = read(cursor)
    if cursor.at < len(text):
        raise cursor.error(f"nothing can follow here; take away {shown(text[cursor.at :])}")
    return value


def _action(cursor: Cursor) -> Action:
    word = cursor.word()
    if word in CARDS:
        return _play(cursor, CARDS[word])
    if word in _WORDS:
        return _WORDS[word]
    if word == "name":
        cursor.expect(" ", "say which colour: name R")
        return Name(cursor.colour())
    if word == "catch":
        cursor.expect(" ", "say which seat: catch 2")
        return Catch(cursor.seat())
    advice = f"write a card such as R7 or W/B, or {', '.join(_WORDS)}, name R or catch 2"
    raise cursor.error(no_such("action", word, CARDS.keys() | _WORDS.keys(), advice), 0)


def _play(cursor: Cursor, card: Card) -> Play:
    colour = cursor.colour() if cursor.take("/") else None
    target = cursor.seat() if cursor.take(">") else None
    return Play(card, colour, target, uno=cursor.take("!"))


def _rules(cursor: Cursor) -> Rules:
    start = cursor.at
    slug = cursor.word()
    if slug not in EDITIONS:
        advice = "choose from " + ", ".join(EDITIONS)
        raise cursor.error(no_such("edition", slug, EDITIONS, advice), start)
    places: dict[str, int] = {}
    values: dict[str, object] = {}
    while cursor.take("+"):
        place = cursor.at
        name = cursor.word()
        if name not in SWITCHES:
            advice = "choose from " + ", ".join(SWITCHES)
            raise cursor.error(no_such("switch", name, SWITCHES, advice), place)
        if name in places:
            raise cursor.error(f"{name} is set twice; keep one of them", place)
        cursor.expect("=", f"say how {name} is set: {name}={_value_text(getattr(DEFAULT, name))}")
        places[name], values[name] = place, _value(cursor, name)
    try:
        return replace(EDITIONS[slug], **values)
    except SetupError as error:
        at = places.get(error.switch, start)
        raise cursor.error(f"{error.switch}: {error.sentence}", at) from None


def _value(cursor: Cursor, switch: str) -> object:
    kind = type(getattr(DEFAULT, switch))
    if kind is int:
        return cursor.number(_MOST_SWITCH, f"{switch} takes a number, of at most three digits")
    choices: dict[str, object] = {"on": True, "off": False}
    if issubclass(kind, Enum):
        choices = {choice.value: choice for choice in kind}
    start = cursor.at
    word = cursor.word()
    if word not in choices:
        raise cursor.error(f"{switch} takes {' or '.join(choices)}, not {shown(word)}", start)
    return choices[word]


def _round(cursor: Cursor) -> Round:
    return read_fields(cursor, _rules(cursor))
