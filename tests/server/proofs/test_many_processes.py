"""Several processes on one PostgreSQL: commands race, processes die, nobody hears of the others.

Real `uno serve` processes, people of each table spread over them, one of them on two devices at
once. Whatever happens, each log is gapless and legal and everyone sees the same; and when a process
is killed its tables go on elsewhere within five seconds. `many_processes` has the long form,
`test_shared_tables` each danger by itself.
"""

import asyncio
import os
import random
import signal
from contextlib import ExitStack
from pathlib import Path

from openuno.room.protocol.messages import Ack
from openuno.room.settings import Settings
from openuno.server.context import DEAD
from openuno.server.rooms.hub import BEAT, OVERDUE, SWEEP
from openuno.server.store import Store
from openuno.server.store.opening import open_store
from tests.server.clients import Client, new_guest
from tests.server.proofs.many_processes import LIMITS, cut_off, deafen, race, start_servers
from tests.server.proofs.persistent_clients import PersistentClient, seat_people, table_of_bots
from tests.server.servers import ServerProcess

WITHIN = 5.0
"""Seconds after which a table of a process that died has gone on elsewhere."""


def test_two_processes_agree_though_they_race_and_their_lines_are_cut(postgres_url: str) -> None:
    async def deaf() -> None:
        await deafen(postgres_url)

    async def cut() -> None:
        await cut_off(postgres_url)

    with ExitStack() as stack:
        places = [server.url for server in start_servers(stack, postgres_url, 2)]
        checked = asyncio.run(race(postgres_url, places, 5, seed=3, trouble=[deaf, cut, cut]))
    assert checked.acknowledged > 50


def test_four_processes_agree_though_one_is_killed(postgres_url: str) -> None:
    with ExitStack() as stack:
        servers = start_servers(stack, postgres_url, 4)

        async def dead() -> None:
            await asyncio.to_thread(servers[1].kill)

        places = [server.url for server in servers]
        checked = asyncio.run(race(postgres_url, places, 4, seed=4, trouble=[dead]))
    assert checked.acknowledged > 50


def test_workers_on_one_port_agree_though_one_is_killed(postgres_url: str) -> None:
    with ServerProcess(postgres_url, "--workers", "2", *LIMITS) as server:

        async def dead() -> None:
            os.kill(_children(server.process.pid)[-1], signal.SIGKILL)

        checked = asyncio.run(race(postgres_url, [server.url], 4, seed=5, trouble=[dead]))
        assert server.stop() == 0
    assert checked.acknowledged > 50


def test_the_tables_of_a_killed_process_go_on_elsewhere(
    postgres_url: str,
) -> None:
    async def scenario(doomed: ServerProcess, other: ServerProcess) -> None:
        chance = random.Random(6)
        lonely = await table_of_bots(doomed.url)
        watched = await table_of_bots(doomed.url)
        watcher = await Client.open(other.url, await new_guest(other.url, "Eve"))
        people = await seat_people([doomed.url], Settings(format="single", seats=2), 2, chance)
        store = await open_store(postgres_url, process="a bystander")
        async with watcher:
            await watcher.join(watched)
            await asyncio.sleep(2)
            doomed.kill()
            async with asyncio.TaskGroup() as group:
                group.create_task(_goes_on(store, lonely))
                group.create_task(_is_seen_to_go_on(watcher))
                group.create_task(_moves_elsewhere(people, other.url))
        await store.close()
        for person in people:
            await person.client.drop()

    with ServerProcess(postgres_url) as other, ServerProcess(postgres_url) as doomed:
        asyncio.run(asyncio.wait_for(scenario(doomed, other), 300))


def test_others_look_after_the_tables_of_a_process_that_died_within_five_seconds() -> None:
    """How long it really took depends on the machine; how long is waited does not."""
    assert DEAD / 1000 + BEAT <= WITHIN, "until it is known to have died"
    assert OVERDUE / 1000 + SWEEP <= WITHIN, "until what it should have done is found"


async def _goes_on(store: Store, code: str) -> None:
    before = len(await store.entries(code, 0))
    while not await store.entries(code, before):
        await asyncio.sleep(0.1)


async def _is_seen_to_go_on(watcher: Client) -> None:
    before = watcher.table.seq
    await watcher.wait_for(lambda it: it.table.seq > before + 1)  # one may be on its way already


async def _moves_elsewhere(people: list[PersistentClient], place: str) -> None:
    for person in people:
        person.places = [place]
        await person.comes_back()
    mover = next(person for person in people if person.client.to_move)
    assert isinstance(await mover.moves(), Ack)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
