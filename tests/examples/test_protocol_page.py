"""docs/protocol.md: every message in it is one, and nothing a client can meet is missing."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields

from openuno.engine.actions import Action
from openuno.engine.events import DrawReason, Event
from openuno.game.events import GameEvent
from openuno.room.chat import EMOTES, MOST_CHARACTERS, MOST_NAME
from openuno.room.commands import RoomCommand
from openuno.room.facts import Fact
from openuno.room.protocol.messages import LONGEST_ID, PROTOCOL, ClientMessage, ServerMessage
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.view import RoomView
from openuno.server.limits import Limits
from openuno.server.net.upgrade import PATH
from openuno.server.net.websocket import GOING_AWAY, UNSUPPORTED
from openuno.server.rooms.crowd import KEPT

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SAID = re.findall(r"^([<>]) (\{.*\})$", PAGE, flags=re.MULTILINE)
QUOTED = set(re.findall(r"`([^`\n]+)`", PAGE))


def tags(union: Any) -> list[str]:
    return [member.__struct_config__.tag for member in get_args(union)]


@pytest.mark.parametrize(("way", "text"), SAID)
def test_every_message_in_the_page_is_one(way: str, text: str) -> None:
    kind = ClientMessage if way == ">" else ServerMessage
    message: Any = msgspec.json.decode(text, type=kind)
    assert msgspec.json.encode(message).decode() == text


def test_the_page_tells_a_whole_story() -> None:
    said = [json.loads(text) for _, text in SAID]
    numbers = [message["seq"] for message in said if message["type"] in ("news", "snapshot")]
    assert numbers == sorted(set(numbers))
    facts = [fact for message in said for fact in message.get("facts", ())]
    reveal = next(fact["reveal"] for fact in facts if fact["fact"] == "game-closed")
    snapshot = next(message for message in said if message["type"] == "snapshot")
    assert sha256(bytes.fromhex(reveal)).hexdigest() == snapshot["view"]["commitment"]


@pytest.mark.parametrize(
    "names",
    [
        [code.value for code in RefusalCode],
        [why.value for why in DrawReason],
        tags(ClientMessage),
        tags(ServerMessage),
        tags(RoomCommand),
        tags(Action),
        tags(Fact),
        tags(GameEvent),
        tags(Event),
        list(EMOTES),
    ],
    ids=[
        "codes",
        "why",
        "client",
        "server",
        "commands",
        "actions",
        "facts",
        "game",
        "round",
        "emotes",
    ],
)
def test_the_page_explains_every(names: list[str]) -> None:
    assert [name for name in names if name not in QUOTED] == []


def test_the_page_lists_every_fact_among_the_facts() -> None:
    section = PAGE.partition("## Facts\n")[2].partition("\n## ")[0]
    assert set(tags(Fact)) <= set(re.findall(r"`([^`\n]+)`", section))


def test_the_page_explains_every_field_of_a_snapshot() -> None:
    section = PAGE.partition("## What a snapshot holds")[2].partition("\n## ")[0]
    explained = set(re.findall(r"`(\w+)`", section))
    assert set(RoomView.__struct_fields__) <= explained
    assert {field.name for field in fields(RoomView) if field.required} == {
        "settings", "host", "seats", "seat", "closed",
    }  # fmt: skip


def test_the_numbers_in_the_page_are_those_of_the_server() -> None:
    limits = Limits()
    for promise in (
        f"| a message | {limits.frame // 1024} KiB |",
        f"| {limits.messages:.0f} a second, {2 * limits.messages:.0f} at once |",
        f"| {limits.commands_per_address:.0f} a second; {limits.connections_per_address} |",
        f"| {limits.people}; {limits.tables_hosted} |",
        f"{limits.backlog // 1024} KiB wait for you",
        f"After {limits.patience:.0f} seconds",
        f"| a name, a password | {MOST_NAME} characters;",
        f"at most {MOST_CHARACTERS} characters",
        f"1 to {LONGEST_ID} characters",
        f"the last {KEPT} entries",
        f"one number, now {PROTOCOL},",
        f"WebSocket to `{PATH}`",
        f"| {GOING_AWAY} |",
        f"{UNSUPPORTED} |",
    ):
        assert promise in PAGE
