"""The address that links carry: one that works for others, if the server has any."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from openuno.server.http import pages
from openuno.server.net.addresses import http_url, network_addresses
from tests.server.proofs.raw_client import RawClient
from tests.server.servers import Answer, ThreadServer, run_server

PUBLIC = "https://uno.example.org"


def site(server: ThreadServer, host: str, **headers: str) -> tuple[str, bool]:
    sent = {"Host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    found = server.ask("GET", "/api/site", headers=sent)
    assert found.status == 200, found
    return found.json["url"], found.json["local_only"]


def port_of(server: ThreadServer) -> int:
    return int(server.url.rpartition(":")[2])


def open_table(server: ThreadServer, host: str) -> str:
    """The link to a new table, as the page opened at `host` gets it."""
    _, token = server.guest()
    made = server.ask("POST", "/api/tables", {}, token=token, headers={"Host": host})
    return str(made.json["link"]).replace(made.json["code"], "CODE")


def test_a_link_to_loopback_works_only_here(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        for host in (
            "127.0.0.1:8000",
            "localhost:8000",
            "[::1]:8000",
            "uno.localhost",
            "127.0.0.2",
        ):
            assert site(server, host) == (f"http://{host}", True)
        assert open_table(server, "localhost:8000") == "http://localhost:8000/t/CODE"


def test_an_address_that_others_used_is_passed_on(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", allowed_hosts=("cards.lan",)) as server:
        for host in ("192.168.1.5:8000", "cards.lan", "[2001:db8::1]:8000"):
            assert site(server, host) == (f"http://{host}", False)


def test_a_page_opened_on_the_server_itself_shares_the_networks_address(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", host="0.0.0.0") as server:
        port = port_of(server)
        found = [http_url(each, port) for each in network_addresses("0.0.0.0")]
        expected = (found[0], False) if found else (f"http://localhost:{port}", True)
        assert site(server, f"localhost:{port}") == expected
        assert open_table(server, f"localhost:{port}") == f"{expected[0]}/t/CODE"
        qr = [
            server.ask("GET", "/api/site/qr.svg", headers={"Host": host})
            for host in (f"localhost:{port}", expected[0].removeprefix("http://"))
        ]
        assert qr[0].headers["content-type"] == "image/svg+xml"
        assert qr[0].body == qr[1].body


def test_behind_a_proxy_the_servers_own_address_stays_private(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", host="0.0.0.0", behind_proxy=True) as server:
        assert site(server, "localhost:8000") == ("http://localhost:8000", True)
        shared = site(server, "cards.example", X_Forwarded_Proto="https")
        assert shared == ("https://cards.example", False)


# ---- the operator's word ----


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("public")
    built = folder / "pages"
    built.mkdir()
    (built / "index.html").write_text("<!doctype html><title>openuno</title>")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", built)
        with run_server(folder / "uno.db", public_url=PUBLIC, behind_proxy=True) as server:
            yield server


def test_the_public_url_is_in_every_link(public: ThreadServer) -> None:
    for host in ("uno.example.org", "127.0.0.1:8000", "192.168.1.5"):
        assert site(public, host) == (PUBLIC, False)
        assert open_table(public, host) == f"{PUBLIC}/t/CODE"


def ask_from(server: ThreadServer, origin: str, host: str) -> Answer:
    return server.ask(
        "POST", "/api/guests", {"name": "Ann"}, headers={"Origin": origin, "Host": host}
    )


def test_its_pages_may_connect_even_if_the_proxy_changes_the_host(public: ThreadServer) -> None:
    for host in ("uno.example.org", "127.0.0.1:8000"):
        assert ask_from(public, PUBLIC, host).status == 201
        for stranger in ("http://uno.example.org:81", "https://uno.example.org.evil", "null"):
            assert ask_from(public, stranger, host).status == 403, stranger

    async def handshake(host: str, origin: str) -> int | None:
        async with await RawClient.open(public.url) as raw:
            return await raw.handshake(host, ("Origin", origin))

    assert asyncio.run(handshake("127.0.0.1:8000", PUBLIC)) == 101
    assert asyncio.run(handshake("127.0.0.1:8000", "https://evil.example")) == 403


def test_its_name_is_served_and_no_other(public: ThreadServer) -> None:
    assert public.ask("GET", "/healthz", headers={"Host": "uno.example.org"}).status == 200
    assert public.ask("GET", "/healthz", headers={"Host": "evil.example"}).status == 421
    page = public.ask("GET", "/", headers={"Host": "127.0.0.1:8000"})
    assert " wss://uno.example.org;" in page.headers["content-security-policy"]
