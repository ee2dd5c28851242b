"""Looking through a database of either kind, also while a server uses it."""

import asyncio
import sqlite3
from contextlib import closing

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.room.evolve import evolve_room
from openuno.room.facts import Committed, Entry, Opened, Said
from openuno.room.secret import Secret
from openuno.room.settings import Settings
from openuno.room.snapshot import write_snapshot
from openuno.room.state import Room
from openuno.server.store import Append, Store, StoredSnapshot
from openuno.server.store.address import PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.integrity import Damage, Report, check_database
from openuno.server.store.snapshot_version import snapshot_version
from tests.server.store.stores import finished, listing, with_store

SECRET = Secret(b"s" * 32)
LENGTH = 1_200


def log() -> list[Entry]:
    opened = (Opened("ann", Settings(seats=2)), Committed(SECRET.commitment))
    talk = [Entry(seq, seq, (Said("ann", f"{seq}"),)) for seq in range(2, LENGTH + 1)]
    return [Entry(1, 1, opened), *talk]


def table_after(entries: list[Entry]) -> Room:
    table = None
    for entry in entries:
        table = evolve_room(
            table, entry, lambda _: (_ for _ in ()).throw(AssertionError("no game"))
        )
    assert table is not None
    return table


async def fill(store: Store) -> None:
    first, *others, last = log()
    await store.append(Append("ABCDE", first, listing("ABCDE"), secret=SECRET))
    await asyncio.gather(*(store.append(Append("ABCDE", each)) for each in others))
    await store.append(Append("ABCDE", last, finished=finished("g1", "ann", "bob")))
    body = write_snapshot(table_after(log()[:400]))
    await store.keep_snapshot("ABCDE", StoredSnapshot(400, snapshot_version(), body))


def check(database: str) -> Report:
    return asyncio.run(check_database(database, lambda _done, _all: None))


def test_a_whole_database_is_found_whole_while_it_is_in_use(database: str) -> None:
    shown: list[tuple[int, int | None]] = []

    async def body(store: Store) -> None:
        await fill(store)
        report = await check_database(database, lambda done, total: shown.append((done, total)))
        assert report == Report(1, LENGTH, ())

    with_store(database, body)
    assert shown[0] == (0, LENGTH)
    assert shown[-1] == (LENGTH, LENGTH)


def test_every_kind_of_damage_is_named(database: str) -> None:
    with_store(database, fill)
    for sql, what in (
        ("update games set body = '{}' where id = 'g1'", "the finished game g1 cannot be read"),
        ("update secrets set seed = 's'", "a seed is not the one committed to"),
        ("delete from secrets", "the seed it is committed to is missing"),
        ("update tables set listing = '[1'", "its listing cannot be read"),
        ("update snapshots set seq = 300", "its snapshot at entry 300 is not what its log says"),
        ("delete from log where seq = 700", "entry 701 does not follow from those before it"),
        ("delete from log where seq = 1", "entry 2 does not follow from those before it"),
        ("delete from log", "it has no log"),
    ):
        asyncio.run(execute(database, sql))
        found = check(database).damage
        assert any(what in each.what for each in found), (sql, found)
        assert {each.table for each in found} <= {"ABCDE"}


def test_damage_is_reported_as_values(database: str) -> None:
    with_store(database, fill)
    asyncio.run(execute(database, "delete from log where seq > 390"))
    assert check(database).damage == (
        Damage("its log ends at entry 390, before its snapshot", "ABCDE"),
    )


async def execute(database: str, sql: str) -> None:
    match parse_address(database):
        case SqliteAddress(path):
            with closing(sqlite3.connect(path)) as file, file:
                file.execute(sql)
        case PostgresAddress(url):
            db = await asyncpg.connect(url)
            await db.execute(sql)
            await db.close()
