"""A WebSocket client that does as it is told, however wrong that is: bytes on a socket."""

import asyncio
import base64
import os
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
PATIENCE = 60.0
Header = tuple[str, str]


def frame(
    data: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """One frame, right or wrong."""
    first = (fin << 7) | (reserved << 4) | opcode
    mask_bit = masked << 7
    if len(data) < 126:
        head = bytes((first, mask_bit | len(data)))
    elif len(data) < 1 << 16:
        head = bytes((first, mask_bit | 126)) + len(data).to_bytes(2, "big")
    else:
        head = bytes((first, mask_bit | 127)) + len(data).to_bytes(8, "big")
    if not masked:
        return head + data
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


class RawClient:
    """A connection; also a context manager that vanishes at its end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, base: str) -> Self:
        """A connection on which nothing has been said."""
        parts = urlsplit(base)
        return cls(*await asyncio.open_connection(parts.hostname, parts.port))

    @classmethod
    async def upgraded(cls, base: str) -> Self:
        """A connection that has become a WebSocket."""
        raw = await cls.open(base)
        status = await raw.handshake(urlsplit(base).netloc)
        assert status == 101, status
        return raw

    async def handshake(
        self,
        host: str,
        *extra: Header,
        path: str = "/ws",
        method: str = "GET",
        without: Sequence[str] = (),
    ) -> int | None:
        """Ask for a WebSocket; the status, or None if the server just hung up."""
        headers = [
            ("Host", host),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", base64.b64encode(os.urandom(16)).decode()),
        ]
        lines = [f"{k}: {v}" for k, v in (*headers, *extra) if k not in without]
        self.send("\r\n".join((f"{method} {path} HTTP/1.1", *lines, "", "")).encode())
        return await self.status()

    async def status(self) -> int | None:
        """The status of an HTTP answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                head = await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return int(head.split(b" ", 2)[1])

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    def say(self, message: object) -> None:
        """One message in one frame."""
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self.send(frame(data))

    async def flooded(self, data: bytes) -> None:
        """Send on until the server no longer takes it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self.reader.at_eof():
                    self.send(data)
                    await self.writer.drain()
        except ConnectionError:
            pass

    async def hears(self) -> Any:
        """The next message; what else there is on a WebSocket is passed over."""
        while True:
            opcode, data = await self.frame()
            if opcode == TEXT:
                return msgspec.json.decode(data)
            assert opcode != CLOSE, data

    async def frame(self) -> tuple[int, bytes]:
        """The next frame; `IncompleteReadError` if there is none any more."""
        async with asyncio.timeout(PATIENCE):
            first, second = await self.reader.readexactly(2)
            assert not second & 0x80, "a server masks nothing"
            length = second
            if second == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            elif second == 127:
                length = int.from_bytes(await self.reader.readexactly(8), "big")
            return first & 15, await self.reader.readexactly(length)

    async def closed(self) -> int | None:
        """Wait for the end; the code it was closed with, None if the server just hung up."""
        code = None
        try:
            while True:
                opcode, data = await self.frame()
                if opcode == CLOSE:
                    code = int.from_bytes(data[:2], "big")
        except (asyncio.IncompleteReadError, ConnectionError):
            return code

    async def hung_up(self) -> None:
        """Wait until the server has ended the connection, whatever it says before."""
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                await self.reader.read()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.writer.transport.abort()
