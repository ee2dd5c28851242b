"""Backup and restore: everything, as of one moment, or nothing."""

import asyncio
import itertools
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import pytest

from openuno.event.hosted.facts import Entry as EventEntry
from openuno.event.hosted.facts import Opened
from openuno.event.settings import EventSettings, Ladder
from openuno.room.secret import Secret
from openuno.server.store import (
    Append,
    EventAppend,
    OperatorSetting,
    Store,
    StoredSnapshot,
    Unavailable,
)
from openuno.server.store.address import PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.backup import NotEmpty, copy
from openuno.server.store.opening import MigrationNeeded
from openuno.server.store.schema import metadata
from openuno.server.store.sqlite.lock_file import InUse
from tests.postgres import Cluster
from tests.server.store.stores import (
    PATIENCE,
    add_people,
    entry,
    finished,
    listing,
    report,
    with_store,
)

SEED = bytes(range(100, 132))


async def _fill(store: Store) -> None:
    """Something in every table, and more of the log than is copied at once."""
    await add_people(store, "ann", "bob")
    await store.append(Append("ABCDE", entry(1), listing(), due=7, secret=Secret(SEED)))
    await asyncio.gather(
        *(store.append(Append("ABCDE", entry(seq, "🃏", f"c{seq}"))) for seq in range(2, 1_500))
    )
    await store.append(Append("ABCDE", entry(1_500), finished=finished("g1", "ann", "bob")))
    await store.append(Append("ABCDE", entry(1_501), finished=finished("g2", "bob", "ann")))
    await store.rate("g1", lambda _, before: before)
    await store.keep_snapshot("ABCDE", StoredSnapshot(1_400, "one", b"\x00\xff"))
    opened = Opened("ann", EventSettings("Friday", Ladder()), 7)
    await store.append_event(EventAppend("EVENTS", "ann", EventEntry(1, 9, (opened,)), 10))
    await store.keep_operator_setting(OperatorSetting("ban-person:bob", None, "{}"))
    await store.add_report(report(), 9)
    await store.beat("here", 5)
    await store.check()  # SQLite keeps signs of life in memory, but tries whether it can write


async def _rows(database: str) -> dict[str, set[tuple[object, ...]]]:
    """Everything that is in a database."""
    found = {}
    for table in metadata.sorted_tables:
        sql = f"select {', '.join(table.columns.keys())} from {table.name}"
        match parse_address(database):
            case SqliteAddress(path):
                with closing(sqlite3.connect(path)) as file:
                    found[table.name] = set(file.execute(sql))
            case PostgresAddress(url):
                db = await asyncpg.connect(url)
                found[table.name] = {tuple(row) for row in await db.fetch(sql)}
                await db.close()
    return found


def _silent(_done: int, _all: int) -> None:
    pass


def test_a_copy_and_the_copy_of_a_copy_hold_every_row(
    database: str, tmp_path: Path, postgres: Cluster
) -> None:
    with_store(database, _fill)
    backup = tmp_path / "new" / "backup.db"
    told: list[tuple[int, int]] = []
    asyncio.run(copy(database, str(backup), lambda done, total: told.append((done, total))))
    before = asyncio.run(_rows(database))
    assert all(before.values())
    assert asyncio.run(_rows(str(backup))) == before
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert list(backup.parent.iterdir()) == [backup]
    total = sum(map(len, before.values()))
    assert (told[0], told[-1]) == ((0, total), (total, total))
    for target in (str(tmp_path / "restored.db"), postgres.new_database()):
        asyncio.run(copy(str(backup), target, _silent))
        assert asyncio.run(_rows(target)) == before
        with_store(target, lambda store: store.append(Append("ABCDE", entry(1_502))))


def test_a_copy_is_one_moment_of_a_store_in_use(database: str, tmp_path: Path) -> None:
    backup = str(tmp_path / "backup.db")

    async def body(store: Store) -> None:
        loop = asyncio.get_running_loop()
        seqs = itertools.count(1)

        async def play() -> None:
            # Each entry brings its listing along: in one moment the two agree.
            seq = next(seqs)
            for code in ("A", "B"):
                await store.append(Append(code, entry(seq), listing(code, people=seq)))

        def play_on(_done: int, _all: int) -> None:
            asyncio.run_coroutine_threadsafe(play(), loop).result(PATIENCE)

        for _ in range(5):
            await play()
        await asyncio.to_thread(lambda: asyncio.run(copy(database, backup, play_on)))
        assert next(seqs) > 7

    with_store(database, body)

    async def agree(store: Store) -> None:
        for code in ("A", "B"):
            assert [each.seq for each in await store.entries(code, 0)] == [1, 2, 3, 4, 5]
            assert await store.listing(code) == listing(code, people=5)

    with_store(backup, agree)


def test_a_target_that_holds_something_is_refused_and_unchanged(
    database: str, tmp_path: Path
) -> None:
    source = str(tmp_path / "source.db")
    with_store(source, lambda store: store.append(Append("ABCDE", entry(1))))
    with_store(database, lambda store: store.append(Append("OTHER", entry(1))))
    with pytest.raises(NotEmpty, match="is not empty: copy to a new file or an empty database"):
        asyncio.run(copy(source, database, _silent))

    async def body(store: Store) -> None:
        assert await store.entries("ABCDE", 0) == []
        assert await store.entries("OTHER", 0) == [entry(1)]

    with_store(database, body)


def test_a_target_in_use_is_refused(tmp_path: Path) -> None:
    source, target = str(tmp_path / "source.db"), str(tmp_path / "target.db")
    with_store(source, lambda store: store.append(Append("ABCDE", entry(1))))

    async def body(_store: Store) -> None:
        with pytest.raises(InUse):
            await copy(source, target, _silent)

    with_store(target, body)


class _Broken(Exception):
    pass


def test_a_copy_that_breaks_off_leaves_nothing(tmp_path: Path, empty_postgres_url: str) -> None:
    source, target = str(tmp_path / "source.db"), tmp_path / "new" / "target.db"
    with_store(source, _fill)

    def break_off(done: int, _all: int) -> None:
        if done > 1_100:
            raise _Broken

    with pytest.raises(_Broken):
        asyncio.run(copy(source, str(target), break_off))
    assert list(target.parent.iterdir()) == []
    with pytest.raises(_Broken):
        asyncio.run(copy(source, empty_postgres_url, break_off))
    assert not any(asyncio.run(_rows(empty_postgres_url)).values())


def test_a_source_that_is_missing_or_behind_is_refused(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    target = tmp_path / "target.db"
    with pytest.raises(Unavailable, match=r"there is no database .*none\.db"):
        asyncio.run(copy(str(tmp_path / "none.db"), str(target), _silent))
    with pytest.raises(MigrationNeeded):
        asyncio.run(copy(empty_postgres_url, str(target), _silent))
    assert list(tmp_path.iterdir()) == []


def test_seeds_are_in_the_table_of_secrets_and_nowhere_else(database: str) -> None:
    with_store(database, _fill)
    rows = asyncio.run(_rows(database))
    found = {name for name, each in rows.items() if any(_tells(row) for row in each)}
    assert found == {"secrets"}


def _tells(row: tuple[object, ...]) -> bool:
    return any(
        SEED in value if isinstance(value, bytes) else SEED.hex() in str(value) for value in row
    )
