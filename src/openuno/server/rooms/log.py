"""A table read from the store: its snapshot and the entries since, folded in slices.

However long a log is, no slice holds up the other tables of the process for more than a moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec

from openuno.engine.rng import Fast, Generator
from openuno.game.events import GameEvent
from openuno.room.evolve import RngSource, evolve_room
from openuno.room.facts import Entry, GameStarted, Moved
from openuno.room.secret import Secret, game_rng
from openuno.room.snapshot import (
    UnreadableSnapshot,
    read_snapshot,
    restore_chance,
)
from openuno.room.state import Room, is_game_on
from openuno.server.context import ServerContext
from openuno.server.store import Damaged, Store, StoredSnapshot
from openuno.server.store.snapshot_version import snapshot_version

SLICE = 100
"""Entries read and folded in one go: about a millisecond."""
_UNKNOWN = Fast(0)


class LoadedRoom(msgspec.Struct, frozen=True, gc=False):
    """A table as the store has it, the secret it is committed to, and the hand being played.

    `saved` is the entry its snapshot goes up to, 0 if it had none of use; `hand` is what has
    happened in the hand, which bots remember.
    """

    table: Room
    secret: Secret
    saved: int
    hand: tuple[GameEvent, ...]


async def load_room(context: ServerContext, code: str) -> LoadedRoom | None:
    """The table with this code, or None if there is none."""
    table = await _saved_room(context, code)
    saved = 0 if table is None else table.seq
    hand: list[GameEvent] = []
    if table is not None and is_game_on(table):
        async for entries in slices(context.store, code, table.dealt - 1, table.seq):
            context.entries_read += len(entries)
            for entry in entries:
                hand += game_events(entry)
    async for entries in slices(context.store, code, saved):
        context.entries_read += len(entries)
        for entry in entries:
            table = _evolve_slice(table, entry, await _load_rng_source(context.store, code, entry))
            if table.dealt == entry.seq:
                hand.clear()
            hand += game_events(entry)
    if table is None:
        return None
    assert table.commitment is not None, "a table is committed from its opening on"
    secret = await secret_of(context, code, table.commitment)
    return LoadedRoom(table, secret, saved, tuple(hand) if is_game_on(table) else ())


async def slices(
    store: Store, code: str, after: int, upto: int | None = None
) -> AsyncIterator[list[Entry]]:
    """A table's entries as `Store.entries` has them, a few at a time: others get their turn."""
    while upto is None or after < upto:
        last = after + SLICE if upto is None else min(after + SLICE, upto)
        entries = await store.entries(code, after, last)
        if entries:
            yield entries
        if len(entries) < last - after:
            return
        after = last
        await asyncio.sleep(0)


async def secret_of(context: ServerContext, code: str, commitment: str) -> Secret:
    """The seed behind a commitment; `Damaged` if it is gone or is another one."""
    secret = await context.store.secret(code, commitment)
    if secret is None:
        raise Damaged("the seed it is committed to is missing")
    if not secret.keeps(commitment):
        raise Damaged("a seed is not the one committed to")
    return secret


def rng_source(secret: Secret | None) -> Callable[[GameStarted], Generator]:
    """The chance of a game begun under this secret; a game begun under another is over."""

    def chance(started: GameStarted) -> Generator:
        known = secret is not None and secret.keeps(started.commitment)
        return game_rng(secret, started) if known and secret is not None else _UNKNOWN

    return chance


def game_events(entry: Entry) -> Iterable[GameEvent]:
    """What happened in the game."""
    for fact in entry.facts:
        if isinstance(fact, GameStarted | Moved):
            yield from fact.events


def _evolve_slice(room: Room | None, entry: Entry, rng_source: RngSource) -> Room:
    try:
        return evolve_room(room, entry, rng_source)
    except Exception as error:  # whatever it is: a log that was written here can be folded
        raise Damaged(f"entry {entry.seq} does not follow from those before it") from error


async def _saved_room(context: ServerContext, code: str) -> Room | None:
    try:
        stored = await context.store.snapshot(code)
    except Damaged:
        stored = None  # the log may be whole
    if stored is None or stored.version != snapshot_version():
        return None
    try:
        table = _read(stored)
    except UnreadableSnapshot as error:
        name = context.activity.table_name(code)
        context.log.warning("a snapshot is rebuilt", table=name, seq=stored.seq, error=str(error))
        return None
    if table.started is None or not is_game_on(table):
        return table
    return restore_chance(
        table, rng_source(await secret_of(context, code, table.started.commitment))
    )


def _read(stored: StoredSnapshot) -> Room:
    table = read_snapshot(stored.body)
    if table.seq != stored.seq:
        raise UnreadableSnapshot(f"it goes up to entry {table.seq}")
    return table


async def _load_rng_source(store: Store, code: str, entry: Entry) -> RngSource:
    """The chance of the game that this entry begins, if it begins one."""
    for fact in entry.facts:
        if isinstance(fact, GameStarted):
            return rng_source(await store.secret(code, fact.commitment))
    return rng_source(None)
