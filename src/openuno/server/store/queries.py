"""What both stores ask in the same words: everything that one plain statement can do."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from openuno.event.hosted.facts import Entry as EventEntry
from openuno.room.secret import Secret
from openuno.server.store import (
    AbuseReport,
    Conflict,
    FinishedGame,
    Guest,
    LobbyEntry,
    LobbyState,
    OperatorSetting,
    Rating,
    StoreCounts,
    StoredSnapshot,
    Totals,
    TouchedTable,
)
from openuno.server.store.rows import (
    ARCHIVED,
    TOTALS,
    decode_event_entries,
    decode_game,
    decode_games,
    encode,
    guest_of,
    rating_of,
    readable_listings,
    readable_reports,
    readable_tables,
    totals_of,
)

_RATINGS = """
    select guest, name, kind, mu, sigma, games from ratings join guests on id = guest"""
_BEAT = """
    insert into processes (id, seen) values ($1, $2)
    on conflict (id) do update set seen = excluded.seen"""


_SNAPSHOT = """
    insert into snapshots (code, seq, version, body) values ($1, $2, $3, $4)
    on conflict (code) do update
    set seq = excluded.seq, version = excluded.version, body = excluded.body
    where snapshots.seq <= excluded.seq"""


_OPERATOR_SETTING = """
    insert into operator_settings (key, until, body) values ($1, $2, $3)
    on conflict (key) do update set until = excluded.until, body = excluded.body"""


class Queries(ABC):
    """The part of `Store` that is the same SQL everywhere; a store gives the two ways to run it."""

    @abstractmethod
    async def _fetch(self, sql: str, *values: object) -> Sequence[Any]:
        """The rows a statement gives."""

    async def _fetch_many(self, sql: str, *values: object) -> Sequence[Any]:
        """The rows of a statement that may read thousands of others for them."""
        return await self._fetch(sql, *values)

    @abstractmethod
    async def _run(self, sql: str, *values: object) -> int:
        """Write by a statement; how many rows it wrote. `Conflict` if a key is taken."""

    async def answer(self, code: str, guest: str, command: str) -> int | None:
        """The entry a person's command led to, if it was carried out."""
        sql = "select seq from log where code = $1 and guest = $2 and command = $3"
        for (seq,) in await self._fetch(sql, code, guest, command):
            return int(seq)
        return None

    async def snapshot(self, code: str) -> StoredSnapshot | None:
        """The latest snapshot of this table, of whichever version."""
        sql = "select seq, version, body from snapshots where code = $1"
        for seq, version, body in await self._fetch(sql, code):
            return StoredSnapshot(seq, version, body)
        return None

    async def keep_snapshot(self, code: str, snapshot: StoredSnapshot) -> None:
        """Keep a snapshot in place of the one before, unless that has later entries."""
        await self._run(_SNAPSHOT, code, snapshot.seq, snapshot.version, snapshot.body)

    async def secret(self, code: str, commitment: str) -> Secret | None:
        """The seed behind a commitment of this table."""
        sql = "select seed from secrets where code = $1 and commitment = $2"
        for (seed,) in await self._fetch(sql, code, commitment):
            return Secret(seed)
        return None

    async def listing(self, code: str) -> LobbyEntry | None:
        """What the lobby shows of this table, public or not."""
        rows = await self._fetch("select listing from tables where code = $1", code)
        return next(iter(readable_listings(rows)), None)

    async def lobby(self, most: int) -> list[LobbyEntry]:
        """The public tables that are not archived, those touched last first."""
        sql = """
            select listing from tables where public and state <> 'archived'
            order by updated desc limit $1"""
        return readable_listings(await self._fetch(sql, most))

    async def all_tables(
        self, before: int, most: int, *, archived: bool = False
    ) -> list[TouchedTable]:
        """Every table last touched before a time, private ones too, the latest first."""
        sql = f"""
            select listing, updated from tables
            where updated < $1 {"" if archived else "and state <> 'archived'"}
            order by updated desc, code limit $2"""
        return readable_tables(await self._fetch_many(sql, before, most))

    async def counts(self) -> StoreCounts:
        """How much is kept."""
        states = dict(await self._fetch_many("select state, count(*) from tables group by state"))
        kept = [
            int((await self._fetch_many(f"select count(*) from {table}"))[0][0])
            for table in ("guests", "events", "games")
        ]
        return StoreCounts(*(int(states.get(state, 0)) for state in LobbyState), *kept)

    async def count_rooms(self, guest: str | None) -> int:
        """How many tables that are not archived this person hosts; for None, how many there are."""
        sql = "select count(*) from tables where state <> 'archived'"
        if guest is None:
            ((count,),) = await self._fetch(sql)
        else:
            ((count,),) = await self._fetch(f"{sql} and host = $1", guest)
        return int(count)

    async def hosted_by(self, guest: str) -> list[str]:
        """The codes of the tables this person hosts, those touched last first."""
        sql = "select code from tables where host = $1 order by updated desc, code"
        return [code for (code,) in await self._fetch_many(sql, guest)]

    async def due(self, before: int, most: int) -> list[str]:
        """The codes of tables that should have been looked at by then, the longest due first."""
        sql = "select code from tables where due <= $1 order by due limit $2"
        return [code for (code,) in await self._fetch(sql, before, most)]

    async def set_due(self, code: str, due: int | None) -> None:
        """When the table should be looked at next."""
        await self._run("update tables set due = $1 where code = $2", due, code)

    async def hasten(self, now: int, written_after: int, due_after: int) -> None:
        """Let those tables be due now that were written, or would be due, after these times."""
        sql = "update tables set due = $1 where due > $1 and (updated > $2 or due > $3)"
        await self._run(sql, now, written_after, due_after)

    async def event_answer(self, code: str, guest: str, command: str) -> int | None:
        """The entry of an event's log that a person's command led to, if it was carried out."""
        sql = "select seq from event_log where code = $1 and guest = $2 and command = $3"
        for (seq,) in await self._fetch(sql, code, guest, command):
            return int(seq)
        return None

    async def event_entries(self, code: str, after: int) -> list[EventEntry]:
        """An event's entries after this one, in order; none if there is no such event."""
        sql = "select entry from event_log where code = $1 and seq > $2 order by seq"
        return decode_event_entries(await self._fetch(sql, code, after))

    async def count_events(self, host: str | None) -> int:
        """How many events this person hosts; for None, how many there are."""
        if host is None:
            ((count,),) = await self._fetch("select count(*) from events")
        else:
            ((count,),) = await self._fetch("select count(*) from events where host = $1", host)
        return int(count)

    async def has_history(self, guest: str) -> bool:
        """Whether anything but their name is kept of a person: games, tables or events."""
        sql = """
            select exists (select 1 from played where guest = $1)
                or exists (select 1 from tables where host = $1)
                or exists (select 1 from events where host = $1)
                or exists (select 1 from event_log where guest = $1)"""
        ((found,),) = await self._fetch(sql, guest)
        return bool(found)

    async def due_events(self, before: int, most: int) -> list[str]:
        """The codes of events that should have been looked after by then, the longest due first."""
        sql = "select code from events where due <= $1 order by due limit $2"
        return [code for (code,) in await self._fetch(sql, before, most)]

    async def claim_event(self, code: str, before: int, due: int | None) -> bool:
        """Set when an event is due next, if it was due by `before`; whether this process did."""
        sql = "update events set due = $1 where code = $2 and due <= $3"
        return await self._run(sql, due, code, before) > 0

    async def last_game(self, code: str) -> FinishedGame | None:
        """The game that ended last in this room."""
        sql = "select body from games where code = $1 order by ended desc limit 1"
        for (body,) in await self._fetch(sql, code):
            return decode_game(body)
        return None

    async def operator_settings(self) -> list[OperatorSetting]:
        """What the operator has set, by key; what is over may still be among it."""
        rows = await self._fetch("select key, until, body from operator_settings order by key")
        return [OperatorSetting(*row) for row in rows]

    async def keep_operator_setting(self, setting: OperatorSetting) -> None:
        """Keep this in place of whatever has its key."""
        await self._run(_OPERATOR_SETTING, setting.key, setting.until, setting.body)

    async def remove_operator_setting(self, key: str) -> bool:
        """Forget what has this key; whether there was anything."""
        return await self._run("delete from operator_settings where key = $1", key) > 0

    async def remove_over_settings(self, now: int) -> None:
        """Forget what the operator has set until a time that is over."""
        await self._run("delete from operator_settings where until <= $1", now)

    async def add_report(self, report: AbuseReport, most: int) -> None:
        """Keep a report, and of all of them the latest `most`."""
        sql = """
            insert into reports (id, at, reporter, reported, body) values ($1, $2, $3, $4, $5)"""
        body = encode(report).decode()
        await self._run(sql, report.id, report.at, report.reporter, report.reported, body)
        old = "select id from reports order by at desc, id limit 1000000 offset $1"
        await self._run(f"delete from reports where id in ({old})", most)

    async def reports(self, most: int) -> list[AbuseReport]:
        """The reports, the latest first."""
        sql = "select body from reports order by at desc, id limit $1"
        return readable_reports(await self._fetch(sql, most))

    async def reports_of(self, guest: str) -> list[AbuseReport]:
        """The reports that a person has made or is the subject of, the latest first."""
        sql = "select body from reports where reporter = $1 or reported = $1 order by at desc, id"
        return readable_reports(await self._fetch(sql, guest))

    async def remove_report(self, report: str) -> bool:
        """Forget a report; whether there was one."""
        return await self._run("delete from reports where id = $1", report) > 0

    async def count_archived(self, before: int) -> tuple[int, int]:
        """How many archived tables were last touched before a time, and how many games they had."""
        (tables,) = await self._fetch_many(f"select count(*) from tables where {ARCHIVED}", before)
        found = f"select code from tables where {ARCHIVED}"
        (games,) = await self._fetch_many(
            f"select count(*) from games where code in ({found})", before
        )
        return int(tables[0]), int(games[0])

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Keep a person under the hash of their token; `Conflict` if id or token are taken."""
        sql = """
            insert into guests (id, token_hash, name, rated, face) values ($1, $2, $3, $4, $5)
            on conflict do nothing"""
        if not await self._run(sql, guest.id, token_hash, guest.name, guest.rated, guest.face):
            raise Conflict

    async def guest(self, token_hash: bytes) -> Guest | None:
        """The person whose token this is."""
        sql = "select id, name, rated, face from guests where token_hash = $1"
        for row in await self._fetch(sql, token_hash):
            return guest_of(row)
        return None

    async def find_guest(self, guest: str) -> Guest | None:
        """The person with this public id."""
        sql = "select id, name, rated, face from guests where id = $1"
        for row in await self._fetch(sql, guest):
            return guest_of(row)
        return None

    async def change_guest(self, guest: Guest) -> None:
        """Keep a person's name and whether they want to be rated."""
        sql = "update guests set name = $1, rated = $2, face = $3 where id = $4"
        await self._run(sql, guest.name, guest.rated, guest.face, guest.id)

    async def change_token(self, guest: str, token_hash: bytes) -> None:
        """From now on this token alone is the person's; `Conflict` if it is another's."""
        await self._run("update guests set token_hash = $1 where id = $2", token_hash, guest)

    async def game(self, game: str) -> FinishedGame | None:
        """A finished game."""
        for (body,) in await self._fetch("select body from games where id = $1", game):
            return decode_game(body)
        return None

    async def games(self, before: int, most: int) -> list[FinishedGame]:
        """The public games that ended before a time, the latest first."""
        sql = "select body from games where public and ended < $1 order by ended desc limit $2"
        return await decode_games(await self._fetch(sql, before, most))

    async def games_of(self, guest: str, before: int, most: int) -> list[FinishedGame]:
        """The games a person played that ended before a time, the latest first."""
        sql = """
            select body from played join games on id = game
            where guest = $1 and played.ended < $2 order by played.ended desc limit $3"""
        return await decode_games(await self._fetch(sql, guest, before, most))

    async def totals(self, guest: str) -> list[Totals]:
        """What a person has done in all, by kind of format."""
        sql = f"""
            select kind, count(*), sum(case when game_won then 1 else 0 end), {TOTALS}
            from played where guest = $1 group by kind order by kind"""
        return [totals_of(row) for row in await self._fetch_many(sql, guest)]

    async def list_unrated(self, most: int) -> list[str]:
        """Games played to the end by two rated people or more that `rate` has not counted yet."""
        sql = "select id from games where unrated order by ended limit $1"
        return [game for (game,) in await self._fetch(sql, most)]

    async def ratings(self, kind: str, most: int) -> list[Rating]:
        """The strongest people at a kind of format, by mu - 3 sigma."""
        sql = f"{_RATINGS} where kind = $1 order by mu - 3 * sigma desc limit $2"
        return [rating_of(row) for row in await self._fetch_many(sql, kind, most)]

    async def ratings_of(self, guest: str) -> list[Rating]:
        """A person's ratings."""
        rows = await self._fetch(f"{_RATINGS} where guest = $1 order by kind", guest)
        return [rating_of(row) for row in rows]

    async def beat(self, process: str, now: int) -> None:
        """Say that this process lives."""
        await self._run(_BEAT, process, now)

    async def alive(self, since: int) -> frozenset[str]:
        """The processes that have said so since."""
        rows = await self._fetch("select id from processes where seen >= $1", since)
        return frozenset(process for (process,) in rows)

    async def check(self, *, write: bool = True) -> None:
        """Raise `Unavailable` unless the store can be read and, if asked for, written."""
        await self._fetch("select 1 from tables limit 1")
        if write:
            # Nobody's sign of life, of before all time, so that nobody is alive by it. It is
            # another each time: SQLite would not write the same once more.
            await self._run(_BEAT, "", -time.time_ns() // 1_000_000)
