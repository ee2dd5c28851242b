"""The OpenAPI document, made from the endpoints as they are declared."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from openuno.server.http.endpoint import JSON, PATTERNS, Endpoint, File, NoContent
from openuno.server.net.problems import Refusal
from openuno.version import __version__

SHARED = (403, 405, 421, 429, 500, 503)
"""Refusals that can come from anywhere; 403 from whatever changes something."""
_REF = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole API as OpenAPI 3.1."""
    spoken = [
        kind
        for each in endpoints
        for kind in (each.body, each.query, each.answer)
        if kind not in (None, File, NoContent)
    ]
    schemas, components = msgspec.json.schema_components([*spoken, Refusal], ref_template=_REF)
    known = dict(zip([*spoken, Refusal], schemas, strict=True))
    paths: dict[str, Any] = {}
    for each in endpoints:
        operation = _operation(each, known, components)
        paths.setdefault(each.path, {})[each.method.lower()] = operation
    queries = {kind.__name__ for each in endpoints if (kind := each.query) is not None}
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "openuno",
            "version": __version__,
            "description": "People, tables and finished games. Play itself is over a WebSocket.",
        },
        "paths": paths,
        "components": {
            "schemas": {k: v for k, v in sorted(components.items()) if k not in queries},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "admin": {"type": "http", "scheme": "bearer"},
            },
        },
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain  # defaults that are tuples would not be equal to what clients read


def _operation(
    each: Endpoint, known: dict[Any, dict[str, Any]], components: dict[str, Any]
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        "tags": [each.topic],
        "responses": _responses(each, known),
    }
    parameters = [*_path_parameters(each), *_query_parameters(each, components)]
    if parameters:
        operation["parameters"] = parameters
    if each.body is not None:
        content = {JSON: {"schema": known[each.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    if each.token:
        operation["security"] = [{"token": []}]
    if each.operator:
        operation["security"] = [{"admin": []}]
    return operation


def _responses(each: Endpoint, known: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    media = each.media.partition(";")[0]
    good: dict[str, Any] = {"description": HTTPStatus(each.status).phrase}
    if each.answer is File:
        good["content"] = {media: {"schema": {"type": "string"}}}
    elif each.answer is not NoContent:
        good["content"] = {media: {"schema": known[each.answer]}}
    shared = SHARED if each.method != "GET" else SHARED[1:]
    refused = {"content": {JSON: {"schema": known[Refusal]}}}
    return {str(each.status): good} | {
        str(status): {"description": HTTPStatus(status).phrase, **refused}
        for status in sorted({*each.errors, *shared})
    }


def _path_parameters(each: Endpoint) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": f"^(?:{PATTERNS[name]})$"},
        }
        for name in re.findall(r"{(\w+)}", each.path)
    ]


def _query_parameters(each: Endpoint, components: dict[str, Any]) -> list[dict[str, Any]]:
    if each.query is None:
        return []
    shape = components[each.query.__name__]
    return [
        {"name": name, "in": "query", "required": name in shape["required"], "schema": schema}
        for name, schema in shape["properties"].items()
    ]
