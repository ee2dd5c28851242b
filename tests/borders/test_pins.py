"""Moves and new names inside change nothing that others rely on.

A border that is changed on purpose: `python -m tests.borders help.txt` writes its file anew.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from openuno.room.protocol import schema
from openuno.server.http.openapi import document as openapi_document
from openuno.server.http.routes import ENDPOINTS, openapi
from tests.borders.documents import normal_messages, normal_openapi
from tests.borders.pins import PINS, read_pin

MESSAGES = schema.document()
HTTP = openapi_document((*ENDPOINTS, openapi))


@pytest.mark.parametrize("name", PINS)
def test_what_others_rely_on_is_as_it_was(name: str) -> None:
    now = PINS[name]()
    hint = f"if this is meant: python -m tests.borders {name}, and commit what it writes"
    assert now.splitlines() == read_pin(name).splitlines(), hint


def rename_types(part: Any, *, names: bool = False) -> Any:
    """The document with another name for every type, in another order, and with other prose."""
    match part:
        case dict():
            return {
                f"New{key}" if names else key: "Said in another way."
                if key in {"description", "title"} and isinstance(inner, str)
                else rename_types(inner, names=key in {"$defs", "schemas"})
                for key, inner in reversed(part.items())
            }
        case list():
            return [rename_types(each) for each in part]
        case str() if part.startswith("#/"):
            way, _, name = part.rpartition("/")
            return f"{way}/New{name}"
        case _:
            return part


def test_another_name_for_a_type_changes_no_pin() -> None:
    assert list(rename_types(MESSAGES)["$defs"]) == [
        f"New{name}" for name in reversed(MESSAGES["$defs"])
    ]
    assert normal_messages(rename_types(MESSAGES)) == normal_messages(MESSAGES)
    assert normal_openapi(rename_types(HTTP)) == normal_openapi(HTTP)


@pytest.mark.parametrize(
    ("normal", "document", "before", "after"),
    [
        (normal_messages, MESSAGES, '{"enum": ["sit"]}', '{"enum": ["sit-down"]}'),
        (normal_messages, MESSAGES, '"kept_for"', '"kept"'),
        (normal_messages, MESSAGES, '"WC8"', '"WC9"'),
        (normal_messages, MESSAGES, '"default": "regular"', '"default": "casual"'),
        (normal_messages, MESSAGES, '"required": ["do", "seat"]', '"required": ["do"]'),
        (normal_openapi, HTTP, '"operationId": "open_table"', '"operationId": "open_room"'),
        (normal_openapi, HTTP, '"/api/me"', '"/api/self"'),
        (normal_openapi, HTTP, '"tags": ["tables"]', '"tags": ["rooms"]'),
        (normal_openapi, HTTP, '"name": "code"', '"name": "room"'),
        (normal_openapi, HTTP, '"410"', '"411"'),
    ],
)
def test_another_word_for_others_changes_a_pin(
    normal: Callable[[Any], str], document: Any, before: str, after: str
) -> None:
    text = json.dumps(document)
    assert before in text
    assert normal(json.loads(text.replace(before, after))) != normal(document)
