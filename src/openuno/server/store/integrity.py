"""Looking through a whole database for damage: every page, every entry, every table folded.

The database may be in use: what is checked is one moment of it, and nothing is changed.
"""

from collections.abc import Callable, Sequence
from sqlite3 import Connection
from sqlite3 import Error as SqliteError
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import msgspec

from openuno.engine.errors import SetupError
from openuno.event.hosted.state import HostedEvent, evolve_hosted
from openuno.room.evolve import evolve_room
from openuno.room.facts import Entry, GameStarted
from openuno.room.secret import Secret, game_rng
from openuno.room.snapshot import (
    UnreadableSnapshot,
    read_snapshot,
    write_snapshot,
)
from openuno.room.state import Room
from openuno.server.store import Unavailable, revisions
from openuno.server.store.address import SqliteAddress, parse_address
from openuno.server.store.opening import MigrationNeeded
from openuno.server.store.postgres.errors import reachable
from openuno.server.store.read_only import open_read_only
from openuno.server.store.rows import (
    decode_entry,
    decode_event_entry,
    decode_game,
    decode_listing,
    decode_report,
)
from openuno.server.store.snapshot_version import snapshot_version

_TOGETHER = 500
_MOST_PAGES = 100
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, SetupError)
_ENTRIES = """
    select seq, entry from log where code = $1 and seq > $2 order by seq limit $3"""


