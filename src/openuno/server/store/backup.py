"""Copying everything from one database to another, of either kind: backup and restore.

What is copied is one moment of the source, which may be in use; the target is new or empty, and
gets everything or nothing.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
from sqlalchemy import Boolean, Table

from openuno.server.store import Unavailable, revisions
from openuno.server.store.address import Address, PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.opening import MigrationNeeded
from openuno.server.store.postgres.errors import reachable
from openuno.server.store.read_only import open_read_only
from openuno.server.store.schema import metadata
from openuno.server.store.sqlite.lock_file import LockFile

_TOGETHER = 1000
Rows = list[Sequence[Any]]


class NotEmpty(Exception):
    """The target holds something, which copying would mix up."""

    def __init__(self, address: Address) -> None:
        super().__init__(f"{address} is not empty: copy to a new file or an empty database")


class _Source(Protocol):
    async def count(self, table: Table) -> int: ...

    def batches(self, table: Table) -> AsyncIterator[Rows]: ...


class _Target(Protocol):
    async def count(self, table: Table) -> int: ...

    async def write(self, table: Table, rows: Rows) -> None: ...


async def copy(source: str, target: str, progress: Callable[[int, int], None]) -> None:
    """Copy every row; `progress(done, all)` is called now and then.

    Refuses with `BadAddress`, `MigrationNeeded`, `NotEmpty`, `InUse`, `TooNew` or `Unavailable`.
    """
    origin, goal = parse_address(source), parse_address(target)
    if isinstance(origin, SqliteAddress) and not origin.path.is_file():
        raise Unavailable(f"there is no database {origin}")
    if not await revisions.is_current(origin):
        raise MigrationNeeded(str(origin))
    tables = metadata.sorted_tables
    async with open_read_only(origin) as opened, _writing(goal) as writer:
        reader: _Source = (
            _Sqlite(opened) if isinstance(opened, sqlite3.Connection) else _Postgres(opened)
        )
        if any([await writer.count(table) for table in tables]):
            raise NotEmpty(goal)
        total = sum([await reader.count(table) for table in tables])
        done = 0
        progress(done, total)
        for table in tables:
            async for rows in reader.batches(table):
                await writer.write(table, rows)
                done += len(rows)
                progress(done, total)


class _Sqlite:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def count(self, table: Table) -> int:
        return int(self._db.execute(f"select count(*) from {table.name}").fetchone()[0])

    async def batches(self, table: Table) -> AsyncIterator[Rows]:
        cursor = self._db.execute(f"select {_columns(table)} from {table.name}")
        flags = [index for index, each in enumerate(table.columns) if _is_flag(each.type)]
        while rows := cursor.fetchmany(_TOGETHER):
            yield [_with_flags(row, flags) for row in rows]

    async def write(self, table: Table, rows: Rows) -> None:
        placeholders = ", ".join("?" * len(table.columns))
        self._db.executemany(
            f"insert into {table.name} ({_columns(table)}) values ({placeholders})", rows
        )


class _Postgres:
    def __init__(self, db: asyncpg.Connection) -> None:
        self._db = db

    async def count(self, table: Table) -> int:
        return int(await self._db.fetchval(f"select count(*) from {table.name}"))

    async def batches(self, table: Table) -> AsyncIterator[Rows]:
        cursor = await self._db.cursor(f"select {_columns(table)} from {table.name}")
        while rows := await cursor.fetch(_TOGETHER):
            yield [tuple(row) for row in rows]

    async def write(self, table: Table, rows: Rows) -> None:
        await self._db.copy_records_to_table(
            table.name, records=rows, columns=[column.name for column in table.columns]
        )


@asynccontextmanager
async def _writing(address: Address) -> AsyncIterator[_Target]:
    match address:
        case SqliteAddress(path):
            with (
                revisions.openable(path),
                _lock(path) if path.exists() else _new_file(path),
            ):
                revisions.migrate_file(path)
                with closing(sqlite3.connect(path)) as file, file:
                    yield _Sqlite(file)
        case PostgresAddress(url):
            await revisions.migrate(address)
            with reachable():
                server = await asyncpg.connect(url, timeout=10)
                try:
                    async with server.transaction():
                        yield _Postgres(server)
                finally:
                    await server.close(timeout=10)


def _columns(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


def _is_flag(kind: object) -> bool:
    return isinstance(kind, Boolean)


def _with_flags(row: Sequence[Any], flags: list[int]) -> Sequence[Any]:
    """SQLite keeps true and false as numbers, which PostgreSQL would not take for them."""
    values = list(row)
    for index in flags:
        values[index] = bool(values[index])
    return values


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    lock = LockFile(path)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """A file that is whole or gone. Nobody can know it yet: no lock lies beside a backup."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for ending in ("", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        raise
