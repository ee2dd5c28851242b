"""The events of this process: opened, found, looked after, deleted, and let go when unused."""

import asyncio
from contextlib import suppress

from openuno.event.hosted.facts import Entry, OnlineTables, Opened
from openuno.event.hosted.shared_deals import DealSeed
from openuno.event.hosted.state import evolve_hosted, person_of
from openuno.event.settings import EventSettings
from openuno.room.refusal_kinds import RefusalKind
from openuno.server.events.due_time import LOOK_EVERY, deletion_time, due_time
from openuno.server.events.live_event import LiveEvent
from openuno.server.events.problems import no_such_event
from openuno.server.events.tables import EventTables
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.rooms.guesses import too_many_guesses
from openuno.server.rooms.hub import Hub, make_code
from openuno.server.store import (
    EVENT_HINT,
    Conflict,
    Damaged,
    EventAppend,
    Guest,
    Unavailable,
)

CODE_LENGTH = 6
"""Letters of an event's code: it is read aloud, and typed on phones."""
SWEEP = 0.5
"""Seconds between looks for events that are due."""
OTHERS_FIRST = 2000
"""Milliseconds that events are left to the process that looked after them last."""
UNUSED = 60_000
"""Milliseconds after which an event that nobody asks for leaves memory."""
_MAX_SWEPT = 100


