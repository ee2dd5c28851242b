"""A room read from the store: its snapshot and the entries since, folded in slices.

However long a log is, no slice holds up the other rooms of the process for more than a moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable

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
from openuno.room.state import GameOn, Room, is_game_on
from openuno.server.context import ServerContext
from openuno.server.store import Damaged, Store, StoredSnapshot
from openuno.server.store.snapshot_version import snapshot_version

SLICE = 100
"""Entries read and folded in one go: about a millisecond."""
_UNKNOWN = Fast(0)


class LoadedRoom(msgspec.Struct, frozen=True, gc=False):
    """A room as the store has it, the secret it is committed to, and the round being played.

    `saved` is the entry its snapshot goes up to, 0 if it had none of use; `events` are those of the
    round, which bots remember.
    """

    room: Room
    secret: Secret
    saved: int
    events: tuple[GameEvent, ...]


async def load_room(context: ServerContext, code: str) -> LoadedRoom | None:
    """The room with this code, or None if there is none."""
    room = await _saved_room(context, code)
    saved = 0 if room is None else room.seq
    events: list[GameEvent] = []
    if room is not None and isinstance(room.game, GameOn):
        async for entries in slices(context.store, code, room.game.dealt - 1, room.seq):
            context.entries_read += len(entries)
            for entry in entries:
                events += game_events(entry)
    async for entries in slices(context.store, code, saved):
        context.entries_read += len(entries)
        for entry in entries:
            room = _evolve_loaded(room, entry, await _load_rng_source(context.store, code, entry))
            if isinstance(room.game, GameOn) and room.game.dealt == entry.seq:
                events.clear()
            events += game_events(entry)
    if room is None:
        return None
    assert room.commitment is not None, "a room is committed from its opening on"
    secret = await load_secret(context, code, room.commitment)
    return LoadedRoom(room, secret, saved, tuple(events) if is_game_on(room) else ())


async def slices(
    store: Store, code: str, after: int, upto: int | None = None
) -> AsyncIterator[list[Entry]]:
    """A room's entries as `Store.entries` has them, a few at a time: other rooms get their turn."""
    while upto is None or after < upto:
        last = after + SLICE if upto is None else min(after + SLICE, upto)
        entries = await store.entries(code, after, last)
        if entries:
            yield entries
        if len(entries) < last - after:
            return
        after = last
        await asyncio.sleep(0)


async def load_secret(context: ServerContext, code: str, commitment: str) -> Secret:
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


def game_events(entry: Entry) -> tuple[GameEvent, ...]:
    """What happened in the game."""
    events: tuple[GameEvent, ...] = ()
    for fact in entry.facts:
        if isinstance(fact, GameStarted | Moved):
            events += fact.events
    return events


def _evolve_loaded(room: Room | None, entry: Entry, rng_source: RngSource) -> Room:
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
        room = _read_stored(stored)
    except UnreadableSnapshot as error:
        name = context.activity.table_name(code)
        context.log.warning("a snapshot is rebuilt", table=name, seq=stored.seq, error=str(error))
        return None
    if not isinstance(room.game, GameOn):
        return room
    return restore_chance(
        room, rng_source(await load_secret(context, code, room.game.started.commitment))
    )


def _read_stored(stored: StoredSnapshot) -> Room:
    room = read_snapshot(stored.body)
    if room.seq != stored.seq:
        raise UnreadableSnapshot(f"it goes up to entry {room.seq}")
    return room


async def _load_rng_source(store: Store, code: str, entry: Entry) -> RngSource:
    """The chance of the game that this entry begins, if it begins one."""
    for fact in entry.facts:
        if isinstance(fact, GameStarted):
            return rng_source(await store.secret(code, fact.commitment))
    return rng_source(None)
