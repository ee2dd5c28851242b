"""400 people at events of one server: time to seat, time between rounds, CPU, memory and bytes.

`python -m bench.evening` opens as many events as it takes (one has at most 60 people) and lets all
join over HTTP. Every phone then follows its event, as the pages do, while the host draws and starts
all tables and enters the points. Nobody plays: in `bench.moving_evening` they do. `--people` makes
it smaller; `--write` keeps the figures in bench/results_events.json.
"""

import argparse
import gzip
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.server.events.visitors import Visitor
from tests.server.servers import ServerProcess

PEOPLE, AT_ONE = 400, 50
RESULTS = Path(__file__).with_name("results_events.json")
WAIT = 10
"""Seconds that a phone lets the server wait for news, as the pages do."""
PAUSE = 0.25
"""Seconds until it asks again, and as many more by chance; as the pages do, too."""
LIMITS = (
    *("guests=100000", "messages=100000", "openings=100000"),
    *("commands_per_address=1000000", "connections_per_address=2000"),
)


class Phone:
    """Someone who has joined and follows the event; knows when each draw was first shown."""

    def __init__(self, visitor: Visitor, code: str) -> None:
        self._visitor = visitor
        self._code = code
        self.shown: dict[int, float] = {}
        """When the phone knew of each draw."""
        self._chance = Random(code)
        self.bytes = 0
        self.answers = 0
        self.stopped = False
        self.thread = threading.Thread(target=self._follow, daemon=True)

    def _follow(self) -> None:
        since = 0
        while not self.stopped:
            path = f"/api/events/{self._code}/me?since={since}&wait={WAIT if since else 0}"
            answer = self._visitor.server.ask(
                "GET", path, token=self._visitor.token, headers={"Accept-Encoding": "gzip"}
            )
            assert answer.status == 200, answer
            self.bytes += len(answer.body)
            self.answers += 1
            packed = answer.headers.get("content-encoding") == "gzip"
            news = json.loads(gzip.decompress(answer.body) if packed else answer.body)
            since = news["page"]["seq"]
            sittings = len(news["page"]["event"]["sittings"])  # with a table, or to sit out
            self.shown.setdefault(sittings, time.perf_counter())
            time.sleep(PAUSE * (1 + self._chance.random()))


class Evening(NamedTuple):
    """Events of one server, and people who are about to join them."""

    process: ServerProcess
    pool: ThreadPoolExecutor
    hosts: list[tuple[Visitor, str]]
    """Who has opened an event, and its code."""
    guests: list[tuple[Visitor, str]]
    """Who wants to join an event, and its code."""

    def join_all(self) -> list[float]:
        """Let everyone join; the seconds that each took."""
        return list(self.pool.map(_join_event, *zip(*self.guests, strict=True)))

    def start_phones(self) -> list[Phone]:
        """Let everyone's phone follow the event."""
        phones = [Phone(*guest) for guest in self.guests]
        for phone in phones:
            phone.thread.start()
        return phones


@contextmanager
def open_evening(people: int, rounds: int, online: dict[str, Any]) -> Iterator[Evening]:
    """Start a server with events for this number of people."""
    arguments = [each for limit in LIMITS for each in ("--limit", limit)]
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "uno.db", *arguments) as process,
        ThreadPoolExecutor(8) as pool,
    ):
        events = max(1, -(-people // AT_ONE))
        hosts = [Visitor(process.address, f"Host {number}") for number in range(events)]
        settings = {"title": "Bench", "kind": {"kind": "rotating"}, "rounds": rounds}
        codes = [host.open_event(settings, online=online) for host in hosts]
        guests = pool.map(
            lambda number: (Visitor(process.address, f"Player {number}"), codes[number % events]),
            range(people),
        )
        yield Evening(process, pool, list(zip(hosts, codes, strict=True)), list(guests))


def measure(people: int, rounds: int) -> dict[str, Any]:
    """Seat this number of people, and draw this number of times."""
    with open_evening(people, 1, online={}) as evening:
        process, events = evening.process, len(evening.hosts)
        begun, cpu = time.perf_counter(), cpu_seconds(process)
        joined = evening.join_all()
        seated = time.perf_counter() - begun
        phones = evening.start_phones()
        between: list[float] = []
        told: list[float] = []
        for sitting in range(1, rounds + 1):
            for number, (host, code) in enumerate(evening.hosts):
                began = time.perf_counter()
                host.host(code, "draw")
                host.host(code, "start")
                between.append(time.perf_counter() - began)
                told.append(_time_to_tell(phones[number::events], sitting) - began)
                for table in host.news(code)["page"]["event"]["sittings"][-1]["tables"]:
                    where = table["number"]
                    host.host(code, "enter-result", table=where, points=[10, where])
        figures = {
            "people": people,
            "events": events,
            "rounds": rounds,
            "seat_all_s": round(seated, 2),
            "join_ms": round(1000 * sum(joined) / people, 1),
            "draw_and_start_s": round(sum(between) / len(between), 2),
            "draw_and_start_most_s": round(max(between), 2),
            "all_phones_know_s": round(sum(told) / len(told), 2),
            "all_phones_know_most_s": round(max(told), 2),
            "cpu_s": round(cpu_seconds(process) - cpu, 1),
            "wall_s": round(time.perf_counter() - begun, 1),
            "memory_mib": memory_mib(process),
            "bytes_per_answer": sum(each.bytes for each in phones)
            // sum(each.answers for each in phones),
            "answers": sum(each.answers for each in phones),
        }
        stop_phones(phones)
        return figures


def stop_phones(phones: list[Phone]) -> None:
    """Let the phones ask no more, and wait for their last answer."""
    for phone in phones:
        phone.stopped = True
    for phone in phones:
        phone.thread.join(2 * WAIT)


def _time_to_tell(phones: list[Phone], sitting: int) -> float:
    """When the last of these phones knew of this draw."""
    deadline = time.monotonic() + 60
    while not all(sitting in phone.shown for phone in phones):
        assert time.monotonic() < deadline, "some phones do not know of the draw"
        time.sleep(0.002)
    return max(phone.shown[sitting] for phone in phones)


def _join_event(person: Visitor, code: str) -> float:
    """Let someone join; the seconds it took."""
    began = time.perf_counter()
    person.take_part(code)
    return time.perf_counter() - began


def cpu_seconds(process: ServerProcess) -> float:
    """How long the server has used a processor."""
    fields = Path(f"/proc/{process.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory_mib(process: ServerProcess) -> int:
    """How much memory the server has now."""
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    words = parser.parse_args()
    text = json.dumps(measure(words.people, words.rounds), indent=2)
    print(text)
    if words.write:
        RESULTS.write_text(text + "\n")


if __name__ == "__main__":
    main()
