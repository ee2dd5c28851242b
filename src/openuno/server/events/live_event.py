"""An event in memory: one change at a time, decided, made durable, then shown to all who wait."""

import asyncio
from collections.abc import Callable, Sequence

from openuno.event.hosted.facts import Entry, Fact
from openuno.event.hosted.state import HostedEvent, evolve_hosted
from openuno.event.hosted.view import EventPage, view_hosted
from openuno.event.refusals import EventRefused
from openuno.server.context import ServerContext
from openuno.server.events.due_time import due_time
from openuno.server.events.problems import event_busy, event_full, no_such_event
from openuno.server.events.table_orders import TableOrders
from openuno.server.store import AlreadyDone, Conflict, Damaged, EventAppend

MAX_TRIES = 25
"""How often something is decided again because another process was first."""
MAX_ENTRIES = 20_000
"""Entries in the log of one event; an evening of 200 sittings takes a few thousand."""

Decide = Callable[[HostedEvent], tuple[Fact, ...]]
"""What follows at this event; it may refuse."""


class LiveEvent:
    """The copy of an event in this process."""

    def __init__(self, context: ServerContext, code: str, hosted: HostedEvent) -> None:
        self.code = code
        self.hosted = hosted
        self.last_used = context.steady()
        self.is_deleted = False
        self.waiting = 0
        """How many wait for a change."""
        self.looking_after = asyncio.Lock()
        """Held while its tables are looked after, so that no room is opened twice."""
        self.orders: dict[str, TableOrders] = {}
        """What the rooms of open tables were last given, by code."""
        self.settled: set[tuple[int, int]] = set()
        """Tables with an outcome whose rooms are known not to play any more."""
        self._context = context
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._is_released = False
        self._page: EventPage | None = None

    @classmethod
    async def load(cls, context: ServerContext, code: str) -> "LiveEvent | None":
        """The event as the store has it, or None if there is none."""
        hosted = _fold(None, await context.store.event_entries(code, 0))
        return None if hosted is None else cls(context, code, hosted)

    @property
    def page(self) -> EventPage:
        """The event as everyone may see it, worked out once for each change."""
        if self._page is None or self._page.seq != self.hosted.seq:
            self._page = view_hosted(self.hosted, self.code)
        return self._page

    async def carry_out(
        self, decide: Decide, guest: str | None = None, command: str | None = None
    ) -> int:
        """Write what follows, if anything; the entry it is in, or the latest one.

        A command that was carried out before is not carried out again.
        """
        async with self._lock:
            self.last_used = self._context.steady()
            for _ in range(MAX_TRIES):
                if self.is_deleted:
                    raise no_such_event(self.code)
                try:
                    facts = decide(self.hosted)
                except EventRefused:
                    # It may have been carried out, or be possible by what another process wrote.
                    answered = await self._find_answer(guest, command)
                    if answered is not None:
                        return answered
                    seq = self.hosted.seq
                    await self._catch_up()
                    if self.hosted.seq == seq:
                        raise
                    continue
                if not facts:
                    return self.hosted.seq
                if self.hosted.seq >= MAX_ENTRIES:
                    raise event_full(MAX_ENTRIES)
                try:
                    return await self._append(facts, guest, command)
                except AlreadyDone as done:
                    await self._catch_up()
                    return done.seq
                except Conflict:
                    self._context.conflicts += 1
                    await self._catch_up()
            raise event_busy()

    async def catch_up(self) -> None:
        """Take in what other processes have written."""
        async with self._lock:
            await self._catch_up()

    async def wait_for_change(self, since: int, seconds: float) -> None:
        """Wait until there is an entry after this one, or the time is up."""
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                while self.hosted.seq <= since and not (self.is_deleted or self._is_released):
                    await self._changed.wait()
        except TimeoutError:
            pass
        finally:
            self.waiting -= 1

    def forget(self) -> None:
        """The event was deleted: nobody needs to wait for more."""
        self.is_deleted = True
        self._wake()

    def wake_all(self) -> None:
        """Let nobody wait any longer: the server stops."""
        self._is_released = True
        self._wake()

    async def _append(self, facts: tuple[Fact, ...], guest: str | None, command: str | None) -> int:
        context, before = self._context, self.hosted
        at = max(context.now(), before.at)
        entry = Entry(before.seq + 1, at, facts, guest, command)
        after = evolve_hosted(before, entry)
        due = due_time(after)
        await context.store.append_event(EventAppend(self.code, after.host, entry, due))
        self.hosted = after
        self._wake()
        return entry.seq

    async def _find_answer(self, guest: str | None, command: str | None) -> int | None:
        if guest is None or command is None:
            return None
        return await self._context.store.event_answer(self.code, guest, command)

    async def _catch_up(self) -> None:
        entries = await self._context.store.event_entries(self.code, self.hosted.seq)
        if entries:
            self.hosted = _fold(self.hosted, entries) or self.hosted
            self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _fold(hosted: HostedEvent | None, entries: Sequence[Entry]) -> HostedEvent | None:
    try:
        for entry in entries:
            hosted = evolve_hosted(hosted, entry)
    except Exception as error:  # whatever it is: a log that was written here can be folded
        raise Damaged(f"an event does not follow from its log: {error}") from error
    return hosted
