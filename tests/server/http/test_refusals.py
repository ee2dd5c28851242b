"""Whatever is asked, a refusal has a code and a sentence, and shows nothing of the inside."""

import re
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from openuno.room.refusal_kinds import RefusalCode
from openuno.server.net.problems import HttpCode
from tests.chance import new_entropy
from tests.server.servers import ThreadServer, run_server

KNOWN = {*RefusalCode, *HttpCode}


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/me/", "/api/nothing", "/t", "//", "/%2e%2e/etc", "/ws"]
)
def test_an_unknown_address_is_not_found(server: ThreadServer, path: str) -> None:
    no = server.ask("GET", path)
    assert (no.status, no.json["code"]) == (404, "no-such-address")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/me", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ("DELETE", "/api/tables", "GET, HEAD, OPTIONS, POST"),
        ("GET", "/api/guests", "OPTIONS, POST"),
        ("TRACE", "/healthz", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_wrong_method_is_answered_with_the_right_ones(
    server: ThreadServer, method: str, path: str, allowed: str
) -> None:
    no = server.ask(method, path)
    assert (no.status, no.json["code"]) == (405, "wrong-method")
    assert no.headers["allow"] == allowed


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"Ann"',
        b"{}",
        b'{"name": 5}',
        b'{"name": null}',
        b'{"name": "Ann", "admin": true}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b"[" * 60_000,
        b'{"name": ' + b"[" * 60_000,
    ],
    ids=lambda body: repr(body[:20]),
)
def test_a_body_that_makes_no_sense_is_refused(server: ThreadServer, body: bytes) -> None:
    no = server.ask("POST", "/api/guests", body)
    assert (no.status, no.json["code"]) == (400, "bad-message")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", "x"])
def test_a_body_that_is_not_said_to_be_json_is_refused(server: ThreadServer, media: str) -> None:
    # A page elsewhere can send forms and plain text without asking first.
    no = server.ask("POST", "/api/guests", b'{"name": "Ann"}', headers={"Content-Type": media})
    assert (no.status, no.json["code"]) == (415, "wrong-media-type")


def test_json_may_name_its_alphabet(server: ThreadServer) -> None:
    said = {"Content-Type": "application/JSON; charset=utf-8"}
    assert server.ask("POST", "/api/guests", b'{"name": "Ann"}', headers=said).status == 201


def test_every_refusal_has_a_known_code_and_a_sentence(server: ThreadServer) -> None:
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/nothing", None),
        ("PUT", "/api/me", None),
        ("GET", "/api/me", None),
        ("POST", "/api/guests", b"{"),
        ("POST", "/api/guests", {"name": ""}),
        ("POST", "/api/pencil", {"rule": "?"}),
        ("GET", "/api/tables/ZZZZZZ", None),
    ]
    for method, path, body in asked:
        no = server.ask(method, path, body)
        assert no.json["code"] in KNOWN
        assert re.match(r"[^\n]{5,}$", no.json["sentence"])
        assert no.headers["content-type"] == "application/json"
        assert "Traceback" not in no.body.decode()


def test_every_answer_is_guarded(server: ThreadServer) -> None:
    _, token = server.guest()
    for path in ("/api/me", "/api/tables", "/nothing", "/healthz"):
        told = server.ask("GET", path, token=token).headers
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert told["cache-control"] == "no-store"
        assert told["content-security-policy"].startswith("default-src 'none'")
        assert "server" not in told


def test_head_is_answered_without_a_body(server: ThreadServer) -> None:
    asked = server.ask("HEAD", "/api/tables")
    assert (asked.status, asked.body) == (200, b"")


def test_an_internal_error_is_answered_without_its_details(tmp_path: Path) -> None:
    lost = False
    entropy = new_entropy()

    def dice(many: int) -> bytes:
        if lost:
            raise ValueError("the dice are under the sofa")
        return entropy(many)

    with run_server(tmp_path / "uno.db", entropy=dice) as server:
        lost = True
        no = server.ask("POST", "/api/guests", {"name": "Ann"})
        assert (no.status, no.json["code"]) == (500, "failed")
        assert "sofa" not in no.body.decode()
        assert server.ask("GET", "/healthz").status == 200


def test_what_is_not_http_is_sent_away(server: ThreadServer) -> None:
    place = urlsplit(server.url)
    assert place.hostname is not None
    for rubbish in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\x00" * 100):
        with socket.create_connection((place.hostname, place.port or 0), timeout=300) as line:
            line.sendall(rubbish)
            line.shutdown(socket.SHUT_WR)
            told = line.recv(1000)
        assert told == b"" or b" 400 " in told
    assert server.ask("GET", "/healthz").status == 200
