"""Running the server in one process: a socket, the application, and a quiet end."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

import uvicorn

from openuno.server.http.state import AppState
from openuno.server.net.http_connection import HttpConnection
from openuno.server.net.websocket import WebSocketConnection
from openuno.server.options import Options
from openuno.server.process.app import make_app, open_server
from openuno.server.store import Unavailable
from openuno.server.store.address import BadAddress
from openuno.server.store.opening import MigrationNeeded
from openuno.server.store.revisions import TooNew
from openuno.server.store.sqlite.lock_file import InUse

STARTUP_ERRORS = (BadAddress, InUse, MigrationNeeded, TooNew, Unavailable)
"""What a database can have against being opened; each says so in one sentence."""
BACKLOG = 2048
PATIENCE = 10
"""Seconds that answers under way get when the server stops."""

SWITCH_INTERVAL = 0.001
"""Seconds after which a thread gives way to the event loop: a fifth of what Python usually takes,
for long records and rules are worked on in threads while people play."""

GARBAGE_THRESHOLDS = (50_000, 20, 100)
"""How rarely Python looks for garbage in cycles: nearly nothing here is any, and looking at the
tables in memory over and over took a tenth of the CPU of a move."""


class CannotServe(Exception):
    """The server cannot start; the message says why."""


class Server(uvicorn.Server):
    """uvicorn's server, which tells when it listens, and ends as if nothing had happened."""

    def __init__(self, state: AppState, listening: Callable[[], None]) -> None:
        config = uvicorn.Config(
            make_app(state),
            ws=WebSocketConnection,
            http=HttpConnection,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,  # `Admission` knows whom to believe
            backlog=BACKLOG,
            timeout_graceful_shutdown=PATIENCE,
        )
        super().__init__(config)
        self.server_state.connections = self._connections = state["connections"]
        self._hub = state["hub"]
        self._events = state["events"]
        self._listening = listening
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        try:
            await super().startup(sockets)
        except OSError as error:
            raise CannotServe(f"cannot listen: {error.strerror}") from None
        self._listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everyone to come back; nobody counts as gone who is sent away.

        Connections that are still open when uvicorn's patience ends are cut, so that the event loop
        can close.
        """
        self._hub.stopping = True
        self._events.release()
        await super().shutdown(sockets)
        for connection in tuple(self._connections):
            connection.abort()

    async def main_loop(self) -> None:
        """Wait until told to stop; uvicorn would wake ten times a second to look."""
        await self.on_tick(0)
        await self._stop.wait()

    def stop(self) -> None:
        """Stop serving; may be called from any thread, and after the end."""
        self.should_exit = True
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._stop.set)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop because a signal asks for it; a second SIGINT does not wait for answers."""
        super().handle_exit(sig, frame)
        self.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when asked to, and stay alive: the store is still to be closed."""
        if current_thread() is not main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in signals}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def bind_socket(options: Options) -> socket.socket:
    """A socket at the address the operator chose; it listens once the server is ready."""
    host, port = options.host, options.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise CannotServe(f"there is no address {host!r} here; choose another --host") from None
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
    except OSError as error:
        sock.close()
        why = f"cannot listen on {host} port {port}: {error.strerror}"
        raise CannotServe(f"{why}; choose another with --port") from None
    return sock


def address_of(sock: socket.socket) -> str:
    """What to open in a browser on this machine."""
    host, port = sock.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}"


async def serve_socket(
    sock: socket.socket, options: Options, listening: Callable[[Server], None]
) -> None:
    """Serve on a bound socket until told to stop; `CannotServe` if the start fails."""
    try:
        async with open_server(options) as state:
            server = Server(state, lambda: listening(server))
            await server.serve([sock])
    except STARTUP_ERRORS as error:
        raise CannotServe(str(error)) from None
    finally:
        sock.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run on the quickest event loop there is."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # what is imported by now stays
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - not available everywhere
    except ImportError:
        return None
    return uvloop.new_event_loop
