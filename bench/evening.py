"""400 people at events of one server: time to seat, time between rounds, CPU and memory.

`python -m bench.evening` opens as many events as it takes (one has at most 60 people), lets all
join over HTTP, draws and starts all tables, and enters the points as a host does. Nobody plays:
what moves cost is in docs/serving.md. `--people` makes it smaller.
"""

import argparse
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.server.events.visitors import Visitor
from tests.server.servers import ServerProcess

PEOPLE, AT_ONE = 400, 50
_LIMITS = ("guests=100000", "messages=100000", "openings=100000", "commands_per_address=1000000")


def measure(people: int, rounds: int) -> dict[str, Any]:
    """Seat this number of people, and draw this number of times."""
    arguments = [each for limit in _LIMITS for each in ("--limit", limit)]
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "uno.db", *arguments) as process,
        ThreadPoolExecutor(8) as pool,
    ):
        events = max(1, -(-people // AT_ONE))
        hosts = [Visitor(process.address, f"Host {number}") for number in range(events)]
        settings = {"title": "Bench", "kind": {"kind": "rotating"}, "rounds": 1}
        codes = [host.open_event(settings, online={}) for host in hosts]
        guests = list(
            pool.map(lambda number: Visitor(process.address, f"Player {number}"), range(people))
        )
        begun, cpu = time.perf_counter(), _cpu_seconds(process)
        joined = list(pool.map(_join, guests, (codes[at % events] for at in range(people))))
        seated = time.perf_counter() - begun
        between: list[float] = []
        for _ in range(rounds):
            for host, code in zip(hosts, codes, strict=True):
                began = time.perf_counter()
                host.host(code, "draw")
                host.host(code, "start")
                between.append(time.perf_counter() - began)
                for table in host.news(code)["page"]["event"]["sittings"][-1]["tables"]:
                    number = table["number"]
                    host.host(code, "enter-result", table=number, points=[10, number])
        return {
            "people": people,
            "events": events,
            "seat_all_s": round(seated, 2),
            "join_ms": round(1000 * sum(joined) / people, 1),
            "draw_and_start_s": round(sum(between) / len(between), 2),
            "draw_and_start_most_s": round(max(between), 2),
            "cpu_s": round(_cpu_seconds(process) - cpu, 1),
            "wall_s": round(time.perf_counter() - begun, 1),
            "memory_mib": _memory(process),
        }


def _join(person: Visitor, code: str) -> float:
    began = time.perf_counter()
    person.take_part(code)
    return time.perf_counter() - began


def _cpu_seconds(process: ServerProcess) -> float:
    fields = Path(f"/proc/{process.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _memory(process: ServerProcess) -> int:
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--rounds", type=int, default=2)
    words = parser.parse_args()
    print(json.dumps(measure(words.people, words.rounds), indent=2))


if __name__ == "__main__":
    main()
