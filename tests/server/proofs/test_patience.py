"""Too much, too slowly, or not at all: a client that wastes the server's time, memory or log has to
wait, then is disconnected.
"""

import asyncio
import re
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET

import pytest

from openuno.room.commands import Sit, Stand
from openuno.room.protocol.messages import Ping
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from openuno.server.net.admission import Admission
from tests.server.clients import (
    Client,
    Denied,
    new_guest,
    open_table,
)
from tests.server.inside import PushedClock
from tests.server.proofs.raw_client import CONT, PING, TEXT, RawClient, frame
from tests.server.proofs.under_attack import attacked_server, new_client, run
from tests.server.servers import ThreadServer

POLICY = 1008
FLOODS: dict[str, bytes] = {
    "parts of nothing": frame(b"", CONT, fin=False) * 100,
    "pings": frame(b"are you there", PING) * 100,
    "pongs": frame(b"", 10) * 100,
    "nonsense": frame(b"x") * 100,
    "messages": frame(b'{"type":"ping"}') * 100,
}


def test_a_client_that_slows_down_when_asked_to_is_granted_everything(tmp_path: Path) -> None:
    async def tries(server: ThreadServer) -> None:
        async with await new_client(server, "Ann") as ann:
            await ann.join(await open_table(server.url, ann.token, Settings()))
            for _ in range(30):  # at once, or a slow machine is never too fast
                await ann.send(Ping())
            for _ in range(4):
                await ann.does(Sit(0))
                await ann.does(Stand())
            assert RefusalKind.TOO_MANY_MESSAGES in [error.kind for error in ann.errors]
            assert {"limit": "messages"} in [error.values for error in ann.errors]

    with attacked_server(tmp_path, Limits(messages=5, changes=100)) as server:
        run(tries(server))


