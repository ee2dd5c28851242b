"""The values a client needs, as TypeScript: editions, switches, formats, defaults, event shapes.

`python -m openuno.room.protocol.values > web/protocol/values.ts` writes them. The pages have no
copy of their own: what a rule, a format or a limit is, is said in Python once.
"""

import json
import sys
from collections.abc import Iterator
from enum import Enum
from itertools import chain
from textwrap import fill
from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from openuno.bots.characters import CHARACTERS, LEVELS, PLAIN_NAMES
from openuno.bots.network.decisions import stake_of
from openuno.engine import custom
from openuno.engine import rules as engine_rules
from openuno.engine.cards import Card, Colour
from openuno.engine.pencil import parser
from openuno.engine.rules import EDITIONS, Rules, deck
from openuno.game import formats
from openuno.game.formats import Format, is_team_format, player_counts
from openuno.record import lines
from openuno.room import chat, deadlines, faces, hints, settings
from openuno.room.facts import GameStarted
from openuno.room.hints import Accusation, Hints
from openuno.room.protocol.schema import Schema, document, reference_name
from openuno.room.settings import Clock, Settings
from openuno.room.state import Starting
from openuno.room.view import RoomView, SeatView

_HEAD = """\
// Made from the server's own values by `python -m openuno.room.protocol.values`: change those.
import type { Colour, Rules } from "./messages.ts";

type ByName<Value> = Readonly<Record<string, Value>>;
type Bounds = readonly [low: number, high: number];

/** How well a bot plays, as people are told. */
export type Level = "easy" | "medium" | "hard" | "master" | "expert" | "gentle";

/** What a round is played for: to win it, for the points of the others, against your own tally. */
export type Stake = "win" | "points" | "tally";

export interface FormatFacts {
  /** What its number counts: `limit`, `cycles`, `rounds`; null if it has none. */
  readonly number: string | null;
  readonly usual: number;
  readonly bounds: Bounds;
  readonly players: readonly number[];
  /** Whether those opposite play together. */
  readonly teams: boolean;
  /** What its rounds are played for. */
  readonly stake: Stake;
}
"""
_WIDTH = 100
_LEFT_OUT = {
    "seat": SeatView,
    "clock": Clock,
    "settings": Settings,
    "room": RoomView,
    "hints": Hints,
    "accusation": Accusation,
    "started": GameStarted,
    "starting": Starting,
}
"""The types of which the wire leaves out fields, by their keys in `DEFAULTS`."""


class Constant(msgspec.Struct, frozen=True):
    """One constant of the module; without a type it is `as const`."""

    name: str
    comment: str
    value: Any
    type: str = ""

    def __str__(self) -> str:
        annotation = f": {self.type}" if self.type else ""
        fixed = isinstance(self.value, dict | list | tuple) and not self.type
        tail = " as const;" if fixed else ";"
        head = f"export const {self.name}{annotation} = "
        body = _literal(self.value, room=_WIDTH - len(head) - len(tail))
        return f"/** {self.comment} */\n{head}{body}{tail}\n"


def text() -> str:
    """The module as the file has it."""
    constants = chain(_rules(), _formats_and_clocks(), _bots(), _shapes(), _limits())
    return "\n".join((_HEAD, *map(str, constants)))


def _rules() -> Iterator[Constant]:
    yield Constant(
        "EDITIONS",
        "The printed rules, by the edition's name.",
        msgspec.to_builtins(EDITIONS),
        "ByName<Rules>",
    )
    yield Constant(
        "SWITCH_BOUNDS",
        "Lowest and highest value of each switch that is a number.",
        engine_rules.SWITCH_BOUNDS,
        "ByName<Bounds>",
    )
    yield Constant(
        "SWITCH_CHOICES",
        "The values of each switch that is one of a few, as the rules write them.",
        switch_choices(),
        "ByName<readonly string[]>",
    )
    # One text and no list: whatever holds a card in a page's memory has seen that card.
    yield Constant(
        "CARD_CODES",
        "Every card, with spaces between; `??` is one seen from behind.",
        " ".join(_codes(Card)),
    )
    yield Constant("COLOUR_CODES", "The four colours.", _codes(Colour), "readonly Colour[]")
    yield Constant(
        "DECK_SIZE", "Cards of one deck, without special ones.", len(deck(Rules(edition="house")))
    )


def _formats_and_clocks() -> Iterator[Constant]:
    yield Constant(
        "FORMATS",
        "What each format counts, and how many can play it.",
        {str(kind.__struct_config__.tag): format_facts(kind) for kind in get_args(Format)},
        "ByName<FormatFacts>",
    )
    yield Constant(
        "ROUNDS_PER_PARTNER",
        "How many rounds two rotating partners play together.",
        formats.ROUNDS_PER_PARTNER,
    )
    yield Constant(
        "CLOCK_BOUNDS", "Lowest and highest seconds of each part of a clock.", settings.BOUNDS
    )
    yield Constant(
        "CORRESPONDENCE",
        "A clock with this many seconds a move, or more, runs on while nobody is at the table.",
        settings.CORRESPONDENCE,
    )
    yield Constant(
        "CATCH_GRACE",
        "Milliseconds after a card in which nobody can be caught.",
        deadlines.GRACE,
    )


