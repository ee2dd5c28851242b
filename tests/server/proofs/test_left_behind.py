"""What a server that ended leaves behind is found by the next, though nobody comes back to it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from openuno.room.settings import Settings
from openuno.server.rooms.due_time import LOOK_AGAIN
from openuno.server.store import Store
from tests.server.clients import Client, new_guest, open_table
from tests.server.inside import PushedClock
from tests.server.proofs.async_server import run_server_async
from tests.server.proofs.persistent_clients import table_of_bots
from tests.server.servers import ThreadServer

LONG = 300.0
T = TypeVar("T")


async def ask(server: ThreadServer, query: Callable[[Store], Awaitable[T]]) -> T:
    """Ask the server's own store, on the server's own loop."""

    async def asked() -> T:
        return await query(server.hub.context.store)

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asked(), server.loop))


def test_people_who_did_not_come_back_are_noticed_to_be_gone(tmp_path: Path) -> None:
    """Nothing is due at the table: only that someone is said to be there gives it away."""
    database, clock = str(tmp_path / "uno.db"), PushedClock()

    async def scenario() -> None:
        async with run_server_async(database, now=clock) as server:
            token = await new_guest(server.url, "Ann")
            code = await open_table(server.url, token, Settings())
            ann = await Client.open(server.url, token)
            await ann.join(code)
        await ann.drop()
        clock.push(LOOK_AGAIN / 1000 + 10)
        async with run_server_async(database, now=clock) as server, asyncio.timeout(LONG):
            while True:
                listed = await ask(server, lambda store: store.listing(code))
                assert listed is not None
                if not listed.people:
                    return
                await asyncio.sleep(0.1)

    asyncio.run(scenario())


def test_a_table_that_cannot_be_opened_keeps_no_other_waiting(tmp_path: Path) -> None:
    file, clock = tmp_path / "uno.db", PushedClock()

    async def scenario() -> None:
        async with run_server_async(str(file), now=clock) as server:
            broken, whole = [await table_of_bots(server.url) for _ in range(2)]
        with closing(sqlite3.connect(file)) as db:
            db.execute("delete from secrets where code = ?", (broken,))
            db.execute("update tables set due = 1 where code = ?", (broken,))
            db.commit()
        clock.push(60)
        async with run_server_async(str(file), now=clock) as server, asyncio.timeout(LONG):
            before = len(await ask(server, lambda store: store.entries(whole, 0)))
            while not await ask(server, lambda store: store.entries(whole, before)):
                await asyncio.sleep(0.1)

    asyncio.run(scenario())
