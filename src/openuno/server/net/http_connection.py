"""uvicorn's HTTP protocol, with limits: on connections, on heads, and on how long it waits.

uvicorn waits for the rest of a request, and for a reader of its answer, as long as they like, takes
headers without end, and lets anyone open as many connections as there are descriptors.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from openuno.server.net.admission import Admission
from openuno.server.net.problems import (
    HttpKind,
    Problem,
    response_bytes,
    too_many_connections,
)

MAX_HEAD = 32 * 1024
"""Bytes of a request before its body: far more than a browser sends."""
MAX_HEADERS = 100
MAX_TARGET = 4096
"""Bytes of the path and the query of a request."""
MIN_PROGRESS = 4096
"""Bytes of an answer a client takes between two looks, unless it has taken all of it."""


class _Unacceptable(Exception):
    """The head of a request breaks a limit."""


class HttpConnection(HttpToolsProtocol):
    """A connection that is counted before it says anything, and cut if nothing gets done on it."""

    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # None before the first
    _timer: asyncio.TimerHandle | None = None
    _seen: tuple[RequestResponseCycle | None, int] = (None, 0)
    _head = 0
    _target = 0
    _in_head = True
    _began = False
    _counted = False
    _problem: Problem | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there; nothing of what it says is read if there is no room for it."""
        super().connection_made(transport)
        if self.app_state["hub"].stopping:
            transport.close()  # accepted too late to be asked to
            return
        self._admission: Admission = self.app_state["admission"]
        self._address = self._admission.peer_address(self.client[0] if self.client else "")
        opened = transport.get_extra_info("socket")
        if not self._admission.enter(self._address, 0 if opened is None else opened.fileno()):
            self._refuse(too_many_connections())
            return
        self._counted = True
        self._patience: float = self.app_state["options"].limits.patience
        self._timer = self.loop.call_later(self._patience, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._release()
        super().connection_lost(exc)

    def abort(self) -> None:
        """Cut the connection off."""
        self.transport.abort()

    def resume_writing(self) -> None:
        """The client has read enough for the next answer to be written: it makes progress.

        Of requests sent one after the other, uvicorn's cycle is the last; what waits may be more
        than before though answers were read in between.
        """
        super().resume_writing()
        self._seen = (None, 0)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._problem is not None:
            return  # it has been refused
        self._began = False
        super().data_received(data)
        if self._in_head and not self._began and self._problem is None:
            # A header that never ends is not shown to us until it does.
            self._head += len(data)
            if self._head > MAX_HEAD:
                self._refuse(_too_large())

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = self._began = True
        self._head = self._target = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Some of the path and the query."""
        self._target += len(url)
        if self._target > MAX_TARGET:
            problem = Problem.of(HttpKind.ADDRESS_TOO_LONG, most=MAX_TARGET)
            raise self._unacceptable(problem)
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header, whole."""
        self._count(len(name) + len(value) + 4)
        if len(self.headers) >= MAX_HEADERS:
            raise self._unacceptable(_too_large())
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its body follows, if it has one."""
        self._in_head = False
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, which is counted and looked after by itself."""
        self._release()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or one whose head breaks a limit."""
        del msg  # it is always the same
        self._refuse(self._problem or Problem.of(HttpKind.NOT_HTTP))

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > MAX_HEAD:
            raise self._unacceptable(_too_large())

    def _unacceptable(self, problem: Problem) -> _Unacceptable:
        """What ends the parsing; the parser then asks for `send_400_response`."""
        self._problem = problem
        return _Unacceptable(problem.refusal.sentence)

    def _refuse(self, problem: Problem) -> None:
        self._problem = problem
        self.app_state["rate_limits"].count(problem)
        self.transport.write(response_bytes(problem))
        self.transport.close()

    def _look(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        cycle, waited = self._seen
        same = cycle is self.cycle
        idle = self.cycle is None or self.cycle.response_complete
        unread = 0 < waited < waiting + MIN_PROGRESS and waiting > 0
        if same and ((idle and waiting == waited) or unread):
            self.transport.abort()
            return
        self._seen = (self.cycle, waiting)
        self._timer = self.loop.call_later(self._patience, self._look)

    def _release(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._counted:
            self._counted = False
            self._admission.leave(self._address)


def _too_large() -> Problem:
    return Problem.of(HttpKind.HEAD_TOO_LARGE, count=MAX_HEADERS, most=MAX_HEAD)
