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
    ChoosePlayer,
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
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.pencil import parse_written
from openuno.engine.position import fields_text, read_fields
from openuno.engine.rules import DEFAULT, EDITIONS, SWITCHES, Rules, changes
from openuno.engine.state import Round
from openuno.engine.wording import written_text
from openuno.engine.written import Written

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
_ESCAPES = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%_+=|"} | {" ": "_"})
_UNESCAPED = {f"%{ord(mark):02X}": mark for mark in "%_+=|"}


def action_text(action: Action) -> str:
    """The action as `parse_action` reads it: `R7!`, `WX/R>2`, `catch 2`."""
    match action:
        case Play(card, colour, target, uno):
            named = "" if colour is None else "/" + colour.value
            aimed = "" if target is None else f">{target}"
            return card.value + named + aimed + ("!" if uno else "")
        case Name(colour):
            return "name " + colour.value
        case ChoosePlayer(target):
            return f"choose {target}"
        case Catch(target):
            return f"catch {target}"
        case Draw() | Keep() | Pass() | Accept() | Challenge() | SayUno() | Suggest():
            return _SPOKEN[action]
        case _:
            assert_never(action)


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """The edition and what the table changed: `house+stacking=any+swap_cards=2`.

    Written rules are in their normal form, one `|` between two blanks, a `_` for each space:
    `wild-112+written=Everyone_draws_1_card.|You_play_again.`
    """
    switches = (f"+{name}={value_text(value)}" for name, value in changes(rules).items())
    return rules.edition + "".join(switches)


def value_text(value: object) -> str:
    """A switch's value as the table writes it: `on`, `7`, `acts`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "|".join(written_text(rule).translate(_ESCAPES) for rule in value)
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
    if word == "choose":
        cursor.expect(" ", "say which seat: choose 2")
        return ChoosePlayer(cursor.seat())
    if word == "catch":
        cursor.expect(" ", "say which seat: catch 2")
        return Catch(cursor.seat())
    advice = f"write a card such as R7 or W/B, or {', '.join(_WORDS)}, name R, choose 2 or catch 2"
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
        cursor.expect("=", f"say how {name} is set: {name}={_example(name)}")
        places[name], values[name] = place, _value(cursor, name)
    try:
        return replace(EDITIONS[slug], **values)
    except SetupError as error:
        at = places.get(error.switch, start)
        raise cursor.error(f"{error.switch}: {error.sentence}", at) from None


def _example(switch: str) -> str:
    return "You_play_again." if switch == "written" else value_text(getattr(DEFAULT, switch))


def _value(cursor: Cursor, switch: str) -> object:
    kind = type(getattr(DEFAULT, switch))
    if kind is int:
        return cursor.number(_MOST_SWITCH, f"{switch} takes a number, of at most three digits")
    if kind is tuple:
        return _written(cursor)
    choices: dict[str, object] = {"on": True, "off": False}
    if issubclass(kind, Enum):
        choices = {choice.value: choice for choice in kind}
    start = cursor.at
    word = cursor.word()
    if word not in choices:
        raise cursor.error(f"{switch} takes {' or '.join(choices)}, not {shown(word)}", start)
    return choices[word]


def _written(cursor: Cursor) -> tuple[Written, ...]:
    """The rules on the blanks; an error points into the text as it stands here."""
    rules = [_rule(cursor)]
    while cursor.take("|"):
        rules.append(_rule(cursor))
    return tuple(rules)


def _rule(cursor: Cursor) -> Written:
    words: list[str] = []
    places: list[int] = []
    while (mark := cursor.peek()) not in ("", " ", "+", "|"):
        places.append(cursor.at)
        if mark == "%":
            escape = cursor.text[cursor.at : cursor.at + 3]
            if escape not in _UNESCAPED:
                known = ", ".join(f"{code} for {sign}" for code, sign in _UNESCAPED.items())
                raise cursor.error(f"there is no sign {shown(escape)} here; write {known}")
            words.append(_UNESCAPED[escape])
            cursor.at += len(escape)
        else:
            words.append(" " if mark == "_" else mark)
            cursor.at += 1
    if not words:
        return ()
    try:
        return parse_written("".join(words))
    except NotationError as error:
        at = [*places, cursor.at][error.at]
        raise cursor.error(error.sentence, at) from None


def _round(cursor: Cursor) -> Round:
    return read_fields(cursor, _rules(cursor))
