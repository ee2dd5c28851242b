"""uvicorn's HTTP protocol, with an end to patience.

uvicorn waits for the rest of a request, and for a reader of its answer, as long as they like, and
takes headers without end.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_HEAD = 32 * 1024
"""Bytes of a request before its body: far more than a browser sends."""


class Http(HttpToolsProtocol):
    """A connection that is cut if nothing gets done on it between two looks."""

    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # None before the first
    _timer: asyncio.TimerHandle | None = None
    _seen: tuple[RequestResponseCycle | None, int] = (None, 0)
    _head = 0
    _in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        self._patience: float = self.app_state["options"].limits.patience
        self._timer = self.loop.call_later(self._patience, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        super().data_received(data)
        self._head += len(data)
        if self._in_head and self._head > MOST_HEAD:
            self.send_400_response("The request has too many headers.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its body follows, if it has one."""
        self._in_head = False
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, which looks after itself."""
        self._rest()
        super().handle_websocket_upgrade()

    def _look(self) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        state = (self.cycle, self.transport.get_write_buffer_size())
        if idle and state == self._seen:
            self.transport.abort()
            return
        self._seen = state
        self._timer = self.loop.call_later(self._patience, self._look)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