class Damage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that is not as it was written; `table` is the code of the one it belongs to."""

    what: str
    table: str | None = None


class Report(msgspec.Struct, frozen=True, gc=False):
    """What a check found: how much was looked at, and everything that is wrong with it."""

    tables: int
    entries: int
    damage: tuple[Damage, ...]


class _Source(Protocol):
    async def pages(self) -> list[str]:
        """What the database itself says is wrong with it."""

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        """The rows of a statement; `Unavailable` if they cannot be read."""


async def check_database(database: str, progress: Callable[[int, int | None], None]) -> Report:
    """Look through everything; `progress(entries, all of them if known)` is called now and then.

    Refuses with `BadAddress`, `MigrationNeeded`, `TooNew` or `Unavailable`.
    """
    address = parse_address(database)
    if isinstance(address, SqliteAddress) and not address.path.is_file():
        raise Unavailable(f"there is no database {address}")
    if not await revisions.is_current(address):
        raise MigrationNeeded(str(address))
    async with open_read_only(address) as opened:
        source: _Source = _Sqlite(opened) if isinstance(opened, Connection) else _Postgres(opened)
        check = _Check(source, progress)
        await check.run()
        return Report(check.tables, check.entries, tuple(check.damage))


class _Check:
    """One look through a database."""

    def __init__(self, source: _Source, progress: Callable[[int, int | None], None]) -> None:
        self._source = source
        self._progress = progress
        self._total: int | None = None
        self.tables = 0
        self.entries = 0
        self.damage: list[Damage] = []

    async def run(self) -> None:
        self.damage += [Damage(each) for each in await self._source.pages()]
        counted = await self._fetch("select count(*) from log")
        self._total = counted[0][0] if counted else None
        self._progress(0, self._total)
        for code in await self._codes():
            self.tables += 1
            await self._check_table(code)
        await self._check_games()
        await self._check_events()
        await self._check_operator_rows()

    async def _codes(self) -> list[str]:
        """Every table that has a listing or a log, as far as they can be found."""
        codes = {code for (code,) in await self._fetch("select code from tables")}
        last = ""
        while rows := await self._fetch("select min(code) from log where code > $1", last):
            last = rows[0][0]
            if last is None:
                break
            codes.add(last)
        return sorted(codes)

    async def _check_table(self, code: str) -> None:
        listed = await self._fetch("select listing from tables where code = $1", code, table=code)
        for (body,) in listed:
            if self._decodes(decode_listing, body, "its listing cannot be read", code) is None:
                break
        seeds = await self._fetch(
            "select commitment, seed from secrets where code = $1", code, table=code
        )
        # A damaged row may hold a value of any kind.
        secrets = {told: Secret(seed if isinstance(seed, bytes) else b"") for told, seed in seeds}
        if not all(secret.keeps(told) for told, secret in secrets.items()):
            self._note("a seed is not the one committed to", code)
        stored = await self._fetch(
            "select seq, version, body from snapshots where code = $1", code, table=code
        )
        saved = next(iter(stored), (0, "", b""))
        table = await self._fold(code, secrets, saved)
        if table is not None and table.commitment not in secrets:
            self._note("the seed it is committed to is missing", code)

    async def _fold(self, code: str, secrets: dict[str, Secret], saved: Any) -> Room | None:
        """The table its log comes to; None once something is wrong."""
        table: Room | None = None
        while True:
            after = 0 if table is None else table.seq
            found = len(self.damage)
            rows = await self._fetch(_ENTRIES, code, after, _TOGETHER, table=code)
            if len(self.damage) > found:
                return None
            for seq, body in rows:
                self.entries += 1
                entry = self._decodes(decode_entry, body, f"entry {seq} cannot be read", code)
                if entry is None:
                    return None
                table = self._after(code, table, entry, secrets)
                if table is None:
                    return None
                if table.seq == saved[0]:
                    self._check_snapshot(code, table, saved)
            self._progress(self.entries, self._total)
            if len(rows) < _TOGETHER:
                break
        if table is None:
            self._note("it has no log", code)
        elif table.seq < saved[0]:
            self._note(f"its log ends at entry {table.seq}, before its snapshot", code)
        return table

    def _after(
        self, code: str, room: Room | None, entry: Entry, secrets: dict[str, Secret]
    ) -> Room | None:
        def chance(started: GameStarted) -> Any:
            return game_rng(secrets.get(started.commitment, Secret(bytes(32))), started)

        try:
            return evolve_room(room, entry, chance)
        except Exception:  # noqa: BLE001 - whatever it is: a log that was written here can be folded
            self._note(f"entry {entry.seq} does not follow from those before it", code)
            return None

    def _check_snapshot(self, code: str, room: Room, saved: Any) -> None:
        seq, version, body = saved
        if version != snapshot_version():
            return  # it will be made again
        try:
            same = read_snapshot(bytes(body)) == read_snapshot(write_snapshot(room))
        except UnreadableSnapshot:
            same = False
        if not same:
            self._note(f"its snapshot at entry {seq} is not what its log says", code)

    async def _check_games(self) -> None:
        last = ""
        sql = "select id, code, body from games where id > $1 order by id limit $2"
        while rows := await self._fetch(sql, last, _TOGETHER):
            for game, code, body in rows:
                self._decodes(decode_game, body, f"the finished game {game} cannot be read", code)
            last = rows[-1][0]

    async def _check_events(self) -> None:
        last = ""
        sql = "select min(code) from event_log where code > $1"
        while (rows := await self._fetch(sql, last)) and rows[0][0] is not None:
            last = rows[0][0]
            await self._fold_event(last)

    async def _check_operator_rows(self) -> None:
        for key, body in await self._fetch("select key, body from operator_settings"):
            self._decodes(msgspec.json.decode, body, f"the setting {key} cannot be read", None)
        for report, body in await self._fetch("select id, body from reports"):
            self._decodes(decode_report, body, f"the report {report} cannot be read", None)

    async def _fold_event(self, code: str) -> None:
        """Fold the log of an event; events are named as such, for tables have codes, too."""
        name = f"event {code}"
        hosted: HostedEvent | None = None
        sql = "select seq, entry from event_log where code = $1 order by seq"
        for seq, body in await self._fetch(sql, code, table=name):
            what = f"entry {seq} cannot be read"
            entry = self._decodes(decode_event_entry, body, what, name)
            if entry is None:
                return
            try:
                hosted = evolve_hosted(hosted, entry)
            except Exception:  # noqa: BLE001 - whatever it is: a log that was written here can be folded
                self._note(f"entry {seq} does not follow from those before it", name)
                return

    def _decodes(self, decode: Callable[[Any], Any], body: Any, what: str, code: str | None) -> Any:
        try:
            return decode(body)
        except _UNREADABLE as error:
            self._note(f"{what}: {error}", code)
            return None

    async def _fetch(self, sql: str, *values: object, table: str | None = None) -> Sequence[Any]:
        """Rows, or none if they cannot be read, which is noted."""
        try:
            return await self._source.fetch(sql, *values)
        except Unavailable as error:
            self._note(str(error), table)
            return ()

    def _note(self, what: str, table: str | None) -> None:
        self.damage.append(Damage(what, table))


class _Sqlite:
    def __init__(self, db: Connection) -> None:
        self._db = db

    async def pages(self) -> list[str]:
        try:
            rows = self._db.execute(f"pragma integrity_check({_MOST_PAGES})").fetchall()
        except SqliteError as error:
            return [f"the file cannot be checked: {error}"]
        return [text for (text,) in rows if text != "ok"]

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        try:
            return self._db.execute(sql.replace("$", "?"), values).fetchall()
        except SqliteError as error:
            raise Unavailable(f"a page cannot be read: {error}") from None


class _Postgres:
    def __init__(self, db: asyncpg.Connection) -> None:
        self._db = db

    async def pages(self) -> list[str]:
        return []  # PostgreSQL checks its pages as they are read, if it has checksums

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]:
        with reachable():
            async with self._db.transaction():  # so that a failure ends no more than this
                rows: Sequence[Any] = await self._db.fetch(sql, *values)
                return rows
