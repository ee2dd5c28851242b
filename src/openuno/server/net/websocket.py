"""One client's WebSocket, spoken below ASGI: a frame made once serves every reader."""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from math import ceil
from typing import Any, cast

import msgspec
from msgspec.structs import replace
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from openuno.room.decide import refusal_of
from openuno.room.protocol.messages import (
    LONGEST_ID,
    PROTOCOL,
    Ask,
    Bye,
    ClientMessage,
    Error,
    Hello,
    Join,
    Ping,
    Pong,
    ServerMessage,
    Welcome,
    WhyNot,
    WhyNotAnswer,
)
from openuno.room.refusals import RefusalCode, Refused
from openuno.server.frames import TEXT, find_frame, is_unmasked, read_payload
from openuno.server.guests import authenticate, token_hash
from openuno.server.limits import Bucket
from openuno.server.net.admission import Admission
from openuno.server.net.hosts import WRONG_HOST, Hosts
from openuno.server.net.problems import Problem
from openuno.server.net.rate_limits import RateLimits
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.crowd import encode_frame
from openuno.server.rooms.hub import Hub
from openuno.server.store import Guest, Unavailable

PATH = "/ws"
MAX_WAITING = 32
"""Messages read ahead before we stop reading from this client."""
PINGS = 2 / 3
"""After so much of our patience we ask whether a client is there; by then it has said hello."""
UNHEARD = "too many messages; slow down"
UNREAD = {"limit": "messages"}
"""The values of that refusal: whatever has no answer is to be sent again."""
"""What is said of a message nobody listened to; the same again later may well be granted."""
MERCY = 10
"""Seconds' worth of messages too many after which a client is sent away."""
COME_BACK = 500
"""Milliseconds after which clients come back to a server that is restarted."""
GOING_AWAY, UNSUPPORTED, POLICY, FAILED = 1012, 1003, 1008, 1011

_DECODER = msgspec.json.Decoder(ClientMessage)
_NOBODY = Guest("", "")
_QUIET = logging.getLogger("openuno.websocket")
_QUIET.setLevel(logging.CRITICAL)


