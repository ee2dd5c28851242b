"""An append to PostgreSQL as one statement: one round trip, and written whole or not at all."""

from functools import cache
from typing import Any

from msgspec import UNSET

from openuno.server.store import Append, EventAppend, FinishedGame
from openuno.server.store.rows import PLAYED, encode, may_be_rated, played_row

CHANNEL = "uno"
"""Where processes tell each other of appends and revoked tokens."""
REVOKED = "@"
"""Before a person's id, in the place of a table's code: their token was changed or forgotten."""
_ENTRY = ("code", "seq", "guest", "command", "entry")
_LISTED = ("public", "state", "host", "updated", "listing")
_GAME = ("id", "code", "public", "ended", "kind", "body")


def statement(change: Append) -> tuple[str, list[Any]]:
    """The statement and its values. It gives a row if it wrote, none if the entry is there."""
    entry, listing, game = change.entry, change.listing, change.finished
    values = [change.code, entry.seq, entry.guest, entry.command, encode(entry)]
    if listing is not None:
        values += [listing.public, listing.state.value, listing.host, entry.at]
        values.append(encode(listing).decode())
    if change.due is not UNSET:
        values.append(change.due)
    if change.secret is not None:
        values += [change.secret.commitment, change.secret.seed]
    if game is not None:
        values += [game.id, game.code, game.public, game.ended, game.kind]
        values += [encode(game).decode(), may_be_rated(game)]
        values += [[played.guest for played in game.played], _played_json(game)]
    shape = (
        listing is not None,
        change.due is not UNSET,
        change.secret is not None,
        game is not None,
    )
    return _sql(*shape), values


EVENT_STATEMENT = """
    with entry as (
        insert into event_log (code, seq, guest, command, entry) values ($1, $2, $3, $4, $5)
        on conflict do nothing returning seq),
    kept as (
        insert into events (code, host, updated, due) select $1, $6, $7, $8 from entry
        on conflict (code) do update
        set host = excluded.host, updated = excluded.updated, due = excluded.due)
    select seq from entry"""
"""Keeps an entry of an event's log. It gives a row if it wrote, none if the entry is there."""


def event_values(change: EventAppend) -> tuple[Any, ...]:
    """The values of `EVENT_STATEMENT`."""
    entry = change.entry
    row = (change.code, entry.seq, entry.guest, entry.command, encode(entry))
    return (*row, change.host, entry.at, change.due)


def _played_json(game: FinishedGame) -> str:
    rows = [dict(zip(PLAYED, played_row(game, played), strict=True)) for played in game.played]
    return encode(rows).decode()


@cache
def _sql(listing: bool, due: bool, secret: bool, game: bool) -> str:
    """The parts that are needed, each fed from `entry`, so that a conflict writes none of them."""
    number = 5  # $1 to $5 are the entry's columns

    def values(count: int) -> str:
        nonlocal number
        number += count
        return ", ".join(f"${n}" for n in range(number - count + 1, number + 1))

    parts = [
        f"entry as (insert into log ({', '.join(_ENTRY)}) values ($1, $2, $3, $4, $5)"
        " on conflict do nothing returning seq)"
    ]
    if listing:
        columns = (*_LISTED, "due") if due else _LISTED
        changed = ", ".join(f"{name} = excluded.{name}" for name in columns)
        parts.append(
            f"listed as (insert into tables (code, {', '.join(columns)})"
            f" select $1, {values(len(columns))} from entry"
            f" on conflict (code) do update set {changed})"
        )
    elif due:
        parts.append(f"listed as (update tables set due = {values(1)} from entry where code = $1)")
    if secret:
        parts.append(
            "hidden as (insert into secrets (code, commitment, seed)"
            f" select $1, {values(2)} from entry)"
        )
    if game:
        parts.append(
            f"finished as (insert into games ({', '.join(_GAME)}, unrated)"
            f" select {values(len(_GAME))}, {values(1)} and 1 < (select count(*) from guests"
            f" where rated and id = any({values(1)})) from entry)"
        )
        parts.append(
            f"did as (insert into played ({', '.join(PLAYED)})"
            f" select {', '.join(f'each.{name}' for name in PLAYED)} from entry,"
            f" json_populate_recordset(null::played, {values(1)}::json) as each)"
        )
    return f"with {', '.join(parts)} select seq from entry"
