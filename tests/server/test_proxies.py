"""The settings for nginx and Caddy, on the page for operators and in deploy/, tried with both.

They take the programs, as in Debian's packages `nginx-light` and `caddy`; elsewhere they are
skipped.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from openuno.room.protocol.messages import PROTOCOL
from tests.server.servers import ServerAddress, run_server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "serving.md").read_text("utf-8")
DOMAIN, UPSTREAM = "uno.example.org", "127.0.0.1:8000"
LIMIT = 60.0
"""Seconds after which a proxy has hung."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


NGINX, CADDY = blocks("nginx"), blocks("caddyfile")
COMPOSED = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")


def find_program(name: str, package: str) -> str:
    """Where it is; Debian keeps servers out of the path of people."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed (Debian's package {package})")
    return found


def run_check(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr


def nginx_command(folder: Path, locations: str, port: int) -> list[str]:
    """nginx with these locations in a server, and everything it writes in one folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; master_process off; pid {folder / 'pid'}; events {{}}\n"
        f"http {{ access_log off; {folders} server {{ listen 127.0.0.1:{port};\n{locations} }} }}\n"
    )
    program = find_program("nginx", "nginx-light")
    return [program, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(settings)]


def caddy_command(folder: Path, site: str, port: int) -> list[str]:
    """Caddy with this site, without a certificate and without its administration."""
    settings = folder / "Caddyfile"
    plain = site.replace(DOMAIN, f"http://127.0.0.1:{port}", 1)
    settings.write_text(f"{{\n\tadmin off\n}}\n{plain}")
    program = find_program("caddy", "caddy")
    return [program, "run", "--adapter", "caddyfile", "--config", str(settings)]


@contextmanager
def run_proxy(command: list[str], port: int, folder: Path) -> Iterator[ServerAddress]:
    environment = {**os.environ, "HOME": str(folder)}
    log = folder / "log"
    with log.open("wb") as out, subprocess.Popen(command, stderr=out, env=environment) as proxy:
        try:
            deadline = time.monotonic() + LIMIT
            while not is_listening(port):
                assert proxy.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.02)
            yield ServerAddress(f"http://127.0.0.1:{port}")
        finally:
            proxy.terminate()


def is_listening(port: int) -> bool:
    with closing(socket.socket()) as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with closing(socket.socket()) as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
        return port


def test_the_page_has_both() -> None:
    assert (len(NGINX), len(CADDY)) == (1, 2)
    for block in (*NGINX, *CADDY):
        assert UPSTREAM in block
    assert len({block.split("{", 1)[1] for block in CADDY}) == 1


def test_nginx_accepts_the_locations(tmp_path: Path) -> None:
    run_check(*nginx_command(tmp_path, NGINX[0], 8080), "-t")


@pytest.mark.parametrize("text", [*CADDY, COMPOSED], ids=["ten-minutes", "proxy", "composed"])
def test_caddy_accepts_the_site(tmp_path: Path, text: str) -> None:
    settings = tmp_path / "Caddyfile"
    settings.write_text(text)
    program = find_program("caddy", "caddy")
    words = ("validate", "--adapter", "caddyfile", "--config", settings)
    run_check(program, *words, HOME=str(tmp_path), UNO_DOMAIN=DOMAIN)


@pytest.mark.parametrize(
    ("make_command", "block"), [(nginx_command, NGINX[0]), (caddy_command, CADDY[0])]
)
def test_people_reach_a_table_through_the_proxy(
    tmp_path: Path, make_command: Callable[[Path, str, int], list[str]], block: str
) -> None:
    with run_server(tmp_path / "uno.db", behind_proxy=True) as server:
        port = free_port()
        here = block.replace(UPSTREAM, server.url.removeprefix("http://"))
        with run_proxy(make_command(tmp_path, here, port), port, tmp_path) as proxy:
            assert proxy.ask("GET", "/readyz").status == 200
            assert proxy.ask("GET", "/metrics").status == 403
            _, token = proxy.guest("Ann")
            with connect(proxy.ws, origin=Origin(proxy.url)) as line:
                line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
                assert json.loads(line.recv(timeout=LIMIT))["type"] == "welcome"
