"""The rooms of this process: opened, found, followed, woken, and let go when nobody is there."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from openuno.room.closing import check_open
from openuno.room.deadlines import FORGOTTEN, next_deadline
from openuno.room.event_table import check_watching
from openuno.room.evolve import evolve_room
from openuno.room.facts import (
    BotSat,
    Committed,
    Entry,
    Fact,
    Opened,
    ReadyChanged,
    Sat,
)
from openuno.room.host import is_known
from openuno.room.protocol.messages import Join
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secret, game_rng
from openuno.room.settings import BOUNDS, EventTable, Settings, normalize_settings
from openuno.room.state import Room, is_present
from openuno.server.context import Entropy, ServerContext
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.guesses import Guesses, too_many_guesses
from openuno.server.rooms.listener import Listener
from openuno.server.rooms.lobby_entry import lobby_entry
from openuno.server.rooms.passwords import SALT, check_password, hash_password, verify_password
from openuno.server.rooms.ratings import update_ratings
from openuno.server.rooms.visitors import Visitors
from openuno.server.store import (
    EVENT_HINT,
    Append,
    Conflict,
    Damaged,
    Guest,
    LobbyEntry,
    Unavailable,
)

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letter that looks like another: codes are read aloud."""
CODE_LENGTH, PRIVATE_CODE_LENGTH = 6, 10
"""The lobby shows the codes of public tables to everyone; that of a private one is its key."""
SWEEP = 1.0
"""Seconds between looks for tables that should have acted."""
OVERDUE = 2000
"""Milliseconds a table may be late before another process acts for it."""
BEAT = 1.0
"""Seconds between signs of life."""
BROKEN = 600_000
"""Milliseconds until a table that could not be opened is tried again."""
UNUSED = 10_000
"""Milliseconds after which a table nobody follows leaves memory."""
SET = 2000
"""Milliseconds by which a clock must have been set for anyone to take note."""
HORIZON = FORGOTTEN + int(BOUNDS["move"][1] * 1000)
"""Milliseconds within which every table is due: later than that only a wrong clock has said."""
_MAX_SWEPT = 200


def make_code(entropy: Entropy, length: int) -> str:
    """A code that nobody can guess, of letters that can be read aloud."""
    number = int.from_bytes(entropy(8), "big")
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


