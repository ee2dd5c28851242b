"""JSON Schema and OpenAPI documents without the names of our types and without prose.

A type is called after the first way that leads to it (`#/client.ask.command=sit`), so that another
name for a class changes nothing, while another tag, field, default or value does.
"""

import json
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Schema = dict[str, Any]

_PROSE = {"title", "description", "summary"}
_NAMED = {"properties", "paths", "responses", "content", "securitySchemes"}
"""Keys under which names stand, not words of the schema's own."""


class Normalizer:
    """One document; `definitions` are its types by their reference."""

    def __init__(self, definitions: dict[str, Schema]) -> None:
        self._definitions = definitions
        self._names: dict[str, str] = {}
        self._waiting: deque[str] = deque()

    def types(self, roots: dict[str, Any]) -> dict[str, Any]:
        """The roots, then every type they lead to, each under its way."""
        found = {way: self._normal(part, way) for way, part in sorted(roots.items())}
        while self._waiting:
            reference = self._waiting.popleft()
            way = self._names[reference]
            found[way] = self._normal(self._definitions[reference], way)
        return found

    def unreached(self) -> set[str]:
        """The types to which nothing leads."""
        return set(self._definitions) - set(self._names)

    def _normal(self, part: Any, way: str) -> Any:
        match part:
            case {"$ref": str(reference), **others} if "anyOf" in self._definitions[reference]:
                # Whether a union has a name is nobody's business: it is written out everywhere.
                self._names.setdefault(reference, way)
                return self._normal(self._definitions[reference] | others, way)
            case {"$ref": str(reference), **others}:
                if reference not in self._names:
                    self._names[reference] = way
                    self._waiting.append(reference)
                return {"$ref": self._names[reference], **self._normal(others, way)}
            case {"anyOf": [*members], **others}:
                ways = [(self._label(member), member) for member in members]
                union = {
                    label: self._normal(member, f"{way}={label}")
                    for label, member in sorted(ways, key=lambda pair: pair[0])
                }
                assert len(union) == len(members), f"{way}: members that look the same"
                others.pop("discriminator", None)  # says the same of the members once more
                return {"anyOf": union, **self._normal(others, way)}
            case dict():
                return dict(self._keys(part, way))
            case list():
                return [self._normal(each, way) for each in part]
            case _:
                return part

    def _keys(self, part: Schema, way: str) -> Iterator[tuple[str, Any]]:
        for key, inner in sorted(part.items()):
            if key in _PROSE:
                continue
            if key in _NAMED:
                yield (
                    key,
                    {
                        name: self._normal(each, f"{way}.{name}")
                        for name, each in sorted(inner.items())
                    },
                )
            elif key == "enum":
                yield key, sorted(inner, key=repr)
            elif key == "required" and isinstance(inner, list):
                yield key, sorted(inner)
            elif key in {"default", "const"}:
                yield key, inner
            else:
                yield key, self._normal(inner, f"{way}[]" if key == "items" else way)

    def _label(self, member: Schema) -> str:
        """What tells a member of a union from the others: its tag, or what it is."""
        target = self._definitions[member["$ref"]] if "$ref" in member else member
        for name, field in target.get("properties", {}).items():
            if name in target["required"] and len(field.get("enum", ())) == 1:
                return str(field["enum"][0])
        if "anyOf" in target:
            return "/".join(sorted(self._label(each) for each in target["anyOf"]))
        return str(target.get("type", "enum" if "enum" in target else "any"))


def normal_messages(document: Schema) -> str:
    """The schema of the messages, a type to a line."""
    definitions = {f"#/$defs/{name}": part for name, part in document["$defs"].items()}
    normalizer = Normalizer(definitions)
    client, server = document["anyOf"]
    return _lines(normalizer.types({"#/client": client, "#/server": server}), normalizer)


def normal_openapi(document: Schema) -> str:
    """The OpenAPI document, an operation or type to a line."""
    document = deepcopy(document)
    schemas = document["components"].pop("schemas")
    definitions = {f"#/components/schemas/{name}": part for name, part in schemas.items()}
    roots = {
        f"{method} {path}": operation
        for path, operations in document.pop("paths").items()
        for method, operation in operations.items()
    }
    document["info"].pop("version")
    normalizer = Normalizer(definitions)
    return _lines(normalizer.types({"document": document, **roots}), normalizer)


def _lines(types: dict[str, Any], normalizer: Normalizer) -> str:
    assert not normalizer.unreached(), "nothing leads to these types"
    lines = (f"{json.dumps(way)}: {json.dumps(types[way])}" for way in sorted(types))
    return "{\n" + ",\n".join(lines) + "\n}\n"
