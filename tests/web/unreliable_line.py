"""A line between browsers and a server on which bad things can be made to happen.

    with open_line(server) as line:
        visits = visiting(line.url)

`cut()` it, and nothing can be reached; `mend()` it. With `lost = "asked"` what a browser says is
swallowed, with `lost = "answered"` what the server says: the connection itself stays.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal
from urllib.parse import urlsplit

from tests.server.servers import ThreadServer

Way = Literal["asked", "answered"]


class UnreliableLine:
    """One line, with any number of connections through it."""

    def __init__(self, server: ThreadServer) -> None:
        self._server = server
        self._parts = urlsplit(server.url)
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._whole = True
        self.lost: Way | None = None
        self.url = ""

    def cut(self) -> None:
        """Break every connection, and every new one."""
        self._whole = False
        self._server.do(self._break())

    def mend(self) -> None:
        """Let everything through again."""
        self.lost = None
        self._whole = True

    async def open(self) -> asyncio.Server:
        listening = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        return listening

    async def close(self, listening: asyncio.Server) -> None:
        listening.close()
        self._whole = False
        await self._break()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _break(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        ends = {writer}
        try:
            if self._whole:
                theirs, ours = await asyncio.open_connection(self._parts.hostname, self._parts.port)
                ends.add(ours)
                self._ends |= ends
                await asyncio.gather(
                    self._carry(reader, ours, "asked"), self._carry(theirs, writer, "answered")
                )
        except ConnectionError:
            pass
        finally:
            self._ends -= ends
            self._tasks.discard(task)
            for end in ends:
                end.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way
    ) -> None:
        while data := await reader.read(1 << 16):
            if self.lost != way:
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def open_line(server: ThreadServer) -> Iterator[UnreliableLine]:
    """A line to this server, for as long as the block lasts."""
    wire = UnreliableLine(server)
    listening = server.do(wire.open())
    try:
        yield wire
    finally:
        server.do(wire.close(listening))
