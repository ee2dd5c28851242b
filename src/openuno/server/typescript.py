"""The HTTP API as TypeScript types, made from the OpenAPI document.

`python -m openuno.server.typescript > web/protocol/http.ts` writes them. What the messages of a
table have as well is taken from `messages.ts`.
"""

import re
import sys
from collections.abc import Iterator

from openuno.room.protocol import schema
from openuno.room.protocol.schema import Schema
from openuno.room.protocol.typescript import declared, expression
from openuno.server.http.endpoint import JSON
from openuno.server.openapi import document
from openuno.server.routes import ENDPOINTS

_HEAD = """\
// Made from the server's own types by `python -m openuno.server.typescript`: change those instead.
// `/openapi.json` on any server describes the same.
"""


def text() -> str:
    """The module as the file has it."""
    api = document(ENDPOINTS)
    parts = api["components"]["schemas"]
    shared = parts.keys() & schema.document()["$defs"].keys()
    own = [declared(name, part) for name, part in parts.items() if name not in shared]
    used = sorted(name for name in shared if re.search(rf"\b{name}\b", "".join(own)))
    taken = f'import type {{ {", ".join(used)} }} from "./messages.ts";\n'
    return "\n".join((_HEAD, taken, *own, _endpoints(api["paths"])))


def _endpoints(paths: Schema) -> str:
    lines = "".join(
        f'  readonly "{method.upper()} {path}": {{\n{"".join(_spoken(operation))}  }};\n'
        for path, operations in paths.items()
        for method, operation in operations.items()
    )
    told = "/** What each endpoint is sent, and what it answers; `null` is no body at all. */\n"
    return f"{told}export interface Endpoints {{\n{lines}}}\n"


def _spoken(operation: Schema) -> Iterator[str]:
    body = operation.get("requestBody")
    yield f"    readonly body: {'null' if body is None else _content(body)};\n"
    asked = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
    query = "; ".join(f"readonly {each['name']}?: {expression(each['schema'])}" for each in asked)
    yield f"    readonly query: {f'{{ {query} }}' if asked else 'null'};\n"
    good = min(operation["responses"])
    yield f"    readonly answer: {_content(operation['responses'][good])};\n"


def _content(part: Schema) -> str:
    """What a body is; one that is no JSON is a text."""
    content = part.get("content")
    if content is None:
        return "null"
    return expression(content[JSON]["schema"]) if JSON in content else "string"


if __name__ == "__main__":
    sys.stdout.write(text())
