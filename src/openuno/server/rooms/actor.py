"""A table in memory: one job at a time, each decided, made durable, acknowledged, then told."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from openuno.engine.actions import Catch, SayUno
from openuno.room import commands
from openuno.room.closing import check_log, check_open, close_at_limits, close_for_owner
from openuno.room.deadlines import Delete, next_deadline, note_calls_seen
from openuno.room.decide import COOL_DOWN, RequestContext, decide, owes_uno_at
from openuno.room.evolve import evolve_room
from openuno.room.facts import (
    Committed,
    Departed,
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
from openuno.room.host import is_known
from openuno.room.protocol.messages import Ack, Ask, Error
from openuno.room.refusals import RefusalCode, Refused
from openuno.room.secret import Secrets
from openuno.room.snapshot import write_snapshot
from openuno.room.state import Room, is_game_on, is_present
from openuno.server.clock import TableClock
from openuno.server.context import ServerContext
from openuno.server.limits import Bucket
from openuno.server.rooms.autoplay import facts_due, presence_facts
from openuno.server.rooms.bots import RoomBots
from openuno.server.rooms.crowd import Crowd, Listener, encode_frame
from openuno.server.rooms.lobby_entry import lobby_entry
from openuno.server.rooms.log import (
    LoadedRoom,
    game_events,
    load_room,
    rng_source,
    secret_of,
    slices,
)
from openuno.server.rooms.ratings import update_ratings
from openuno.server.rooms.results import finished_game
from openuno.server.rooms.timer import OTHERS_FIRST, RoomTimer
from openuno.server.store import (
    AlreadyDone,
    Append,
    Conflict,
    Damaged,
    FinishedGame,
    Guest,
    StoredSnapshot,
    Unavailable,
)
from openuno.server.store.snapshot_version import snapshot_version

MAX_TRIES = 25
"""How often something is decided anew because another process was first."""
MAX_WAITING = 500
"""Requests that wait at a table before more are turned away."""
AFTER_A_FAILURE = 500
"""Milliseconds until a table tries the store again after it has failed."""
SNAPSHOT_EVERY = 200
"""Entries between two snapshots: about as many are folded when the table is loaded again."""
MAX_UNCHANGED = 256
"""Commands that changed nothing whose answers are remembered, while the table is in memory."""
_UNLISTED = (
    Moved
    | Said
    | Emoted
    | Warned
    | TimedOut
    | Returned
    | WrongPasswords
    | SeedCommitted
    | SeedAdded
    | StartAsked
    | SeedsAsked
)
"""Facts that change nothing the lobby shows."""

Job = Callable[[], Awaitable[None]]


class _Waiting(NamedTuple):
    """A job in the inbox, and who asked for it.

    It `yields` if it can catch a player: an UNO that is said while it waits goes first.
    """

    job: Job
    guest: str | None = None
    yields: bool = False


class _Draft(NamedTuple):
    """An entry that is decided but not written yet: the table after it, and what is stored."""

    after: Room
    change: Append
    quiet: bool
    """Whether the lobby shows the same as before."""


class RoomActor:
    """The one copy of a table in this process; every change goes through its inbox, in order."""

    def __init__(self, context: ServerContext, code: str, loaded: LoadedRoom) -> None:
        table = loaded.table
        self.code = code
        self.table = table
        self._wanted: set[Listener] = set()
        self.last_used = context.steady()
        """When someone last came, asked or went here, or the table last acted through us."""
        self._context = context
        self._secret = loaded.secret
        self._saved = loaded.saved
        self._spare = context.secret()
        self._bots = RoomBots(context.entropy)
        self._bots.observe(loaded.hand)
        self._listing = lobby_entry(code, table)
        self._inbox: deque[_Waiting] = deque()
        self._worker: asyncio.Future[None] | None = None
        """What keeps the next job waiting: a task, or an entry on its way to the disk."""
        self._wrote_last = False
        self._stale = False
        self._retry_at = 0
        self._closed = False
        self._deleted = False
        self._cooling: dict[str, int] = {}
        self._unchanged: dict[tuple[str, str], tuple[int, commands.RoomCommand]] = {}
        self._coming: dict[str, Bucket] = {}
        self._clock = TableClock(context.now, context.steady, table.at)
        self._timer = RoomTimer(self._clock, self.wake)
        self.crowd = Crowd(code, self._clock)

    @classmethod
    async def load(cls, context: ServerContext, code: str) -> "RoomActor | None":
        """The table as the store has it, or None if there is none."""
        loaded = await load_room(context, code)
        if loaded is None:
            return None
        live = cls(context, code, loaded)
        live._save_now_and_then()
        return live

    # ---- what can be asked of it ----

    def ask(self, listener: Listener, message: Ask) -> None:
        """Let a person's request be decided; they get an ack or an error."""
        if len(self._inbox) >= MAX_WAITING:
            busy = Refused(RefusalCode.TRY_AGAIN, "this table is busy; try again in a moment")
            self._context.refusals[busy.code] += 1
            listener.reply(_error(busy, message.id))
            return
        try:
            self._context.check_pace(listener.guest.id, listener.address, message)
        except Refused as refused:
            self._context.refusals[refused.code] += 1
            listener.reply(_error(refused, message.id))
            return
        self.last_used = self._context.steady()
        began = time.monotonic()
        if self._worker is None and self._move_at_once(listener, message, began):
            return
        guest, what = listener.guest.id, message.command
        action = what.action if isinstance(what, commands.Move) else None
        waiting = _Waiting(
            lambda: self._handle_request(listener, message, began),
            guest,
            yields=isinstance(action, Catch),
        )
        ahead = isinstance(action, SayUno) and owes_uno_at(self.table, guest)
        self._enqueue(waiting, self._index_for_uno(guest) if ahead else len(self._inbox))

    def check_join_rate(self, guest: Guest) -> None:
        """Refuse those who come and go all the time.

        Strangers are counted together: another name helps nobody. People whose table or seat it is
        are not held up by them.
        """
        table, limits, now = self.table, self._context.limits, self._now() / 1000
        if is_present(table, guest.id):
            return
        whose = guest.id if is_known(table, guest.id) else ""
        bucket = self._coming.setdefault(whose, Bucket(limits.coming, limits.people, now))
        if not bucket.take(now):
            raise Refused(
                RefusalCode.TOO_FAST, "too many people are joining; try again in a moment"
            )

    def report_wrong_passwords(self, count: int) -> None:
        """Write down that somebody may be guessing, for the host to see."""
        self.submit(lambda: self._report(WrongPasswords(count)))

    def join(self, listener: Listener, since: int | None) -> None:
        """Let someone follow the table; they hear what they missed, or everything."""
        self._wanted.add(listener)
        self.last_used = self._context.steady()
        self.submit(lambda: self._handle_join(listener, since))

    async def close_for_owner(self, guest: str) -> None:
        """Close the table for good, if this person may; else `Refused`."""
        self.last_used = self._context.steady()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def close() -> None:
            try:
                await self._resync()
                await self._append_unprompted(self._decide_closing(guest))
            except (Refused, Unavailable) as error:
                if not done.done():
                    done.set_exception(error)
                if isinstance(error, Unavailable):
                    raise
            else:
                if not done.done():
                    done.set_result(None)

        self.submit(close)
        await done

    def _decide_closing(self, guest: str) -> Callable[[], Awaitable[tuple[Fact, ...]]]:
        async def decided() -> tuple[Fact, ...]:
            return close_for_owner(self.table, guest)

        return decided

    def leave(self, listener: Listener) -> None:
        """A connection is closed, or follows another table now."""
        self.last_used = self._context.steady()
        self._wanted.discard(listener)  # it may have been about to come in
        self.crowd.remove(listener)
        if not self._closed:
            self.submit(self._handle_leave)

    def wake(self) -> None:
        """See whether something is due."""
        self._enqueue(_Waiting(self._run_due, yields=True), len(self._inbox))

    def sweep(self) -> None:
        """See whether something is due, and write down when to look again."""
        self.submit(self._run_due)
        self.submit(self._store_due)

    def hint(self, seq: int) -> None:
        """Another process may have written this entry."""
        if seq > self.table.seq or not seq:
            self.submit(lambda: self._handle_hint(seq))

    def submit(self, job: Job) -> None:
        """Do this after what is waiting already."""
        self._enqueue(_Waiting(job), len(self._inbox))

    def _enqueue(self, waiting: _Waiting, place: int) -> None:
        self._inbox.insert(place, waiting)
        if self._worker is None:
            self._start_work()

    def _start_work(self) -> None:
        self._worker = asyncio.get_running_loop().create_task(self._work())

    def _index_for_uno(self, guest: str) -> int:
        """Where an owed UNO waits: ahead of catches, behind what the same person asked before."""
        place = len(self._inbox)
        for index, waiting in reversed(list(enumerate(self._inbox))):
            if waiting.guest == guest:
                break
            if waiting.yields:
                place = index
        return place

    @property
    def idle(self) -> bool:
        """Whether nothing happens here now and nobody listens."""
        return self._worker is None and not self.crowd

    async def wait_until_idle(self) -> None:
        """Wait until the inbox is empty."""
        while self._worker is not None:
            await asyncio.wait((self._worker,))

    def close(self) -> None:
        """Forget the table here; the store has it, and another copy here may act on it from now."""
        self._closed = True
        self._timer.stop()

    async def _work(self) -> None:
        try:
            while self._inbox:
                try:
                    await self._inbox.popleft().job()
                except Damaged as error:
                    self._context.note_damage(self.code, error)
                except Unavailable as error:
                    self._report_failure()
                    self._context.outage.begin(error)
                except Exception:  # a fault in one job must not stop the next
                    self._report_failure()
                    name = self._context.activity.table_name(self.code, self.table)
                    self._context.log.exception("job failed", table=name)
            self._arm()
        finally:
            self._worker = None

    def _report_failure(self) -> None:
        self._stale = True
        now = self._now()
        if now >= self._retry_at:  # who insists meanwhile must not put off the next try forever
            self._retry_at = now + AFTER_A_FAILURE

    # ---- a move while nothing else happens ----

    def _move_at_once(self, listener: Listener, message: Ask, began: float) -> bool:
        """Decide a move and begin to write it: nearly all are like this, and need no task.

        False if there is anything to it that a job has to see to: a refusal, the end of a game, or
        a catch, for an UNO that arrives at the same moment goes first.
        """
        context, guest, move = self._context, listener.guest, message.command
        if (
            not isinstance(move, commands.Move)
            or isinstance(move.action, Catch)
            or self._stale
            or self.code in context.damaged
            or listener not in self.crowd
            or (guest.id, message.id) in self._unchanged
        ):
            return False
        try:
            check_log(self.table, move, context.limits.log_entries)
            facts = decide(self.table, self._request_context(guest), move)
            draft = self._draft(facts, guest.id, message)
            if not draft.quiet:
                return False
            self._worker = writing = context.store.begin_append(draft.change)
        except Exception:  # noqa: BLE001 - a job meets it again, and answers
            return False
        writing.add_done_callback(partial(self._end_move, listener, message, began, draft))
        return True

    def _end_move(
        self,
        listener: Listener,
        message: Ask,
        began: float,
        draft: _Draft,
        writing: asyncio.Future[None],
    ) -> None:
        """Acknowledge and tell a move that is written; leave anything else to a job."""
        self._worker = None
        if writing.cancelled():
            return
        failure = writing.exception()
        if failure is None:
            try:
                self._count_written(draft.change, began)
                entry = draft.change.entry
                self._publish(
                    entry, draft.after, listener, encode_frame(Ack(message.id, entry.seq))
                )
                self._context.command_seconds.observe(time.monotonic() - began)
            except Exception as error:  # noqa: BLE001 - a job logs and answers it
                failure = error
        if failure is not None:
            if isinstance(failure, Unavailable):
                self._stale = True  # it may have been written all the same
            again = None if isinstance(failure, Conflict | AlreadyDone) else failure
            job = partial(self._handle_request, listener, message, began, again)
            self._inbox.appendleft(_Waiting(job, listener.guest.id))
        if self._inbox:
            self._start_work()
        else:
            self._arm()

    # ---- the jobs ----

    async def _handle_request(
        self,
        listener: Listener,
        message: Ask,
        began: float,
        failure: BaseException | None = None,
    ) -> None:
        """Answer a request; `failure` is how writing what follows from it has failed already."""
        try:
            if failure is not None:
                raise failure
            self._context.check_damage(self.code)
            await self._answer_request(listener, message)
        except Refused as refused:
            listener.reply(_error(refused, message.id))
        except Damaged as error:
            self._context.note_damage(self.code, error)
            listener.reply(_error(self._context.damage(), message.id))
        except Exception:  # whatever it was: no request goes without an answer
            sentence = "your move could not be saved; please retry in a moment"
            self._context.refusals[RefusalCode.UNAVAILABLE] += 1
            listener.reply(_error(Refused(RefusalCode.UNAVAILABLE, sentence), message.id))
            raise
        finally:
            self._context.command_seconds.observe(time.monotonic() - began)

    async def _answer_request(self, listener: Listener, message: Ask) -> None:
        await self._resync()
        if (unchanged := self._unchanged.get((listener.guest.id, message.id))) is not None:
            self._repeat_unchanged(listener, message, *unchanged)
            return
        if listener not in self.crowd:
            outside = Refused(RefusalCode.NOT_AT_TABLE, "join the table first")
            await self._refuse(listener, message, outside)
            return
        guest, command = listener.guest, message.command
        for _ in range(MAX_TRIES):
            try:
                if not is_present(self.table, guest.id):
                    await self._record_presence()  # another process has just taken us for dead
                check_log(self.table, command, self._context.limits.log_entries)
                facts = decide(self.table, self._request_context(guest), command)
                if not facts:
                    seq = self.table.seq
                    await self._catch_up()
                    if self.table.seq > seq:  # it was so, until another process changed it
                        continue
                    await self._acknowledge_no_change(listener, message)
                    return
                entry, after = await self._append(facts, guest.id, message)
            except Conflict:
                await self._catch_up()
                continue
            except AlreadyDone as already:
                await self._catch_up()
                await self._repeat_answer(listener, message, already.seq)
                return
            except Refused as refused:
                await self._refuse(listener, message, refused)
                return
            self._publish(entry, after, listener, encode_frame(Ack(message.id, entry.seq)))
            if isinstance(command, commands.Leave):
                self._disconnect(guest.id)
            return
        busy = Refused(RefusalCode.TRY_AGAIN, "too much is happening at this table; try again")
        listener.reply(_error(busy, message.id))

    async def _acknowledge_no_change(self, listener: Listener, message: Ask) -> None:
        """Answer a request for what is so already: nothing is written."""
        seq = await self._context.store.answer(self.code, listener.guest.id, message.id)
        if seq is not None:
            await self._repeat_answer(listener, message, seq)
            return
        # Said again it gets the same answer, though the table has changed meanwhile.
        self._unchanged[listener.guest.id, message.id] = (self.table.seq, message.command)
        if len(self._unchanged) > MAX_UNCHANGED:
            del self._unchanged[next(iter(self._unchanged))]
        listener.reply(Ack(message.id, self.table.seq))

    def _repeat_unchanged(
        self, listener: Listener, message: Ask, seq: int, command: object
    ) -> None:
        if command == message.command:
            listener.reply(Ack(message.id, seq))
        else:
            sentence = "you used this id for another command; choose a new id"
            listener.reply(_error(Refused(RefusalCode.REUSED_ID, sentence), message.id))

    async def _refuse(self, listener: Listener, message: Ask, refused: Refused) -> None:
        # A request sent again may be refused because it was carried out: then that is the answer.
        guest = listener.guest.id
        seq = await self._context.store.answer(self.code, guest, message.id)
        if seq is not None:
            await self._repeat_answer(listener, message, seq)
            return
        self._context.refusals[refused.code] += 1
        match message.command:
            case commands.Move(Catch()) if refused.code is RefusalCode.TOO_EARLY:
                self._cooling[guest] = self._now() + COOL_DOWN
            case _:
                pass
        listener.reply(_error(refused, message.id))

    async def _repeat_answer(self, listener: Listener, message: Ask, seq: int) -> None:
        """Acknowledge entry `seq` again, unless another command led to it under this id."""
        entries = await self._context.store.entries(self.code, seq - 1, seq)
        known = entries[0].digest if entries else None  # older entries have none
        if known is None or known == commands.command_digest(message.command):
            listener.reply(Ack(message.id, seq))
            return
        self._context.refusals[RefusalCode.REUSED_ID] += 1
        sentence = f"you used this id for another command (entry {seq}); choose a new id"
        listener.reply(_error(Refused(RefusalCode.REUSED_ID, sentence), message.id))

    async def _handle_join(self, listener: Listener, since: int | None) -> None:
        try:
            check_open(self.table)
            await self._resync()
            if since is not None and since > self.table.seq:
                await self._catch_up()  # they come from a process that knows more
            await self._record_presence(listener)
            check_open(self.table)
        except Damaged:
            listener.reply(_error(self._context.damage()))
            raise
        except Unavailable:
            sentence = "the table cannot be reached just now; join again in a moment"
            listener.reply(_error(Refused(RefusalCode.UNAVAILABLE, sentence)))
            raise
        except Refused as refused:
            listener.reply(_error(refused))
            return
        if listener in self._wanted:
            self.crowd.add(listener, self.table, since)

    async def _report(self, fact: Fact) -> None:
        async def report() -> tuple[Fact, ...]:
            return (fact,)

        await self._resync()
        await self._append_unprompted(report)

    async def _handle_leave(self) -> None:
        await self._resync()
        await self._record_presence()

    async def _record_presence(self, coming: Listener | None = None) -> None:
        """Write down who is there now through this process, and who cannot be through another."""

        await self._append_unprompted(
            lambda: self._presence_changes(None if coming is None else coming.guest)
        )

    async def _run_due(self) -> None:
        if self.code in self._context.damaged:
            return
        await self._resync()
        await self._record_presence()
        await self._append_unprompted(self._overdue_facts)

    async def _store_due(self) -> None:
        if self._deleted:
            return
        when = self._timer.check_at(self.table)
        await self._context.store.set_due(self.code, when)
        self._timer.stored(when)

    async def _handle_hint(self, seq: int) -> None:
        if seq > self.table.seq or not seq:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Take in what other processes have written."""
        async for entries in slices(self._context.store, self.code, self.table.seq):
            for entry in entries:
                await self._apply_entry(entry)
        self._stale = False

    async def _apply_entry(self, entry: Entry) -> None:
        for fact in entry.facts:
            if isinstance(fact, Committed):
                self._secret = await secret_of(self._context, self.code, fact.commitment)
                if fact.commitment == self._spare.commitment:
                    # Our own entry, whose answer was lost: no seed serves twice.
                    self._spare = self._context.secret()
        self._wrote_last = False
        self._publish(entry, evolve_room(self.table, entry, rng_source(self._secret)))
        self._listing = lobby_entry(self.code, self.table)
        self._timer.stored(None)
        self._disconnect_removed(entry)

    def _disconnect_removed(self, entry: Entry) -> None:
        """Others have written that people went who are connected here."""
        gone = [
            f for f in entry.facts if isinstance(f, Departed) and f.via == self._context.process
        ]
        if entry.guest is not None:  # at their own request, on another device
            for fact in gone:
                self._disconnect(fact.guest)
        elif gone:
            self.submit(self._record_presence)  # they took us for dead: our people are still here

    def _disconnect(self, guest: str) -> None:
        for connection in self.crowd.of(guest):
            self.crowd.remove(connection)

    def _disconnect_all(self) -> None:
        """The table is closed: nobody can be at it any more."""
        try:
            check_open(self.table)
        except Refused as refused:
            for listener in self.crowd.everyone():
                self.crowd.remove(listener)
                listener.reply(_error(refused))

    # ---- deciding ----

    async def _presence_changes(self, coming: Guest | None) -> tuple[Fact, ...]:
        context, table = self._context, self.table
        if table.closed_for is not None:
            return ()  # nobody is at a closed table
        alive = await context.alive(via for person in table.people for via in person.via)
        here = self.crowd.guests()
        if coming is not None:
            here[coming.id] = coming.name
            full = len(table.people) >= context.limits.people
            if full and not is_present(table, coming.id) and not is_known(table, coming.id):
                raise Refused(RefusalCode.TOO_MANY, "this table is full; come back later")
        return presence_facts(table, here, context.process, alive)

    async def _overdue_facts(self) -> tuple[Fact, ...]:
        """What the table does by itself now, if anything."""
        table, looked = self.table, self._timer.looked
        next_due = next_deadline(table, looked)
        if next_due is None or next_due.at > self._now():
            return ()
        if isinstance(next_due, Delete):
            await self._context.store.delete_table(self.code)
            self._deleted = True
        self._timer.looked = note_calls_seen(table, looked, next_due)
        return facts_due(table, next_due, self._bots, Secrets(self._secret, self._spare))

    def _request_context(self, guest: Guest) -> RequestContext:
        cooling = self._cooling.get(guest.id, 0)
        return RequestContext(guest.id, guest.name, self._now(), self._secret, self._spare, cooling)

    # ---- writing and telling ----

    async def _append_unprompted(self, decided: Callable[[], Awaitable[tuple[Fact, ...]]]) -> None:
        """Write what nobody asked for, if there is anything; the first process writes it."""
        for _ in range(MAX_TRIES):
            facts = await decided()
            if not facts:
                return
            try:
                entry, after = await self._append(facts)
            except Conflict:
                await self._catch_up()
                continue
            self._publish(entry, after)
            return

    def _draft(
        self, facts: tuple[Fact, ...], guest: str | None = None, message: Ask | None = None
    ) -> _Draft:
        """The entry that holds these facts, and all that is stored with it but a finished game."""
        before, limits = self.table, self._context.limits
        at = max(self._now(), before.at)
        command, digest = None, None
        if message is not None:
            command, digest = message.id, commands.command_digest(message.command)
        entry = Entry(before.seq + 1, at, facts, guest, command, digest)
        after = evolve_room(before, entry, rng_source(self._secret))
        if last := close_at_limits(
            after, limits.log_entries, limits.game_entries, self._secret, self._spare
        ):
            facts = (*facts, *last)
            entry = replace(entry, facts=facts)
            after = evolve_room(before, entry, rng_source(self._secret))
        listing, secret = None, None
        quiet = all(isinstance(fact, _UNLISTED) for fact in facts)
        if not quiet:
            listing = lobby_entry(self.code, after)
            if any(isinstance(fact, Committed) for fact in facts):
                secret = self._spare
        change = Append(
            code=self.code,
            entry=entry,
            listing=None if listing == self._listing else listing,
            due=self._timer.to_store(after),
            secret=secret,
        )
        return _Draft(after, change, quiet)

    async def _append(
        self, facts: tuple[Fact, ...], guest: str | None = None, message: Ask | None = None
    ) -> tuple[Entry, Room]:
        after, change, quiet = self._draft(facts, guest, message)
        entry = change.entry
        if not quiet:
            change = replace(change, finished=await self._record_result(self.table, after, entry))
        began = time.monotonic()
        try:
            await self._context.store.append(change)
        except Unavailable:
            self._stale = True  # it may have been written all the same
            raise
        except Conflict:
            self._context.conflicts += 1
            raise
        self._count_written(change, began)
        if not quiet:
            self._context.activity.record_entry(self.code, entry, after)
        return entry, after

    def _count_written(self, change: Append, began: float) -> None:
        """The change is on the disk, and we wrote it."""
        context = self._context
        self._wrote_last = True
        self.last_used = context.steady()
        if change.listing is not None:
            self._listing = change.listing
        self._timer.stored(change.due)
        if change.secret is not None:
            self._secret, self._spare = self._spare, context.secret()
        if change.finished is not None:
            context.spawn(self._update_ratings(change.finished.id))
        context.entries_written += 1
        context.commit_seconds.observe(time.monotonic() - began)
        context.outage.end()

    def _publish(
        self, entry: Entry, after: Room, asker: Listener | None = None, answer: bytes = b""
    ) -> None:
        """The entry is written: it counts, and everyone hears of it."""
        self.table = after
        self._clock.follow(after.at, playing=is_game_on(after))
        self._bots.observe(game_events(entry))
        self.crowd.keep(entry, after)
        self.crowd.broadcast(after, entry, asker, answer)
        if after.closed_for is not None:
            self._disconnect_all()
        if self._wrote_last:
            self._save_now_and_then()

    def _save_now_and_then(self) -> None:
        """Store a snapshot beside what goes on: no move waits for it, and losing one is no harm."""
        if self.table.seq - self._saved >= SNAPSHOT_EVERY:
            self._saved = self.table.seq
            self._context.spawn(self._save(self.table))

    async def _save(self, room: Room) -> None:
        snapshot = StoredSnapshot(room.seq, snapshot_version(), write_snapshot(room))
        with suppress(Unavailable):
            await self._context.store.keep_snapshot(self.code, snapshot)

    async def _record_result(self, before: Room, after: Room, entry: Entry) -> FinishedGame | None:
        if not any(isinstance(fact, GameClosed) for fact in entry.facts):
            return None
        entries: list[Entry] = []
        async for read in slices(self._context.store, self.code, after.first - 1, before.seq):
            entries += read
        name = self._context.entropy(9).hex()
        # A long game is many entries: counting them holds nobody else up.
        return await asyncio.to_thread(
            finished_game, name, self.code, before, after, (*entries, entry)
        )

    async def _update_ratings(self, game: str) -> None:
        with suppress(Unavailable):  # the sweeper finds every game not counted yet
            await self._context.store.rate(game, update_ratings)

    async def _resync(self) -> None:
        if self._stale:
            if self._now() < self._retry_at:
                # Those who wait would each wait as long as the one that has just failed.
                raise Unavailable("the store has just failed")
            await self._catch_up()

    # ---- time ----

    def _now(self) -> int:
        return self._clock.now()

    def next_due(self) -> int | None:
        """When the table next acts by itself, by its own clock."""
        return None if self._deleted else self._timer.due(self.table)

    def _arm(self) -> None:
        when = self.next_due()
        if self._stale:
            when = self._now()  # to find out what was written, and tell it
        elif when is not None and not self._wrote_last:
            when += OTHERS_FIRST
        if when is not None and not self._closed and self.code not in self._context.damaged:
            self._timer.set(max(when, self._retry_at))


def _error(refused: Refused, request_id: str | None = None) -> Error:
    return Error(
        refused.code,
        refused.sentence,
        request_id,
        refused.reason,
        refused.retry,
        refused.fault,
        refused.values,
    )
