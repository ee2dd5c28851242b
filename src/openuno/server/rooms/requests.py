"""What people ask at a room: a request is carried out once, and acknowledged when it is saved."""

import asyncio
import time
from typing import NamedTuple

from openuno.engine.actions import Catch
from openuno.room import commands
from openuno.room.closing import check_log
from openuno.room.decide import decide
from openuno.room.decide.request import RequestContext
from openuno.room.facts import Fact
from openuno.room.protocol.messages import Ack
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import is_present
from openuno.server.context import ServerContext
from openuno.server.guests import update_guest
from openuno.server.rooms.crowd import Crowd
from openuno.server.rooms.listener import Request
from openuno.server.rooms.log import MAX_TRIES, Draft, RoomLog
from openuno.server.rooms.pace import RoomPace
from openuno.server.rooms.presence import Presence
from openuno.server.store import AlreadyDone, Conflict, Damaged, Guest, Unavailable

MAX_UNCHANGED = 256
"""Commands that changed nothing whose answers are remembered, while the room is in memory."""


class MoveBegun(NamedTuple):
    """A move that is decided and on its way to the disk."""

    draft: Draft
    writing: asyncio.Future[None]


class Requests:
    """Answers the requests at one room."""

    def __init__(
        self,
        context: ServerContext,
        log: RoomLog,
        crowd: Crowd,
        presence: Presence,
        pace: RoomPace,
    ) -> None:
        self._context = context
        self._log = log
        self._crowd = crowd
        self._presence = presence
        self._pace = pace
        self._unchanged: dict[tuple[str, str], tuple[int, commands.RoomCommand]] = {}

    def begin_move(self, request: Request) -> MoveBegun | None:
        """Decide a move and begin to write it: nearly all are like this, and need no task.

        None if there is anything to it that `answer` has to see to: a refusal, the end of a game,
        or a catch, for an UNO that arrives at the same moment goes first.
        """
        message, log = request.message, self._log
        move = message.command
        if (
            not isinstance(move, commands.Move)
            or isinstance(move.action, Catch)
            or log.is_stale
            or log.code in self._context.damaged
            or request.listener not in self._crowd
            or (request.listener.guest.id, message.id) in self._unchanged
        ):
            return None
        try:
            draft = log.draft(self._decide(request), request)
            return None if draft.listed else MoveBegun(draft, log.begin_append(draft))
        except Exception:  # noqa: BLE001 - `answer` meets it again, and says so
            return None

    async def answer(self, request: Request, failure: BaseException | None = None) -> None:
        """Answer a request; `failure` is how writing what follows from it has failed already."""
        context = self._context
        try:
            if failure is not None:
                raise failure
            context.check_damage(self._log.code)
            await self._answer(request)
        except Refused as refused:
            request.refuse(refused)
        except Damaged as error:
            context.note_damage(self._log.code, error)
            request.refuse(context.damage())
        except Exception:  # whatever it was: no request goes without an answer
            context.refusals[RefusalCode.UNAVAILABLE] += 1
            request.refuse(Refused(RefusalKind.MOVE_NOT_SAVED))
            raise
        finally:
            context.command_seconds.observe(time.monotonic() - request.began)

    async def _answer(self, request: Request) -> None:
        await self._log.resync()
        guest = request.listener.guest.id
        if (unchanged := self._unchanged.get((guest, request.message.id))) is not None:
            self._repeat_unchanged(request, *unchanged)
            return
        if request.listener not in self._crowd:
            outside = Refused(RefusalKind.NOT_JOINED)
            await self._refuse(request, outside)
            return
        for _ in range(MAX_TRIES):
            try:
                if not is_present(self._log.room, guest):
                    await self._presence.record()  # another process has just taken us for dead
                facts = self._decide(request)
                if not facts:
                    seq = self._log.room.seq
                    await self._log.catch_up()
                    if self._log.room.seq > seq:  # it was so, until another process changed it
                        continue
                    await self._acknowledge_no_change(request)
                    return
                await self._log.append(facts, request)
            except Conflict:
                await self._log.catch_up()
                continue
            except AlreadyDone as already:
                await self._log.catch_up()
                await self._repeat_answer(request, already.seq)
                return
            except Refused as refused:
                await self._refuse(request, refused)
                return
            match request.message.command:
                case commands.Leave():
                    self._crowd.remove_person(guest)
                case commands.Rename(name, face) | commands.Sit(name=name, face=face):
                    await self._remember(request.listener.guest, name, face)
                case _:
                    pass
            return
        busy = Refused(RefusalKind.TRY_AGAIN_CHANGED)
        request.refuse(busy)

    async def _remember(self, guest: Guest, name: str | None, face: str | None) -> None:
        """Keep what a person has changed at the table; the table itself has it already."""
        if name is None and face is None:
            return
        try:
            self._crowd.rename(await update_guest(self._context, guest, name, face))
        except Unavailable as error:
            self._context.note_failure(error)

    def _decide(self, request: Request) -> tuple[Fact, ...]:
        """What the request brings about, or `Refused`."""
        log, guest, command = self._log, request.listener.guest, request.message.command
        check_log(log.room, command, self._context.limits.log_entries)
        cooling = self._pace.cooling_until(guest.id)
        now = log.clock.now()
        asked = RequestContext(guest.id, guest.name, now, log.secrets, cooling, guest.face)
        return decide(log.room, asked, command)

    async def _acknowledge_no_change(self, request: Request) -> None:
        """Answer a request for what is so already: nothing is written."""
        guest, message, seq = request.listener.guest.id, request.message, self._log.room.seq
        answered = await self._log.find_answer(guest, message.id)
        if answered is not None:
            await self._repeat_answer(request, answered)
            return
        # Sent again it gets the same answer, even if the room has changed meanwhile.
        self._unchanged[guest, message.id] = (seq, message.command)
        if len(self._unchanged) > MAX_UNCHANGED:
            del self._unchanged[next(iter(self._unchanged))]
        request.listener.writer.reply(Ack(message.id, seq))

    def _repeat_unchanged(self, request: Request, seq: int, command: commands.RoomCommand) -> None:
        if command == request.message.command:
            request.listener.writer.reply(Ack(request.message.id, seq))
        else:
            request.refuse(Refused(RefusalKind.REUSED_ID))

    async def _repeat_answer(self, request: Request, seq: int) -> None:
        """Acknowledge entry `seq` again, unless another command led to it under this id."""
        if await self._log.is_answer_to(seq, request.message.command):
            request.listener.writer.reply(Ack(request.message.id, seq))
            return
        self._context.refusals[RefusalCode.REUSED_ID] += 1
        request.refuse(Refused(RefusalKind.REUSED_ID_ENTRY, entry=seq))

    async def _refuse(self, request: Request, refused: Refused) -> None:
        guest = request.listener.guest.id
        # A request sent again may be refused because it was carried out: then that is the answer.
        seq = await self._log.find_answer(guest, request.message.id)
        if seq is not None:
            await self._repeat_answer(request, seq)
            return
        self._context.refusals[refused.code] += 1
        match request.message.command:
            case commands.Move(Catch()) if refused.code is RefusalCode.TOO_EARLY:
                self._pace.cool_down(guest)
            case _:
                pass
        request.refuse(refused)
