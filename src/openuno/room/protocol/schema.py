"""The messages as a JSON Schema, made from the types that read and write them.

`python -m openuno.room.protocol.schema > web/protocol/messages.schema.json` writes the document.
It lists every message under `$defs`; `ClientMessage` and `ServerMessage` are the two directions.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from openuno.engine.actions import Action
from openuno.engine.custom import Condition, Effect
from openuno.engine.events import Event
from openuno.engine.state import Phase
from openuno.game.events import GameEvent
from openuno.game.formats import Format
from openuno.game.state import Command
from openuno.room.commands import RoomCommand
from openuno.room.facts import Fact
from openuno.room.protocol.messages import PROTOCOL, ClientMessage, ServerMessage

Schema = dict[str, Any]
"""A part of the document, as JSON has it."""

UNIONS: dict[str, Any] = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "RoomCommand": RoomCommand,
    "Fact": Fact,
    "Action": Action,
    "GameCommand": Command,
    "GameEvent": GameEvent,
    "RoundEvent": Event,
    "Phase": Phase,
    "Format": Format,
    "Effect": Effect,
    "Condition": Condition,
}
"""Types that are one of several others, by the name each has in the document."""

_REF = "#/$defs/"


def document() -> Schema:
    """The whole schema."""
    schemas, parts = msgspec.json.schema_components(
        list(UNIONS.values()), ref_template=_REF + "{name}"
    )
    unions = dict(zip(UNIONS, schemas, strict=True))
    # A union is written out once and referred to by its name everywhere else.
    names = {json.dumps(schema): name for name, schema in unions.items()}
    written_out = {name: _with_references(part, names) for name, part in parts.items()}
    written_out |= {
        name: schema | {"anyOf": [_with_references(each, names) for each in schema["anyOf"]]}
        for name, schema in unions.items()
    }
    definitions = dict(sorted(written_out.items()))
    _require_what_is_always_sent(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"openuno table protocol {PROTOCOL}",
        "anyOf": [{"$ref": _REF + "ClientMessage"}, {"$ref": _REF + "ServerMessage"}],
        "$defs": definitions,
    }


def text() -> str:
    """The schema as the file has it."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def reference_name(part: Schema) -> str:
    """The name that a reference refers to."""
    return str(part["$ref"]).rpartition("/")[2]


def _with_references(part: Any, names: dict[str, str]) -> Any:
    """The part with every union that has a name replaced by a reference to it."""
    match part:
        case dict():
            name = names.get(json.dumps(_bare(part)))
            if name is not None:
                kept = {"default": part["default"]} if "default" in part else {}
                return {"$ref": _REF + name} | kept
            return {key: _with_references(inner, names) for key, inner in part.items()}
        case list():
            return [_with_references(inner, names) for inner in part]
        case _:
            return part


def _bare(part: Schema) -> Schema:
    return {key: inner for key, inner in part.items() if key != "default"}


def _require_what_is_always_sent(definitions: Schema) -> None:
    """Clients may leave a default out; we do only where the type says so."""
    written_by_clients = _reachable(definitions, "ClientMessage")
    for struct in _structs(ServerMessage):
        name = _name_of(struct, definitions)
        if name not in written_by_clients and not struct.__struct_config__.omit_defaults:
            definitions[name]["required"] = list(definitions[name]["properties"])


def _reachable(definitions: Schema, start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(definitions[name]))
    return found


def _references(part: Any) -> Iterator[str]:
    match part:
        case {"$ref": str()}:
            yield reference_name(part)
        case dict():
            for inner in part.values():
                yield from _references(inner)
        case list():
            for inner in part:
                yield from _references(inner)
        case _:
            pass


def _name_of(struct: type[msgspec.Struct], definitions: Schema) -> str:
    name = struct.__name__
    assert name in definitions, f"{name} is not in the document; do two types share the name?"
    return name


def _structs(*types: Any) -> set[type[msgspec.Struct]]:
    """Every struct that a value of these types can hold."""
    found: set[type[msgspec.Struct]] = set()
    waiting = list(inspect.multi_type_info(types))
    while waiting:
        match waiting.pop():
            case inspect.StructType(cls, fields) if cls not in found:
                found.add(cls)
                waiting.extend(field.type for field in fields)
            case inspect.UnionType(types):
                waiting.extend(types)
            case inspect.VarTupleType(item_type=item):
                waiting.append(item)
            case _:
                pass  # numbers, words and the like hold nothing
    return found


if __name__ == "__main__":
    sys.stdout.write(text())
