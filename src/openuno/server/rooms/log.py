"""The log of a room: what this process knows of it, adds to it, and hears of from others."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from openuno.room.closing import close_at_limits
from openuno.room.commands import RoomCommand, command_digest
from openuno.room.evolve import evolve_room
from openuno.room.facts import (
    Committed,
    Emoted,
    Entry,
    Fact,
    GameClosed,
    Moved,
    Returned,
    Said,
    SeedAdded,
    SeedCommitted,
    SeedsAsked,
    StartAsked,
    TimedOut,
    Warned,
    WrongPasswords,
)
from openuno.room.secret import Secret, Secrets
from openuno.room.snapshot import write_snapshot
from openuno.room.state import GameOver, Room, is_game_on
from openuno.server.clock import TableClock
from openuno.server.context import ServerContext
from openuno.server.rooms.due_time import DueTime
from openuno.server.rooms.listener import Request
from openuno.server.rooms.loading import LoadedRoom, load_secret, rng_source, slices
from openuno.server.rooms.lobby_entry import lobby_entry
from openuno.server.rooms.ratings import update_ratings
from openuno.server.rooms.results import finished_game
from openuno.server.store import Append, Conflict, FinishedGame, StoredSnapshot, Unavailable
from openuno.server.store.snapshot_version import snapshot_version

MAX_TRIES = 25
"""How often something is decided again because another process was first."""
AFTER_A_FAILURE = 500
"""Milliseconds until the store is tried again after it has failed."""
SNAPSHOT_EVERY = 200
"""Entries between two snapshots: about as many are folded when the room is loaded again."""
_UNLISTED = frozenset(
    {
        Moved,
        Said,
        Emoted,
        Warned,
        TimedOut,
        Returned,
        WrongPasswords,
        SeedCommitted,
        SeedAdded,
        StartAsked,
        SeedsAsked,
    }
)
"""Facts that change nothing the lobby shows."""

Publish = Callable[[Entry, Request | None], None]
"""Called with each new entry, and the request it answers if that was made here."""


class Draft(NamedTuple):
    """An entry that is decided but not written yet: the room after it, and what is stored."""

    after: Room
    change: Append
    listed: bool
    """Whether the lobby may show something else than before."""


class RoomLog:
    """The one copy of a room in this process, and the only part of it that uses the store.

    An entry counts, and is published, once it is on the disk. `is_stale` means that the store may
    have entries we do not know, because it failed while we wrote.
    """

    def __init__(
        self, context: ServerContext, code: str, loaded: LoadedRoom, publish: Publish
    ) -> None:
        self.code = code
        self.room = loaded.room
        self.clock = TableClock(context.now, context.steady, loaded.room.at)
        self.due_time = DueTime(self.clock)
        self.is_stale = False
        self.is_deleted = False
        self.wrote_last = False
        """Whether the latest entry is ours, so that it is first up to us to act for the room."""
        self.retry_at = 0
        """The time, by the room's clock, before which a store that failed is not tried again."""
        self._context = context
        self._store = context.store
        self._publish = publish
        self._lobby_entry = lobby_entry(code, loaded.room)
        self._saved = loaded.saved
        self._set_secrets(loaded.secret, context.secret())
        if self.room.seq - self._saved >= SNAPSHOT_EVERY:
            self._save_snapshot()

    def _set_secrets(self, current: Secret, spare: Secret) -> None:
        event = self.room.event
        shared = event is not None and event.shared_deal
        self.secrets = Secrets(current, spare, shared)
        self._rng_source = rng_source(current)

    def _set_room(self, room: Room) -> None:
        self.room = room
        self.clock.follow(room.at, playing=is_game_on(room))

    # ---- writing ----

    def draft(self, facts: tuple[Fact, ...], request: Request | None = None) -> Draft:
        """The entry that holds these facts, and all that is stored with it but a finished game."""
        before, limits, secrets = self.room, self._context.limits, self.secrets
        guest = command = digest = None
        if request is not None:
            guest, command = request.listener.guest.id, request.message.id
            digest = command_digest(request.message.command)
        at = max(self.clock.now(), before.at)
        entry = Entry(before.seq + 1, at, facts, guest, command, digest)
        after = evolve_room(before, entry, self._rng_source)
        if last := close_at_limits(after, limits.log_entries, limits.game_entries, secrets):
            facts = (*facts, *last)
            entry = replace(entry, facts=facts)
            after = evolve_room(before, entry, self._rng_source)
        listing, secret = None, None
        listed = not _UNLISTED.issuperset(map(type, facts))
        if listed:
            listing = lobby_entry(self.code, after)
            if any(isinstance(fact, Committed) for fact in facts):
                secret = secrets.spare
        change = Append(
            code=self.code,
            entry=entry,
            listing=None if listing == self._lobby_entry else listing,
            due=self.due_time.to_store(after),
            secret=secret,
        )
        return Draft(after, change, listed)

    def begin_append(self, draft: Draft) -> asyncio.Future[None]:
        """Begin to write a draft; once that is done it has to be accepted."""
        return self._store.begin_append(draft.change)

    def accept(self, draft: Draft, request: Request | None, began: float) -> None:
        """The draft is on the disk: it counts from now on, and everyone hears of it."""
        context, change = self._context, draft.change
        self.wrote_last = True
        self._set_room(draft.after)
        if change.listing is not None:
            self._lobby_entry = change.listing
        self.due_time.note_stored(change.due)
        if change.secret is not None:
            self._set_secrets(self.secrets.spare, context.secret())
        if change.finished is not None:
            context.spawn(self._update_ratings(change.finished.id))
        context.entries_written += 1
        context.commit_seconds.observe(time.monotonic() - began)
        context.outage.end()
        if draft.listed:
            context.activity.record_entry(self.code, change.entry, draft.after)
        self._publish(change.entry, request)
        if self.room.seq - self._saved >= SNAPSHOT_EVERY:
            self._save_snapshot()

    async def append(self, facts: tuple[Fact, ...], request: Request | None = None) -> None:
        """Write and publish an entry.

        `Conflict` if another process has written first, `AlreadyDone` if the request was carried
        out before.
        """
        draft = self.draft(facts, request)
        if draft.listed:
            finished = await self._finished_game(draft)
            draft = draft._replace(change=replace(draft.change, finished=finished))
        began = time.monotonic()
        try:
            await self._store.append(draft.change)
        except Unavailable:
            self.is_stale = True  # it may have been written all the same
            raise
        except Conflict:
            self._context.conflicts += 1
            raise
        self.accept(draft, request, began)

    async def append_unprompted(self, decide: Callable[[], Awaitable[tuple[Fact, ...]]]) -> None:
        """Write what nobody asked for, if there is anything; the first process writes it."""
        for _ in range(MAX_TRIES):
            facts = await decide()
            if not facts:
                return
            try:
                await self.append(facts)
            except Conflict:
                await self.catch_up()
            else:
                return

    async def delete(self) -> None:
        """Forget the room for good, here and in the store."""
        await self._store.delete_table(self.code)
        self.is_deleted = True

    async def store_due_time(self) -> None:
        """Write down when a sweeper must look at the room again."""
        if not self.is_deleted:
            when = self.due_time.check_at(self.room)
            await self._store.set_due(self.code, when)
            self.due_time.note_stored(when)

    # ---- reading ----

    async def catch_up(self) -> None:
        """Take in, and publish, what other processes have written."""
        async for entries in slices(self._store, self.code, self.room.seq):
            for entry in entries:
                await self._take_in(entry)
        self.is_stale = False

    async def resync(self) -> None:
        """Make sure that no entry is missing here; `Unavailable` while that is not possible."""
        if self.is_stale:
            if self.clock.now() < self.retry_at:
                # Those who wait would each wait as long as the one that has just failed.
                raise Unavailable("the store has just failed")
            await self.catch_up()

    def note_failure(self) -> None:
        """Something went wrong: what the store has must be read before anything else."""
        self.is_stale = True
        now = self.clock.now()
        if now >= self.retry_at:  # who insists meanwhile must not put off the next try forever
            self.retry_at = now + AFTER_A_FAILURE

    async def find_answer(self, guest: str, request_id: str) -> int | None:
        """The entry that a person's request has led to, if it was carried out."""
        return await self._store.answer(self.code, guest, request_id)

    async def is_answer_to(self, seq: int, command: RoomCommand) -> bool:
        """Whether this command has led to the entry, not another one under the same id."""
        entries = await self._store.entries(self.code, seq - 1, seq)
        known = entries[0].digest if entries else None  # older entries have none
        return known is None or known == command_digest(command)

    async def _take_in(self, entry: Entry) -> None:
        for fact in entry.facts:
            if isinstance(fact, Committed):
                current = await load_secret(self._context, self.code, fact.commitment)
                spare = self.secrets.spare
                if fact.commitment == spare.commitment:
                    # Our own entry, whose answer was lost: no seed serves twice.
                    spare = self._context.secret()
                self._set_secrets(current, spare)
        self.wrote_last = False
        self._set_room(evolve_room(self.room, entry, self._rng_source))
        self._lobby_entry = lobby_entry(self.code, self.room)
        self.due_time.note_stored(None)
        self._publish(entry, None)

    # ---- beside the log ----

    def _save_snapshot(self) -> None:
        """Store a snapshot beside what goes on: no move waits for it, and losing one is no harm."""
        self._saved = self.room.seq
        self._context.spawn(self._save(self.room))

    async def _save(self, room: Room) -> None:
        snapshot = StoredSnapshot(room.seq, snapshot_version(), write_snapshot(room))
        with suppress(Unavailable):
            await self._store.keep_snapshot(self.code, snapshot)

    async def _finished_game(self, draft: Draft) -> FinishedGame | None:
        """The game that this entry ends, if it ends one."""
        before, after, entry = self.room, draft.after, draft.change.entry
        if not any(isinstance(fact, GameClosed) for fact in entry.facts):
            return None
        assert isinstance(after.game, GameOver), "the entry ends it"
        start, entries = after.game.first - 1, []
        async for read in slices(self._store, self.code, start, before.seq):
            entries += read
        name = self._context.entropy(9).hex()
        # A long game is many entries: counting them holds nobody else up.
        return await asyncio.to_thread(
            finished_game, name, self.code, before, after, (*entries, entry)
        )

    async def _update_ratings(self, game: str) -> None:
        with suppress(Unavailable):  # the sweeper finds every game not counted yet
            await self._store.rate(game, update_ratings)
