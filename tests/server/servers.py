"""Servers for tests, on real sockets.

- `run_server(tmp_path / "uno.db")`: in this process, on a thread of its own; quick to start. Yields
  a `ThreadServer`: `url`, `ws`, the `hub`, and `do(coroutine)` to run something on its loop.
- `ServerProcess(tmp_path / "uno.db")`: `uno serve` as a process, to `kill()`, `stop()` and
  `start()` again on the same port and database.
- `ask(method, url, ...)`: one HTTP request, and its `Answer`.
"""

import asyncio
import http.client
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from openuno.server.events.hub import EventHub
from openuno.server.net.upgrade import PATH
from openuno.server.options import Options
from openuno.server.process.app import open_server
from openuno.server.process.uvicorn_server import Server, address_of, bind_socket, run
from openuno.server.rooms.hub import Hub
from tests.chance import Entropy, new_entropy

T = TypeVar("T")
_LONG = 120.0  # seconds after which a server that does not come or go is broken
_UNO = [sys.executable, "-c", "from openuno.cli import main; main()"]


class Answer(msgspec.Struct, frozen=True):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


def ask(
    method: str,
    url: str,
    body: object = None,
    *,
    token: str | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """Send `body` (bytes as they are, anything else as JSON); whatever comes back is an answer."""
    parts = urlsplit(url)
    sent = dict(headers or {})
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    data = body if isinstance(body, bytes) or body is None else msgspec.json.encode(body)
    if data is not None:
        sent.setdefault("Content-Type", "application/json")
    client = http.client.HTTPConnection(parts.netloc, timeout=_LONG)
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        client.request(method, target, data, sent)
        got = client.getresponse()
        return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
    finally:
        client.close()


class ServerAddress(msgspec.Struct, frozen=True):
    """The address of a server, and requests to it."""

    url: str

    @property
    def ws(self) -> str:
        return f"ws{self.url.removeprefix('http')}{PATH}"

    def ask(self, method: str, path: str, body: object = None, **how: Any) -> Answer:
        return ask(method, self.url + path, body, **how)

    def guest(self, name: str = "Ann") -> tuple[str, str]:
        """A new person: their id and token."""
        made = self.ask("POST", "/api/guests", {"name": name})
        assert made.status == 201, made
        return made.json["guest"], made.json["token"]


class ThreadServer(ServerAddress, frozen=True):
    """A server on a thread of this process."""

    hub: Hub
    events: EventHub
    loop: asyncio.AbstractEventLoop
    stop: Callable[[], None]
    """Stop serving; the end of the block does it anyway."""

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(_LONG)


@contextmanager
def run_server(
    database: Path | str,
    *,
    now: Callable[[], int] | None = None,
    entropy: Entropy | None = None,
    **options: Any,
) -> Iterator[ThreadServer]:
    """Serve for as long as the block lasts; `options` are those of `Options`.

    Deals, codes, ids and tokens come from the test's seed, so that it sees the same every time.
    """
    entropy = entropy or new_entropy()
    chosen = Options(database=str(database), **{"port": 0, **options})
    ready = threading.Event()
    found: list[tuple[ThreadServer, Server]] = []
    failed: list[BaseException] = []

    async def serve() -> None:
        with bind_socket(chosen) as sock:
            await serve_on(sock)

    async def serve_on(sock: socket.socket) -> None:
        place = address_of(sock)
        async with open_server(chosen, now=now, entropy=entropy) as state:
            loop = asyncio.get_running_loop()
            server = Server(state, ready.set)
            hub, events = state["hub"], state["events"]
            found.append((ThreadServer(place, hub, events, loop, server.stop), server))
            await server.serve([sock])

    def work() -> None:
        try:
            run(serve())
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            failed.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=work, name="server")
    thread.start()
    try:
        assert ready.wait(_LONG), "the server did not start"
        if failed:
            raise failed[0]
        yield found[0][0]
    finally:
        for _, server in found:
            server.stop()
        thread.join(_LONG)
        assert not thread.is_alive(), "the server did not stop"
    if failed:
        raise failed[0]


class ServerProcess:
    """`uno serve` as a process of its own; also a context manager."""

    def __init__(
        self, database: Path | str, *arguments: str, port: int = 0, before: Sequence[str] = ()
    ) -> None:
        self._database = str(database)
        self._arguments = arguments
        self._before = before
        self._port = port
        self._process: subprocess.Popen[str] | None = None
        self.log = ""
        """What the process said on stderr, once it has ended."""
        self.start()

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "it has been started"
        return self._process

    @property
    def address(self) -> ServerAddress:
        return ServerAddress(f"http://127.0.0.1:{self._port}")

    @property
    def url(self) -> str:
        return self.address.url

    @property
    def ws(self) -> str:
        return self.address.ws

    def start(self) -> None:
        """Start, on the port it had before if it had one; returns when it listens."""
        command = [*_UNO, "serve", "--database", self._database, "--port", str(self._port)]
        # Not a pipe: nobody reads it while the server runs, and a full one would hold it up.
        self._log = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 - closed in `_end`
        self._process = subprocess.Popen(
            [*self._before, *command, *self._arguments],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        url = self._first_line()
        if not url.startswith("http://"):
            self._end()
            raise AssertionError(f"the server did not start: {url!r} {self.log}")
        port = urlsplit(url).port
        assert port is not None, url
        self._port = port

    def has_logged(self, words: str) -> bool:
        """Whether the process that runs now has written this on stderr."""
        return words in os.pread(self._log.fileno(), 1 << 20, 0).decode()

    def kill(self) -> None:
        """End it as a power cut would; returns when it is gone."""
        self.process.kill()
        self._end()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(how)
        return self._end()

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.returncode is None:
            self.kill()

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        deadline = time.monotonic() + _LONG
        while time.monotonic() < deadline:
            if select.select([self.process.stdout], [], [], 0.5)[0]:
                return self.process.stdout.readline().strip()
        return ""

    def _end(self) -> int:
        try:
            self.process.communicate(timeout=_LONG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        finally:
            self._log.seek(0)
            self.log = self._log.read()
            self._log.close()
        return self.process.returncode
