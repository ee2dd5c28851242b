"""HTTP connections: counted before they say anything, cut when nothing is read, heads with an end.

And descriptors: as many as are promised, or fewer are promised; when there are none left that is
said, and play goes on.
"""

import asyncio
import json
import resource
import select
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from openuno.server.limits import Limits
from openuno.server.net.http_connection import MAX_HEAD, MAX_HEADERS, MAX_TARGET
from openuno.server.process import uvicorn_server
from tests.server.inside import PushedClock
from tests.server.proofs.raw_client import RawClient
from tests.server.servers import ServerAddress, ServerProcess, run_server

LONG = 60.0
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


def line_to(server: ServerAddress, receive: int | None = None) -> socket.socket:
    place = urlsplit(server.url)
    line = socket.socket(socket.AF_INET)
    line.settimeout(LONG)
    if receive is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    line.connect((place.hostname, place.port))
    return line


def everything(line: socket.socket) -> bytes:
    """What the server says until it hangs up."""
    told = b""
    try:
        while part := line.recv(65536):
            told += part
    except ConnectionError:
        pass
    return told


def answers(line: socket.socket) -> bool:
    """Whether the server talks HTTP with us; a refused connection is told so and ended."""
    try:
        line.sendall(GET + b"\r\n")
        return line.recv(1000).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


def test_a_connection_accepted_while_the_server_stops_does_not_hold_it_up(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with run_server(tmp_path / "uno.db") as server:

            async def stop_and_connect() -> socket.socket:
                server.stop()
                await asyncio.sleep(0)  # it has heard, and has yet to look at its connections
                return stack.enter_context(line_to(server))

            line = server.do(stop_and_connect())
            assert everything(line) == b""
        assert server.loop.is_closed()


def test_answers_that_nobody_reads_do_not_hold_up_a_server_that_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_server, "PATIENCE", 1)
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        with run_server(tmp_path / "uno.db", limits=Limits(messages=10**6)) as server:
            line = stack.enter_context(line_to(server, receive=4096))
            line.setblocking(False)
            try:
                while True:
                    line.send(asked * 100)
            except BlockingIOError:
                pass  # the server no longer listens, for it cannot answer
        assert server.loop.is_closed()


def test_an_address_has_so_many_http_connections_whether_or_not_it_says_anything(
    tmp_path: Path,
) -> None:
    limits = Limits(connections_per_address=3)
    with run_server(tmp_path / "uno.db", limits=limits) as server, ExitStack() as stack:
        silent = [stack.enter_context(line_to(server)) for _ in range(3)]
        with line_to(server) as fourth:
            told = everything(fourth)  # though it has asked for nothing
        head, _, body = told.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert json.loads(body)["code"] == "too-many"
        for line in silent:
            line.close()
        deadline = time.monotonic() + LONG
        while True:  # as soon as it has noticed
            with line_to(server) as line:
                if answers(line):
                    break
            assert time.monotonic() < deadline


def test_connections_one_after_the_other_are_counted_as_requests(tmp_path: Path) -> None:
    async def shake(server: ServerAddress) -> int | None:
        async with await RawClient.open(server.url) as raw:
            return await raw.handshake("localhost")

    limits, clock = Limits(messages=0.3), PushedClock().stop()
    with run_server(tmp_path / "uno.db", limits=limits, now=clock) as server:  # three at once
        statuses = [asyncio.run(shake(server)) for _ in range(4)]
        assert statuses == [101, 101, 101, 429]


def test_a_client_that_never_reads_its_answers_is_cut_off(tmp_path: Path) -> None:
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        run_server(tmp_path / "uno.db", limits=Limits(patience=0.3, messages=10**6)) as server,
        line_to(server, receive=4096) as line,
    ):
        line.setblocking(False)
        gone = select.poll()
        gone.register(line, select.POLLHUP | select.POLLERR)
        deadline = time.monotonic() + LONG
        while not gone.poll(50):
            assert time.monotonic() < deadline, "it is still waited for"
            try:
                line.send(asked * 100)
            except BlockingIOError:
                pass  # the server no longer listens, for it cannot answer
            except ConnectionError:
                break


