"""How much one address may ask for, and how much one request may hold."""

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from openuno.server.limits import Limits
from openuno.server.net.problems import Problem
from openuno.server.net.rate_limits import AddressBuckets, household
from openuno.server.pace import FORGET_EVERY
from tests.server.inside import PushedClock
from tests.server.servers import ThreadServer, run_server

STILL = PushedClock().stop()


def test_new_people_come_at_a_rate(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(guests=0.05), now=STILL) as server:
        came = [server.ask("POST", "/api/guests", {"name": "Ann"}) for _ in range(4)]
        assert [each.status for each in came] == [201, 201, 201, 429]
        assert came[3].json["code"] == "too-fast"
        assert int(came[3].headers["retry-after"]) == 20
        token = came[0].json["token"]
        assert server.ask("GET", "/api/me", token=token).status == 200


def test_requests_come_at_a_rate(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(messages=0.3), now=STILL) as server:
        statuses = [server.ask("GET", "/healthz").status for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


def test_behind_a_proxy_each_client_is_counted_by_itself(tmp_path: Path) -> None:
    limits = Limits(guests=0.02)
    with run_server(tmp_path / "uno.db", limits=limits, behind_proxy=True, now=STILL) as server:

        def come(forwarded: str) -> int:
            said = {"X-Forwarded-For": forwarded}
            return server.ask("POST", "/api/guests", {"name": "Ann"}, headers=said).status

        assert come("10.0.0.1") == 201
        assert come("10.0.0.1") == 429
        assert come("10.0.0.2") == 201
        # What a client adds itself stands before what the proxy saw.
        assert come("10.9.9.9, 10.0.0.1") == 429
        # Some proxies add the port, which is new for every connection.
        assert come("10.0.0.1:50123") == 429
        assert come("[2001:db8::1]:50123") == 201
        assert come("[2001:db8::1]:50124") == 429
        # What is no address counts for the proxy, whatever it says.
        assert come("unknown") == 201
        assert come("_hidden") == 429
        assert come("") == 429


def test_without_a_proxy_nobody_is_believed_to_be_elsewhere(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(guests=0.02), now=STILL) as server:
        statuses = [
            server.ask(
                "POST", "/api/guests", {"name": "Ann"}, headers={"X-Forwarded-For": f"10.0.0.{n}"}
            ).status
            for n in range(2)
        ]
        assert statuses == [201, 429]


def test_an_address_that_was_quiet_is_forgotten() -> None:
    rates = AddressBuckets(1, 10)
    for number in range(100):
        rates.take(f"10.0.0.{number}", 0.0)
    assert len(rates) == 100
    rates.take("10.1.0.1", FORGET_EVERY + 1)
    assert len(rates) == 1


def test_an_address_that_is_not_quiet_is_not_forgotten() -> None:
    rates = AddressBuckets(0.01, 100)
    rates.take("10.0.0.1", 0.0)
    with pytest.raises(Problem):
        rates.take("10.0.0.1", FORGET_EVERY + 1)


def test_a_household_is_counted_as_one() -> None:
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::1")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::ffff:10.0.0.1") == household("10.0.0.1") == "10.0.0.1"
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("nonsense") == "nonsense"


def test_a_body_has_a_size(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(body=100)) as server:
        fits = b'{"name": "Ann"}'
        assert server.ask("POST", "/api/guests", fits + b" " * 80).status == 201
        no = server.ask("POST", "/api/guests", fits + b" " * 90)
        assert (no.status, no.json["code"]) == (413, "too-large")


def test_a_body_has_a_size_even_if_it_does_not_say_so(tmp_path: Path) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(2000):
            yield b" " * 1000

    with run_server(tmp_path / "uno.db", limits=Limits(body=5000)) as server:
        line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=300)
        try:
            said = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
            try:
                line.request("POST", "/api/guests", endless(), said, encode_chunked=True)
            except OSError:
                pass  # the server hung up before we were done
            else:
                assert line.getresponse().status == 413
        finally:
            line.close()
        assert server.ask("GET", "/healthz").status == 200


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(patience=2)) as server:
        assert b" 408 " in first_line(server, b"Content-Length: 50\r\n\r\n{")


def test_a_request_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=Limits(patience=2)) as server:
        for begun in (b"", b"GET /hea", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
            with line_to(server) as line:
                line.sendall(begun)
                assert line.recv(1000) == b""


def test_a_connection_that_is_kept_open_is_not_kept_for_ever(tmp_path: Path) -> None:
    limits = Limits(patience=2)
    with run_server(tmp_path / "uno.db", limits=limits) as server, line_to(server) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        told = line.recv(1000)
        assert b" 200 " in told
        while b"}" not in told:
            told += line.recv(1000)
        line.sendall(b"GET /hea")
        assert line.recv(1000) == b""


def test_headers_without_end_are_not_read(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server, line_to(server) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        told = b""
        try:
            for _ in range(2000):
                line.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
            told = line.recv(1000)
        except OSError:
            pass  # it hung up before we were done
        assert told == b"" or b" 431 " in told
        assert server.ask("GET", "/healthz").status == 200


def test_a_proxy_that_always_speaks_of_upgrades_is_understood(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        said = {"Connection": "upgrade"}
        assert server.ask("POST", "/api/guests", {"name": "Ann"}, headers=said).status == 201


def line_to(server: ThreadServer) -> socket.socket:
    place = urlsplit(server.url)
    assert place.hostname is not None
    return socket.create_connection((place.hostname, place.port or 0), timeout=300)


def first_line(server: ThreadServer, rest: bytes) -> bytes:
    head = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with line_to(server) as line:
        line.sendall(head + rest)
        return line.recv(1000).partition(b"\r\n")[0]


def test_a_dear_request_counts_for_several(tmp_path: Path) -> None:
    limits = Limits(messages=5)  # 50 at once
    with run_server(tmp_path / "uno.db", limits=limits, now=STILL) as server:
        statuses = [server.ask("GET", "/api/games/0.uno").status for _ in range(4)]
        assert statuses == [404, 404, 429, 429]
        assert server.ask("GET", "/healthz").status == 200


def test_a_query_has_a_length(server: ThreadServer) -> None:
    no = server.ask("GET", "/api/tables?" + "&".join(f"a{n}=1" for n in range(500)))
    assert (no.status, no.json["code"]) == (400, "bad-message")


def test_headers_that_list_without_end_are_not_read(server: ThreadServer) -> None:
    long = {"Accept-Encoding": "br," * 5000, "If-None-Match": '"x",' * 2000}
    assert server.ask("GET", "/", headers=long).status in (200, 503)
    assert "content-encoding" not in server.ask("GET", "/", headers=long).headers
