"""Readers who cannot keep up: they get a snapshot later or are let go, and nobody waits for them.

The buffers between server and client are made small, so that a reader is slow after a few
kilobytes; then it really stops reading.
"""

import asyncio
import socket
from pathlib import Path

from msgspec.structs import replace

from openuno.room.commands import Say
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_present
from openuno.server.net.websocket import Flow, WebSocketConnection
from tests.server.clients import Client
from tests.server.inside import ROOMY, Inside, at_server

PAIR = Settings(seats=2, format="single", clock=Clock(move=None))
TIGHT = replace(ROOMY, chat=100_000, backlog=4096)


def test_a_slow_reader_gets_a_snapshot_and_delays_nobody(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        eve = await inside.person("Eve", code)
        reader = await _connection(inside, code, eve)
        _stop_reading(eve)
        said = 0
        while reader._flow is not Flow.SLOW_AND_BEHIND:
            await ann.does(Say(f"{said} " + "x" * 200))
            said += 1
        for number in range(50):
            await ben.does(Say(f"while she reads nothing: {number}"))
        await inside.same(ann, ben)
        assert await _waiting(inside, reader) < 2 * TIGHT.backlog, "what waits for her is bounded"
        assert eve.table.seq < ann.table.seq
        seen, shown = eve.table.seq, eve.snapshots
        _read_on(eve)
        await inside.same(eve)
        assert eve.snapshots > shown
        assert eve.table.seq > seen + 50
        await ann.does(Say("from here on as before"))
        await inside.same(ann, ben, eve)

    at_server(tmp_path, scenario, limits=TIGHT)


def test_a_reader_who_never_reads_is_let_go(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        eve = await inside.person("Eve", code)
        await _connection(inside, code, eve)
        _stop_reading(eve)
        while is_present(ann.table, eve.guest):
            await ann.does(Say("x" * 200))
        await inside.same(ann, ben)
        _read_on(eve)
        await eve.wait_for(lambda it: not it.connected)
        await eve.resume()
        await inside.same(ann, ben, eve)

    at_server(tmp_path, scenario, limits=replace(TIGHT, patience=5))


def test_a_slow_player_is_shown_their_own_seat_again(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        reader = await _connection(inside, code, ben)
        _stop_reading(ben)
        while reader._flow is not Flow.SLOW_AND_BEHIND:
            await ann.does(Say("x" * 200))
        _read_on(ben)
        await inside.same(ann, ben)
        assert ben.seat == 1

    at_server(tmp_path, scenario, limits=TIGHT)


async def _connection(inside: Inside, code: str, client: Client) -> WebSocketConnection:
    """The server's end of a client's connection, with hardly any buffer."""
    actor = await inside.actor(code)
    assert actor is not None
    (listener,) = actor.crowd.of(client.guest)
    found = listener.writer
    assert isinstance(found, WebSocketConnection)

    async def squeeze() -> None:
        end = found._transport.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)

    await inside.on_loop(squeeze())
    assert client._ws is not None
    mine = client._ws.transport.get_extra_info("socket")
    mine.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    return found


async def _waiting(inside: Inside, reader: WebSocketConnection) -> int:
    async def look() -> int:
        return int(reader._transport.get_write_buffer_size())

    return await inside.on_loop(look())


def _stop_reading(client: Client) -> None:
    _transport(client).pause_reading()


def _read_on(client: Client) -> None:
    _transport(client).resume_reading()


def _transport(client: Client) -> asyncio.Transport:
    assert client._ws is not None
    transport = client._ws.transport
    assert isinstance(transport, asyncio.Transport)
    return transport
