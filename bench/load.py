"""Four bots at each of many tables, over real WebSockets: the load of bench/server.py.

The client is lean, so that the server is what is measured: frames are cut by hand, masked with
zeros, and only the seat that is to move reads the JSON it is sent.
"""

import asyncio
import json
import random
import time
from collections.abc import Callable
from http.client import HTTPConnection
from typing import cast

SEATS = 4

_random = random.Random(1)


class Table:
    """Where the four connections of a table meet: when a move was sent, who has heard of it."""

    __slots__ = ("heard", "moves", "pace", "seats", "sent", "told")

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.sent = 0.0
        self.heard: dict[bytes, tuple[float, int]] = {}
        self.told: list[float] = []
        self.moves = 0
        self.seats: list[Seat] = []


class Seat(asyncio.Protocol):
    """One bot."""

    def __init__(self, table: Table, token: str, code: str, place: int) -> None:
        self.table, self.token, self.code, self.place = table, token, code, place
        self.buffer = b""
        self.upgraded = False
        self.asked = 0
        self.received = 0
        self.ready = asyncio.get_running_loop().create_future()
        self.seated = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def say(self, text: bytes) -> None:
        head = b"\x81" + bytes((0x80 | len(text),))
        if len(text) >= 126:
            head = b"\x81\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def ask(self, command: str) -> None:
        self.asked += 1
        text = f'{{"type":"ask","id":"{self.asked}","command":{command}}}'
        self.say(text.encode())

    def share(self) -> None:
        """Add a seed to the next game, so that it starts as soon as it is asked for."""
        self.ask(f'{{"do":"share","seed":"{_random.randbytes(32).hex()}"}}')

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        buffer = self.buffer + data if self.buffer else data
        if not self.upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = buffer
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer[:200]
            self.upgraded = True
            buffer = buffer[end + 4 :]
            self.say(f'{{"type":"hello","protocol":1,"token":"{self.token}"}}'.encode())
            self.say(f'{{"type":"join","table":"{self.code}"}}'.encode())
        at = 0
        while len(buffer) - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + length:
                break
            if buffer[at] == 0x89:
                self.transport.write(b"\x8a\x80\0\0\0\0")
            elif buffer[at] == 0x81:
                self.message(buffer[start : start + length])
            at = start + length
        self.buffer = buffer[at:]

    def message(self, text: bytes) -> None:
        table = self.table
        if text.startswith(b'{"type":"news"'):
            if b'"fact":"moved"' in text:
                seq = text[15:60]
                seq = seq[: seq.index(b",", 7)]
                sent, heard = table.heard.pop(seq, (table.sent, 0))
                if heard + 1 < SEATS:
                    table.heard[seq] = (sent, heard + 1)
                else:
                    table.moves += 1
                    table.told.append(time.perf_counter() - sent)
            if b'"fact":"game-closed"' in text:
                self.share()
                if self.place == 0:
                    self.ask('{"do":"rematch"}')
            elif b'"legal"' in text:
                self.think(json.loads(text)["legal"])
            elif b'"hand-scored"' in text and self.place == 0:
                self.ask('{"do":"next"}')
        elif text.startswith(b'{"type":"snapshot"'):
            if not self.ready.done():
                self.ready.set_result(None)
        elif text.startswith(b'{"type":"ack","id":"2"'):
            self.seated.set_result(None)
        elif text.startswith(b'{"type":"error"') and b'"code":"illegal-move"' not in text:
            raise AssertionError(text)

    def think(self, legal: list[dict[str, object]]) -> None:
        turn = [a for a in legal if a["do"] not in ("catch", "uno")]
        if not turn:
            return
        action = next((a for a in turn if a["do"] == "play"), turn[0])
        if self.table.pace:
            # Not all the same time: tables that move in step would share their commits.
            wait = self.table.pace * _random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self.move, action)
        else:
            self.move(action)

    def move(self, action: dict[str, object]) -> None:
        if self.transport.is_closing():
            return  # the measurement ended while we thought
        self.table.sent = time.perf_counter()
        self.ask('{"do":"move","action":' + json.dumps(action) + "}")


class Api:
    """The few HTTP requests that set the tables up."""

    def __init__(self, port: int) -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, body: object, token: str = "") -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.http.request("POST", path, json.dumps(body), headers)
        answer = self.http.getresponse()
        text = answer.read()
        assert answer.status == 201, (answer.status, text)
        return dict(json.loads(text))


def invited(port: int) -> tuple[str, list[str]]:
    """A new table, and the tokens of four people for it."""
    api = Api(port)
    tokens = [api.post("/api/guests", {"name": f"Bot {seat}"})["token"] for seat in range(SEATS)]
    settings = {"format": "race:500", "public": False, "clock": {"move": None}}
    code = api.post("/api/tables", {"settings": settings}, tokens[0])["code"]
    api.http.close()
    return code, tokens


def _factory(seat: Seat) -> Callable[[], Seat]:
    return lambda: seat


async def seated(ports: list[int], tables: int, pace: float, *, setup: bool) -> list[Table]:
    """The tables, with four bots at each, ready to start; seats are spread over the ports.

    Without `setup` the server has no HTTP API, and takes anyone anywhere.
    """
    loop = asyncio.get_running_loop()
    made = []
    for number in range(tables):
        port = ports[number % len(ports)]
        code, tokens = invited(port) if setup else (f"T{number}", [""] * SEATS)
        table = Table(pace)
        for place, token in enumerate(tokens):
            seat = Seat(table, token, code, place)
            port = ports[(number + place) % len(ports)]
            await loop.create_connection(_factory(seat), "127.0.0.1", port)
            await asyncio.wait_for(seat.ready, 30)
            seat.ask(f'{{"do":"sit","seat":{place}}}')
            seat.ask('{"do":"ready"}')
            if setup:
                await asyncio.wait_for(seat.seated, 30)
            table.seats.append(seat)
        made.append(table)
    await asyncio.sleep(0.5)
    return made
