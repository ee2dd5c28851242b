"""A server that knows no rules and saves nothing: what the network alone costs.

It sends as many bytes to as many seats as ours for each message it gets; the seat to the left is
then given something to do. It reads frames with a library, where ours has a shorter way: with that
the bound could be a little lower.
"""

import asyncio
import itertools
import sys
from collections import defaultdict
from typing import cast

import uvloop
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

SEATS = 4
PADDING = 250
"""Brings a message to the size of openuno's."""

_tables: defaultdict[bytes, list["Seat"]] = defaultdict(list)
_numbers = itertools.count(1)


def framed(body: bytes) -> bytes:
    if len(body) < 126:
        return b"\x81" + len(body).to_bytes(1, "big") + body
    return b"\x81\x7e" + len(body).to_bytes(2, "big") + body


class Seat(asyncio.Protocol):
    def __init__(self) -> None:
        self.ws = ServerProtocol()
        self.table: list[Seat] = []
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.ws.receive_data(data)
        for event in self.ws.events_received():
            if isinstance(event, Request):
                self.ws.send_response(self.ws.accept(event))
            elif isinstance(event, Frame):
                self.message(bytes(event.data))
        for out in self.ws.data_to_send():
            if out:
                self.transport.write(out)

    def message(self, text: bytes) -> None:
        if b'"join"' in text:
            self.table = _tables[text]
            self.table.append(self)
            self.transport.write(framed(b'{"type":"snapshot"}'))
        elif b'"move"' in text or b'"start"' in text:
            seq = next(_numbers)
            told = b'{"type":"news","seq":%d,"at":1,"x":"%s","facts":[{"fact":"moved"}]'
            body = told % (seq, b"." * PADDING)
            quiet, asked = framed(body + b"}"), framed(body + b',"legal":[{"do":"draw"}]}')
            left = (self.table.index(self) + 1) % SEATS
            for place, seat in enumerate(self.table):
                seat.transport.write(asked if place == left else quiet)


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Seat, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
    sys.exit(0)
