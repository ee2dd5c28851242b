"""Names the server answers to: a name that anyone can point at it is not one of them."""

import asyncio
import socket
from pathlib import Path

import pytest

from openuno.server.net.hosts import Hosts
from tests.server.inside import Inside, at_server
from tests.server.proofs.raw_client import RawClient
from tests.server.servers import ThreadServer, run_server

STRANGER = "evil.example"


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:8000", "192.168.1.5:8000", "10.0.0.7",
     "uno.localhost", "localhost.", socket.gethostname(), f"{socket.gethostname()}.local:8000"],
)  # fmt: skip
def test_addresses_and_the_machines_own_names_are_served(host: str) -> None:
    assert Hosts().serve(host)


@pytest.mark.parametrize(
    "host",
    [STRANGER, "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "",
     "[evil]", ":80", "127.0.0.1:evil", "xlocalhost"],
)  # fmt: skip
def test_other_names_are_not(host: str) -> None:
    assert not Hosts().serve(host)


def test_names_the_operator_allows_are_served() -> None:
    hosts = Hosts(["Uno.example", "cards.example:8000"])
    assert hosts.serve("uno.example:8443")
    assert hosts.serve("UNO.example.")
    assert hosts.serve("cards.example")
    assert hosts.serve("localhost")
    assert not hosts.serve("sub.uno.example")
    assert Hosts(["*"]).serve(STRANGER)


def test_the_name_the_server_listens_at_is_served() -> None:
    assert Hosts(listen="uno.lan").serve("uno.lan:8000")


def test_behind_a_proxy_names_are_the_proxys_business_unless_some_are_allowed() -> None:
    assert Hosts(behind_proxy=True).serve("uno.example")
    assert not Hosts(["uno.example"], behind_proxy=True).serve(STRANGER)


def ws_status(server: ThreadServer, host: str) -> int | None:
    async def shake() -> int | None:
        async with await RawClient.open(server.url) as raw:
            return await raw.handshake(host)

    return asyncio.run(shake())


def test_a_request_for_a_strangers_name_is_refused_everywhere(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", allowed_hosts=("uno.example",)) as server:
        for path in ("/", "/healthz", "/api/editions", "/ws", "/nothing"):
            no = server.ask("GET", path, headers={"Host": STRANGER})
            assert (no.status, no.json["code"]) == (421, "wrong-host"), path
            assert "--allowed-host" in no.json["sentence"]
        no = server.ask("POST", "/api/guests", {"name": "Eve"}, headers={"Host": STRANGER})
        assert no.status == 421
        assert ws_status(server, STRANGER) == 421
        assert server.ask("GET", "/healthz", headers={"Host": "uno.example"}).status == 200
        assert ws_status(server, "uno.example") == 101


def test_two_hosts_are_one_too_many(tmp_path: Path) -> None:
    async def ask(server: ThreadServer) -> int | None:
        async with await RawClient.open(server.url) as raw:
            raw.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
            return await raw.status()

    with run_server(tmp_path / "uno.db") as server:
        assert asyncio.run(ask(server)) == 400


def test_a_name_without_end_does_not_fill_the_log(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.server.ask("GET", "/healthz", headers={"Host": "x" * 20_000})
        (line,) = [each for each in inside.logged if "not ours" in each["event"]]
        assert line["host"] == "x" * 255

    at_server(tmp_path, scenario)
