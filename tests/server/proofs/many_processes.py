"""Several processes on one PostgreSQL, and people at each table spread over them.

By hand: `python -m tests.server.proofs.many_processes --minutes 5`, with two and with four.
"""

import argparse
import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.room.commands import Emote
from openuno.room.protocol.messages import Ack
from openuno.room.settings import Clock, Settings
from tests.postgres import Cluster
from tests.server.proofs.ledger import CheckCounts, check_table, wait_until_agreed
from tests.server.proofs.persistent_clients import PersistentClient, join_table, seat_people
from tests.server.servers import ServerProcess

_LONG = 60.0
QUICK = Clock(move=5, between=1, bots=0.05)
TABLES = (
    Settings(format="single", seats=4, clock=QUICK),
    Settings(rules="classic+jump_in=on+seven_zero=on", format="single", seats=4, clock=QUICK),
)
LIMITS = tuple(
    word
    for name in (
        "guests",
        "messages",
        "commands",
        "commands_per_address",
        "changes",
        "chat",
        "openings",
    )
    for word in ("--limit", f"{name}=100000")
)
"""Tests are one address with more people than any household."""
Trouble = Callable[[], Awaitable[None]]


async def race(
    database: str, places: Sequence[str], seconds: float, seed: int, trouble: Sequence[Trouble] = ()
) -> CheckCounts:
    """Let people race each other over all places while troubles happen, one after the other."""
    chance = random.Random(seed)
    tables = []
    for settings in TABLES:
        table = await seat_people(places, settings, 4, chance)
        first = table[0].client
        # The host has a second device elsewhere, and plays on both at once.
        assert first.code is not None
        table.append(await join_table(places, first.token, first.code, chance, device="second"))
        tables.append(table)
    done = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for table in tables:
            for person in table:
                group.create_task(person.plays(done.is_set, pause=0.01))
            group.create_task(_all_at_once(table, done))
        for each in trouble:
            await asyncio.sleep(seconds / (len(trouble) + 1))
            await each()
        await asyncio.sleep(seconds / (len(trouble) + 1))
        done.set()
    checked = CheckCounts(0, 0, 0)
    await asyncio.gather(*map(wait_until_agreed, tables))
    for table in tables:
        checked += await check_table(database, table)
    for table in tables:
        for person in table:
            await person.client.drop()
    return checked


async def _all_at_once(table: Sequence[PersistentClient], done: asyncio.Event) -> None:
    """Everyone says something at the same instant, and one the same thing on two devices."""
    tokens = {person.client.token: person for person in table}
    assert len(tokens) < len(table), "one of them is there twice"
    first, second = table[0], table[-1]
    round_ = 0
    while not done.is_set():
        round_ += 1
        request_id = f"both-{round_}"
        answers = await asyncio.gather(
            first.insists(Emote("wow"), request_id),
            second.insists(Emote("wow"), request_id),
            *(person.insists(Emote("oops")) for person in table[1:-1]),
        )
        promised = {answer.seq for answer in answers[:2] if isinstance(answer, Ack)}
        assert len(promised) <= 1, (
            "one request, two entries"
        )  # or too fast for one of the processes
        await asyncio.sleep(1)


async def deafen(database: str) -> None:
    """Break the connections over which the processes hear of each other."""
    await _terminate(database, "application_name = '' and pid <> pg_backend_pid()")


async def cut_off(database: str) -> None:
    """Break every connection to the database, in the middle of whatever it does."""
    await _terminate(database, "pid <> pg_backend_pid()")


async def _terminate(database: str, which: str) -> None:
    sql = f"from pg_stat_activity where datname = current_database() and {which}"
    db = await asyncpg.connect(database)
    try:
        async with asyncio.timeout(_LONG):
            # The processes may still be about to connect again.
            while not await db.fetch(f"select pg_terminate_backend(pid) {sql}"):
                await asyncio.sleep(0.05)
    finally:
        await db.close()


def start_servers(stack: ExitStack, database: str, count: int) -> list[ServerProcess]:
    return [stack.enter_context(ServerProcess(database, *LIMITS)) for _ in range(count)]


def main() -> None:
    """The long form: two processes, then four; lines broken, processes killed and held up."""
    words = argparse.ArgumentParser()
    words.add_argument("--minutes", type=float, default=5)
    words.add_argument("--seed", type=int, default=random.randrange(1000))
    chosen = words.parse_args()
    cluster = Cluster()
    try:
        for count in (2, 4):
            database = cluster.new_database()
            with ExitStack() as stack:
                servers = start_servers(stack, database, count)
                run = _long(database, servers, chosen.minutes * 30, chosen.seed)
                began = time.monotonic()
                checked = asyncio.run(run)
                took = time.monotonic() - began
                print(f"{count} processes, {took:.0f} s: {checked}")  # noqa: T201 - run by hand
    finally:
        cluster.remove()


async def _long(
    database: str, servers: list[ServerProcess], seconds: float, seed: int
) -> CheckCounts:
    async def deaf() -> None:
        await deafen(database)

    async def cut() -> None:
        await cut_off(database)

    async def dead() -> None:
        killed = random.choice(servers)
        await asyncio.to_thread(killed.kill)
        await asyncio.sleep(6)
        await asyncio.to_thread(killed.start)

    async def held_up() -> None:
        """Long enough for the others to take it for dead; then it goes on as if nothing were."""
        held = random.choice(servers)
        held.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(6)
        held.process.send_signal(signal.SIGCONT)

    trouble = [deaf, cut, dead, cut, held_up, cut] * max(1, int(seconds // 30))
    return await race(database, [server.url for server in servers], seconds, seed, trouble)


if __name__ == "__main__":
    main()
