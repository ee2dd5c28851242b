"""The messages as TypeScript types, made from the same JSON Schema.

`python -m openuno.table.typescript > web/protocol/messages.ts` writes them.
"""

import json
import sys
from collections.abc import Iterator

from openuno.table.messages import PROTOCOL
from openuno.table.schema import Schema, document, referred

_HEAD = f"""\
// Made from the server's own types by `python -m openuno.table.typescript`: change those instead.
// What the messages mean is told in docs/protocol.md.

/** Said in `hello`; the server says its own in `welcome`. */
export const PROTOCOL = {PROTOCOL};
"""
_PLAIN = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}
_WIDTH = 100


def text() -> str:
    """The module as the file has it."""
    definitions = document()["$defs"]
    return "\n".join((_HEAD, *(declared(name, part) for name, part in definitions.items())))


def declared(name: str, part: Schema) -> str:
    """A definition of the schema as a declaration."""
    told = "".join(_comment(part["description"])) if "description" in part else ""
    if part.get("type") == "object":
        fields = "".join(_fields(part))
        return f"{told}export interface {name} {{\n{fields}}}\n"
    return f"{told}export type {name} ={_choices(_alternatives(part), name)};\n"


def _comment(told: str) -> Iterator[str]:
    lines = [line.strip() for line in told.replace("*/", "* /").strip().splitlines()]
    if len(lines) == 1:
        yield f"/** {lines[0]} */\n"
        return
    yield "/**\n"
    yield from (f" * {line}".rstrip() + "\n" for line in lines)
    yield " */\n"


def _fields(part: Schema) -> Iterator[str]:
    required = part.get("required", ())
    for name, inner in part["properties"].items():
        if name in required:
            yield f"  readonly {name}: {expression(inner)};\n"
            continue
        if "default" in inner:
            default = json.dumps(inner["default"], ensure_ascii=False)
            yield f"  /** Left out, it is {default}. */\n"
        yield f"  readonly {name}?: {expression(inner)};\n"


def expression(part: Schema) -> str:
    """The type as an expression; what we have never met is refused rather than called `any`."""
    match part:
        case {"$ref": _}:
            return referred(part)
        case {"enum": _} | {"anyOf": _}:
            return " | ".join(_alternatives(part))
        case {"type": "array", "items": items}:
            inner = expression(items)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"{{ readonly [key: string]: {expression(values)} }}"
        case {"type": str(plain)} if plain in _PLAIN:
            return _PLAIN[plain]
        case _:
            raise TypeError(f"nobody has said how TypeScript calls {part}")


def _alternatives(part: Schema) -> list[str]:
    if "enum" in part:
        return [json.dumps(value) for value in part["enum"]]
    return [expression(each) for each in part["anyOf"]]


def _choices(alternatives: list[str], name: str) -> str:
    """One line if they fit, else one line each."""
    line = " " + " | ".join(alternatives)
    if len(f"export type {name} ={line};") <= _WIDTH:
        return line
    return "".join(f"\n  | {each}" for each in alternatives)


if __name__ == "__main__":
    sys.stdout.write(text())
