"""The store for several processes: PostgreSQL, where the key of the log is the lock."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.room.facts import Entry
from openuno.server.store import (
    EVENT_HINT,
    AlreadyDone,
    Append,
    Conflict,
    EventAppend,
    RatingUpdate,
    Unavailable,
)
from openuno.server.store.postgres.append import (
    EVENT_STATEMENT,
    event_values,
    statement,
)
from openuno.server.store.postgres.errors import reachable
from openuno.server.store.postgres.listener import Listener
from openuno.server.store.postgres.notifier import NOTIFY, Notifier
from openuno.server.store.queries import Queries
from openuno.server.store.rows import (
    ARCHIVED,
    EVENTS_BY_CODE,
    LONG_LOG,
    TABLES_BY_CODE,
    decode_entries,
    decode_game,
    rated_in,
)

_RATED = """
    select id, name, $2::text, mu, sigma, games from guests
    left join ratings on guest = id and kind = $2 where id = any($1)"""
_RATING = """
    insert into ratings (guest, kind, mu, sigma, games) values ($1, $2, $3, $4, $5)
    on conflict (guest, kind) do update
    set mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""


class PostgresStore(Queries):
    """A database that other processes use as well; made by `open`."""

    def __init__(self, pool: asyncpg.Pool, url: str, process: str, patience: float) -> None:
        self._pool = pool
        self._url = url
        self._process = process
        self._patience = patience
        self._hearings: list[Listener] = []
        self._hints = Notifier(process, self._fetch)

    @classmethod
    async def open(
        cls, url: str, *, process: str, connections: int = 8, patience: float = 5.0
    ) -> Self:
        """Open a database that has the newest revision, over at most this many connections.

        `patience` is how many seconds anything may take: a connection, a place among them, a query.
        """
        with reachable():
            pool = await asyncpg.create_pool(
                url,
                min_size=0,  # it would complain at length of each one that it cannot have
                max_size=connections,
                timeout=patience,
                command_timeout=patience,
                reset=_leave,
                server_settings={"application_name": "uno"},
            )
        return cls(pool, url, process, patience)

    async def append(self, change: Append) -> None:
        """Keep an entry. `Conflict` if its `seq` is taken, `Already` if its command is there."""
        sql, values = statement(change)
        try:
            wrote = await self._fetch(sql, *values)
        except Unavailable:
            self._hints.notify(change.code, change.entry.seq)  # it may have been written
            raise
        if wrote:
            self._hints.notify(change.code, change.entry.seq)
            return
        guest, command = change.entry.guest, change.entry.command
        if guest is not None and command is not None:
            seq = await self.answer(change.code, guest, command)
            if seq is not None:
                self._hints.notify(change.code, seq)  # if that answer was lost, so was the hint
                raise AlreadyDone(seq)
        raise Conflict

    async def append_event(self, change: EventAppend) -> None:
        """Keep an entry of an event's log; `Conflict` and `AlreadyDone` as for `append`."""
        entry, hint = change.entry, f"{EVENT_HINT}{change.code}"
        try:
            wrote = await self._fetch(EVENT_STATEMENT, *event_values(change))
        except Unavailable:
            self._hints.notify(hint, entry.seq)  # it may have been written
            raise
        if wrote:
            self._hints.notify(hint, entry.seq)
            return
        if entry.guest is not None and entry.command is not None:
            seq = await self.event_answer(change.code, entry.guest, entry.command)
            if seq is not None:
                raise AlreadyDone(seq)
        raise Conflict

    async def delete_event(self, code: str, rooms: Sequence[str]) -> None:
        """Forget an event and these rooms of it: logs, seeds, listings, games and figures."""
        async with self._connection() as db, db.transaction():
            await _delete_rooms(db, rooms)
            for table in EVENTS_BY_CODE:
                await db.execute(f"delete from {table} where code = $1", code)
            await db.execute(NOTIFY, [self._hints.event_deletion(code)])

    async def delete_archived(self, before: int, most: int) -> list[str]:
        """Forget some archived tables with their logs, seeds, games and figures; their codes."""
        # Locked, so that a table somebody comes back to at this moment is left alone.
        found = f"""
            select code from tables where {ARCHIVED} order by updated limit $2
            for update skip locked"""
        async with self._connection() as db, db.transaction():
            codes = [code for (code,) in await db.fetch(found, before, most)]
            await _delete_rooms(db, codes)
        return codes

    def begin_append(self, change: Append) -> asyncio.Future[None]:
        """Begin to `append`: done, or failed in the same ways, once that is."""
        return asyncio.ensure_future(self.append(change))

    async def entries(self, code: str, after: int, upto: int | None = None) -> list[Entry]:
        """A table's entries from after one up to another, in order; none if no such table."""
        sql = "select entry from log where code = $1 and seq > $2 and seq <= $3 order by seq"
        last = 2**31 - 1 if upto is None else upto
        rows = await self._fetch(sql, code, after, last)
        if len(rows) < LONG_LOG:
            return decode_entries(rows)
        return await asyncio.to_thread(decode_entries, rows)

    async def forget(self, guest: str) -> None:
        """Remove a person: token, name, ratings and reports. Games keep the names as played."""
        async with self._connection() as db, db.transaction():
            # The person first: that waits for who is rating them, and whose rating goes next.
            await db.execute("delete from guests where id = $1", guest)
            await db.execute("delete from ratings where guest = $1", guest)
            await db.execute("delete from reports where $1 in (reporter, reported)", guest)
            await db.execute(NOTIFY, [self._hints.revocation(guest)])

    async def change_token(self, guest: str, token_hash: bytes) -> None:
        """From now on this token alone is the person's; `Conflict` if it is another's."""
        try:
            async with self._connection() as db, db.transaction():
                # Told with the commit: rare enough for that, and never lost.
                await db.execute(
                    "update guests set token_hash = $1 where id = $2", token_hash, guest
                )
                await db.execute(NOTIFY, [self._hints.revocation(guest)])
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    async def delete_table(self, code: str) -> None:
        """Forget a table that never had a game: its log, seeds and listing."""
        async with self._connection() as db, db.transaction():
            for table in TABLES_BY_CODE:
                await db.execute(f"delete from {table} where code = $1", code)

    async def rate(self, game: str, update: RatingUpdate) -> None:
        """Count a game, once, for the ratings of the people in it who want them."""
        async with self._connection() as db, db.transaction():
            body = await db.fetchval(
                "update games set unrated = false where id = $1 and unrated returning body", game
            )
            if body is None:
                return
            finished = decode_game(body)
            people = [played.guest for played in finished.played]
            # Another game of theirs may be being rated: wait, then see what it came to.
            rated = await db.fetch(
                "select id from guests where rated and id = any($1) order by id for update", people
            )
            rows = await db.fetch(_RATED, [guest for (guest,) in rated], finished.kind)
            before = rated_in(finished, rows)
            if len(before) > 1:
                for new in update(finished, before):
                    await db.execute(_RATING, new.guest, new.kind, new.mu, new.sigma, new.games)

    async def listen(
        self, hear: Callable[[str, int], None], revoke: Callable[[str | None], None]
    ) -> None:
        """Call `hear(code, seq)` when another process appends: a hint, which may be lost.

        And `revoke(guest)` when it changes a person's token or forgets them. After a connection was
        lost and made again it is `hear("", 0)` and `revoke(None)`: anything may have happened.
        """
        hearing = Listener(self._url, self._process, self._patience, hear, revoke)
        await hearing.begin()
        self._hearings.append(hearing)

    async def close(self) -> None:
        """Finish what was begun and let go."""
        for hearing in self._hearings:
            await hearing.end()
        try:
            async with asyncio.timeout(self._patience):
                await self._hints.end()
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()  # a database that hangs must not keep us from ending

    async def _fetch(self, sql: str, *values: object) -> Sequence[Any]:
        async with self._connection() as db:
            rows: Sequence[Any] = await db.fetch(sql, *values)
            return rows

    async def _run(self, sql: str, *values: object) -> int:
        try:
            async with self._connection() as db:
                status: str = await db.execute(sql, *values)
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        return int(status.rpartition(" ")[2])

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        with reachable():
            async with self._pool.acquire(timeout=self._patience) as db:
                try:
                    yield db
                except (TimeoutError, asyncio.CancelledError):
                    db.terminate()  # to cancel it in good order could take as long again
                    raise


async def _delete_rooms(db: asyncpg.Connection, codes: Sequence[str]) -> None:
    found = "select id from games where code = any($1)"
    await db.execute(f"delete from played where game in ({found})", list(codes))
    await db.execute("delete from games where code = any($1)", list(codes))
    for table in TABLES_BY_CODE:
        await db.execute(f"delete from {table} where code = any($1)", list(codes))


async def _leave(_db: asyncpg.Connection) -> None:
    """Nothing to tidy when a connection goes back: that would cost every query a round trip."""
