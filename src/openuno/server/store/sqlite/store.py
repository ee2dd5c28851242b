"""The store for one process: a SQLite file, each answer on the disk before it is given."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Self

from openuno.room.facts import Entry
from openuno.server.store import (
    Append,
    Conflict,
    Damaged,
    EventAppend,
    RatingUpdate,
    Unavailable,
)
from openuno.server.store.queries import Queries
from openuno.server.store.rows import LONG_LOG, decode_entries, encode
from openuno.server.store.sqlite.group_commit import GroupCommit, is_damage
from openuno.server.store.sqlite.lock_file import LockFile
from openuno.server.store.sqlite.writes import (
    append_all,
    append_entry,
    append_event,
    delete_archived,
    delete_event,
    delete_table,
    forget,
    rate,
)

MIN_WAL_PAGES, MAX_WAL_PAGES = 64, 4000
_PAGE = 4096
_ENTRIES = """
    select entry from log where code = ? and seq > ? and seq <= ? order by seq limit ?"""

WRITER_CACHE_KIB = 64 * 1024
"""Pages of the file that the writing connection may keep in memory; it takes what it needs."""


class SqliteStore(Queries):
    """Everything in one file; made by `open`."""

    def __init__(self, path: Path, lock: LockFile, most_pages: int | None) -> None:
        self._lock = lock
        self._reader = connect(path)
        self._long_reader = connect(path)
        self._reading_long = asyncio.Lock()
        writer = connect(path)
        # With SQLite's own 2 MB an append at 250 tables reads pages from the file every time.
        writer.execute(f"pragma cache_size = -{WRITER_CACHE_KIB}")
        if most_pages is not None:
            writer.execute(f"pragma max_page_count = {most_pages}")
        self._writer = GroupCommit(writer)
        self._beats: dict[str, int] = {}

    @classmethod
    async def open(cls, path: Path, *, most_pages: int | None = None) -> Self:
        """Open a file that has the newest revision; `InUse` if another process has it.

        `most_pages` bounds its size: beyond, writing fails as on a full disk.
        """
        lock = LockFile(path)
        try:
            return cls(path, lock, most_pages)
        except sqlite3.Error as error:
            lock.release()
            raise Unavailable(f"{path} cannot be opened: {error}") from None

    async def append(self, change: Append) -> None:
        """Keep an entry. `Conflict` if its `seq` is taken, `Already` if its command is there."""
        await self.begin_append(change)

    def begin_append(self, change: Append) -> asyncio.Future[None]:
        """Begin to `append`: done, or failed in the same ways, once that is."""
        entry = change.entry
        row = (change.code, entry.seq, entry.guest, entry.command, encode(entry))
        if change.listing is None and change.secret is None and change.finished is None:
            return self._writer.write(partial(append_entry, row, change.due))
        return self._writer.write(partial(append_all, row, change), whole=True)

    async def append_event(self, change: EventAppend) -> None:
        """Keep an entry of an event's log; `Conflict` and `AlreadyDone` as for `append`."""
        await self._writer.write(partial(append_event, change), whole=True)

    async def delete_event(self, code: str, rooms: Sequence[str]) -> None:
        """Forget an event and these rooms of it: logs, seeds, listings, games and figures."""
        await self._writer.write(partial(delete_event, code, rooms), whole=True)

    async def delete_archived(self, before: int, most: int) -> list[str]:
        """Forget some archived tables with their logs, seeds, games and figures; their codes."""
        codes: list[str] = await self._writer.write(
            partial(delete_archived, before, most), whole=True
        )
        return codes

    async def entries(self, code: str, after: int, upto: int | None = None) -> list[Entry]:
        """A table's entries from after one up to another, in order; none if no such table."""
        last = 2**31 - 1 if upto is None else upto
        if upto is None or upto - after < LONG_LOG:
            rows = _read(self._reader, _ENTRIES, (code, after, last, LONG_LOG))
            if len(rows) < LONG_LOG:
                return decode_entries(rows)
        everything = (code, after, last, -1)
        async with self._reading_long:
            rows = await asyncio.to_thread(_read, self._long_reader, _ENTRIES, everything)
        return await asyncio.to_thread(decode_entries, rows)

    async def forget(self, guest: str) -> None:
        """Remove a person: token, name, ratings and reports. Games keep the names as played."""
        await self._writer.write(partial(forget, guest), whole=True)

    async def delete_table(self, code: str) -> None:
        """Forget a table that never had a game: its log, seeds and listing."""
        await self._writer.write(partial(delete_table, code), whole=True)

    async def rate(self, game: str, update: RatingUpdate) -> None:
        """Count a game, once, for the ratings of the people in it who want them."""
        await self._writer.write(partial(rate, game, update), whole=True)

    async def listen(
        self, hear: Callable[[str, int], None], revoke: Callable[[str | None], None]
    ) -> None:
        """Never call either: no other process can write."""

    async def beat(self, process: str, now: int) -> None:
        """Say that this process lives: to itself, for no other can have the file open."""
        self._beats[process] = now

    async def alive(self, since: int) -> frozenset[str]:
        """The processes that have said so since."""
        return frozenset(process for process, seen in self._beats.items() if seen >= since)

    async def close(self) -> None:
        """Finish what was begun and let go."""
        await self._writer.close()
        async with self._reading_long:
            self._long_reader.close()
        self._reader.close()
        self._lock.release()

    async def _fetch(self, sql: str, *values: object) -> Sequence[Any]:
        return _read(self._reader, _number_placeholders(sql), values)

    async def _fetch_many(self, sql: str, *values: object) -> Sequence[Any]:
        async with self._reading_long:
            return await asyncio.to_thread(
                _read, self._long_reader, _number_placeholders(sql), values
            )

    async def _run(self, sql: str, *values: object) -> int:
        statement = _number_placeholders(sql)
        try:
            written: int = await self._writer.write(
                lambda cursor: cursor.execute(statement, values).rowcount
            )
        except sqlite3.IntegrityError:
            raise Conflict from None
        return written


@cache
def _number_placeholders(sql: str) -> str:
    """The placeholders as SQLite numbers them."""
    return sql.replace("$", "?")


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    # Not long: it is the event loop that would wait, and no other process should be writing.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    pages = _wal_pages(path)
    db.execute(f"pragma wal_autocheckpoint = {pages}")
    # Readers can make it grow beyond; afterwards it gives back what it took.
    db.execute(f"pragma journal_size_limit = {pages * _PAGE}")
    return db


def _wal_pages(path: Path) -> int:
    """How far the write-ahead log grows before it is written to the file: a 16th of a small disk.

    Where there is room, four times SQLite's own: from 50 busy tables on an append took about a
    tenth less CPU.
    """
    free = shutil.disk_usage(path.parent).free
    return min(MAX_WAL_PAGES, max(MIN_WAL_PAGES, free // 16 // _PAGE))


def _read(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> Sequence[Any]:
    try:
        return db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        kind = Damaged if is_damage(error) else Unavailable
        raise kind(f"the database cannot be read: {error}") from None
