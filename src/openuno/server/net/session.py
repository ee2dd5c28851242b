"""What one client says over its WebSocket: hello, then the table it follows and what it asks."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec.structs import replace

from openuno.room.decide.moves import refusal_of
from openuno.room.protocol.messages import (
    LONGEST_ID,
    PROTOCOL,
    Announcement,
    Ask,
    ClientMessage,
    Error,
    Hello,
    Join,
    Ping,
    Pong,
    Welcome,
    WhyNot,
    WhyNotAnswer,
)
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused
from openuno.server.guests import authenticate, token_hash
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.hub import Hub
from openuno.server.rooms.listener import Listener, Writer
from openuno.server.store import Guest, Unavailable

MAX_WAITING = 32
"""Messages read ahead before we stop reading from this client."""
POLICY, FAILED = 1008, 1011

_DECODER = msgspec.json.Decoder(ClientMessage)


class Anonymous(msgspec.Struct, frozen=True):
    """A client that has not said hello: it may only do that, and ping."""


class Greeted(msgspec.Struct, frozen=True):
    """A client that has said whose it is, and the table it follows, if any."""

    listener: Listener
    token_hash: bytes
    room: RoomActor | None = None


class Ended(msgspec.Struct, frozen=True):
    """The connection is gone."""


class Connection(Writer, Protocol):
    """What a session needs of its connection."""

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye; nothing is written after that."""

    def is_closing(self) -> bool:
        """Whether the connection is gone, or about to be."""

    def pause_reading(self) -> None:
        """Take no more messages for now."""

    def resume_reading(self) -> None:
        """Take messages again, unless the client has to read first."""


