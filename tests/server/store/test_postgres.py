"""What is special about a server that others use, and that can go away."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import pytest

from openuno.server.store import Append, Conflict, Guest, Store, Unavailable
from openuno.server.store.opening import open_store
from openuno.server.store.postgres.store import PostgresStore
from tests.postgres import Cluster
from tests.server.store.stores import PATIENCE, entry, opening


def _run(body: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await body()

    asyncio.run(run())


async def _eventually(ask: Callable[[], Awaitable[object]]) -> None:
    """Ask until the store is there again."""
    while True:
        try:
            await ask()
        except Unavailable:
            await asyncio.sleep(0.05)
        else:
            return


async def _execute(url: str, sql: str) -> Any:
    db = await asyncpg.connect(url)
    try:
        return await db.fetch(sql)
    finally:
        await db.close()


class _Ear:
    """Somebody who listens, and can wait for what should be heard."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.revoked: list[str | None] = []

    def __call__(self, code: str, seq: int) -> None:
        self._heard.put_nowait((code, seq))

    async def next(self) -> tuple[str, int]:
        return await self._heard.get()

    def is_idle(self) -> bool:
        return self._heard.empty()


def test_two_processes_race_for_each_entry_and_the_log_has_no_gap(postgres_url: str) -> None:
    async def play(store: Store, name: str) -> int:
        won, seq = 0, 0
        while seq < 60:
            seq = len(await store.entries("ABCDE", 0)) + 1
            try:
                await store.append(Append("ABCDE", entry(seq, name, f"{name} {seq}")))
                won += 1
            except Conflict:
                continue
        return won

    async def body() -> None:
        stores = [await open_store(postgres_url, process=name) for name in "ab"]
        won = await asyncio.gather(*(play(store, str(n)) for n, store in enumerate(stores * 2)))
        log = await stores[0].entries("ABCDE", 0)
        assert [each.seq for each in log] == list(range(1, sum(won) + 1))
        for store in stores:
            await store.close()

    _run(body)


def test_others_are_heard_and_ones_own_process_is_not(postgres_url: str) -> None:
    async def body() -> None:
        here = await open_store(postgres_url, process="here")
        there = await open_store(postgres_url, process="over there")
        ear = _Ear()
        await here.listen(ear, ear.revoked.append)
        await here.append(opening("MINE"))
        await there.append(opening("ABCDE"))
        await there.append(Append("ABCDE", entry(2)))
        assert await ear.next() == ("ABCDE", 1)
        assert await ear.next() == ("ABCDE", 2)
        assert ear.is_idle()
        await here.close()
        await there.close()

    _run(body)


def test_a_token_that_another_process_changes_or_forgets_is_heard_of(postgres_url: str) -> None:
    async def body() -> None:
        here = await open_store(postgres_url, process="here")
        there = await open_store(postgres_url, process="over there")
        ear = _Ear()
        await here.listen(ear, ear.revoked.append)
        for name in ("ann", "ben", "cat"):
            await there.add_guest(Guest(name, name.title()), name.encode())
        await here.change_token("ann", b"one's own process knows already")
        await there.change_token("ben", b"new")
        with pytest.raises(Conflict):
            await there.change_token("cat", b"new")
        await there.forget("cat")
        await there.append(opening("ABCDE"))
        assert await ear.next() == ("ABCDE", 1)
        assert ear.revoked == ["ben", "cat"]
        await here.close()
        await there.close()

    _run(body)


def test_an_append_that_was_refused_is_not_announced(postgres_url: str) -> None:
    async def body() -> None:
        here = await open_store(postgres_url, process="here")
        there = await open_store(postgres_url, process="there")
        ear = _Ear()
        await here.listen(ear, ear.revoked.append)
        await there.append(opening("ABCDE"))
        with pytest.raises(Conflict):
            await there.append(opening("ABCDE"))
        await there.append(opening("OTHER"))
        assert [await ear.next(), await ear.next()] == [("ABCDE", 1), ("OTHER", 1)]
        await here.close()
        await there.close()

    _run(body)


