"""What is special about one file on one machine."""

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from openuno.server.store import Append, Store, Unavailable
from openuno.server.store.opening import open_store
from openuno.server.store.sqlite.group_commit import GroupCommit
from openuno.server.store.sqlite.lock_file import InUse
from openuno.server.store.sqlite.store import SqliteStore, connect
from tests.server.store.stores import PATIENCE, entry, listing, opening, with_store


def test_the_folder_is_made_and_the_files_are_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "uno.db"
    modes: set[int] = set()

    async def body(store: Store) -> None:
        await store.append(opening())
        modes.update(stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir())

    with_store(str(path), body)
    assert modes == {0o600}


def test_a_second_process_is_refused_by_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"

    async def body(store: Store) -> None:
        with pytest.raises(InUse, match=f"{path} is in use by another process"):
            await open_store(str(path), process="other")
        await store.append(opening())  # and the first does not notice

    with_store(str(path), body)
    with_store(str(path), lambda store: store.check())


_APPEND_FOR_EVER = """
import asyncio, sys
from openuno.server.store import Append
from openuno.server.store.opening import open_store
from tests.server.store.stores import entry

async def play(store, code):
    seq = 0
    while True:
        seq += 1
        await store.append(Append(code, entry(seq, "x" * 200, f"c{seq}")))
        print(code, seq, flush=True)

async def main():
    store = await open_store(sys.argv[1], process="child")
    await asyncio.gather(*(play(store, f"T{n}") for n in range(8)))

asyncio.run(main())
"""


def test_every_append_acknowledged_before_a_kill_is_there_after_it(database: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _APPEND_FOR_EVER, database],
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        told: list[str] = []
        # Connections open one by one: on a busy machine the last rooms begin late.
        while len(told) < 300 or (len(told) < 20_000 and len({line[:2] for line in told}) < 8):
            told.append(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    told = [line for line in told if line.endswith("\n")]  # the kill may have torn the last
    acknowledged: dict[str, int] = {}
    for line in told:
        code, number = line.split()
        acknowledged[code] = int(number)
    assert len(acknowledged) == 8

    async def body(store: Store) -> None:
        for code, last in acknowledged.items():
            kept = [each.seq for each in await store.entries(code, 0)]
            # One more may have been written whose acknowledgement was never given.
            assert kept in (list(range(1, last + 1)), list(range(1, last + 2)))

    with_store(database, body)


def test_a_full_disk_is_said_loses_nothing_and_passes(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with_store(str(path), lambda store: store.append(opening()))

    async def fill() -> int:
        store = await SqliteStore.open(path, most_pages=60)
        seq, refusal = 1, ""
        while not refusal and seq < 1_000:
            try:
                await store.append(Append("ABCDE", entry(seq + 1, "x" * 3000)))
                seq += 1
            except Unavailable as error:
                refusal = str(error)
        assert "full" in refusal
        assert [each.seq for each in await store.entries("ABCDE", 0)] == list(range(1, seq + 1))
        await store.set_due("ABCDE", 5)  # what needs no room still works
        tries = [store.append(Append(f"T{n}", entry(1, "x" * 3000))) for n in range(9)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert {type(each) for each in outcomes} == {Unavailable}
        await store.close()
        return seq

    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            seq = await fill()
        store = await SqliteStore.open(path)  # room again
        await store.append(Append("ABCDE", entry(seq + 1)))
        assert len(await store.entries("ABCDE", 0)) == seq + 1
        assert await store.entries("T0", 0) == []
        await store.close()

    asyncio.run(run())


_FULL_AND_ROOM_AGAIN = """
import asyncio, resource, sys
from pathlib import Path
from openuno.server.store import Append, Unavailable
from openuno.server.store.sqlite.store import SqliteStore, connect
from tests.server.store.stores import entry

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    # From now on the kernel itself refuses to make files longer.
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    try:
        for seq in range(1_000):
            await store.append(Append("ABCDE", entry(seq + 1, "x" * 3000)))
    except Unavailable:
        pass
    else:
        raise AssertionError("there was no limit")
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    await store.append(Append("ABCDE", entry(seq + 1)))
    assert [each.seq for each in await store.entries("ABCDE", 0)] == list(range(1, seq + 2))
    await store.close()

asyncio.run(main())
"""


def test_a_commit_the_disk_refuses_is_undone_and_the_next_one_works(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with_store(str(path), lambda store: store.check())
    subprocess.run([sys.executable, "-c", _FULL_AND_ROOM_AGAIN, path], check=True, timeout=PATIENCE)


def test_a_batch_that_fails_is_kept_in_no_part(tmp_path: Path) -> None:
    async def body() -> None:
        db = connect(tmp_path / "uno.db")
        db.execute("create table kept (x)")
        writer = GroupCommit(db)
        batch = [
            writer.write(lambda cursor: cursor.execute("insert into kept values (1)")),
            writer.write(lambda cursor: cursor.execute("insert into nowhere values (2)")),
        ]
        outcomes = await asyncio.gather(*batch, return_exceptions=True)
        assert [type(each) for each in outcomes] == [Unavailable, Unavailable]
        await writer.write(lambda cursor: cursor.execute("insert into kept values (3)"))
        with closing(sqlite3.connect(tmp_path / "uno.db")) as beside:
            assert beside.execute("select x from kept").fetchall() == [(3,)]
        await writer.close()

    asyncio.run(asyncio.wait_for(body(), PATIENCE))


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, this is not a database. " * 100)
    with pytest.raises(Unavailable, match=r"letter\.txt cannot be opened: file is not a database"):
        with_store(str(path), lambda store: store.check())
    assert path.read_text().startswith("Dear Ann")


def test_a_long_log_is_read_while_others_write(tmp_path: Path) -> None:
    async def body(store: Store) -> None:
        await asyncio.gather(*(store.append(Append("LONG", entry(seq))) for seq in range(1, 2_001)))
        reading = asyncio.create_task(store.entries("LONG", 0))
        await store.append(Append("SHORT", entry(1), listing("SHORT")))
        assert [each.seq for each in await reading] == list(range(1, 2_001))

    with_store(str(tmp_path / "uno.db"), body)


def test_what_was_answered_is_committed_for_every_reader_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"

    async def body(store: Store) -> None:
        await store.append(opening())
        with closing(sqlite3.connect(path)) as beside:
            assert beside.execute("select count(*) from log").fetchone() == (1,)

    with_store(str(path), body)


def test_commits_are_flushed_to_the_disk(tmp_path: Path) -> None:
    # Only a power cut could show it; so it is the setting that is tested, not its effect.
    with closing(connect(tmp_path / "uno.db")) as db:
        assert db.execute("pragma synchronous").fetchone() == (2,)
        assert db.execute("pragma journal_mode").fetchone() == ("wal",)
