"""A line between a server and PostgreSQL on which bad things can be made to happen.

    async with UnreliableLine(database_url) as line:
        with run_server(line.url) as server: ...

`cut()` it, and nothing can be reached; `mend()` it. `lose_answer(after=b"...")`: the next statement
that holds these bytes is carried out, and the connection breaks before its answer. `hold(after)`:
on any connection that says these bytes, nothing is answered any more until `release()`.
"""

import asyncio
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_LATER = 0.3  # seconds in which a statement is surely carried out


class UnreliableLine:
    """One line, with any number of connections through it."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._server: asyncio.Server | None = None
        self._lines: set[_Line] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._whole = True
        self._lose: bytes | None = None
        self._hold: bytes | None = None
        self._open = asyncio.Event()
        self._open.set()
        self.attempts = 0
        """How often someone tried to connect."""
        self.held = asyncio.Event()
        """Set when a connection is held."""

    @property
    def url(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://uno@127.0.0.1:{port}{self._parts.path}"

    def cut(self) -> None:
        """Break every connection, and every new one."""
        self._whole = False
        for line in tuple(self._lines):
            line.writer.transport.abort()

    def cut_listeners(self) -> None:
        """Break the connections that wait to hear of others; they may be made again."""
        for line in tuple(self._lines):
            if line.listens:
                line.writer.transport.abort()

    def mend(self) -> None:
        self._whole = True

    def lose_answer(self, after: bytes) -> None:
        self._lose = after

    def hold(self, after: bytes) -> None:
        self._hold = after
        self.held.clear()
        self._open.clear()

    def release(self) -> None:
        self._hold = None
        self._open.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.release()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.attempts += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        line = _Line(writer)
        self._lines.add(line)
        try:
            if self._whole:
                await self._carry(reader, line)
        finally:
            self._lines.discard(line)
            self._tasks.discard(task)
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, line: "_Line") -> None:
        theirs, ours = await asyncio.open_connection(self._parts.hostname, self._parts.port)
        ways = [
            asyncio.ensure_future(self._asked(reader, ours, line)),
            asyncio.ensure_future(self._answered(theirs, line)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            ours.transport.abort()

    async def _asked(
        self, reader: asyncio.StreamReader, ours: asyncio.StreamWriter, line: "_Line"
    ) -> None:
        while data := await reader.read(1 << 16):
            line.listens = line.listens or b"LISTEN" in data
            if self._lose is not None and self._lose in data:
                self._lose, line.mute = None, True
            if self._hold is not None and self._hold in data:
                line.held = True
                self.held.set()
            ours.write(data)
            await ours.drain()
            if line.mute:
                await asyncio.sleep(_LATER)
                return

    async def _answered(self, theirs: asyncio.StreamReader, line: "_Line") -> None:
        while data := await theirs.read(1 << 16):
            if line.held:
                await self._open.wait()
            if not line.mute:
                line.writer.write(data)
                await line.writer.drain()


class _Line:
    """One connection, and how it is treated."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.listens = False
        self.mute = False
        self.held = False