def test_a_listener_thrown_out_comes_back_and_says_so(postgres_url: str) -> None:
    async def body() -> None:
        here = await open_store(postgres_url, process="here")
        there = await open_store(postgres_url, process="there")
        ear = _Ear()
        await here.listen(ear, ear.revoked.append)
        thrown_out = await _execute(
            postgres_url,
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and query ilike 'listen%'",
        )
        assert len(thrown_out) == 1
        assert await ear.next() == ("", 0)
        assert ear.revoked == [None], "perhaps anyone's"
        await there.append(opening("ABCDE"))
        assert await ear.next() == ("ABCDE", 1)
        await here.close()
        await there.close()

    _run(body)


def test_a_connection_lost_while_idle_is_made_again(postgres_url: str) -> None:
    async def body() -> None:
        store = await open_store(postgres_url, process="here")
        await store.append(opening())
        await _execute(
            postgres_url,
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()",
        )
        await _eventually(lambda: store.append(Append("ABCDE", entry(2))))
        assert len(await store.entries("ABCDE", 0)) == 2
        await store.close()

    _run(body)


@pytest.mark.parametrize("at_once", [False, True], ids=["stopped", "crashed"])
def test_a_server_that_went_away_is_said_and_used_again(
    private_postgres: Cluster, at_once: bool
) -> None:
    url = private_postgres.new_database()

    async def body() -> None:
        store = await open_store(url, process="here")
        ear = _Ear()
        await store.listen(ear, ear.revoked.append)
        await store.append(opening())
        await asyncio.to_thread(private_postgres.stop, at_once=at_once)
        asks: Sequence[Callable[[], Awaitable[None]]] = (
            store.check,
            lambda: store.append(Append("ABCDE", entry(2))),
        )
        for ask in asks:
            with pytest.raises(Unavailable) as refused:
                await ask()
            assert url not in str(refused.value)
        with pytest.raises(Unavailable):
            await open_store(url, process="new")
        await asyncio.to_thread(private_postgres.start)
        await _eventually(store.check)
        await store.append(Append("ABCDE", entry(2)))
        assert [each.seq for each in await store.entries("ABCDE", 0)] == [1, 2]
        assert await ear.next() == ("", 0)
        await store.close()

    _run(body)


def test_a_server_that_stands_still_is_not_waited_for_for_ever(private_postgres: Cluster) -> None:
    url = private_postgres.new_database()

    async def body() -> None:
        store = await PostgresStore.open(url, process="here", patience=5)
        await store.append(opening())
        await asyncio.to_thread(private_postgres.freeze)
        try:
            with pytest.raises(Unavailable, match="does not answer"):
                await store.append(Append("ABCDE", entry(2)))
            with pytest.raises(Unavailable):
                await store.check()
        finally:
            await asyncio.to_thread(private_postgres.thaw)
        await _eventually(store.check)
        # What was asked may have been written or not; never half of it.
        assert [each.seq for each in await store.entries("ABCDE", 0)] in ([1], [1, 2])
        await store.close()

    _run(body)


def test_a_server_with_no_place_left_or_that_only_reads_is_unavailable(
    private_postgres: Cluster,
) -> None:
    url = private_postgres.new_database()

    async def body() -> None:
        store = await open_store(url, process="here")
        await store.append(opening())
        name = url.rpartition("/")[2]
        admin = private_postgres.url("postgres")
        # A limit binds all but the owner of the server.
        await _execute(admin, "create role stranger login")
        await _execute(admin, f"alter database {name} connection limit 0")
        with pytest.raises(Unavailable, match="too many connections"):
            await open_store(url.replace("uno@", "stranger@"), process="new")
        await _execute(admin, f"alter database {name} set default_transaction_read_only = on")
        second = await PostgresStore.open(url, process="second")
        with pytest.raises(Unavailable, match="read-only"):
            await second.check()
        assert await second.entries("ABCDE", 0) == [entry(1)]
        await second.close()
        await store.close()

    _run(body)


def test_more_callers_than_connections_wait_their_turn(postgres_url: str) -> None:
    async def body() -> None:
        store = await PostgresStore.open(postgres_url, process="here", connections=2)
        await asyncio.gather(*(store.append(opening(f"T{n}")) for n in range(50)))
        assert await store.count_rooms(None) == 50
        await store.close()

    _run(body)
