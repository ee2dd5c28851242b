"""The OpenAPI document says what the server does; Schemathesis asks what nobody would."""

from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import positive_data_acceptance

from bench.endpoints import request_for
from openuno.server.http.openapi import document
from openuno.server.http.routes import ENDPOINTS, openapi
from tests.depth import THOROUGH, by_depth
from tests.server.clients import PATIENCE
from tests.server.http.conftest import ADMIN_TOKEN
from tests.server.servers import ThreadServer

DOCUMENT = document((*ENDPOINTS, openapi))
# Schemathesis tries each field with each wrong value. For a custom rule, whose effects nest, that
# is ten thousand requests, seven times as many as for all other endpoints: the gate does without
# them. What is generated there is wrong often enough.
NESTED = {"include-path": "/api/pencil/write", "phases": {"coverage": {"enabled": THOROUGH}}}
SCHEMA = schemathesis.openapi.from_dict(
    DOCUMENT, config=schemathesis.Config.from_dict({"operations": [NESTED]})
)


def test_the_document_served_is_the_one_generated(server: ThreadServer) -> None:
    assert server.ask("GET", "/openapi.json").json == DOCUMENT
    assert DOCUMENT["openapi"] == "3.1.0"


def test_every_endpoint_is_in_it_with_a_summary() -> None:
    for each in ENDPOINTS:
        operation = DOCUMENT["paths"][each.path][each.method.lower()]
        assert operation["summary"].endswith(".")
        assert "\n" not in operation["summary"]
        assert ("security" in operation) is (each.token or each.operator)
        assert ("requestBody" in operation) is (each.body is not None)


def test_names_are_unique() -> None:
    names = [each.name for each in ENDPOINTS]
    assert len(set(names)) == len(names)


def test_every_reference_leads_somewhere() -> None:
    schemas = DOCUMENT["components"]["schemas"]

    def follow(what: Any) -> None:
        match what:
            case {"$ref": str(place)}:
                assert place.removeprefix("#/components/schemas/") in schemas
            case dict():
                for each in what.values():
                    follow(each)
            case list():
                for each in what:
                    follow(each)
            case _:
                pass

    follow(DOCUMENT)


def test_unknown_fields_are_refused_by_every_body() -> None:
    for each in ENDPOINTS:
        if each.body is not None:
            shape = msgspec.json.schema(each.body)["$defs"][each.body.__name__]
            assert shape["additionalProperties"] is False


@SCHEMA.parametrize()
@settings(
    max_examples=by_depth(25, 100),
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_every_response_matches_the_openapi_document(
    case: "schemathesis.Case[Any]", server: ThreadServer
) -> None:
    declared = case.operation.definition.raw
    headers = {}
    if "security" in declared and not spoils_headers(case):
        token = ADMIN_TOKEN if "admin" in declared["security"][0] else server.guest()[1]
        headers["Authorization"] = f"Bearer {token}"
    # Where texts are read (names, rules), no schema can say which make sense: 422 is documented.
    # A schema's integers include 41.0, which we do not read as one.
    numbers = declared["operationId"] in ("admin_drain", "admin_prune")
    unpredictable = numbers or "422" in declared["responses"]
    beyond: list[Any] = [positive_data_acceptance] if unpredictable else []
    case.call_and_validate(
        base_url=server.url, headers=headers, excluded_checks=beyond, timeout=PATIENCE
    )


def spoils_headers(case: "schemathesis.Case[Any]") -> bool:
    """Whether the case leaves out, or garbles, the very token we would add."""
    part = case.meta.components.get(ParameterLocation.HEADER) if case.meta is not None else None
    return part is not None and part.mode.is_negative


@pytest.mark.parametrize("path", sorted(DOCUMENT["paths"]))
def test_every_path_in_it_is_served(server: ThreadServer, path: str) -> None:
    asked = server.ask(
        "OPTIONS", path.format(code="A", game="a", person="a", kind="race", event="A", report="0")
    )
    assert asked.status == 204


def test_the_bench_measures_every_endpoint() -> None:
    """To add an endpoint with a body, say here what its dearest request is."""
    for each in ENDPOINTS:
        request = request_for(each)
        assert request.method == each.method
        assert (request.body is not None) == (each.body is not None), each.path
        assert request.path.partition("?")[0] == each.path