def _shapes() -> Iterator[Constant]:
    definitions = document()["$defs"]
    yield Constant(
        "DEFAULTS",
        "The value of each field that the wire leaves out.",
        {key: defaults(definitions[kind.__name__]) for key, kind in _LEFT_OUT.items()},
    )
    yield Constant(
        "EVENT_SHAPES",
        "The fields of every event and their types; `?` marks one that may be null.",
        {
            "round": dict(event_shapes(definitions, "RoundEvent")),
            "game": dict(event_shapes(definitions, "GameEvent")),
        },
        'Record<"round" | "game", ByName<ByName<string>>>',
    )
    yield Constant(
        "EVENT_DEFAULTS",
        "The fields that a file may leave out of an event, and their values.",
        event_defaults(definitions),
        "ByName<ByName<unknown>>",
    )


def _bots() -> Iterator[Constant]:
    yield Constant(
        "BOT_LEVELS",
        "How well each bot plays.",
        {kind: str(level) for kind, level in LEVELS.items()},
        "ByName<Level>",
    )
    yield Constant(
        "CHARACTERS",
        "The bots that are things of the house, and what each is called.",
        {kind: each.name for kind, each in CHARACTERS.items()},
    )
    yield Constant("PLAIN_NAMES", "What the other bots are called.", list(PLAIN_NAMES))


def _limits() -> Iterator[Constant]:
    yield Constant("EMOTES", "What can be shown without words.", list(chat.EMOTES))
    yield Constant(
        "FACE_PARTS",
        "How many values each part of a face's code has.",
        list(faces.FACE_PARTS),
    )
    yield Constant(
        "LIMITS",
        "The longest texts, in characters, and the most of other things.",
        {
            "name": chat.MOST_NAME,
            "chat": chat.MOST_CHARACTERS,
            "remarks": hints.MAX_REMARKS,
            "readings": hints.MAX_READINGS,
            "rule": parser.MAX_RULE_LENGTH,
            "ruleSentences": custom.MAX_SENTENCES,
            "ruleNumber": custom.MAX_CARDS,
            "recordName": lines.LONGEST_NAME,
            "recordLine": lines.LONGEST_LINE,
        },
    )


def switch_choices() -> dict[str, list[str]]:
    """The values of every switch that is one of a few, sorted."""
    choices = {
        field.name: sorted(value.value for value in field.type)
        for field in fields(Rules)
        if isinstance(field.type, type) and issubclass(field.type, Enum)
    }
    wilds = [str(points) for points in engine_rules.WILD_VALUES]
    return choices | {"special_points": wilds, "wild_points": wilds}


def format_facts(kind: type[Format]) -> dict[str, object]:
    """What a client needs to know about a format."""
    plain = kind()
    counted = next(iter(fields(kind)), None)
    return {
        "number": counted.name if counted else None,
        "usual": counted.default if counted else 0,
        "bounds": formats.BOUNDS[counted.name] if counted else (0, 0),
        "players": player_counts(plain),
        "teams": is_team_format(plain),
        "stake": stake_of(plain).name.lower(),
    }


def defaults(part: Schema) -> dict[str, object]:
    """The default of every field that has one."""
    return {
        name: inner["default"] for name, inner in part["properties"].items() if "default" in inner
    }


def event_shapes(definitions: Schema, union: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The fields of each event of a union, by its tag."""
    for each in definitions[union]["anyOf"]:
        properties = definitions[reference_name(each)]["properties"]
        (tag,) = properties["event"]["enum"]
        yield (
            tag,
            {
                name: shape(inner, definitions)
                for name, inner in properties.items()
                if name != "event"
            },
        )


def event_defaults(definitions: Schema) -> dict[str, dict[str, object]]:
    """The fields an event may lack in a file, with their values, by the event's tag."""
    found = {}
    for union in ("RoundEvent", "GameEvent"):
        for each in definitions[union]["anyOf"]:
            part = definitions[reference_name(each)]
            if known := defaults(part):
                found[part["properties"]["event"]["enum"][0]] = known
    return found


def shape(part: Schema, definitions: Schema) -> str:
    """A field's type in a word: `integer`, `Card[]`, `Colour?`, `turn|uno`."""
    match part:
        case {"$ref": _}:
            name = reference_name(part)
            listed = name not in ("Card", "Colour") and definitions[name].get("enum")
            return "|".join(listed) if listed else name
        case {"anyOf": [inner, {"type": "null"}]}:
            return shape(inner, definitions) + "?"
        case {"type": "array", "items": items}:
            return shape(items, definitions) + "[]"
        case {"type": str(plain)}:
            return plain
        case _:
            raise TypeError(f"no client could check {part}")


def _codes(kind: type[Enum]) -> list[str]:
    return sorted(str(each.value) for each in kind)


def _literal(value: Any, indent: str = "", room: int = _WIDTH) -> str:
    """A value as TypeScript, on one line where there is room for it."""
    flat = _flat(value)
    if len(flat) <= room or not isinstance(value, dict | list | tuple):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [
            f"{_key(key)}: {_literal(each, inner, _room(inner, key))},"
            for key, each in value.items()
        ]
        return "{\n" + "".join(f"{inner}{row}\n" for row in rows) + indent + "}"
    return (
        "[\n"
        + fill(flat[1:-1] + ",", _WIDTH, initial_indent=inner, subsequent_indent=inner)
        + f"\n{indent}]"
    )


def _room(indent: str, key: str) -> int:
    return _WIDTH - len(f"{indent}{_key(key)}: ,")


def _flat(value: Any) -> str:
    match value:
        case dict():
            inner = ", ".join(f"{_key(key)}: {_flat(each)}" for key, each in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return "[" + ", ".join(map(_flat, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.isidentifier() else json.dumps(key)


if __name__ == "__main__":
    sys.stdout.write(text())