class Session:
    """Answers a client's messages in the order they come, one at a time."""

    def __init__(self, hub: Hub, address: str, connection: Connection) -> None:
        self.address = address
        self._hub = hub
        self._context = hub.context
        self._connection = connection
        self._state: Anonymous | Greeted | Ended = Anonymous()
        self._inbox: deque[ClientMessage] = deque()
        self._worker: asyncio.Task[None] | None = None

    @property
    def guest(self) -> Guest:
        """Whose it is; only for one that has said hello."""
        assert isinstance(self._state, Greeted), "visitors have said hello"
        return self._state.listener.guest

    @property
    def table(self) -> str | None:
        """The code of the table it follows."""
        match self._state:
            case Greeted(_, _, RoomActor() as room):
                return room.code
            case _:
                return None

    @property
    def is_greeted(self) -> bool:
        """Whether the client has said hello."""
        return isinstance(self._state, Greeted)

    def receive(self, text: bytes) -> None:
        """Take in one message. A request at a table is decided at once if nothing waits."""
        try:
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            self._context.refusals[RefusalCode.BAD_MESSAGE] += 1
            self._connection.reply(Error.of(Refused(RefusalKind.BAD_MESSAGE, cause=error)))
            return
        state = self._state
        if (
            isinstance(message, Ask)
            and isinstance(state, Greeted)
            and state.room is not None
            and not self._inbox
        ):
            self._ask(state.listener, state.room, message)
            return
        self._inbox.append(message)
        if len(self._inbox) > MAX_WAITING:
            self._connection.pause_reading()
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    def refuse_unread(self, text: bytes, retry: int) -> None:
        """Refuse a message that came too fast to be looked at; `retry` is in milliseconds."""
        self._context.refusals[RefusalCode.TOO_FAST] += 1
        unread = Refused(RefusalKind.TOO_MANY_MESSAGES, retry=retry, limit="messages")
        self._connection.reply(Error.of(unread, _id_in(text)))

    def refresh(self) -> None:
        """Send the table as it is: the client has missed some of the news."""
        match self._state:
            case Greeted(listener, _, room) if room is not None and listener in room.crowd:
                room.crowd.refresh(listener, room.room)
            case _:
                pass

    def announce(self, text: str | None) -> None:
        """Tell the client what the operator tells everyone; None: that is over."""
        self._connection.reply(Announcement(text))

    def dismiss(self, refused: Refused) -> None:
        """End it: the token this person came in with is not valid any more, or they are banned."""
        self._connection.reply(Error.of(refused))
        self._connection.close(POLICY, refused.sentence)
        self._inbox.clear()
        self._leave_room()

    async def check_token(self) -> None:
        """End it if another process has given this person a new token."""
        if isinstance(state := self._state, Greeted):
            with suppress(Unavailable):
                if await self._context.store.guest(state.token_hash) is None:
                    self.dismiss(Refused(RefusalKind.TOKEN_REVOKED))

    def end(self) -> None:
        """The connection is gone; the person's seat stays theirs."""
        self._inbox.clear()
        if isinstance(state := self._state, Greeted):
            guest = state.listener.guest.id
            if not self._hub.stopping:
                self._context.activity.see_off(guest, self.address)
            self._hub.visitors.remove(guest, self)
            self._leave_room()
        self._state = Ended()

    # ---- messages ----

    async def _work(self) -> None:
        """Everything but requests at a table waits for the store: one after the other."""
        try:
            while self._inbox:
                message = self._inbox[0]
                request_id = message.id if isinstance(message, Ask | WhyNot) else None
                try:
                    await self._answer(message)
                except Refused as refused:
                    self._refuse(refused, request_id)
                except Unavailable as error:
                    self._context.note_failure(error)
                    self._refuse(Refused(RefusalKind.STORE_UNREACHABLE), request_id)
                except Exception:
                    self._context.log.exception("a message failed")
                    self._connection.close(FAILED, "something went wrong here")
                if self._inbox:
                    self._inbox.popleft()
            self._connection.resume_reading()
        finally:
            self._worker = None

    def _refuse(self, refused: Refused, request_id: str | None) -> None:
        self._context.refusals[refused.code] += 1
        self._connection.reply(Error.of(refused, request_id))

    async def _answer(self, message: ClientMessage) -> None:
        match self._state, message:
            case _, Ping():
                self._connection.reply(Pong(self._context.now()))
            case state, Hello():
                await self._greet(state, message)
            case Greeted() as state, Join():
                await self._join(state, message)
            case Greeted(_, _, None), Ask() | WhyNot():
                refused = Refused(RefusalKind.NO_TABLE_JOINED)
                self._connection.reply(Error.of(refused, message.id))
            case Greeted(listener, _, RoomActor() as room), Ask():
                self._ask(listener, room, message)
            case Greeted(listener, _, RoomActor() as room), WhyNot():
                self._explain(listener, room, message)
            case _:
                raise Refused(RefusalKind.NO_HELLO)

    async def _greet(self, state: Anonymous | Greeted | Ended, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise Refused(RefusalKind.WRONG_PROTOCOL, ours=PROTOCOL, theirs=hello.protocol)
        if isinstance(state, Greeted):
            raise Refused(RefusalKind.HELLO_TWICE)
        visitors = self._hub.visitors
        revocations = visitors.revocations
        guest = await authenticate(self._context, hello.token)
        self._context.operator.check_ban(guest.id, self.address)
        if self._connection.is_closing():
            return
        listener = Listener(guest, self.address, self._connection)
        self._state = Greeted(listener, token_hash(hello.token))
        visitors.add(guest.id, self)
        self._context.activity.greet_person(guest.id, self.address)
        if visitors.revocations != revocations:  # perhaps it was this one
            await self.check_token()
        now = self._context.now()
        self._connection.reply(Welcome(PROTOCOL, guest.id, guest.name, now, guest.face))
        if (notice := self._context.operator.notice) is not None:
            self.announce(notice.text)

    async def _join(self, state: Greeted, message: Join) -> None:
        listener, room = state.listener, state.room
        self._context.check_pace(listener.guest.id, self.address, message)
        if room is not None:
            # News of before may be on its way: only a snapshot is a fresh start.
            message = replace(message, since=None)
            if room.code != message.table.upper():
                self._leave_room()
        room = await self._hub.join(listener, message)
        if self._connection.is_closing():
            room.leave(listener)
        else:
            self._state = replace(state, room=room)

    def _ask(self, listener: Listener, room: RoomActor, message: Ask) -> None:
        if self._has_an_id(message):
            room.ask(listener, message)

    def _explain(self, listener: Listener, room: RoomActor, message: WhyNot) -> None:
        """Say why the person may not do something now."""
        if not self._has_an_id(message):
            return
        self._context.check_pace(listener.guest.id, self.address, message)
        refused = refusal_of(room.room, listener.guest.id, message.action)
        answer = WhyNotAnswer(message.id)
        if refused is not None:
            answer = WhyNotAnswer(message.id, refused.sentence, refused.reason, refused.values)
        self._connection.reply(answer)

    def _has_an_id(self, message: Ask | WhyNot) -> bool:
        fine = 1 <= len(message.id) <= LONGEST_ID and message.id.isprintable()
        if not fine:
            self._connection.reply(Error.of(Refused(RefusalKind.BAD_ID, most=LONGEST_ID)))
        return fine

    def _leave_room(self) -> None:
        state = self._state
        if not isinstance(state, Greeted) or state.room is None:
            return
        self._state = replace(state, room=None)
        if self._hub.stopping:
            state.room.crowd.remove(state.listener)
        else:
            state.room.leave(state.listener)


class _RequestId(msgspec.Struct):
    id: str | None = None


def _id_in(text: bytes) -> str | None:
    """The id of a request that is not looked at further, so that the client knows which it was."""
    try:
        return msgspec.json.decode(text, type=_RequestId).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