def test_a_flood_is_dammed(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        for name, flood in FLOODS.items():
            async with await RawClient.upgraded(base) as raw:
                raw.send(frame(b"", TEXT, fin=False) if name == "parts of nothing" else b"")
                reading = asyncio.create_task(raw.closed())
                await raw.flooded(flood)
                assert await reading in (POLICY, None), name

    with attacked_server(tmp_path, Limits(patience=5)) as server:
        run(tries(server.url))


def test_a_client_that_is_a_little_too_fast_is_warned_and_may_go_on(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        async with await RawClient.upgraded(base) as raw:
            for _ in range(100):
                raw.say({"type": "ping"})
            answers = [await raw.hears() for _ in range(100)]
            assert {"pong", "error"} == {answer["type"] for answer in answers}
            assert {a["code"] for a in answers if a["type"] == "error"} == {"too-fast"}
            await asyncio.sleep(0.5)
            raw.say({"type": "ping"})
            assert (await raw.hears())["type"] == "pong"

    with attacked_server(tmp_path, Limits(messages=20)) as server:
        run(tries(server.url))


POSTED = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED: tuple[bytes, ...] = (
    b"",
    b"GET /ws HT",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\n",
    POSTED + b"Content-Length: 20\r\n\r\n{",
    POSTED + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
)


def test_who_begins_a_request_and_does_not_end_it_is_dropped(tmp_path: Path) -> None:
    async def waits(base: str, beginning: bytes) -> None:
        async with await RawClient.open(base) as raw:
            raw.send(beginning)
            await raw.hung_up()

    async def tries(base: str) -> None:
        async with asyncio.TaskGroup() as group:
            for beginning in UNFINISHED:
                group.create_task(waits(base, beginning))

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


def test_who_sends_a_request_line_by_line_is_dropped(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        async with await RawClient.open(base) as raw:
            raw.send(b"GET /ws HTTP/1.1\r\n")
            dropped = asyncio.create_task(raw.hung_up())
            while not dropped.done():
                raw.send(b"X: y\r\n")
                await asyncio.sleep(0.05)

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


def test_a_request_without_end_is_dropped_before_it_fills_the_memory(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        for endless in (b"GET /" + b"x" * 10_000, b"GET /ws HTTP/1.1\r\nX: "):
            async with await RawClient.open(base) as raw:
                dropped = asyncio.create_task(raw.hung_up())
                raw.send(endless)
                sent = 0
                while not dropped.done():
                    raw.send(b"x" * 1000)
                    sent += 1000
                    await asyncio.sleep(0)
                assert sent < 10_000_000

    with attacked_server(tmp_path, Limits()) as server:
        run(tries(server.url))


def test_who_never_says_hello_is_dropped_and_who_did_may_be_silent(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        token = await new_guest(base, "Ann")
        ann = await Client.open(base, token)  # answers pings, and says nothing else
        for beginning in (b"", frame(b'{"type":"ping"}'), frame(b"{", fin=False)):
            async with await RawClient.upgraded(base) as raw:
                raw.send(beginning)
                assert await raw.closed() in (POLICY, None)
        assert ann.connected
        await ann.ping()
        await ann.close()

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


def test_who_says_hello_and_answers_no_ping_is_dropped(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        token = await new_guest(base, "Ann")
        async with await RawClient.upgraded(base) as raw:
            raw.say({"type": "hello", "protocol": 1, "token": token})
            assert (await raw.hears())["type"] == "welcome"
            assert await raw.closed() is None

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


def test_who_never_reads_is_dropped(tmp_path: Path) -> None:
    async def tries(server: ThreadServer) -> None:
        base = server.url
        token = await new_guest(base, "Ann")
        code = await open_table(base, token, Settings())
        async with await RawClient.upgraded(base) as raw:
            raw.say({"type": "hello", "protocol": 1, "token": token})
            raw.writer.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
            raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
            while await asyncio.to_thread(connections, server):
                for _ in range(50):
                    raw.say({"type": "join", "table": code})
                await asyncio.sleep(0.02)

    limits = Limits(patience=3, messages=10_000, backlog=4096)
    with attacked_server(tmp_path, limits) as server:
        run(tries(server))


def connections(server: ThreadServer) -> int:
    """How many the server says it has."""
    figures = server.ask("GET", "/metrics").body.decode()
    found = re.search(r"^uno_connections{[^}]*} (\d+)", figures, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_a_client_that_reconnects_all_the_time_has_to_wait(tmp_path: Path) -> None:
    async def tries(server: ThreadServer) -> None:
        ann, zoe, one = [await new_client(server, name) for name in ("Ann", "Zoe", "Zoe")]
        table, other = [await open_table(server.url, ann.token, Settings()) for _ in range(2)]
        await ann.join(table)
        await ann.does(Sit(0))
        for _ in range(5):  # Ann is not counted: it is her table
            await zoe.join(table)
            await zoe.join(other)
        with pytest.raises(Denied) as denied:
            await zoe.join(table)
        assert denied.value.error.code is RefusalCode.TOO_FAST
        with pytest.raises(Denied):
            await one.join(table)  # by another name
        await ann.resume()  # who has a seat is let in
        for client in (ann, zoe, one):
            await client.drop()

    with attacked_server(tmp_path, Limits(people=5, coming=0.01)) as server:
        run(tries(server))


def test_passwords_cannot_be_tried_at_will(tmp_path: Path) -> None:
    async def tries(server: ThreadServer) -> None:
        ann, zoe = [await new_client(server, name) for name in ("Ann", "Zoe")]
        code = await open_table(server.url, ann.token, Settings(), "sesame")
        codes = []
        for number in range(7):
            with pytest.raises(Denied) as denied:
                await zoe.join(code, password=str(number))
            codes.append(denied.value.error.code)
        assert codes == [RefusalCode.WRONG_PASSWORD] * 5 + [RefusalCode.TOO_MANY_GUESSES] * 2
        for client in (ann, zoe):
            await client.drop()

    with attacked_server(tmp_path, Limits(), now=PushedClock().stop()) as server:
        run(tries(server))


def test_a_home_has_one_address_however_many_it_can_ask_from() -> None:
    doors = Admission(Limits(connections_per_address=2))
    homes = [doors.address(peer, ()) for peer in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")]
    assert doors.enter(homes[0])
    assert doors.enter(homes[1])
    assert not doors.enter(homes[1])
    assert doors.enter(homes[2])
    doors.leave(homes[0])
    assert doors.enter(homes[1])
