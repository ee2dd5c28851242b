"""What it costs to load a table, by the length of its log: with a snapshot, and without one.

    python -m bench.loading

Every table has entries of people who talk, sit and get ready, and holds a game that has begun; its
log lies in a SQLite file. With a snapshot the cost is flat; without one (after an upgrade that
changes tables) it grows with the log, in slices that let other tables act in between.
"""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from os import urandom
from pathlib import Path
from statistics import median

from openuno.room.commands import AddBot, Start
from openuno.room.decide import decide
from openuno.room.decide.request import RequestContext
from openuno.room.evolve import evolve_room
from openuno.room.facts import Arrived, Committed, Entry, Fact, Opened, Said
from openuno.room.secret import Secret, Secrets, game_rng
from openuno.room.settings import Settings
from openuno.room.snapshot import write_snapshot
from openuno.room.state import Room
from openuno.server.clock import SYSTEM
from openuno.server.context import ServerContext
from openuno.server.limits import Limits
from openuno.server.rooms.loading import load_room
from openuno.server.store import Append, Store, StoredSnapshot
from openuno.server.store.opening import open_store
from openuno.server.store.snapshot_version import snapshot_version

LENGTHS = (300, 3_000, 30_000, 300_000)
TAIL = 150
"""Entries after the snapshot, in the middle of what there can be."""
REPEATS = 20
CODE = "BENCHD"
SECRET, SPARE = Secret(b"a" * 32), Secret(b"b" * 32)


async def main() -> None:
    """Measure and print, one line for each length."""
    print(
        f"{'entries':>8}  {'read':>6}  {'with snapshot':>14}  {'read':>7}  {'without':>10}  longest"
    )
    for length in LENGTHS:
        with tempfile.TemporaryDirectory() as folder:
            database = str(Path(folder) / "uno.db")
            store = await open_store(database, process="bench")
            try:
                await _write(store, length)
                read, seconds, _ = await _measure(store, REPEATS)
                with closing(sqlite3.connect(database, isolation_level=None)) as db:
                    db.execute("delete from snapshots")
                all_read, all_seconds, longest = await _measure(store, 1)
            finally:
                await store.close()
        print(
            f"{length:>8,}  {read:>6,}  {seconds * 1000:>11.2f} ms  {all_read:>7,}"
            f"  {all_seconds * 1000:>7.1f} ms  {longest * 1000:.1f} ms",
            flush=True,
        )


async def _write(store: Store, length: int) -> None:
    """A log of this length, a snapshot shortly before its end."""
    table: Room | None = None
    writing = []

    def append(*facts: Fact) -> None:
        nonlocal table
        entry = Entry(1 if table is None else table.seq + 1, 1_000, facts)
        table = evolve_room(table, entry, lambda started: game_rng(SECRET, started))
        secret = SECRET if entry.seq == 1 else None
        writing.append(asyncio.ensure_future(store.append(Append(CODE, entry, secret=secret))))

    append(Opened("ann", Settings(seats=4)), Committed(SECRET.commitment))
    append(Arrived("ann", "Ann", "bench"))
    assert table is not None
    asked = RequestContext("ann", "Ann", 1_000, Secrets(SECRET, SPARE))
    for seat in range(4):
        append(*decide(table, asked, AddBot(seat)))
    snapshot: StoredSnapshot | None = None
    while table.seq < length:
        if table.seq == length - TAIL:
            append(*decide(table, asked, Start()))
            snapshot = StoredSnapshot(table.seq, snapshot_version(), write_snapshot(table))
        else:
            append(Said("ann", "a word or two"))
        if len(writing) == 1_000:
            await asyncio.gather(*writing)
            writing.clear()
    await asyncio.gather(*writing)
    assert snapshot is not None, f"a log of {length} entries is too short for its tail"
    await store.keep_snapshot(CODE, snapshot)


async def _measure(store: Store, repeats: int) -> tuple[int, float, float]:
    """Entries read by one load, its median seconds, and the longest time nobody else had a turn."""
    house = ServerContext(store, "bench", SYSTEM, urandom, Limits())
    seconds, longest = [], 0.0
    for _ in range(repeats):
        began = last = time.perf_counter()
        loading = asyncio.ensure_future(load_room(house, CODE))
        while not loading.done():
            await asyncio.sleep(0)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        seconds.append(time.perf_counter() - began)
        assert loading.result() is not None
    return house.entries_read // repeats, median(seconds), longest


if __name__ == "__main__":
    asyncio.run(main())
