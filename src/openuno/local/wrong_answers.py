"""What is wrong with the answer of somebody's bot, in words for the person who wrote it."""

import json

import msgspec

from openuno.engine.actions import Action
from openuno.engine.errors import IllegalAction
from openuno.engine.notation.actions import action_text

_DOCS = "docs/write-a-bot.md"
_THIRD_PERSON = {
    "you choose": "it chooses",
    "you can": "it can",
    "you do not": "it does not",
    "you don't": "it does not",
    "you drew": "it drew",
    "you have": "it has",
    "you hold": "it holds",
    "you must": "it must",
    "you need": "it needs",
    "you take": "it takes",
    "yourself": "itself",
    "not your turn": "not its turn",
}
"""How the sentences of a refusal are said about a player, and not to one."""


class ProtocolFault(ValueError):
    """A line of a program is no answer; the sentence says why, with an example of one."""


def describe_illegal_action(action: Action, refusal: IllegalAction | None) -> str:
    """An action that is not allowed, as it is written in records, and why it is not."""
    why = "that is not allowed now" if refusal is None else say_in_third_person(refusal.sentence)
    return f"answered {describe_action(action)}: {why}"


def say_in_third_person(sentence: str) -> str:
    """A refusal as it is said about the player: `it does not hold a Wild`."""
    for to_a_player, about_one in _THIRD_PERSON.items():
        sentence = sentence.replace(to_a_player, about_one)
    return sentence


def read_field(name: str, line: bytes, example: dict[str, object]) -> object:
    """What a field of a line of JSON says; else `ProtocolFault`, which shows the example."""
    try:
        found: object = msgspec.json.decode(line)
    except UnicodeDecodeError:
        raise _fault("it is not UTF-8", example) from None
    except msgspec.DecodeError:
        raise _fault("that is not JSON", example) from None
    if not isinstance(found, dict):
        raise _fault("that is JSON, but not an object in braces", example)
    if name not in found:
        raise _fault(f'the field "{name}" is missing', example)
    value: object = found[name]
    return value


def refuse_field(name: str, expected: str, example: dict[str, object]) -> ProtocolFault:
    """The fault of a field whose value is of another kind than it must be."""
    return _fault(f'"{name}" must be {expected}', example)


def _fault(what: str, example: dict[str, object]) -> ProtocolFault:
    shown = json.dumps(example, ensure_ascii=False)
    return ProtocolFault(f"{what}; answer with a line such as {shown} ({_DOCS})")


def describe_action(action: Action) -> str:
    """An action as it is written in records, or as Python shows it if it has no such form."""
    try:
        return action_text(action)
    except AttributeError:  # a field of it is nothing that an action can have
        return repr(action)
