"""A table with people who may, and people who may not; and everything that can be asked of it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from openuno.engine.actions import Draw
from openuno.room import commands as cmd
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from tests.server.clients import Client, contribute, new_guest, open_table
from tests.server.proofs.no_errors import no_errors
from tests.server.servers import ThreadServer, ask, run_server

LONG = 300.0
SEED = "0" * 64
EVERYTHING: tuple[cmd.RoomCommand, ...] = (
    cmd.Sit(2),
    cmd.Stand(),
    cmd.Leave(),
    cmd.Return(),
    cmd.Ready(),
    cmd.Commit(SEED),
    cmd.AddSeed(SEED),
    cmd.Start(),
    cmd.Move(Draw()),
    cmd.DealNextRound(),
    cmd.Rematch(),
    cmd.End(),
    cmd.SetUp(Settings()),
    cmd.AddBot(2),
    cmd.RemoveBot(2),
    cmd.Kick(0),
    cmd.Vote(),
    cmd.HandOver("somebody"),
    cmd.Say("hello"),
    cmd.Accuse(1),
    cmd.Judge(guilty=True),
    cmd.Rename("Bea"),
    cmd.Emote("hello"),
    cmd.Mute("somebody"),
)
HOSTS_ALONE = (
    cmd.Start(),
    cmd.End(),
    cmd.SetUp(Settings()),
    cmd.AddBot(2),
    cmd.RemoveBot(2),
    cmd.Kick(0),
    cmd.HandOver("somebody"),
    cmd.Mute("somebody"),
)
SEATS_ALONE = (
    cmd.Stand(),
    cmd.Return(),
    cmd.Ready(),
    cmd.Commit(SEED),
    cmd.AddSeed(SEED),
    cmd.Vote(0),
    cmd.Rematch(),
)
Refusals = Iterable[tuple[cmd.RoomCommand, RefusalCode]]


def all_with(
    commands: Sequence[cmd.RoomCommand], code: RefusalCode
) -> list[tuple[Any, RefusalCode]]:
    return [(command, code) for command in commands]


class Party:
    """A table of three seats: Ann is host in seat 0, Ben has seat 1, Cat watches."""

    def __init__(self, server: ThreadServer) -> None:
        self.server = server
        self.code = ""
        self.people: dict[str, Client] = {}

    async def comes(self, name: str) -> Client:
        """Somebody new, welcome but at no table."""
        token = await new_guest(self.server.url, name)
        self.people[name] = await Client.open(self.server.url, token)
        return self.people[name]

    async def gathers(self, password: str | None = None) -> tuple[Client, Client, Client]:
        ann, ben, cat = [await self.comes(name) for name in ("Ann", "Ben", "Cat")]
        self.code = await open_table(self.server.url, ann.token, Settings(seats=3), password)
        for client in (ann, ben, cat):
            await client.join(self.code, password=password)
        await ann.does(cmd.Sit(0))
        await ben.does(cmd.Sit(1))
        return ann, ben, cat

    async def starts(self) -> None:
        ann, ben = self.people["Ann"], self.people["Ben"]
        await ann.does(cmd.AddBot(2))
        await ben.does(cmd.Ready())
        await contribute(ann, ben)
        await ann.does(cmd.Start())

    async def log(self, code: str | None = None) -> int:
        """How long the log is; people who come and go, and bots, write in it too."""
        work = self.server.hub.context.store.entries(code or self.code, 0)
        on_loop = asyncio.run_coroutine_threadsafe(work, self.server.loop)
        entries = await asyncio.wrap_future(on_loop)
        return sum(entry.guest is not None for entry in entries)

    async def refuses(self, client: Client, refusals: Refusals) -> None:
        """Everything is refused as it should be, and nothing is written down."""
        before = await self.log()
        for command, code in refusals:
            error = await client.refused(command)
            assert error.code is code, f"{command}: {error}"
            assert error.sentence
        assert await self.log() == before


@asynccontextmanager
async def party(database: Path | str, limits: Limits | None = None) -> AsyncIterator[Party]:
    # What is tried here is whether people may, not how often.
    roomy = replace(limits or Limits(), changes=1000, settings=1000, chat=1000)
    with no_errors(), run_server(database, limits=roomy) as server:
        here = Party(server)
        yield here
        for client in here.people.values():
            await client.drop()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, LONG))


def rotate_token(server: ThreadServer, token: str) -> str:
    """The person's new token."""
    answer = ask("POST", server.url + "/api/me/token", token=token)
    assert answer.status in (200, 201), answer
    fresh = answer.json["token"]
    assert isinstance(fresh, str)
    return fresh
