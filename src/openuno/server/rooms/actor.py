"""A room in memory: one job at a time, each decided, made durable, acknowledged, then published."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from openuno.engine.actions import Catch, SayUno
from openuno.room.closing import check_open, close_for_operator, close_for_owner
from openuno.room.commands import Move
from openuno.room.deadlines import Delete, moves_of_bots, note_calls_seen
from openuno.room.decide.moves import owes_uno_at
from openuno.room.facts import Entry, Fact, WrongPasswords
from openuno.room.protocol.messages import Ask, Error
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.state import GameOn, Room
from openuno.server.context import ServerContext
from openuno.server.rooms.autoplay import facts_due
from openuno.server.rooms.bots import RoomBots, is_searching
from openuno.server.rooms.crowd import Crowd
from openuno.server.rooms.inbox import Inbox, Job
from openuno.server.rooms.listener import Listener, Request
from openuno.server.rooms.loading import LoadedRoom, game_events, load_room
from openuno.server.rooms.log import Draft, RoomLog
from openuno.server.rooms.pace import RoomPace
from openuno.server.rooms.presence import Presence
from openuno.server.rooms.requests import Requests
from openuno.server.rooms.timer import RoomTimer
from openuno.server.store import AlreadyDone, Conflict, Damaged, Guest, Unavailable

MAX_WAITING = 500
"""Requests that wait at a room before more are turned away."""
OTHERS_FIRST = 1500
"""Milliseconds we leave to the process that wrote last before we act for the room ourselves."""


class RoomActor:
    """Runs one room in this process; every change goes through its inbox, in order."""

    def __init__(self, context: ServerContext, code: str, loaded: LoadedRoom) -> None:
        self.code = code
        self.last_used = context.steady()
        """When someone last came, asked or went here, or the room last acted through us."""
        self._context = context
        self._is_closed = False
        self._inbox = Inbox(self._run, self._set_timer)
        self._log = log = RoomLog(context, code, loaded, self._publish)
        self._timer = RoomTimer(log.clock, self.wake)
        self._bots = RoomBots(context.entropy, context.searches)
        self._bots.observe(loaded.events)
        self.crowd = Crowd(code, log.clock)
        self._pace = RoomPace(context.limits, log.clock)
        self._presence = Presence(context, log, self.crowd)
        self._requests = Requests(context, log, self.crowd, self._presence, self._pace)

    @classmethod
    async def load(cls, context: ServerContext, code: str) -> "RoomActor | None":
        """The room as the store has it, or None if there is none."""
        loaded = await load_room(context, code)
        return None if loaded is None else cls(context, code, loaded)

    @property
    def room(self) -> Room:
        """The room after the latest entry we know."""
        return self._log.room

    # ---- people ----

    def ask(self, listener: Listener, message: Ask) -> None:
        """Let a person's request be decided; they get an ack or an error."""
        context = self._context
        request = Request(listener, message, time.monotonic())
        try:
            if self._inbox.at_work is not None and len(self._inbox) >= MAX_WAITING:
                raise Refused(RefusalKind.TRY_AGAIN)
            context.check_pace(listener.guest.id, listener.address, message)
        except Refused as refused:
            context.refusals[refused.code] += 1
            request.refuse(refused)
            return
        self.last_used = context.steady()
        if self._inbox.at_work is None and self._begin_move(request):
            return
        guest, command = listener.guest.id, message.command
        action = command.action if isinstance(command, Move) else None
        answer = partial(self._requests.answer, request)
        if isinstance(action, SayUno) and owes_uno_at(self.room, guest):
            self._inbox.put_uno(answer, guest)
        else:
            self._inbox.put(answer, guest, yields=isinstance(action, Catch))

    def check_join(self, guest: Guest) -> None:
        """Refuse those who come and go all the time."""
        self._pace.check_join(self.room, guest.id)

    def join(self, listener: Listener, since: int | None) -> None:
        """Let a connection follow the room; it gets what it missed, or everything."""
        self.last_used = self._context.steady()
        self._presence.expect(listener)
        self._inbox.put(partial(self._join, listener, since))

    def leave(self, listener: Listener) -> None:
        """A connection is closed, or follows another room now."""
        self.last_used = self._context.steady()
        self._presence.remove(listener)
        if not self._is_closed:
            self._inbox.put(self._record_presence)

    def report_wrong_passwords(self, count: int) -> None:
        """Write down that somebody may be guessing, for the host to see."""
        self._inbox.put(partial(self._append, WrongPasswords(count)))

    async def close_for_owner(self, guest: str) -> None:
        """Close the room for good, if this person may; else `Refused`."""
        await self._ask_to_close(lambda: close_for_owner(self.room, guest))

    async def close_for_operator(self) -> None:
        """Close the room for good, whatever happens in it; `Refused` if it is closed."""
        await self._ask_to_close(lambda: close_for_operator(self.room, self._log.secrets))

    async def act_for_event(self, decide: Callable[[Room, Secrets], tuple[Fact, ...]]) -> None:
        """Write what the event brings about at this table of it, if anything; once it is done."""
        self.last_used = self._context.steady()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put(partial(self._act_for_event, decide, done))
        await done

    async def _ask_to_close(self, decide: Callable[[], tuple[Fact, ...]]) -> None:
        self.last_used = self._context.steady()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put(partial(self._close_room, decide, done))
        await done

    # ---- other processes, and time ----

    def wake(self) -> None:
        """See whether something is due."""
        self._inbox.put(self._act_if_due, yields=True)

    def sweep(self) -> None:
        """See whether something is due, and write down when to look again."""
        self._inbox.put(self._act_if_due)
        self._inbox.put(self._log.store_due_time)

    def hint(self, seq: int) -> None:
        """Another process may have written this entry; 0: perhaps any."""
        if seq > self.room.seq or not seq:
            self._inbox.put(partial(self._follow_hint, seq))

    def next_due(self) -> int | None:
        """When the room next acts by itself, by its own clock."""
        if self._log.is_deleted:
            return None
        due = self._log.due_time.next(self._log.room)
        return None if due is None else due.at

    def submit(self, job: Job) -> None:
        """Do this after what is waiting already."""
        self._inbox.put(job)

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here now and nobody listens."""
        return self._inbox.at_work is None and not self.crowd

    async def wait_until_idle(self) -> None:
        """Wait until the inbox is empty."""
        await self._inbox.wait_until_idle()

    def close(self) -> None:
        """Forget the room here; the store has it, and another copy here may act on it from now."""
        self._is_closed = True
        self._timer.stop()
        self._bots.stop()

    def _set_timer(self) -> None:
        self._think_ahead()
        log = self._log
        when = self.next_due()
        if log.is_stale:
            when = log.clock.now()  # to find out what was written, and publish it
        elif when is not None and not log.wrote_last:
            when += OTHERS_FIRST
        if when is not None and not self._is_closed and self.code not in self._context.damaged:
            self._timer.set(max(when, log.retry_at))

    def _think_ahead(self) -> None:
        """Let bots that search begin now, so that their moves are ready when they are due."""
        room, clock = self.room, self._log.clock
        on = room.game
        if not isinstance(on, GameOn) or self._is_closed or not self._log.wrote_last:
            return
        if any(map(is_searching, room.seats)):
            for due in moves_of_bots(room):
                until = time.monotonic() + (due.at - clock.now()) / 1000
                self._bots.think_ahead(on.game, due.seat, room.seats[due.seat], until)

    # ---- a move while nothing else happens ----

    def _begin_move(self, request: Request) -> bool:
        begun = self._requests.begin_move(request)
        if begun is None:
            return False
        self._inbox.at_work = begun.writing
        begun.writing.add_done_callback(partial(self._end_move, request, begun.draft))
        return True

    def _end_move(self, request: Request, draft: Draft, writing: asyncio.Future[None]) -> None:
        """Acknowledge and publish a move that is written; leave anything else to a job."""
        if writing.cancelled():
            self._inbox.at_work = None
            return
        failure = writing.exception()
        if failure is None:
            try:
                self._log.accept(draft, request, request.began)
                self._context.command_seconds.observe(time.monotonic() - request.began)
            except Exception as error:  # noqa: BLE001 - a job logs and answers it
                failure = error
        if failure is not None:
            if isinstance(failure, Unavailable):
                self._log.is_stale = True  # it may have been written all the same
            known = None if isinstance(failure, Conflict | AlreadyDone) else failure
            answer = partial(self._requests.answer, request, known)
            self._inbox.put_first(answer, request.listener.guest.id)
        self._inbox.resume()

    # ---- jobs ----

    async def _run(self, job: Job) -> None:
        try:
            await job()
        except Damaged as error:
            self._context.note_damage(self.code, error)
        except Unavailable as error:
            self._log.note_failure()
            self._context.outage.begin(error)
        except Exception:  # a fault in one job must not stop the next
            self._log.note_failure()
            name = self._context.activity.table_name(self.code, self.room)
            self._context.log.exception("job failed", table=name)

    async def _join(self, listener: Listener, since: int | None) -> None:
        try:
            check_open(self.room)
            await self._log.resync()
            if since is not None and since > self.room.seq:
                await self._log.catch_up()  # they come from a process that knows more
            await self._presence.record(listener.guest)
            check_open(self.room)
        except Damaged:
            listener.writer.reply(Error.of(self._context.damage()))
            raise
        except Unavailable:
            listener.writer.reply(Error.of(Refused(RefusalKind.TABLE_UNREACHABLE)))
            raise
        except Refused as refused:
            listener.writer.reply(Error.of(refused))
            return
        self._presence.admit(listener, since)

    async def _record_presence(self) -> None:
        await self._log.resync()
        await self._presence.record()

    async def _append(self, fact: Fact) -> None:
        async def decide() -> tuple[Fact, ...]:
            return (fact,)

        await self._log.resync()
        await self._log.append_unprompted(decide)

    async def _close_room(
        self, decide: Callable[[], tuple[Fact, ...]], done: asyncio.Future[None]
    ) -> None:
        async def facts() -> tuple[Fact, ...]:
            return decide()

        try:
            await self._log.resync()
            await self._log.append_unprompted(facts)
        except (Refused, Unavailable) as error:
            if not done.done():
                done.set_exception(error)
            if isinstance(error, Unavailable):
                raise
        else:
            if not done.done():
                done.set_result(None)

    async def _act_for_event(
        self, decide: Callable[[Room, Secrets], tuple[Fact, ...]], done: asyncio.Future[None]
    ) -> None:
        async def facts() -> tuple[Fact, ...]:
            return decide(self.room, self._log.secrets)

        try:
            await self._log.resync()
            await self._log.append_unprompted(facts)
        except Exception as error:
            if not done.done():
                done.set_exception(error)
            raise
        if not done.done():
            done.set_result(None)

    async def _follow_hint(self, seq: int) -> None:
        if seq > self.room.seq or not seq:
            await self._log.catch_up()

    async def _act_if_due(self) -> None:
        if self.code in self._context.damaged:
            return
        await self._record_presence()
        await self._log.append_unprompted(self._facts_due)

    async def _facts_due(self) -> tuple[Fact, ...]:
        """What the room does by itself now, if anything."""
        room, due_time = self.room, self._log.due_time
        due = due_time.next(room)
        if due is None or due.at > self._log.clock.now():
            return ()
        if isinstance(due, Delete):
            await self._log.delete()
        due_time.calls_seen = note_calls_seen(room, due_time.calls_seen, due)
        return facts_due(room, due, self._bots, self._log.secrets)

    def _publish(self, entry: Entry, request: Request | None) -> None:
        """The entry is written: everyone hears of it."""
        room = self._log.room
        self._bots.observe(game_events(entry))
        self.crowd.keep(entry, room)
        self.crowd.broadcast(room, entry, request)
        if room.closed_for is not None:
            self._disconnect_all()
        if self._log.wrote_last:
            self.last_used = self._context.steady()
        elif not self._presence.disconnect_removed(entry):
            self._inbox.put(self._presence.record)

    def _disconnect_all(self) -> None:
        """The room is closed: nobody can be at it any more."""
        try:
            check_open(self.room)
        except Refused as refused:
            self.crowd.dismiss(refused)
