"""Promises of docs/protocol.md that a client relies on and no type can show."""

import asyncio
from pathlib import Path
from typing import Any

from openuno.room.protocol.messages import LONGEST_ID
from openuno.room.settings import Settings
from tests.server.clients import Client, new_guest, open_table
from tests.server.inside import Inside, at_server
from tests.server.proofs.raw_client import TEXT, RawClient, frame

GOOD = ["1", "a b", "über-7", "x" * LONGEST_ID, "#%/?", "手"]
BAD = ["", "x" * (LONGEST_ID + 1), "a\nb", "\x00", "\u200b", "a\tb", "\u202e"]


async def greeted(inside: Inside, token: str) -> RawClient:
    raw = await RawClient.upgraded(inside.url)
    raw.say({"type": "hello", "protocol": 1, "token": token})
    assert (await raw.hears())["type"] == "welcome"
    return raw


async def hears(raw: RawClient, *kinds: str) -> Any:
    while (message := await raw.hears())["type"] not in kinds:
        pass
    return message


def test_which_ids_are_taken(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        code = await open_table(inside.url, token, Settings())
        async with await greeted(inside, token) as raw:
            raw.say({"type": "join", "table": code})
            await hears(raw, "snapshot")
            for each in GOOD:
                raw.say({"type": "why", "id": each, "action": {"do": "draw"}})
                assert (await hears(raw, "because", "error"))["id"] == each
            for each in BAD:
                raw.say({"type": "ask", "id": each, "command": {"do": "sit", "seat": 0}})
                refused = await hears(raw, "ack", "error")
                assert refused["code"] == "bad-message"
                assert "id" not in refused

    at_server(tmp_path, scenario)


def test_joining_again_on_the_same_connection_is_answered_by_a_snapshot(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        code = await open_table(inside.url, token, Settings())
        async with await greeted(inside, token) as raw:
            raw.say({"type": "join", "table": code})
            seq = (await hears(raw, "snapshot"))["seq"]
            raw.say({"type": "join", "table": code, "since": seq - 1})
            assert (await hears(raw, "snapshot", "news"))["type"] == "snapshot"
        async with await greeted(inside, token) as raw:
            raw.say({"type": "join", "table": code, "since": seq})
            assert (await hears(raw, "snapshot", "news"))["type"] == "news"

    at_server(tmp_path, scenario)


def test_a_snapshot_always_says_whether_the_game_is_over(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        code = await open_table(inside.url, token, Settings())
        async with await greeted(inside, token) as raw:
            raw.say({"type": "join", "table": code})
            assert (await hears(raw, "snapshot"))["view"]["closed"] is True
        clients, playing = await inside.playing(Settings(seats=2))
        async with await greeted(inside, clients[0].token) as raw:
            raw.say({"type": "join", "table": playing})
            assert (await hears(raw, "snapshot"))["view"]["closed"] is False

    at_server(tmp_path, scenario)


def test_the_password_goes_beside_the_settings(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        ask = inside.server.ask
        wrong = {"settings": {"password": "sesame"}}
        assert ask("POST", "/api/tables", wrong, token=token).status == 400
        right = {"settings": {"seats": 2}, "password": "sesame"}
        made = ask("POST", "/api/tables", right, token=token)
        assert made.status == 201
        other = await Client.open(inside.url, await new_guest(inside.url, "Ben"))
        await other.join(made.json["code"], password="sesame")
        await other.drop()

    at_server(tmp_path, scenario)


def test_a_revoked_token_closes_with_1008_and_bad_text_is_answered(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        async with await greeted(inside, token) as raw:
            raw.send(frame(b'"\xff\xfe"', TEXT))
            assert (await hears(raw, "error"))["code"] == "bad-message"
            await asyncio.to_thread(inside.server.ask, "POST", "/api/me/token", token=token)
            assert (await hears(raw, "error"))["code"] == "bad-token"
            assert await raw.closed() == 1008

    at_server(tmp_path, scenario)
