"""People over HTTP: coming in, being known, changing, going."""

import asyncio

import pytest

from tests.server.clients import Client, Denied
from tests.server.servers import ThreadServer

HOSTILE = [
    "<script>alert(1)</script>",
    "'; drop table guests; --",
    '"}{"',
    "\N{RIGHT-TO-LEFT OVERRIDE}evil",
    "a\x00b",
    "\x1b[31mred",
    "line\nbreak",
    "\u200b\u200bAnn",
    "🂡🂱" * 5,
    "${jndi:ldap://x}",
    "%s%n{0}",
    "../../etc/pass",
]


def test_who_comes_in_gets_an_id_a_name_and_a_token(server: ThreadServer) -> None:
    came = server.ask("POST", "/api/guests", {"name": "  Ann   Lee "})
    assert came.status == 201
    assert came.json["name"] == "Ann Lee"
    assert set(came.json) == {"guest", "name", "token"}
    known = server.ask("GET", "/api/me", token=came.json["token"])
    me = {"guest": came.json["guest"], "name": "Ann Lee", "rated": False, "face": None}
    assert known.json == me


def test_a_token_is_in_no_answer_but_the_one_that_hands_it_out(server: ThreadServer) -> None:
    guest, token = server.guest()
    for path in ("/api/me", "/api/me/statistics", f"/api/players/{guest}", "/metrics"):
        assert token.encode() not in server.ask("GET", path, token=token).body


def test_one_can_take_another_name_and_ask_to_be_rated(server: ThreadServer) -> None:
    guest, token = server.guest()
    assert server.ask("PATCH", "/api/me", {"name": "Bo"}, token=token).json["name"] == "Bo"
    both = server.ask("PATCH", "/api/me", {"rated": True}, token=token)
    assert both.json == {"guest": guest, "name": "Bo", "rated": True, "face": None}
    assert server.ask("PATCH", "/api/me", {}, token=token).json == both.json
    assert server.ask("GET", "/api/me", token=token).json == both.json


def test_a_new_token_takes_the_place_of_the_old_one(server: ThreadServer) -> None:
    guest, old = server.guest()
    fresh = server.ask("POST", "/api/me/token", token=old)
    assert fresh.status == 200
    assert fresh.json["guest"] == guest
    assert fresh.json["token"] != old
    assert server.ask("GET", "/api/me", token=old).status == 401
    assert server.ask("GET", "/api/me", token=fresh.json["token"]).json["guest"] == guest


def test_a_new_token_ends_the_connections_of_the_old_one(server: ThreadServer) -> None:
    _, old = server.guest()

    async def watch() -> None:
        async with await Client.open(server.url, old) as ann:
            await asyncio.to_thread(server.ask, "POST", "/api/me/token", token=old)
            await ann.wait_for(lambda it: not it.connected)
            await ann.drop()
            with pytest.raises(Denied, match="bad-token"):
                await ann.connect()

    asyncio.run(watch())


def test_who_goes_is_forgotten(server: ThreadServer) -> None:
    guest, token = server.guest()
    gone = server.ask("DELETE", "/api/me", token=token)
    assert (gone.status, gone.body) == (204, b"")
    assert server.ask("GET", "/api/me", token=token).status == 401
    assert server.ask("GET", f"/api/players/{guest}").status == 404


def test_everyone_may_look_a_player_up(server: ThreadServer) -> None:
    guest, token = server.guest("Cleo")
    seen = server.ask("GET", f"/api/players/{guest}")
    assert seen.json == {"guest": guest, "name": "Cleo", "totals": [], "ratings": []}
    assert server.ask("GET", "/api/me/statistics", token=token).json == seen.json


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_kept_as_harmless_text(server: ThreadServer, name: str) -> None:
    came = server.ask("POST", "/api/guests", {"name": name})
    if came.status == 422:
        assert came.json["code"] == "too-long"
        return
    kept = came.json["name"]
    assert kept.isprintable()
    assert kept == server.ask("GET", "/api/me", token=came.json["token"]).json["name"]
    assert came.headers["content-type"] == "application/json"
    assert came.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "code"), [("", "empty"), (" \t\n", "empty"), ("\x00", "empty"), ("x" * 25, "too-long")]
)
def test_a_name_that_is_none_is_refused(server: ThreadServer, name: str, code: str) -> None:
    no = server.ask("POST", "/api/guests", {"name": name})
    assert (no.status, no.json["code"]) == (422, code)
    _, token = server.guest()
    assert server.ask("PATCH", "/api/me", {"name": name}, token=token).status == 422
