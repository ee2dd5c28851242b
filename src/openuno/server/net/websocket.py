"""One client's WebSocket, spoken below ASGI: a frame made once serves every reader."""

import asyncio
import logging
from enum import Enum, auto
from math import ceil
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from openuno.room.protocol.messages import Bye, ServerMessage
from openuno.server.frames import TEXT, find_frame, is_unmasked, read_payload, read_text
from openuno.server.limits import Bucket
from openuno.server.net.session import POLICY, Session
from openuno.server.net.upgrade import Upgrades
from openuno.server.rooms.crowd import encode_frame
from openuno.server.rooms.hub import Hub

PINGS = 2 / 3
"""After this much of our patience we ask whether a client is there; by then it has said hello."""
MERCY = 10
"""Seconds' worth of messages too many after which a client is sent away."""
COME_BACK = 500
"""Milliseconds after which clients come back to a server that is restarted."""
GOING_AWAY, UNSUPPORTED = 1012, 1003

_QUIET = logging.getLogger("openuno.websocket")
_QUIET.setLevel(logging.CRITICAL)


class Flow(Enum):
    """What may be written to a client."""

    SHUT = auto()
    """Nothing: it has not been let in yet, or we have said goodbye."""
    FLOWING = auto()
    SLOW = auto()
    """It has much to read: answers are written, news would have to wait too long."""
    SLOW_AND_BEHIND = auto()
    """It has missed some news, and gets a snapshot when it has read the rest."""


# For every frame: to look a member up in its class takes longer than all the rest of `news`.
_SHUT, _FLOWING, _BEHIND = Flow.SHUT, Flow.FLOWING, Flow.SLOW_AND_BEHIND