class WebSocketConnection(asyncio.Protocol):
    """Reads messages in order, and writes frames; a slow reader never holds anyone up."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self.guest = _NOBODY
        self._hub: Hub = app_state["hub"]
        self._admission: Admission = app_state["admission"]
        self._hosts: Hosts = app_state["hosts"]
        self._gate: RateLimits = app_state["gate"]
        self._limits = self._hub.context.limits
        del config  # uvicorn passes it
        # uvicorn calls `shutdown` on each of these and asks nothing else of them.
        self._all: set[Any] = server_state.connections
        self._ws = ServerProtocol(max_size=self._limits.frame, logger=_QUIET)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self.address = ""
        self._token = b""
        self._counted = False
        self._live: RoomActor | None = None
        self._inbox: deque[ClientMessage] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._unread = b""
        self._parts: list[bytes] = []
        self._writable = False
        self._slow = False
        self._behind = False
        self._heard = self._loop.time()
        rate = self._limits.messages
        self._bucket = Bucket(rate, 2 * rate, self._heard)
        self._mercy = Bucket(rate, MERCY * rate, self._heard)
        self._timer: asyncio.TimerHandle | None = None
        self._giving_up: asyncio.TimerHandle | None = None

    # ---- what asyncio and uvicorn call ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has sent the request to upgrade."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one by its methods only
        self._all.add(self)
        self._transport.set_write_buffer_limits(high=self._limits.backlog)
        self._timer = self._loop.call_later(self._limits.patience * PINGS, self._check_alive)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone; its seat stays theirs."""
        del exc
        self._writable = False
        self._all.discard(self)
        for timer in (self._timer, self._giving_up):
            if timer is not None:
                timer.cancel()
        if self._counted:
            self._admission.websockets -= 1
            self._admission.leave(self.address)
        self._inbox.clear()
        if self._greeted() and not self._hub.stopping:
            self._hub.context.activity.see_off(self.guest.id, self.address)
        self._hub.visitors.remove(self)
        self._leave_table()

    def pause_writing(self) -> None:
        """The client reads slowly: from now on it gets no news, and later a snapshot."""
        self._slow = True
        self._transport.pause_reading()
        self._giving_up = self._loop.call_later(self._limits.patience, self._transport.abort)

    def resume_writing(self) -> None:
        """The client has read what it was sent."""
        self._slow = False
        if self._giving_up is not None:
            self._giving_up.cancel()
        self._transport.resume_reading()
        behind, self._behind = self._behind, False
        if behind and self._live is not None and self in self._live.crowd:
            self._live.crowd.refresh(self, self._live.room)

    @property
    def queued(self) -> int:
        """Bytes this client has yet to read."""
        return self._transport.get_write_buffer_size()

    def shutdown(self) -> None:
        """The server stops: the client is told to come back."""
        if self._ws.state is State.OPEN:
            self.reply(Bye(COME_BACK))
            self._close(GOING_AWAY)
        self._transport.close()

    def dismiss(self) -> None:
        """The token this person came in with is worth nothing any more."""
        self.reply(Error(RefusalCode.BAD_TOKEN, "your token is no longer valid"))
        self._close(POLICY, "your token is no longer valid")
        self._inbox.clear()
        self._leave_table()

    async def check_token(self) -> None:
        """End the connection if another process has given this person a new token."""
        with suppress(Unavailable):
            if await self._hub.context.store.guest(self._token) is None:
                self.dismiss()

    def data_received(self, data: bytes) -> None:
        """Some bytes: the request, frames, or parts of them.

        A message in one frame, as nearly all are, is read here; everything else the library gets,
        frame by frame.
        """
        if self._ws.state is not State.OPEN:
            self._pass_on(data)
            return
        if self._unread:
            data, self._unread = self._unread + data, b""
        start = 0
        while (frame := find_frame(data, start)) is not None:
            if frame.end - frame.payload > self._limits.frame:
                break
            if frame.end > len(data):
                self._unread = data[start:]
                return
            if frame.first == TEXT and not self._parts:
                self._text(read_payload(data, frame))
            else:
                self._pass_on(data[start : frame.end])
            start = frame.end
            if start == len(data) or self._ws.state is not State.OPEN:
                return  # nearly always: one message arrives, and all of it
        if frame is not None or is_unmasked(data, start):
            self._pass_on(data[start:])  # which says what is wrong with it
        else:
            self._unread = data[start:]

    def eof_received(self) -> bool:
        """The client sends no more: nobody is there to answer to."""
        return False

    # ---- what the table calls ----

    def news(self, frame: bytes, answer: bytes = b"") -> None:
        """Send an answer, and a frame unless the reader is slow: then a snapshot comes later."""
        if self._slow:
            self._behind = True
            frame = b""
        if self._writable:
            self._transport.write(answer + frame if answer else frame)

    def reply(self, message: ServerMessage) -> None:
        """Send what this client in particular is to know."""
        if self._writable:
            self._transport.write(encode_frame(message))

    # ---- frames ----

    def _pass_on(self, data: bytes) -> None:
        ws = self._ws
        ws.receive_data(data)
        for event in ws.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._open(event)
        self._flush()
        if ws.close_expected():
            self._transport.close()

    def _open(self, request: Request) -> None:
        ws, headers = self._ws, request.headers
        peer = self._transport.get_extra_info("peername")
        forwarded = headers.get_all("X-Forwarded-For")
        self.address = self._admission.address(peer[0] if peer else "", forwarded)
        hosts = headers.get_all("Host")
        if len(hosts) != 1:
            ws.send_response(ws.reject(400, "name one host\n"))
        elif request.path.partition("?")[0] != PATH:
            ws.send_response(ws.reject(404, f"the tables are at {PATH}\n"))
        elif not self._hosts.serve(hosts[0]):
            ws.send_response(ws.reject(421, f"{WRONG_HOST}\n"))
        elif not self._admission.allows_origin(headers.get_all("Origin"), hosts[0]):
            ws.send_response(ws.reject(403, "this page may not speak to this server\n"))
        elif not self._may_ask():
            ws.send_response(ws.reject(429, "too many connections one after the other; wait\n"))
        elif self._hub.stopping or not self._admission.enter(self.address):
            ws.send_response(ws.reject(503, "too many connections; try again later\n"))
        else:
            self._counted = True
            self._admission.websockets += 1
            response = ws.accept(request)
            ws.send_response(response)
            self._flush()
            self._writable = response.status_code == 101

    def _may_ask(self) -> bool:
        """Whether this address has not asked too often; a connection is a request, too."""
        try:
            self._gate.requests.take(self.address, self._gate.now())
        except Problem:
            return False
        return True

    def _text(self, text: bytes) -> None:
        if not self._writable:
            return  # we have said goodbye
        self._heard = self._loop.time()
        if self._bucket.take(self._heard):
            self._message(text)
        else:
            self._too_fast(text)

    def _frame(self, frame: Frame) -> None:
        if not self._writable:
            return
        self._heard = self._loop.time()
        if not self._bucket.take(self._heard):
            self._too_fast(None)
            return
        match frame.opcode:
            case Opcode.TEXT | Opcode.CONT:
                self._parts.append(bytes(frame.data))
                if frame.fin:
                    parts, self._parts = b"".join(self._parts), []
                    self._message(parts)
            case Opcode.BINARY:
                self._close(UNSUPPORTED, "messages are text")
            case _:
                pass  # pings are answered by the library, pongs have been heard

    def _too_fast(self, text: bytes | None) -> None:
        """Refuse a whole message; `None` is anything else."""
        if text is not None and self._mercy.take(self._heard):
            self._hub.context.refusals[RefusalCode.TOO_FAST] += 1
            retry = ceil(self._bucket.wait() * 1000)
            self.reply(
                Error(RefusalCode.TOO_FAST, UNHEARD, _id_in(text), retry=retry, values=UNREAD)
            )
        else:
            self._close(POLICY, "too many messages")

    def _message(self, text: bytes) -> None:
        try:
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            self._hub.context.refusals[RefusalCode.BAD_MESSAGE] += 1
            self.reply(Error(RefusalCode.BAD_MESSAGE, str(error)))
            return
        if isinstance(message, Ask) and self._live is not None and not self._inbox:
            self._ask(self._live, message)
            return
        self._inbox.append(message)
        if len(self._inbox) > MAX_WAITING:
            self._transport.pause_reading()
        if self._worker is None:
            self._worker = self._loop.create_task(self._work())

    def _ask(self, live: RoomActor, message: Ask) -> None:
        if self._has_an_id(message):
            live.ask(self, message)

    def _has_an_id(self, message: Ask | WhyNot) -> bool:
        fine = 1 <= len(message.id) <= LONGEST_ID and message.id.isprintable()
        if not fine:
            sentence = f"an id has 1 to {LONGEST_ID} printable characters"
            self.reply(Error(RefusalCode.BAD_MESSAGE, sentence))
        return fine

    async def _work(self) -> None:
        """Everything but requests at a table waits for the store: one after the other."""
        try:
            while self._inbox:
                message = self._inbox[0]
                request_id = message.id if isinstance(message, Ask | WhyNot) else None
                try:
                    await self._answer(message)
                except Refused as refused:
                    self._hub.context.refusals[refused.code] += 1
                    self.reply(
                        Error(refused.code, refused.sentence, request_id, retry=refused.retry)
                    )
                except Unavailable as error:
                    self._hub.context.note_failure(error)
                    self._hub.context.refusals[RefusalCode.UNAVAILABLE] += 1
                    sentence = "the server cannot reach its store just now; try again in a moment"
                    self.reply(Error(RefusalCode.UNAVAILABLE, sentence, request_id))
                except Exception:
                    self._hub.context.log.exception("a message failed")
                    self._close(FAILED, "something went wrong here")
                if self._inbox:
                    self._inbox.popleft()
            if not self._slow and not self._transport.is_closing():
                self._transport.resume_reading()
        finally:
            self._worker = None

    async def _answer(self, message: ClientMessage) -> None:
        match message:
            case Ping():
                self.reply(Pong(self._hub.context.now()))
            case Hello():
                await self._greet(message)
            case _ if self.guest is _NOBODY:
                raise Refused(RefusalCode.BAD_TOKEN, "say hello first, with your token")
            case Join():
                self._hub.context.check_pace(self.guest.id, self.address, message)
                if self._live is not None:
                    # News of before may be on its way: only a snapshot is a fresh start.
                    message = replace(message, since=None)
                    if self._live.code != message.table.upper():
                        self._leave_table()
                live = await self._hub.join(self, message)
                if self._transport.is_closing():
                    live.leave(self)
                else:
                    self._live = live
            case Ask() | WhyNot() if self._live is None:
                text = "join a table first"
                self.reply(Error(RefusalCode.NOT_AT_TABLE, text, message.id))
            case Ask():
                self._ask(self._live, message)
            case WhyNot() if self._has_an_id(message):
                self._hub.context.check_pace(self.guest.id, self.address, message)
                refused = refusal_of(self._live.room, self.guest.id, message.action)
                answer = WhyNotAnswer(message.id)
                if refused is not None:
                    answer = WhyNotAnswer(
                        message.id, refused.sentence, refused.reason, refused.values
                    )
                self.reply(answer)
            case WhyNot():
                pass  # told already that its id is none

    async def _greet(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            sentence = (
                f"this server speaks protocol {PROTOCOL}, not {hello.protocol}; reload or update"
            )
            raise Refused(RefusalCode.WRONG_PROTOCOL, sentence)
        if self.guest is not _NOBODY:
            raise Refused(RefusalCode.BAD_MESSAGE, "you have already said hello on this connection")
        visitors = self._hub.visitors
        revocations = visitors.revocations
        self.guest = await authenticate(self._hub.context, hello.token)
        self._token = token_hash(hello.token)
        if not self._transport.is_closing():
            visitors.add(self)
            self._hub.context.activity.greet_person(self.guest.id, self.address)
        if visitors.revocations != revocations:  # perhaps it was this one
            await self.check_token()
        self.reply(Welcome(PROTOCOL, self.guest.id, self.guest.name, self._hub.context.now()))

    # ---- keeping and closing ----

    def _leave_table(self) -> None:
        live, self._live = self._live, None
        if live is None:
            return
        if self._hub.stopping:
            live.crowd.remove(self)
        else:
            live.leave(self)

    def _check_alive(self) -> None:
        silent = self._loop.time() - self._heard
        if silent > self._limits.patience or (self._ws.state is State.OPEN and not self._greeted()):
            self._transport.abort()
            return
        if self._ws.state is State.OPEN:
            self._ws.send_ping(b"")
            self._flush()
            self._hub.context.spawn(self.check_token())
        self._timer = self._loop.call_later(self._limits.patience * PINGS, self._check_alive)

    def _greeted(self) -> bool:
        return self.guest is not _NOBODY

    def _close(self, code: int, reason: str = "") -> None:
        if self._ws.state is State.OPEN:
            self._ws.send_close(code, reason)
            self._flush()
            self._transport.close()  # whoever goes on sending is not waited for

    def _flush(self) -> None:
        """Send what the library has to say: handshakes, pongs, the end."""
        for data in self._ws.data_to_send():
            if self._transport.is_closing():
                return
            if data:
                self._transport.write(data)
            else:
                self._writable = False
                self._transport.close()
        if self._ws.state is not State.OPEN:
            self._writable = False


class _Request(msgspec.Struct):
    id: str | None = None


def _id_in(text: bytes) -> str | None:
    """The id of a request that is not looked at further, so that the client knows which it was."""
    try:
        return msgspec.json.decode(text, type=_Request).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
