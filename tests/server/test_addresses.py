"""How others reach a server: the addresses it finds, prints and draws, as an operator sees them."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno

from openuno.server.net.addresses import (
    Interface,
    choose_addresses,
    http_url,
    is_loopback,
    network_addresses,
)
from openuno.server.process.launch import CannotServe, parse_public_url
from openuno.terminal.qr_code import draw_qr
from tests.server.servers import ServerProcess, ask

UNO = [sys.executable, "-c", "from openuno.cli import main; main()"]
SECONDS = 120

# ---- which addresses ----


def test_the_home_network_comes_first_and_what_nobody_can_reach_is_left_out() -> None:
    interfaces = [
        Interface("lo", ("127.0.0.1", "::1")),
        Interface("tun0", ("10.8.0.2",)),
        Interface("docker0", ("172.17.0.1",)),
        Interface("eth1", ("8.8.4.4", "2a02:db8::5", "fe80::1%3")),
        Interface("wlan0", ("192.168.1.5", "169.254.7.7")),
        Interface("eth0", ("10.0.0.7", "192.168.1.5")),
    ]
    assert choose_addresses(interfaces, outgoing="10.8.0.2") == [
        "192.168.1.5",
        "10.0.0.7",
        "8.8.4.4",
        "2a02:db8::5",
        "10.8.0.2",
    ]
    assert choose_addresses(interfaces, outgoing="10.0.0.7")[:2] == ["10.0.0.7", "192.168.1.5"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1", "uno.localhost"])
def test_nobody_else_reaches_a_server_on_loopback(host: str) -> None:
    assert network_addresses(host) == []
    assert is_loopback(host)


def test_a_server_at_one_address_is_reached_there() -> None:
    assert network_addresses("192.168.1.5") == ["192.168.1.5"]
    assert http_url("192.168.1.5", 8000) == "http://192.168.1.5:8000"
    assert http_url("2a02:db8::5", 80) == "http://[2a02:db8::5]"


def test_the_addresses_of_this_machine_work(tmp_path: Path) -> None:
    found = network_addresses("0")  # as short as the operator may write it
    assert found == network_addresses("0.0.0.0")
    with ServerProcess(tmp_path / "uno.db", "--lan") as served:
        port = urlsplit(served.url).port
        assert served.process.stdout is not None
        for address in found:
            url = http_url(address, port or 0)
            assert served.process.stdout.readline() == f"On your network: {url}\n"
            assert ask("GET", f"{url}/healthz").status == 200
            assert ask("GET", f"{url}/api/site").json == {"url": url, "local_only": False}
        here = served.address.ask("GET", "/api/site").json
        if found:
            assert here == {"url": http_url(found[0], port or 0), "local_only": False}
        else:
            assert here == {"url": served.url, "local_only": True}


# ---- what the operator writes ----


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://uno.example.org/", "https://uno.example.org"),
        ("https://Uno.Example.org:443", "https://uno.example.org"),
        ("http://uno.example:8080", "http://uno.example:8080"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"),
    ],
)
def test_a_public_url_is_read_as_browsers_write_origins(written: str, read: str) -> None:
    assert parse_public_url(written) == read


@pytest.mark.parametrize(
    "written",
    ["uno.example.org", "ftp://uno.example", "https://", "https://a/uno", "https://a?b", "https://a#b",
     "https://me@a", "https://a:99999", "https://a b", "https://ä.example", 'https://a"b'],
)  # fmt: skip
def test_a_public_url_that_is_none_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(CannotServe, match=r"write it like https://uno.example.org"):
        parse_public_url(written)


def test_lan_and_host_do_not_go_together() -> None:
    done = subprocess.run(
        [*UNO, "serve", "--lan", "--host", "127.0.0.1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uno: --lan listens on every address; leave --host out, or --lan\n"


# ---- the QR code ----


def read_qr(lines: Sequence[str]) -> list[list[bool]]:
    """The modules that were drawn, two to a character; dark ones are true."""
    rows = []
    for line in lines:
        plain = line.removeprefix("\x1b[38;5;16;48;5;231m").removesuffix("\x1b[0m")
        rows.append([each in "█▀" for each in plain])
        rows.append([each in "█▄" for each in plain])
    return rows


def test_the_qr_code_is_drawn_module_by_module() -> None:
    link = "http://192.168.178.123:8000"
    expected = [
        [bool(each) for each in row]
        for row in segno.make(link, error="l", micro=False).matrix_iter(border=4)
    ]
    rows = read_qr(draw_qr(link, columns=80, lines=24))
    assert rows[: len(expected)] == expected
    assert not any(map(any, rows[len(expected) :]))
    light = read_qr(draw_qr(link, columns=80, lines=24, colours=False))
    assert [[not each for each in row] for row in light] == rows


def test_a_qr_code_that_does_not_fit_is_not_drawn() -> None:
    link = "http://192.168.178.123:8000"
    width, height = 33, 17
    assert draw_qr(link, columns=width, lines=height)
    assert draw_qr(link, columns=width - 1, lines=height) == []
    assert draw_qr(link, columns=width, lines=height - 1) == []


# ---- in a terminal ----


def serve_in_terminal(
    database: Path,
    *words: str,
    before: Sequence[str] = (),
    until: str,
    rows: int = 40,
    **variables: str,
) -> str:
    """What `uno serve` shows in a terminal of 100 columns, up to the line that begins with this."""
    main, other = pty.openpty()
    os.set_blocking(main, False)
    command = [*UNO, "serve", "--database", str(database), "--port", "0", *words]
    quoted = [*before, *command]
    env = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **variables}
    subprocess.run(["stty", "rows", str(rows), "cols", "100"], stdin=other, check=True)
    server = subprocess.Popen(quoted, stdin=other, stdout=other, stderr=subprocess.PIPE, env=env)
    os.close(other)
    shown = ""
    deadline = time.monotonic() + SECONDS
    try:
        while not any(line.startswith(until) for line in shown.split("\r\n")[:-1]):
            assert time.monotonic() < deadline, shown
            assert server.poll() is None, shown
            if select.select([main], [], [], 0.5)[0]:
                with suppress(BlockingIOError):
                    shown += os.read(main, 65536).decode()
    finally:
        server.terminate()
        server.communicate(timeout=SECONDS)
        os.close(main)
    return shown.replace("\r\n", "\n")


def test_a_terminal_learns_how_to_let_others_join(tmp_path: Path) -> None:
    shown = serve_in_terminal(tmp_path / "uno.db", until="Only this computer").splitlines()
    assert shown[0].startswith("http://127.0.0.1:")
    assert len(shown) == 2
    assert "uno serve --lan" in shown[1]


def test_a_terminal_shows_the_public_address_as_a_qr_code_if_there_is_room(tmp_path: Path) -> None:
    words = ("--public-url", "https://uno.example.org/")
    _, public, *code, last = serve_in_terminal(
        tmp_path / "uno.db", *words, until="To join"
    ).splitlines()
    assert public == "For everyone: https://uno.example.org"
    assert read_qr(code) == read_qr(draw_qr("https://uno.example.org", columns=100, lines=36))
    assert "scan the code" in last
    low = serve_in_terminal(tmp_path / "uno.db", *words, until="To join", rows=16).splitlines()
    assert low[1:] == [
        "For everyone: https://uno.example.org",
        "To join from a phone or another computer, open https://uno.example.org.",
    ]


def test_a_party_opens_the_shared_screen_or_says_where_it_is(tmp_path: Path) -> None:
    words = ("--party", "--public-url", "http://uno.example.org")
    opened = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    here, *_, last = serve_in_terminal(
        tmp_path / "uno.db", *words, until="The table", BROWSER=f"{browser} %s"
    ).splitlines()
    assert opened.read_text(encoding="utf-8").strip() == f"{here}/screen"
    assert last == f"The table: {here}/screen. People sit down by scanning its code."
    lines = serve_in_terminal(
        tmp_path / "uno.db", *words, until="To put", BROWSER="false %s"
    ).splitlines()
    start = lines.index("For everyone: http://uno.example.org") + 1
    code = draw_qr("http://uno.example.org/screen", columns=100, lines=36)
    assert read_qr(lines[start:-1]) == read_qr(code)
    assert lines[-1].endswith("scan the code or open http://uno.example.org/screen.")


NETWORK = (
    "unshare", "--map-root-user", "--net", "sh", "-c",
    "ip link set lo up && ip addr add 192.168.7.5/24 dev lo && ip addr add 10.1.2.3/8 dev lo"
    ' && exec "$@"',
    "sh",
)  # fmt: skip
"""Runs a command in a network of its own, where the machine has these two addresses."""


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*NETWORK, "true"], capture_output=True, check=False).returncode != 0,
    reason="this machine lets nobody make a network",
)
def test_a_terminal_shows_every_address_of_the_network_and_a_qr_code_of_the_first(
    tmp_path: Path,
) -> None:
    shown = serve_in_terminal(tmp_path / "uno.db", "--lan", before=NETWORK, until="To join")
    here, first, second, *code, _ = shown.splitlines()
    port = urlsplit(here).port
    assert first == f"On your network: http://192.168.7.5:{port}"
    assert second == f"On your network: http://10.1.2.3:{port}"
    drawn = draw_qr(f"http://192.168.7.5:{port}", columns=100, lines=36)
    assert read_qr(code) == read_qr(drawn)