class WebSocketConnection(asyncio.Protocol):
    """Reads messages in order, and writes frames; a slow reader never holds anyone up."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        del config  # uvicorn passes it
        self._hub: Hub = app_state["hub"]
        self._upgrades = Upgrades(app_state)
        self._limits = self._hub.context.limits
        # The server calls `shutdown` and `abort` on each of these, and nothing else.
        self._all: set[Any] = server_state.connections
        self._ws = ServerProtocol(max_size=self._limits.frame, logger=_QUIET)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._session: Session | None = None
        """None until the client is let in, and counted."""
        self._flow = Flow.SHUT
        self._unread = b""
        self._parts: list[bytes] = []
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
        """The client is gone."""
        del exc
        self._flow = Flow.SHUT
        self._all.discard(self)
        for timer in (self._timer, self._giving_up):
            if timer is not None:
                timer.cancel()
        if self._session is not None:
            self._upgrades.leave(self._session.address)
            self._session.end()

    def pause_writing(self) -> None:
        """The client reads slowly: from now on it gets no news, and later a snapshot."""
        if self._flow is Flow.FLOWING:
            self._flow = Flow.SLOW
        self._transport.pause_reading()
        self._giving_up = self._loop.call_later(self._limits.patience, self._transport.abort)

    def resume_writing(self) -> None:
        """The client has read what it was sent."""
        if self._giving_up is not None:
            self._giving_up.cancel()
        self._transport.resume_reading()
        flow = self._flow
        if flow is not Flow.SHUT:
            self._flow = Flow.FLOWING
        if flow is Flow.SLOW_AND_BEHIND and self._session is not None:
            self._session.refresh()

    @property
    def queued_bytes(self) -> int:
        """Bytes this client has yet to read."""
        return self._transport.get_write_buffer_size()

    def shutdown(self) -> None:
        """The server stops: the client is asked to come back."""
        if self._ws.state is State.OPEN:
            self.reply(Bye(COME_BACK))
            self.close(GOING_AWAY)
        self._transport.close()

    def abort(self) -> None:
        """Cut the connection off."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Some bytes: the request, frames, or parts of them.

        A message in one frame, as nearly all are, is read here; everything else the library gets,
        frame by frame.
        """
        if self._ws.state is not State.OPEN:
            self._pass_on(data)
            return
        if not (self._unread or self._parts):
            text = read_text(data)
            if text is not None and len(text) <= self._limits.frame:
                self._receive_text(text)
                return  # nearly always: one message arrives, and all of it
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
                self._receive_text(read_payload(data, frame))
            else:
                self._pass_on(data[start : frame.end])
            start = frame.end
            if start == len(data) or self._ws.state is not State.OPEN:
                return
        if frame is not None or is_unmasked(data, start):
            self._pass_on(data[start:])  # which says what is wrong with it
        else:
            self._unread = data[start:]

    def eof_received(self) -> bool:
        """The client sends no more: nobody is there to answer to."""
        return False

    # ---- what rooms and the session call ----

    def news(self, frame: bytes, answer: bytes = b"") -> None:
        """Send an answer, and a frame unless the reader is slow: then a snapshot comes later."""
        if self._flow is _FLOWING:
            self._transport.write(answer + frame if answer else frame)
        elif self._flow is not _SHUT:
            self._flow = _BEHIND
            if answer:
                self._transport.write(answer)

    def reply(self, message: ServerMessage) -> None:
        """Send what is meant for this client alone."""
        if self._flow is not Flow.SHUT:
            self._transport.write(encode_frame(message))

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye; nothing is written after that."""
        if self._ws.state is State.OPEN:
            self._ws.send_close(code, reason)
            self._flush()
            self._transport.close()  # a client that goes on sending is not waited for

    def is_closing(self) -> bool:
        """Whether the connection is gone, or about to be."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Take no more messages for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Take messages again, unless the client has to read first."""
        if self._flow is Flow.FLOWING and not self._transport.is_closing():
            self._transport.resume_reading()

    # ---- frames ----

    def _pass_on(self, data: bytes) -> None:
        ws = self._ws
        ws.receive_data(data)
        for event in ws.events_received():
            if isinstance(event, Frame):
                self._receive_frame(event)
            elif isinstance(event, Request):
                self._open(event)
        self._flush()
        if ws.close_expected():
            self._transport.close()

    def _open(self, request: Request) -> None:
        """Let the client in, or say why not."""
        ws, peer = self._ws, self._transport.get_extra_info("peername")
        address = self._upgrades.address(peer[0] if peer else "", request)
        rejection = self._upgrades.enter(address, request)
        if rejection is not None:
            ws.send_response(ws.reject(*rejection))
            return
        self._session = Session(self._hub, address, self)
        response = ws.accept(request)
        ws.send_response(response)
        self._flush()
        if response.status_code == 101:
            self._flow = Flow.FLOWING

    def _receive_text(self, text: bytes) -> None:
        session = self._session
        if session is None or self._flow is _SHUT:
            return  # we have said goodbye
        self._heard = self._loop.time()
        if self._bucket.take(self._heard):
            session.receive(text)
        else:
            self._refuse_too_fast(session, text)

    def _receive_frame(self, frame: Frame) -> None:
        session = self._session
        if session is None or self._flow is Flow.SHUT:
            return
        self._heard = self._loop.time()
        if not self._bucket.take(self._heard):
            self._refuse_too_fast(session, None)
            return
        match frame.opcode:
            case Opcode.TEXT | Opcode.CONT:
                self._parts.append(bytes(frame.data))
                if frame.fin:
                    parts, self._parts = b"".join(self._parts), []
                    session.receive(parts)
            case Opcode.BINARY:
                self.close(UNSUPPORTED, "messages are text")
            case _:
                pass  # pings are answered by the library, pongs have been heard

    def _refuse_too_fast(self, session: Session, text: bytes | None) -> None:
        """Refuse a whole message; `None` is anything else."""
        if text is not None and self._mercy.take(self._heard):
            session.refuse_unread(text, retry=ceil(self._bucket.wait() * 1000))
        else:
            self.close(POLICY, "too many messages")

    def _check_alive(self) -> None:
        """Ask whether the client is there, or cut it off if it has not said anything for long."""
        session, is_open = self._session, self._ws.state is State.OPEN
        silent = self._loop.time() - self._heard
        greeted = session is not None and session.is_greeted
        if silent > self._limits.patience or (is_open and not greeted):
            self._transport.abort()
            return
        if is_open and session is not None:
            self._ws.send_ping(b"")
            self._flush()
            self._hub.context.spawn(session.check_token())
        self._timer = self._loop.call_later(self._limits.patience * PINGS, self._check_alive)

    def _flush(self) -> None:
        """Send what the library has to say: handshakes, pongs, the end."""
        for data in self._ws.data_to_send():
            if self._transport.is_closing():
                return
            if data:
                self._transport.write(data)
            else:
                self._flow = Flow.SHUT
                self._transport.close()
        if self._ws.state is not State.OPEN:
            self._flow = Flow.SHUT