class EventHub:
    """Every event that someone here asks for; there is one for each process."""

    def __init__(self, rooms: Hub) -> None:
        self.context = rooms.context
        self.events: dict[str, LiveEvent] = {}
        self._rooms = rooms
        self._tables = EventTables(rooms)
        self._loading: dict[str, asyncio.Task[LiveEvent | None]] = {}
        self._task: asyncio.Task[None] | None = None
        rooms.hear_event = self._on_notice

    async def start(self) -> None:
        """Begin to look after events that are due."""
        self._task = asyncio.get_running_loop().create_task(self._repeat())

    async def stop(self) -> None:
        """Let nobody wait, and finish what was begun."""
        self.release()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def release(self) -> None:
        """Answer everyone who waits for news: the server stops."""
        for live in self.events.values():
            live.wake_all()

    async def open_event(
        self, guest: Guest, settings: EventSettings, online: OnlineTables | None, *, classroom: bool
    ) -> str:
        """Open an event with this person as host; its code."""
        context, store = self.context, self.context.store
        context.operator.check_drain()
        if online is not None:
            online = self._tables.check(settings, online)
        most = context.limits.events_hosted
        if await store.count_events(guest.id) >= most:
            raise Problem.of(HttpKind.TOO_MANY_EVENTS_HOSTED, most=most)
        if await store.count_events(None) >= context.limits.events:
            raise Problem.of(HttpKind.TOO_MANY_EVENTS)
        seed = int.from_bytes(context.entropy(8), "big")
        shares_deals = settings.duplicate and online is not None
        deal_seed = DealSeed(context.entropy(32).hex()) if shares_deals else None
        opened = Opened(guest.id, settings, seed, online, classroom, deal_seed)
        entry = Entry(1, context.now(), (opened,))
        due = due_time(evolve_hosted(None, entry))
        while True:
            code = make_code(context.entropy, CODE_LENGTH)
            with suppress(Conflict):  # another event has this code already
                await store.append_event(EventAppend(code, guest.id, entry, due))
                return code

    async def find(self, code: str, address: str, guest: Guest | None = None) -> LiveEvent:
        """The event with this code; an address that tries many wrong codes has to wait.

        The host and the people who take part need not, whatever others at their address type.
        """
        guesses, now = self._rooms.guesses, self.context.steady() / 1000
        wait = guesses.code_wait(address, now)
        live = await self._find(code.upper())
        if live is not None and (not wait or (guest is not None and _is_known(live, guest))):
            live.last_used = self.context.steady()
            return live
        if wait:  # whether there is an event or not
            raise too_many_guesses(RefusalKind.WRONG_CODES, wait)
        guesses.wrong_code(address, now)
        raise no_such_event(code.upper())

    async def has_event(self, code: str, address: str) -> bool:
        """Whether the event exists; False for an address that has tried many wrong codes."""
        if self._rooms.guesses.code_wait(address, self.context.steady() / 1000):
            return False
        return await self._find(code.upper()) is not None

    async def look_after(self, live: LiveEvent) -> None:
        """Do what is due at an event: open and start rooms, take results, delete what is old."""
        delete_at = deletion_time(live.hosted)
        if delete_at is not None and delete_at <= self.context.now():
            await self.delete(live)
        elif live.hosted.online is not None:
            async with live.looking_after:
                await self._tables.look_after(live)

    async def delete(self, live: LiveEvent) -> None:
        """Forget an event and everything of it for good; of a class, also who was there."""
        rooms = tuple(live.hosted.rooms.values())
        for room in rooms:
            self._rooms.drop(room)
        await self.context.store.delete_event(live.code, rooms)
        live.forget()
        self.events.pop(live.code, None)
        if live.hosted.classroom:
            await self._forget_people(live)

    async def _forget_people(self, live: LiveEvent) -> None:
        """Remove those who came to this class and have left nothing else on the server."""
        store, host = self.context.store, live.hosted.host
        for guest in {*live.hosted.guests.values()} - {host}:
            if not await store.has_history(guest):
                await store.forget(guest)
                self._rooms.visitors.dismiss(guest)

    async def _find(self, code: str) -> LiveEvent | None:
        live = self.events.get(code)
        if live is not None:
            return live
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(LiveEvent.load(self.context, code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        found = await asyncio.shield(loading)
        return None if found is None else self.events.setdefault(code, found)

    def _on_notice(self, code: str, seq: int) -> None:
        code = code.removeprefix(EVENT_HINT)
        for live in tuple(self.events.values()) if not code else (self.events.get(code),):
            if live is not None and (not seq or seq > live.hosted.seq):
                self.context.spawn(self._follow(live))

    async def _follow(self, live: LiveEvent) -> None:
        try:
            before = live.hosted.seq
            await live.catch_up()
            if live.hosted.seq == before and not await self.context.store.event_entries(
                live.code, 0
            ):
                live.forget()
                self.events.pop(live.code, None)
        except Unavailable as error:
            self.context.note_failure(error)

    async def _repeat(self) -> None:
        while not self._rooms.stopping:
            await asyncio.sleep(SWEEP)
            try:
                await self._sweep()
            except Unavailable as error:
                self.context.note_failure(error)
            except Exception:
                self.context.log.exception("looking after the events failed")

    async def _sweep(self) -> None:
        context = self.context
        now = context.now()
        for code in await context.store.due_events(now, _MAX_SWEPT):
            # An event that is not in memory here is first left to the process that has it.
            late = now if code in self.events else now - OTHERS_FIRST
            if await context.store.claim_event(code, late, now + LOOK_EVERY):
                await self._look_after_due(code, now)
        for code, live in tuple(self.events.items()):
            if context.steady() - live.last_used > UNUSED:
                del self.events[code]

    async def _look_after_due(self, code: str, now: int) -> None:
        try:
            live = await self._find(code)
            if live is None:
                return
            await live.catch_up()
            await self.look_after(live)
            due = due_time(live.hosted)
            if not live.is_deleted and (due is None or due > now + LOOK_EVERY):
                await self.context.store.claim_event(code, now + LOOK_EVERY, due)
        except Damaged as error:
            self.context.note_failure(error)
            await self.context.store.claim_event(code, now + LOOK_EVERY, None)
        except Unavailable:
            raise
        except Exception:  # one that fails must not keep the others waiting
            self.context.log.exception("an event cannot be looked after")


def _is_known(live: LiveEvent, guest: Guest) -> bool:
    return guest.id == live.hosted.host or person_of(live.hosted, guest.id) is not None
