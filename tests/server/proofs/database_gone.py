"""A database that goes away, or stands still, while people play, and comes back.

By hand: `python -m tests.server.proofs.database_gone --seconds 30`, stopped, crashed and frozen.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

import msgspec
import pytest

from openuno.room.commands import Emote
from openuno.room.protocol.messages import Error
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.server.store.opening import open_store
from tests.postgres import Cluster
from tests.server.clients import Client, Denied
from tests.server.proofs.ledger import CheckCounts, check_table, wait_until_agreed
from tests.server.proofs.many_processes import start_servers
from tests.server.proofs.persistent_clients import (
    PersistentClient,
    join_table,
    seat_people,
    table_of_bots,
)
from tests.server.servers import Answer, ServerAddress

BOUND = 60.0
"""Seconds in which anything is answered, however the database is and however busy the machine."""
QUICK = Clock(move=5, between=1, bots=0.05)
TABLE = Settings(format="single", seats=4, clock=QUICK)


class Outage(msgspec.Struct, frozen=True):
    """What was seen while the database was away, and what was found in order afterwards."""

    checked: CheckCounts
    refused: int
    """How often a request was answered with `unavailable`."""
    longest: float
    """The longest that an answer took, in seconds."""


async def outlast(
    cluster: Cluster, go: Callable[[], None], come: Callable[[], None], seconds: float, seed: int
) -> Outage:
    """Play over two processes while the database goes, stays away for so long, and comes back."""
    database = await asyncio.to_thread(cluster.new_database)
    chance = random.Random(seed)
    with ExitStack() as stack:
        servers = await asyncio.to_thread(start_servers, stack, database, 2)
        places = [server.url for server in servers]
        played = await seat_people(places, TABLE, 4, chance)
        with_bots = await seat_people(places, TABLE, 1, chance)
        alone = await table_of_bots(places[1])
        asking = await _another(places[0], with_bots[0], chance)
        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for person in (*played, *with_bots):
                group.create_task(person.plays(done.is_set, pause=0.02))
            await asyncio.sleep(1)
            await asyncio.to_thread(go)
            longest = await _while_away(servers[0].address, asking, seconds)
            await asyncio.to_thread(come)
            await _ready_again(servers[0].address)
            await _ready_again(servers[1].address)
            await _goes_on(database, alone)
            await asyncio.sleep(1)
            done.set()
        checked = CheckCounts(0, 0, 0)
        tables = (played, [*with_bots, asking])
        await asyncio.gather(*map(wait_until_agreed, tables))
        for table in tables:
            checked += await check_table(database, table)
        people = (*played, *with_bots, asking)
        for person in people:
            await person.client.drop()
    refused = sum(person.refused.count(RefusalCode.UNAVAILABLE) for person in people)
    return Outage(checked, refused, longest)


async def _another(place: str, person: PersistentClient, chance: random.Random) -> PersistentClient:
    """A second device, to ask while the first one plays."""
    code = person.client.code
    assert code is not None
    return await join_table([place], person.client.token, code, chance, device="asking")


async def _while_away(place: ServerAddress, asking: PersistentClient, seconds: float) -> float:
    """Everything is answered, and says what is wrong; how long the longest answer took."""
    end = time.monotonic() + seconds
    took = [await _takes(_is_unready(place)), await _takes(_is_up(place))]
    while time.monotonic() < end:
        took += await asyncio.gather(
            _takes(_is_told_to_wait(asking)),
            _takes(_is_turned_away(asking.client)),
            _takes(_is_unready(place)),
        )
        await asyncio.sleep(0.2)
    return max(took)


async def _takes(work: Awaitable[None]) -> float:
    began = time.monotonic()
    async with asyncio.timeout(BOUND):
        await work
    return time.monotonic() - began


async def _is_up(place: ServerAddress) -> None:
    answer = await _get(place, "/healthz")
    assert answer.status == 200


async def _is_unready(place: ServerAddress) -> None:
    answer = await _get(place, "/readyz")
    assert answer.status == 503, answer


async def _is_told_to_wait(asking: PersistentClient) -> None:
    answer = await asking.client.ask(Emote("sad"))
    assert isinstance(answer, Error)
    assert answer.code is RefusalCode.UNAVAILABLE, answer
    asking.refused.append(answer.code)


async def _is_turned_away(client: Client) -> None:
    """Everyone who comes now is told so, on the WebSocket and over HTTP."""
    async with Client(client.base, client.token) as other:
        with pytest.raises(Denied, match=RefusalCode.UNAVAILABLE.value):
            await other.connect()
    answer = await _get(ServerAddress(client.base), "/api/games")
    assert answer.status == 503


async def _ready_again(place: ServerAddress) -> None:
    async with asyncio.timeout(BOUND):
        while (await _get(place, "/readyz")).status != 200:
            await asyncio.sleep(0.1)


async def _goes_on(database: str, code: str) -> None:
    """A table nobody looks at is taken up again by itself."""
    store = await open_store(database, process="a bystander")
    try:
        before = len(await store.entries(code, 0))
        async with asyncio.timeout(BOUND):
            while not await store.entries(code, before):
                await asyncio.sleep(0.1)
    finally:
        await store.close()


async def _get(place: ServerAddress, path: str) -> Answer:
    return await asyncio.to_thread(place.ask, "GET", path)


def main() -> None:
    """The long form: stopped, crashed and frozen, each for this many seconds."""
    words = argparse.ArgumentParser()
    words.add_argument("--seconds", type=float, default=30)
    chosen = words.parse_args()
    cluster = Cluster()
    ways: dict[str, tuple[Callable[[], None], Callable[[], None]]] = {
        "stopped": (cluster.stop, cluster.start),
        "crashed": (lambda: cluster.stop(at_once=True), cluster.start),
        "frozen": (cluster.freeze, cluster.thaw),
    }
    try:
        for name, (go, come) in ways.items():
            outage = asyncio.run(outlast(cluster, go, come, chosen.seconds, seed=1))
            print(f"{name} for {chosen.seconds:g} s: {outage}")  # noqa: T201 - run by hand
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
