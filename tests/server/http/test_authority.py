"""Every endpoint with no token, a malformed, a wrong, another's and a rotated one."""

from typing import Any

import pytest

from openuno.server.http.endpoint import Endpoint
from openuno.server.http.routes import ENDPOINTS
from tests.server.events.visitors import FRIDAY
from tests.server.servers import Answer, ThreadServer

PRIVATE = [each for each in ENDPOINTS if each.token]
OPEN = [each for each in ENDPOINTS if not each.token and not each.operator]
BODIES: dict[str, Any] = {
    "new_guest": {"name": "Eve"},
    "change_me": {"name": "Eve"},
    "open_table": {},
    "report_person": {"person": "0"},
    "pencil": {"rule": "You draw 1."},
    "open_event": {"settings": FRIDAY},
    "take_part": {"id": "1", "command": {"command": "take-part", "name": "Eve"}},
    "host_event": {"id": "1", "command": {"command": "finish"}},
}
MALFORMED = ["Bearer", "Bearer ", "Basic QW5uOg==", "Token x", "", "Bearer\tx", "x" * 10_000]


def called(each: Endpoint) -> str:
    return f"{each.method} {each.path}"


def ask(server: ThreadServer, each: Endpoint, event: str = "ZZZZZZ", **how: Any) -> Answer:
    path = each.path.format(code="ZZZZZZ", game="0", person="0", kind="race", event=event)
    return server.ask(each.method, path, BODIES.get(each.name), **how)


def test_every_endpoint_that_knows_me_is_tried() -> None:
    assert {each.name for each in PRIVATE} == {
        "me",
        "change_me",
        "forget_me",
        "new_token",
        "my_statistics",
        "my_games",
        "open_table",
        "close_table",
        "report_person",
        "open_event",
        "my_event",
        "take_part",
        "host_event",
        "delete_event",
    }


@pytest.mark.parametrize("each", PRIVATE, ids=called)
def test_without_a_token_nothing_is_done(server: ThreadServer, each: Endpoint) -> None:
    no = ask(server, each)
    assert (no.status, no.json["code"]) == (401, "bad-token")
    assert no.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", MALFORMED)
@pytest.mark.parametrize("each", PRIVATE, ids=called)
def test_with_a_malformed_token_nothing_is_done(
    server: ThreadServer, each: Endpoint, header: str
) -> None:
    no = ask(server, each, headers={"Authorization": header})
    assert (no.status, no.json["code"]) == (401, "bad-token")


@pytest.mark.parametrize("token", ["0" * 48, "\xff" * 48, "x" * 5000])
@pytest.mark.parametrize("each", PRIVATE, ids=called)
def test_with_a_wrong_token_nothing_is_done(
    server: ThreadServer, each: Endpoint, token: str
) -> None:
    no = ask(server, each, token=token)
    assert (no.status, no.json["code"]) == (401, "bad-token")
    assert token not in no.body.decode()


@pytest.mark.parametrize("each", PRIVATE, ids=called)
def test_a_rotated_token_is_worth_nothing(server: ThreadServer, each: Endpoint) -> None:
    _, old = server.guest()
    fresh = server.ask("POST", "/api/me/token", token=old).json["token"]
    assert ask(server, each, token=old).status == 401
    assert server.ask("GET", "/api/me", token=fresh).status == 200


@pytest.mark.parametrize("each", PRIVATE, ids=called)
def test_anothers_token_touches_the_other_alone(server: ThreadServer, each: Endpoint) -> None:
    ann, anns = server.guest("Ann")
    _, bens = server.guest("Ben")
    before = server.ask("GET", "/api/me", token=anns).json
    made = server.ask("POST", "/api/tables", {}, token=anns).json["code"]
    event = server.ask("POST", "/api/events", BODIES["open_event"], token=anns).json["code"]
    if each.name in ("host_event", "delete_event"):
        no = ask(server, each, event, token=bens)
        assert (no.status, no.json["kind"]) == (403, "not-host")
    elif each.name == "report_person":
        no = server.ask("POST", f"/api/tables/{made}/reports", {"person": ann}, token=bens)
        assert (no.status, no.json["code"]) == (422, "not-at-table")
    elif each.name == "close_table":
        no = server.ask("DELETE", f"/api/tables/{made}", token=bens)
        assert (no.status, no.json["code"]) == (403, "not-host")
    else:
        assert ask(server, each, event, token=bens).status < 300
    assert server.ask("GET", f"/api/tables/{made}").json["host"] == ann
    kept = server.ask("GET", f"/api/events/{event}/me", token=anns).json
    assert kept["me"] is None
    assert kept["host"] is not None
    assert server.ask("GET", "/api/me", token=anns).json == before
    assert server.ask("GET", f"/api/players/{ann}").json["name"] == "Ann"


@pytest.mark.parametrize("each", OPEN, ids=called)
def test_a_public_endpoint_gives_everyone_the_same_answer(
    server: ThreadServer, each: Endpoint
) -> None:
    statuses = {
        ask(server, each).status,
        ask(server, each, token="0" * 48).status,
        ask(server, each, headers={"Authorization": "nonsense"}).status,
        ask(server, each, token=server.guest()[1]).status,
    }
    assert len(statuses) == 1


def test_a_token_in_the_address_is_no_token(server: ThreadServer) -> None:
    _, token = server.guest()
    assert server.ask("GET", f"/api/me?token={token}").status == 401


def test_two_tokens_are_none(server: ThreadServer) -> None:
    _, token = server.guest()
    # Header names are told apart by case here alone.
    twice = {"Authorization": f"Bearer {token}", "authorization": f"Bearer {token}"}
    assert server.ask("GET", "/api/me", headers=twice).status == 401
