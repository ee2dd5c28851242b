"""Servers killed as by a power cut while people play, and started again.

By hand: `python -m tests.server.proofs.kill --kills 60`, half of them on each store.
"""

import argparse
import asyncio
import itertools
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from openuno.room.settings import Clock, Settings
from tests.postgres import Cluster
from tests.server.clients import Client
from tests.server.proofs.ledger import CheckCounts, check_same, check_table, wait_until_agreed
from tests.server.proofs.persistent_clients import PersistentClient, seat_people
from tests.server.servers import ServerProcess

QUICK = Clock(move=5, between=1, bots=0.05)
TABLES = (
    Settings(format="single", seats=4, clock=QUICK),
    Settings(rules="classic+seven_zero=on", format="single", seats=4, clock=QUICK),
    Settings(rules="classic+jump_in=on+stacking=same", format="race:50", seats=4, clock=QUICK),
)


async def survive(database: str, kills: int, seed: int) -> CheckCounts:
    """Play while the server dies so often; what was found in order once everyone was done."""
    chance = random.Random(seed)
    with ServerProcess(database) as server:
        tables = [await seat_people([server.url], settings, 4, chance) for settings in TABLES]
        # One person beside two bots, and one who never moves: the clock plays for them.
        waiting = Settings(rules="classic+hand_size=3", format="single", seats=4, clock=QUICK)
        tables.append(await seat_people([server.url], waiting, 2, chance))
        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for table in tables[:-1]:
                for person in table:
                    group.create_task(person.plays(done.is_set, pause=0.02))
            player, idler = tables[-1]
            played = group.create_task(player.plays(done.is_set, pause=0.02))
            group.create_task(idler.sits_idle(played.done))
            await _kill_often(server, kills, chance)
            done.set()
        await asyncio.gather(*map(wait_until_agreed, tables))
        for person in itertools.chain(*tables):
            await _check_fresh(person)
        await asyncio.gather(*map(wait_until_agreed, tables))
        server.kill()
    checked = CheckCounts(0, 0, 0)
    for table in tables:
        checked += await check_table(database, table)
        for person in table:
            await person.client.drop()
    return checked


async def _kill_often(server: ServerProcess, kills: int, chance: random.Random) -> None:
    for _ in range(kills):
        # Mostly while they play, now and then while they are still coming back.
        await asyncio.sleep(chance.choice((0.02, 0.3, 0.8, 1.2)) * chance.random() * 2)
        await _unhurried(lambda: _again(server))


def _again(server: ServerProcess) -> None:
    server.kill()
    server.start()


async def _unhurried(work: Callable[[], object]) -> None:
    """Do it in a thread, to its end even if we are to stop: no process may be left behind."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def _check_fresh(person: PersistentClient) -> None:
    """Another device of the same person is shown what the one that followed has."""
    async with await Client.open(person.client.base, person.client.token) as fresh:
        await fresh.join(person.client.code or "")
        await person.client.reach(fresh.table.seq)
        check_same(person.client.table, fresh.table, fresh.seat)


def main() -> None:
    """The long form, on both stores."""
    words = argparse.ArgumentParser()
    words.add_argument("--kills", type=int, default=60)
    words.add_argument("--seed", type=int, default=random.randrange(1000))
    chosen = words.parse_args()
    cluster = Cluster()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, database in (
                ("SQLite", str(Path(folder) / "uno.db")),
                ("PostgreSQL", cluster.new_database()),
            ):
                checked = asyncio.run(survive(database, chosen.kills // 2, chosen.seed))
                print(f"{name}: {chosen.kills // 2} kills, {checked}")  # noqa: T201 - run by hand
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
