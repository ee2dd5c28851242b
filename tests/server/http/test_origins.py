"""Pages elsewhere: they change nothing, and read nothing, unless the operator named them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.servers import Answer, ThreadServer, run_server

FRIEND = "https://friend.example"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder: Path = tmp_path_factory.mktemp("origins")
    with run_server(folder / "uno.db", origins=(FRIEND,)) as server:
        yield server


def come(place: ThreadServer, origin: str) -> Answer:
    return place.ask("POST", "/api/guests", {"name": "Ann"}, headers={"Origin": origin})


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "https://friend.example.evil"]
)
def test_a_page_elsewhere_changes_nothing(place: ThreadServer, origin: str) -> None:
    no = come(place, origin)
    assert (no.status, no.json["code"]) == (403, "wrong-origin")
    assert "access-control-allow-origin" not in no.headers


def test_the_servers_own_pages_may(place: ThreadServer) -> None:
    assert come(place, place.url).status == 201


def test_a_page_the_operator_named_may_and_reads_the_answer(place: ThreadServer) -> None:
    came = come(place, FRIEND)
    assert came.status == 201
    assert came.headers["access-control-allow-origin"] == FRIEND
    assert came.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in came.headers


def test_a_preflight_request_is_answered(place: ThreadServer) -> None:
    asks = {"Origin": FRIEND, "Access-Control-Request-Method": "PATCH"}
    told = place.ask("OPTIONS", "/api/me", headers=asks)
    assert told.status == 204
    assert "PATCH" in told.headers["access-control-allow-methods"]
    assert "authorization" in told.headers["access-control-allow-headers"]
    elsewhere = place.ask("OPTIONS", "/api/me", headers={**asks, "Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in elsewhere.headers


def test_a_page_elsewhere_cannot_read_what_is_public(place: ThreadServer) -> None:
    read = place.ask("GET", "/api/tables", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in read.headers
    assert read.headers["cross-origin-resource-policy"] == "same-origin"