def test_a_client_that_reads_slowly_is_served(tmp_path: Path) -> None:
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        run_server(tmp_path / "uno.db", limits=Limits(patience=2, messages=10**6)) as server,
        line_to(server, receive=4096) as line,
    ):
        size = len(server.ask("GET", "/openapi.json").body)
        line.sendall(asked * 15)
        read = 0
        while read < 15 * size:
            part = line.recv(65536)
            assert part, "it was cut off though it read"
            read += len(part)
            time.sleep(0.005)  # all of it takes longer than the server's patience


def status(server: ServerAddress, request: bytes) -> int:
    with line_to(server) as line:
        line.sendall(request)
        return int(line.recv(1000).split(b" ")[1])


def test_a_head_has_a_size_even_if_it_comes_all_at_once(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        fits = GET + b"X-Long: " + b"x" * (MAX_HEAD - 200) + b"\r\n\r\n"
        assert status(server, fits) == 200
        for name, request in {
            "one header": GET + b"X-Long: " + b"x" * MAX_HEAD + b"\r\n\r\n",
            "many headers": GET + (b"X-Long: " + b"x" * 1000 + b"\r\n") * 40 + b"\r\n",
            "tiny headers": GET + b"a:\r\n" * (MAX_HEADERS + 1) + b"\r\n",
        }.items():
            assert status(server, request) == 431, name
        target = b"GET /" + b"x" * MAX_TARGET + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert status(server, target) == 414
        assert status(server, b"HELLO THERE\r\n\r\n") == 400
        assert server.ask("GET", "/healthz").status == 200


def test_requests_one_after_the_other_in_one_go_are_all_answered(tmp_path: Path) -> None:
    request = GET + b"X-Long: " + b"x" * 2000 + b"\r\n\r\n"
    with run_server(tmp_path / "uno.db") as server, line_to(server) as line:
        line.sendall(request * 30 + GET[:-3])  # 60 kB, and the next one has begun
        told = b""
        while told.count(b"HTTP/1.1 200") < 30:
            part = line.recv(65536)
            assert part, told
            told += part


def soft_limit(served: ServerProcess) -> int:
    soft, _ = resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE)
    return soft


def uno_serve(folder: Path, shell: str) -> ServerProcess:
    """`uno serve` with another limit on descriptors than ours."""
    return ServerProcess(
        folder / "uno.db", "--json-logs", before=["sh", "-c", shell + ' && exec "$@"', "-"]
    )


def test_the_limit_on_descriptors_is_raised_to_what_is_promised(tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard >= 2000
    with uno_serve(tmp_path, "ulimit -S -n 256") as served:
        assert soft_limit(served) > 256
        served.stop()
    lowered = [line for line in logged(served) if "fewer connections" in line["event"]]
    assert bool(lowered) == (hard != resource.RLIM_INFINITY and hard < 20_128)


def test_where_it_cannot_be_raised_fewer_connections_are_promised(tmp_path: Path) -> None:
    with uno_serve(tmp_path, "ulimit -n 256") as served:
        assert soft_limit(served) == 256
        served.stop()
    (line,) = [line for line in logged(served) if "fewer connections" in line["event"]]
    assert (line["connections"], line["limit"]) == (192, 20_000)


def test_without_descriptors_that_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db", "--json-logs") as served, ExitStack() as stack:
        used = len(list(Path(f"/proc/{served.process.pid}/fd").iterdir()))
        _, hard = resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE, (4 * used, hard))
        lines = [stack.enter_context(line_to(served.address)) for _ in range(4 * used)]
        assert not answers(lines[-1])
        assert answers(lines[0])  # who is inside stays inside
        for line in lines[1:]:
            line.close()
        lines[0].sendall(GET.replace(b"/healthz", b"/readyz") + b"\r\n")
        told = b""
        while b'"ok"' not in told:  # the end of the answer before may come first
            part = lines[0].recv(1000)
            assert part
            told += part
        deadline = time.monotonic() + LONG
        while served.address.ask("POST", "/api/guests", {"name": "Ann"}).status != 201:
            assert time.monotonic() < deadline, "there is room again, and it has not noticed"
        served.stop()
    full = [line for line in logged(served) if "descriptors" in line["event"]]
    assert len(full) == 1


def logged(served: ServerProcess) -> list[dict[str, Any]]:
    return [json.loads(line) for line in served.log.splitlines()]
