"""A file system of eight megabytes, really mounted: what fits on it, and what a full one is told.

Without the right to mount, limits of the kernel on the size of a file stand in for it
(`proofs/test_disk_and_clock.py`).
"""

import asyncio
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from openuno.room.facts import Entry
from openuno.server.store import Append, Unavailable
from openuno.server.store.opening import open_store
from openuno.server.store.readiness import WRITE_EVERY, Readiness
from tests.server.servers import ServerProcess
from tests.server.store.stores import entry

SIZE = 8 << 20
LONG = 120.0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    mounted = tmp_path / "disk"
    mounted.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(mounted)]
    done = (
        subprocess.run(mount, capture_output=True, check=False) if shutil.which("mount") else None
    )
    if done is None or done.returncode:
        pytest.skip("mounting a small file system takes root on Linux, and is not allowed here")
    try:
        yield mounted
    finally:
        subprocess.run(["umount", str(mounted)], check=True)


def fill(disk: Path) -> Path:
    """Take all the room there is."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return ballast


def test_a_small_disk_holds_tables_and_not_only_the_log_of_writes(disk: Path) -> None:
    async def write_all() -> list[Entry]:
        store = await open_store(str(disk / "uno.db"), process="writer")
        written: list[Entry] = []

        async def write_on() -> None:
            for seq in count(1):
                each = entry(seq, "x" * 290, f"c{seq}")
                await store.append(Append("ABCDE", each))
                written.append(each)

        with pytest.raises(Unavailable, match="full"):
            await write_on()
        assert await store.entries("ABCDE", 0) == written
        await store.close()
        return written

    written = asyncio.run(write_all())
    sizes = {path.name: path.stat().st_size for path in disk.iterdir()}
    assert sizes["uno.db"] > SIZE * 3 / 4, sizes
    shutil.move(disk / "uno.db", disk.parent / "uno.db")
    for path in disk.glob("uno.db-wal"):
        shutil.move(path, disk.parent / path.name)

    async def read_all() -> list[Entry]:
        store = await open_store(str(disk.parent / "uno.db"), process="reader")
        try:
            return await store.entries("ABCDE", 0)
        finally:
            await store.close()

    assert asyncio.run(read_all()) == written


def test_a_full_disk_is_not_ready_and_is_again_once_there_is_room(disk: Path) -> None:
    with ServerProcess(disk / "uno.db") as served:
        assert served.address.ask("GET", "/readyz").status == 200
        ballast = fill(disk)
        until(served, 503)
        assert served.address.ask("GET", "/healthz").status == 200
        until(served, 503)  # and it stays so
        ballast.unlink()
        until(served, 200)
        assert served.address.ask("POST", "/api/guests", {"name": "Ann"}).status == 201
        assert served.stop() == 0


def until(served: ServerProcess, status: int) -> None:
    deadline = time.monotonic() + LONG
    while served.address.ask("GET", "/readyz").status != status:
        assert time.monotonic() < deadline, f"/readyz never says {status}"
        time.sleep(0.1)


def test_asking_whether_it_is_ready_does_not_write_each_time(tmp_path: Path) -> None:
    async def ask_often() -> int:
        store = await open_store(str(tmp_path / "uno.db"), process="asked")
        readiness = Readiness(store)
        file = sqlite3.connect(tmp_path / "uno.db")
        probes: set[int] = set()
        began = time.monotonic()
        for _ in range(200):
            await readiness.check()
            ((seen,),) = file.execute("select seen from processes where id = ''")
            probes.add(seen)
        file.close()
        await store.close()
        assert len(probes) <= 1 + (time.monotonic() - began) / WRITE_EVERY
        return len(probes)

    assert asyncio.run(ask_often()) >= 1
