"""Rules as text: the edition and what the table changed, `house+stacking=any+swap_cards=2`."""

from enum import Enum
from functools import lru_cache

from msgspec.structs import replace

from openuno.engine.custom import CustomRule
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.faults import Fault, FaultKind, nearest_name, shorten, unknown_name
from openuno.engine.notation.cursor import Cursor, read_whole
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import DEFAULT_RULES, EDITIONS, SWITCHES, Rules, changed_switches

_MOST_SWITCH = 999
_ESCAPES = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%_+=|"} | {" ": "_"})
_UNESCAPED = {f"%{ord(mark):02X}": mark for mark in "%_+=|"}


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """The edition and what the table changed: `house+stacking=any+swap_cards=2`.

    Written rules are in their normal form, one `|` between two blanks, a `_` for each space:
    `wild-112+written=Everyone_draws_1_card.|You_play_again.`
    """
    switches = (f"+{name}={value_text(value)}" for name, value in changed_switches(rules).items())
    return rules.edition + "".join(switches)


def value_text(value: object) -> str:
    """A switch's value as the table writes it: `on`, `7`, `acts`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "|".join(custom_rule_text(rule).translate(_ESCAPES) for rule in value)
    return str(value.value if isinstance(value, Enum) else value)


def parse_rules(text: str) -> Rules:
    """The rules written so, or `NotationError`."""
    return read_whole(text, read_rules)


def read_rules(cursor: Cursor) -> Rules:
    """The rules that come next in a text."""
    start = cursor.at
    slug = cursor.word()
    if slug not in EDITIONS:
        raise cursor.error(unknown_name("edition", slug, EDITIONS), start)
    positions: dict[str, int] = {}
    values: dict[str, object] = {}
    while cursor.take("+"):
        start_of_name = cursor.at
        name = cursor.word()
        if name not in SWITCHES:
            raise cursor.error(unknown_name("switch", name, SWITCHES), start_of_name)
        if name in positions:
            raise cursor.error(Fault.of(FaultKind.TWICE, word=name), start_of_name)
        cursor.expect("=", Fault.of(FaultKind.VALUE_MISSING, word=name, example=_example(name)))
        positions[name], values[name] = start_of_name, _value(cursor, name)
    try:
        return replace(EDITIONS[slug], **values)
    except SetupError as error:
        at = positions.get(error.switch, start)
        raise cursor.error(error.fault, at, error.switch) from None


def _example(switch: str) -> str:
    return "You_play_again." if switch == "written" else value_text(getattr(DEFAULT_RULES, switch))


def _value(cursor: Cursor, switch: str) -> object:
    kind = type(getattr(DEFAULT_RULES, switch))
    if kind is int:
        return cursor.number(_MOST_SWITCH, Fault.of(FaultKind.VALUE_NUMBER, word=switch))
    if kind is tuple:
        return _custom_rules(cursor)
    choices: dict[str, object] = {"on": True, "off": False}
    if issubclass(kind, Enum):
        choices = {choice.value: choice for choice in kind}
    start = cursor.at
    word = cursor.word()
    if word not in choices:
        raise cursor.error(_unknown_value(switch, word, tuple(choices)), start)
    return choices[word]


def _unknown_value(switch: str, word: str, choices: tuple[str, ...]) -> Fault:
    near = nearest_name(word, choices)
    if near is None:
        kind, guess = FaultKind.VALUE_CHOICE, {}
    else:
        kind, guess = FaultKind.VALUE_CHOICE_NEAR, {"near": near}
    return Fault.of(kind, switch=switch, choices=choices, word=shorten(word), **guess)


def _custom_rules(cursor: Cursor) -> tuple[CustomRule, ...]:
    """The rules on the blanks; an error points into the text as it stands here."""
    rules = [_rule(cursor)]
    while cursor.take("|"):
        rules.append(_rule(cursor))
    return tuple(rules)


def _rule(cursor: Cursor) -> CustomRule:
    words: list[str] = []
    positions: list[int] = []
    while (mark := cursor.peek()) not in ("", " ", "+", "|"):
        positions.append(cursor.at)
        if mark == "%":
            escape = cursor.text[cursor.at : cursor.at + 3]
            if escape not in _UNESCAPED:
                known = tuple(f"{code} for {sign}" for code, sign in _UNESCAPED.items())
                raise cursor.error(Fault.of(FaultKind.ESCAPE, word=escape, choices=known))
            words.append(_UNESCAPED[escape])
            cursor.at += len(escape)
        else:
            words.append(" " if mark == "_" else mark)
            cursor.at += 1
    if not words:
        return ()
    try:
        return parse_custom_rule("".join(words))
    except NotationError as error:
        at = [*positions, cursor.at][error.at]
        raise cursor.error(error.fault, at) from None
