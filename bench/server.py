"""The table server under load: real WebSockets, four seats a table, every move on the disk.

The server has a core to itself, the bots another. Beside it, in the same run, a bound: a server
that knows no rules and saves nothing, and sends the same bytes to the same four seats.
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvloop

from bench.load import SEATS, Table, seated

PAGE = os.sysconf("SC_PAGE_SIZE")
TABLES = (10, 50, 250, 500)
ON_POSTGRES = (10, 50)
PACE = 1.0
"""Seconds a player thinks on average under the paced load."""
SECONDS, PACED_SECONDS = 6.0, 20.0


class Child:
    """A server as a child process on a core of its own; its first line says where it listens."""

    def __init__(self, command: list[str], core: int = 0) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            ["taskset", "-c", str(core), *command], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.start_seconds = time.perf_counter() - began
        self.port = int(line.strip().rpartition(":")[2].rstrip("/"))

    def cpu(self) -> float:
        """Seconds on a processor so far, to the nanosecond: a paced load uses few of them."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def openuno(database: str) -> Child:
    """`uno serve`, its limits out of the way of a load that comes from one address."""
    command = [str(Path(sys.executable).with_name("uno")), "serve", "--database", database]
    command += ["--port", "0", "--log-level", "warning"]
    for limit in ("messages", "guests", "commands", "commands_per_address", "changes", "openings"):
        command += ["--limit", f"{limit}=1e9"]
    command += ["--limit", "connections_per_address=20000"]
    return Child(command)


def bound() -> Child:
    """The server that does nothing but send."""
    return Child([sys.executable, "-m", "bench.bound"])


async def measure(servers: list[Child], tables: int, pace: float, setup: bool) -> dict[str, Any]:
    """One load for some seconds, after a moment to warm up."""
    before_memory = sum(server.memory() for server in servers)
    made = await seated([server.port for server in servers], tables, pace, setup=setup)
    idle_memory = sum(server.memory() for server in servers)
    for number, table in enumerate(made):
        for seat in table.seats:
            seat.share()
        table.seats[0].ask('{"do":"start"}')
        if pace and number % 10 == 9:
            await asyncio.sleep(pace * 10 / tables)
    await _under_way(made)
    await asyncio.sleep(1 + pace)
    _forget(made)
    cpu = sum(server.cpu() for server in servers)
    received = sum(seat.received for table in made for seat in table.seats)
    began = time.perf_counter()
    await asyncio.sleep(PACED_SECONDS if pace else SECONDS)
    wall = time.perf_counter() - began
    cpu = sum(server.cpu() for server in servers) - cpu
    received = sum(seat.received for table in made for seat in table.seats) - received
    moves = sum(table.moves for table in made)
    waits = sorted(wait for table in made for wait in table.told)
    for table in made:
        for seat in table.seats:
            seat.transport.abort()
    cuts = quantiles(waits, n=100)
    return {
        "tables": tables,
        "pace": pace,
        "moves_per_second": round(moves / wall),
        "cpu_us_per_move": round(cpu / moves * 1e6, 1),
        "bytes_per_move": round(received / moves),
        "p50_ms": round(cuts[49] * 1000, 2),
        "p99_ms": round(cuts[98] * 1000, 2),
        "kib_per_table_with_its_connections": round((idle_memory - before_memory) / tables / 1024),
    }


async def _under_way(made: list[Table]) -> None:
    """Wait until every table has dealt and moved: a busy machine takes its time over hundreds."""
    while not all(table.moves for table in made):
        await asyncio.sleep(0.1)


def _forget(made: list[Table]) -> None:
    for table in made:
        table.moves = 0
        table.told.clear()


def one(children: list[Child], tables: int, pace: float, setup: bool = True) -> dict[str, Any]:
    """Measure and stop these servers under one load."""
    try:
        result = uvloop.run(measure(children, tables, pace, setup))
    finally:
        for child in children:
            child.stop()
    result["start_seconds"] = round(children[0].start_seconds, 2)
    print(json.dumps(result), flush=True)
    return result


def on_sqlite(tables: int, pace: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="openuno-bench") as folder:
        return one([openuno(str(Path(folder) / "tables.db"))], tables, pace)


def on_postgres(tables: int, processes: int) -> dict[str, Any]:
    """PostgreSQL shares the bots' core, and two processes share one: see that it works, no more."""
    from tests.postgres import Cluster  # noqa: PLC0415 - the same real server the tests use

    cluster = Cluster()
    try:
        database = cluster.new_database()
        result = one([openuno(database) for _ in range(processes)], tables, 0.0)
    finally:
        cluster.remove()
    return result | {"processes": processes}


def _beside_the_bound(tables: int, pace: float) -> dict[str, Any]:
    least = one([bound()], tables, pace, setup=False)
    ours = on_sqlite(tables, pace)
    ratio = round(ours["cpu_us_per_move"] / least["cpu_us_per_move"], 2)
    return {"bound": least, "sqlite": ours, "times_the_bound": ratio}


def report(tables: Sequence[int], on_postgres_tables: Sequence[int]) -> None:
    """Measure everything, print it, and keep it in bench/results_server.json."""
    os.sched_setaffinity(0, {1})
    kept: dict[str, Any] = {"python": platform.python_version(), "seats": SEATS}
    for name, pace in (("flat_out", 0.0), ("paced", PACE)):
        print(f"{name}: nothing but the network, then SQLite ...", flush=True)
        # Side by side: what else the machine does meets both alike.
        runs = [_beside_the_bound(count, pace) for count in tables]
        kept[name] = runs
    for processes in (1, 2):
        print(f"PostgreSQL, processes: {processes} ...", flush=True)
        runs = [on_postgres(count, processes) for count in on_postgres_tables]
        kept[f"postgres_{processes}"] = runs
    Path(__file__).with_name("results_server.json").write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=list(TABLES))
    parser.add_argument("--postgres", type=int, nargs="*", default=list(ON_POSTGRES))
    args = parser.parse_args()
    report(args.tables, args.postgres)
