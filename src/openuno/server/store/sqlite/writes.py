"""What is written to SQLite by more than one statement: each function runs within one commit."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from openuno.server.store import (
    AlreadyDone,
    Append,
    Conflict,
    EventAppend,
    FinishedGame,
    LobbyEntry,
    RatingUpdate,
)
from openuno.server.store.rows import (
    ARCHIVED,
    EVENTS_BY_CODE,
    PLAYED,
    TABLES_BY_CODE,
    decode_game,
    encode,
    may_be_rated,
    played_row,
    rated_in,
)

ANSWER = "select seq from log where code = ? and guest = ? and command = ?"
_LOG = """
    insert into log (code, seq, guest, command, entry) values (?, ?, ?, ?, ?)
    on conflict do nothing"""
_LISTING = """
    insert into tables (code, public, state, host, updated, listing) values (?, ?, ?, ?, ?, ?)
    on conflict (code) do update set public = excluded.public, state = excluded.state,
        host = excluded.host, updated = excluded.updated, listing = excluded.listing"""
_EVENT_ANSWER = "select seq from event_log where code = ? and guest = ? and command = ?"
_EVENT_LOG = """
    insert into event_log (code, seq, guest, command, entry) values (?, ?, ?, ?, ?)
    on conflict do nothing"""
_EVENT = """
    insert into events (code, host, updated, due) values (?, ?, ?, ?)
    on conflict (code) do update
    set host = excluded.host, updated = excluded.updated, due = excluded.due"""
_DUE = "update tables set due = ? where code = ?"
_SECRET = "insert into secrets (code, commitment, seed) values (?, ?, ?)"
_GAME = """
    insert into games (id, code, public, ended, kind, unrated, body)
    values (?, ?, ?, ?, ?, ?, ?)"""
_PLAYED = f"insert into played ({', '.join(PLAYED)}) values ({', '.join('?' * len(PLAYED))})"
_RATED = """
    select guests.id, name, played.kind, mu, sigma, games from played
    join guests on guests.id = played.guest and rated
    left join ratings on ratings.guest = played.guest and ratings.kind = played.kind
    where game = ?"""
_RATING = """
    insert into ratings (guest, kind, mu, sigma, games) values (?, ?, ?, ?, ?)
    on conflict (guest, kind) do update
    set mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""


def append_entry(row: tuple[Any, ...], due: int | UnsetType | None, cursor: sqlite3.Cursor) -> None:
    """Keep an entry of the log, and when the table is due. A conflict leaves nothing to undo."""
    if not cursor.execute(_LOG, row).rowcount:
        code, _, guest, command, _ = row
        if command is not None:
            found = cursor.execute(ANSWER, (code, guest, command)).fetchone()
            if found is not None:
                raise AlreadyDone(found[0])
        raise Conflict
    if due is not UNSET:
        cursor.execute(_DUE, (due, row[0]))


def append_all(row: tuple[Any, ...], change: Append, cursor: sqlite3.Cursor) -> None:
    """Keep an entry of the log and everything it brings along."""
    append_entry(row, UNSET, cursor)
    if change.listing is not None:
        _list(change.listing, change.entry.at, cursor)
    if change.due is not UNSET:
        cursor.execute(_DUE, (change.due, change.code))
    if change.secret is not None:
        secret = change.secret
        cursor.execute(_SECRET, (change.code, secret.commitment, secret.seed))
    if change.finished is not None:
        _finish(change.finished, cursor)


def append_event(change: EventAppend, cursor: sqlite3.Cursor) -> None:
    """Keep an entry of an event's log, and when the event is due."""
    entry = change.entry
    row = (change.code, entry.seq, entry.guest, entry.command, encode(entry))
    if not cursor.execute(_EVENT_LOG, row).rowcount:
        answered = (change.code, entry.guest, entry.command)
        found = cursor.execute(_EVENT_ANSWER, answered).fetchone()
        raise Conflict if found is None else AlreadyDone(found[0])
    cursor.execute(_EVENT, (change.code, change.host, entry.at, change.due))


def delete_event(code: str, rooms: Sequence[str], cursor: sqlite3.Cursor) -> None:
    """Remove every row of an event and of its rooms."""
    for room in rooms:
        _delete_room(room, cursor)
    for table in EVENTS_BY_CODE:
        cursor.execute(f"delete from {table} where code = ?", (code,))


def delete_archived(before: int, most: int, cursor: sqlite3.Cursor) -> list[str]:
    """Remove some archived tables that were last touched before a time; their codes."""
    found = f"select code from tables where {ARCHIVED.replace('$', '?')} order by updated limit ?2"
    codes = [code for (code,) in cursor.execute(found, (before, most)).fetchall()]
    for code in codes:
        _delete_room(code, cursor)
    return codes


def _delete_room(code: str, cursor: sqlite3.Cursor) -> None:
    games = "select id from games where code = ?"
    cursor.execute(f"delete from played where game in ({games})", (code,))
    cursor.execute("delete from games where code = ?", (code,))
    delete_table(code, cursor)


def forget(guest: str, cursor: sqlite3.Cursor) -> None:
    """Remove a person, their ratings and the reports they are in."""
    cursor.execute("delete from reports where ? in (reporter, reported)", (guest,))
    cursor.execute("delete from ratings where guest = ?", (guest,))
    cursor.execute("delete from guests where id = ?", (guest,))


def delete_table(code: str, cursor: sqlite3.Cursor) -> None:
    """Remove every row of a table."""
    for table in TABLES_BY_CODE:
        cursor.execute(f"delete from {table} where code = ?", (code,))


def rate(game: str, update: RatingUpdate, cursor: sqlite3.Cursor) -> None:
    """Count a game for the ratings, unless it has been counted."""
    counted = cursor.execute("update games set unrated = false where id = ? and unrated", (game,))
    if not counted.rowcount:
        return
    (body,) = cursor.execute("select body from games where id = ?", (game,)).fetchone()
    finished = decode_game(body)
    before = rated_in(finished, cursor.execute(_RATED, (game,)).fetchall())
    if len(before) > 1:
        for new in update(finished, before):
            cursor.execute(_RATING, (new.guest, new.kind, new.mu, new.sigma, new.games))


def _list(listing: LobbyEntry, at: int, cursor: sqlite3.Cursor) -> None:
    cursor.execute(
        _LISTING,
        (
            listing.code,
            listing.public,
            listing.state.value,
            listing.host,
            at,
            encode(listing).decode(),
        ),
    )


def _finish(game: FinishedGame, cursor: sqlite3.Cursor) -> None:
    unrated = may_be_rated(game) and _rated_people(game, cursor) > 1
    cursor.execute(
        _GAME,
        (
            game.id,
            game.code,
            game.public,
            game.ended,
            game.kind,
            unrated,
            encode(game).decode(),
        ),
    )
    cursor.executemany(_PLAYED, [played_row(game, played) for played in game.played])


def _rated_people(game: FinishedGame, cursor: sqlite3.Cursor) -> int:
    people = {played.guest for played in game.played}
    placeholders = ", ".join("?" * len(people))
    asked = f"select count(*) from guests where rated and id in ({placeholders})"
    (count,) = cursor.execute(asked, tuple(people)).fetchone()
    return int(count)