class Hub:
    """The actor of every room that someone here follows; there is one hub for each process."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.actors: dict[str, RoomActor] = {}
        self.visitors = Visitors(context)
        self.guesses = Guesses(context.limits)
        self.stopping = False
        self.hear_event: Callable[[str, int], None] = lambda _code, _seq: None
        """Called when another process may have changed an event; any of them, without a code."""
        self._loading: dict[str, asyncio.Task[RoomActor | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to hear of other processes and to look after tables that are due."""
        await self._beat()
        now = self.context.now()
        await self.context.store.hasten(now, now + SET, now + HORIZON)
        await self.context.store.listen(self._on_notice, self.visitors.check)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._repeat(self._beat, BEAT)),
            loop.create_task(self._repeat(self._sweep, SWEEP)),
        ]

    async def stop(self) -> None:
        """Finish what was begun. The tables notice that people are gone when they wake again."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for actor in tuple(self.actors.values()):
            actor.close()
            await actor.wait_until_idle()
        await self.context.drain()

    async def open_table(self, guest: Guest, settings: Settings, password: str | None) -> str:
        """Open a table with this person as host; its code."""
        self.context.operator.check_drain()
        settings = normalize_settings(settings)
        if password is not None:
            check_password(password)
        await self._check_capacity(guest)
        context = self.context
        secret = context.secret()
        kept = None if password is None else await hash_password(password, context.entropy(SALT))
        return await self._open((Opened(guest.id, settings, kept),), secret)

    async def _open(self, facts: tuple[Fact, ...], secret: Secret) -> str:
        """Open the room that these facts begin, under a code that nobody has."""
        context = self.context
        entry = Entry(1, context.now(), (*facts, Committed(secret.commitment)))
        table = evolve_room(None, entry, lambda started: game_rng(secret, started))
        due = next_deadline(table)
        while True:
            length = CODE_LENGTH if table.settings.public else PRIVATE_CODE_LENGTH
            code = make_code(context.entropy, length)
            change = Append(
                code=code,
                entry=entry,
                listing=lobby_entry(code, table),
                due=None if due is None else due.at,
                secret=secret,
            )
            with suppress(Conflict):  # somebody's table has this code already
                await context.store.append(change)
                context.activity.open_table(code, table, table.host or "")
                return code

    async def open_event_table(
        self,
        settings: Settings,
        event: EventTable,
        seats: Sequence[Sat | BotSat],
        secret: Secret | None = None,
    ) -> str:
        """Open a room for a table of an event, with everyone in their seats; its code.

        The `secret` is that of a deal that several tables share.
        """
        if await self.context.store.count_rooms(None) >= self.context.limits.tables:
            raise Refused(RefusalKind.TOO_MANY)
        facts: list[Fact] = [Opened(f"event-{event.event}", settings, event=event)]
        for sat in seats:
            facts.append(sat)
            if isinstance(sat, Sat):
                facts.append(ReadyChanged(sat.seat, ready=True))
        return await self._open(tuple(facts), secret or self.context.secret())

    async def find_actor(self, code: str) -> RoomActor:
        """The actor of the room with this code, from memory or from the store."""
        self.context.check_damage(code)
        actor = self.actors.get(code)
        if actor is not None:
            return actor
        if not (code.isascii() and code.isalnum()):
            raise Refused(RefusalKind.NO_SUCH_CODE)
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(RoomActor.load(self.context, code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        try:
            found = await asyncio.shield(loading)
        except Damaged as error:
            self.context.note_damage(code, error)
            raise self.context.damage() from None
        if found is None:
            raise Refused(RefusalKind.NO_SUCH_TABLE, table=code)
        actor = self.actors.setdefault(code, found)
        if actor is found:
            actor.wake()
        return actor

    async def join(self, listener: Listener, message: Join) -> RoomActor:
        """Let a connection follow a table, if it may."""
        guest, address = listener.guest.id, listener.address
        actor = await self._find_for(message.table.upper(), guest, address)
        check_open(actor.room)
        check_watching(actor.room, guest)
        if not is_known(actor.room, guest) and actor.room.password is not None:
            async with self.guesses.turn(address, actor.code):
                await self._check_password(listener, actor, message.password)
            actor = await self.find_actor(actor.code)  # it may have left memory while we looked
        actor.check_join(listener.guest)
        self._report_guesses(actor)
        actor.join(listener, message.since)
        return actor

    async def close_table(self, guest: Guest, code: str, address: str) -> None:
        """Close a table for good at its owner's word; `Refused` if this person may not."""
        actor = await self._find_for(code.upper(), guest.id, address)
        await actor.close_for_owner(guest.id)

    async def close_for_operator(self, code: str) -> None:
        """Close a table for good at the operator's word; people at it are told."""
        await (await self.find_actor(code.upper())).close_for_operator()

    async def find_room_of(self, guest: str, code: str, address: str) -> Room:
        """The room with this code, for a person who is at it; `Refused` if they are not."""
        room = (await self._find_for(code, guest, address)).room
        check_open(room)
        if not is_present(room, guest):
            raise Refused(RefusalKind.NOT_AT_TABLE)
        return room

    async def _find_for(self, code: str, guest: str, address: str) -> RoomActor:
        """The same for this person; an address that tries many wrong codes has to wait."""
        now = self._seconds()
        wait = self.guesses.code_wait(address, now)
        try:
            actor = await self.find_actor(code)
        except Refused as refused:
            if wait:  # whether there is a table or not
                raise too_many_guesses(RefusalKind.WRONG_CODES, wait) from None
            if refused.code is RefusalCode.NO_SUCH_TABLE:
                self.guesses.wrong_code(address, now)
            raise
        if wait and not (actor.room.settings.public or is_known(actor.room, guest)):
            raise too_many_guesses(RefusalKind.WRONG_CODES, wait)
        return actor

    async def listing(self, code: str, address: str) -> LobbyEntry:
        """What the lobby shows of a table; an address that tries many wrong codes has to wait."""
        wait = self.guesses.code_wait(address, self._seconds())
        found = await self.context.store.listing(code)
        if wait and not (found is not None and found.public):
            raise too_many_guesses(RefusalKind.WRONG_CODES, wait)
        if found is None:
            self.guesses.wrong_code(address, self._seconds())
            raise Refused(RefusalKind.NO_SUCH_TABLE, table=code)
        return found

    async def _check_password(
        self, listener: Listener, actor: RoomActor, password: str | None
    ) -> None:
        who = (listener.address, listener.guest.id, actor.code)
        if password is not None:  # to ask whether there is one is no guess
            if self.guesses.is_right(listener.guest.id, actor.code, password):
                return
            self.guesses.check_password(*who, self._seconds())
            if await verify_password(actor.room.password, password):
                self.guesses.right_password(*who, password)
                return
            self.guesses.wrong_password(*who, self._seconds())
            self._report_guesses(actor, address=listener.address)
        raise Refused(RefusalKind.WRONG_PASSWORD)

    def _report_guesses(self, actor: RoomActor, **details: str) -> None:
        if not actor.room.people:
            return  # they hear of it when they come
        count = self.guesses.to_report(actor.code, self._seconds())
        if count:
            actor.report_wrong_passwords(count)
            name = self.context.activity.table_name(actor.code, actor.room)
            self.context.log.warning("wrong passwords", table=name, count=count, **details)

    def _seconds(self) -> float:
        return self.context.steady() / 1000

    # ---- looking after tables ----

    async def _check_capacity(self, guest: Guest) -> None:
        limits, store = self.context.limits, self.context.store
        if await store.count_rooms(guest.id) >= limits.tables_hosted:
            raise Refused(RefusalKind.TOO_MANY_HOSTED, most=limits.tables_hosted)
        if await store.count_rooms(None) >= limits.tables:
            raise Refused(RefusalKind.TOO_MANY)

    def drop(self, code: str) -> None:
        """Send everyone away from a room whose event is deleted, and forget it here."""
        actor = self.actors.pop(code, None)
        if actor is not None:
            actor.crowd.dismiss(Refused(RefusalKind.NO_SUCH_TABLE, table=code))
            actor.close()

    def _on_notice(self, code: str, seq: int) -> None:
        if code.startswith(EVENT_HINT) or not code:
            self.hear_event(code, seq)
        if code:
            if (actor := self.actors.get(code)) is not None:
                actor.hint(seq)
            return
        for actor in self.actors.values():  # anything may have happened
            actor.hint(0)

    async def refresh_operator_settings(self) -> None:
        """Read what the operator has set, here or through another process, and act on it."""
        if await self.context.operator.refresh():
            self.visitors.dismiss_banned()
        self.visitors.announce()

    async def _beat(self) -> None:
        await self._check_clock()
        if await self.context.beat():
            for actor in self.actors.values():
                actor.hint(0)  # it may not have announced what it wrote last
                actor.wake()  # and everyone who was there through it is gone
        await self.refresh_operator_settings()

    async def _check_clock(self) -> None:
        moved = self.context.clock_set()
        if abs(moved) > SET:
            self.context.log.info("the clock was set, or the machine slept", seconds=moved / 1000)
        if moved < -SET:  # what was to be done at times that now lie far ahead
            await self.context.store.hasten(self.context.now(), 0, 0)

    async def _sweep(self) -> None:
        context = self.context
        for code in await context.store.due(context.now() - OVERDUE, _MAX_SWEPT):
            await self._sweep_table(code)
        for game in await context.store.list_unrated(_MAX_SWEPT):
            await context.store.rate(game, update_ratings)
        for code, actor in tuple(self.actors.items()):
            if actor.is_idle and context.steady() - actor.last_used > UNUSED:
                actor.close()
                del self.actors[code]

    async def _sweep_table(self, code: str) -> None:
        try:
            (await self.find_actor(code)).sweep()
        except Refused:  # it is damaged, or gone: others must not wait behind it
            with suppress(Unavailable):
                await self.context.store.set_due(code, self.context.now() + BROKEN)
        except Exception:  # one that cannot be opened must not keep the others waiting
            await self.context.store.set_due(code, self.context.now() + BROKEN)
            name = self.context.activity.table_name(code)
            self.context.log.exception("a table cannot be opened", table=name)

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while not self.stopping:  # a driver may turn being cancelled into another error
            due = time.monotonic() + seconds
            await asyncio.sleep(seconds)
            self.context.loop_lag.observe(max(0.0, time.monotonic() - due))
            try:
                await work()
            except Unavailable as error:
                self.context.note_failure(error)
            except Exception:
                self.context.log.exception("looking after the tables failed")
