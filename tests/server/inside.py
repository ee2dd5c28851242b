"""A running server seen from inside: its tables, its time, and what it complains of.

`at_server(tmp_path, scenario)` starts one on a thread, runs `scenario(inside)` against it over real
sockets, and fails if the server logged a fault of its own, whatever the scenario says.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import structlog.testing

from openuno.room.facts import Entry
from openuno.room.protocol.client import room_from_snapshot
from openuno.room.protocol.messages import Snapshot
from openuno.room.settings import Settings
from openuno.room.state import Room
from openuno.room.view import RoomView, view_room
from openuno.server.limits import Limits
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.hub import Hub
from tests.server.clients import Client, begin, gather_round, new_guest, open_table
from tests.server.servers import ThreadServer, run_server

T = TypeVar("T")
ROOMY = Limits(
    guests=100_000,
    messages=100_000,
    coming=100_000,
    connections_per_address=10_000,
    commands=100_000,
    commands_per_address=100_000,
    changes=100_000,
    settings=100_000,
    openings=100_000,
)
"""Tests are one address with more people than any household."""
_LONG = 300.0
_SOON = 60.0


class PushedClock:
    """The time, which runs on by itself until it is stopped, and can be pushed."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._stopped: int | None = None

    def __call__(self) -> int:
        now = time.time_ns() // 1_000_000 if self._stopped is None else self._stopped
        return now + round(self.ahead * 1000)

    def stop(self) -> Self:
        """From now on pushes alone move it: however slow the machine, nothing is due by itself."""
        self._stopped = time.time_ns() // 1_000_000
        return self

    def push(self, seconds: float) -> None:
        self.ahead += seconds


class Inside:
    """A server, its clock, and what it has logged."""

    def __init__(self, server: ThreadServer, clock: PushedClock, logged: list[Any]) -> None:
        self.server = server
        self.clock = clock
        self.logged = logged
        self._clients: list[Client] = []

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def hub(self) -> Hub:
        return self.server.hub

    async def on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.server.loop))

    async def actor(self, code: str) -> RoomActor | None:
        async def look() -> RoomActor | None:
            return self.hub.actors.get(code)

        return await self.on_loop(look())

    async def table(self, code: str) -> Room:
        """The table as it is once nothing waits in its inbox."""

        async def look() -> Room:
            actor = await self.hub.find_actor(code)
            await actor.wait_until_idle()
            return actor.room

        return await self.on_loop(look())

    async def log(self, code: str) -> list[Entry]:
        return await self.on_loop(self.hub.context.store.entries(code, 0))

    async def hold(self, code: str) -> threading.Event:
        """Hold the table up, as a slow disk would, until the event is set."""
        held = threading.Event()

        async def wait() -> None:
            await asyncio.to_thread(held.wait, _LONG)

        async def begin() -> None:
            (await self.hub.find_actor(code)).submit(wait)

        await self.on_loop(begin())
        return held

    async def wake(self, code: str) -> None:
        """Timers run by the loop's time, which cannot be pushed: let the table look now."""

        async def look() -> None:
            if (actor := self.hub.actors.get(code)) is not None:
                actor.wake()
                await actor.wait_until_idle()

        await self.on_loop(look())

    async def later(self, code: str, seconds: float) -> Room:
        """The table after so much time: what is due by then has been done, one thing at a time."""
        self.clock.push(seconds)
        seq = -1
        while seq != (seq := (await self.table(code)).seq):
            await self.wake(code)
        return await self.table(code)

    async def until(self, promise: Callable[[], Awaitable[bool] | bool]) -> None:
        """Wait until something is true inside; `TimeoutError` if it never is."""
        async with asyncio.timeout(_SOON):
            while True:
                held = promise()
                if held if isinstance(held, bool) else await held:
                    return
                await asyncio.sleep(0.02)

    async def device(self, token: str, code: str | None = None) -> Client:
        """A connection of the token's person, following the table if one is named."""
        client = Client(self.url, token)
        self._clients.append(client)
        await client.connect()
        if code is not None:
            await client.join(code)
        return client

    async def person(self, name: str, code: str | None = None) -> Client:
        """A new person, at the table if one is named."""
        return await self.device(await new_guest(self.url, name), code)

    async def host(
        self, settings: Settings, name: str = "Ann", password: str | None = None
    ) -> tuple[Client, str]:
        """A new person who hosts a new table and is at it."""
        token = await new_guest(self.url, name)
        code = await open_table(self.url, token, settings, password)
        return await self.device(token, code), code

    async def seated(self, settings: Settings) -> tuple[list[Client], str]:
        """A person in every seat of a new table, the first of them host; and its code."""
        clients = await gather_round(self.url, settings)
        self._clients += clients
        assert clients[0].code is not None
        return clients, clients[0].code

    async def playing(self, settings: Settings) -> tuple[list[Client], str]:
        """A game that has just begun, between people."""
        clients, code = await self.seated(settings)
        await begin(clients)
        return clients, code

    async def disconnect_all(self) -> None:
        """Drop what is still connected."""
        for client in self._clients:
            await client.drop()

    async def same(self, *clients: Client) -> None:
        """Every client knows exactly what the server would show them."""
        for client in clients:
            assert client.code is not None
            table = await self.table(client.code)
            await client.reach(table.seq)
            while table.seq != client.table.seq:  # it goes on by itself
                table = await self.table(client.code)
                await client.reach(table.seq)
            assert shown_to(client) == seen_from_server(table, client)


def shown_to(client: Client) -> RoomView:
    """What a client makes of what it was told."""
    return view_room(client.table, client.seat)


def seen_from_server(room: Room, client: Client) -> RoomView:
    """What the server shows this client, as a client reads it."""
    assert client.code is not None
    view = view_room(room, client.seat)
    shown = Snapshot(client.code, room.seq, room.at, view)
    return view_room(room_from_snapshot(shown), client.seat)


@contextmanager
def server_inside(database: Path | str, **options: Any) -> Iterator[Inside]:
    """A server for as long as the block lasts; a fault it logs fails the test."""
    clock = PushedClock()
    with structlog.testing.capture_logs() as logged:
        with run_server(database, now=clock, **{"limits": ROOMY, **options}) as server:
            yield Inside(server, clock, logged)
        faults = [each for each in logged if each["log_level"] not in ("info", "warning", "debug")]
        assert not faults, faults


def at_server(
    tmp_path: Path, scenario: Callable[[Inside], Coroutine[Any, Any, None]], **options: Any
) -> None:
    """Run a scenario against a server of its own."""
    with server_inside(tmp_path / "uno.db", **options) as inside:
        asyncio.run(_run(inside, scenario))


async def _run(inside: Inside, scenario: Callable[[Inside], Coroutine[Any, Any, None]]) -> None:
    try:
        async with asyncio.timeout(_LONG):
            await scenario(inside)
    finally:
        await inside.disconnect_all()
