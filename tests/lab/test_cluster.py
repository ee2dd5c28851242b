"""A real Dask cluster: a scheduler and two workers, each a process of its own."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import pytest

from openuno.lab.backends import DaskCluster, Threads
from openuno.lab.chunks import Chunk, chunk_size, split
from openuno.lab.errors import BackendUnavailable
from openuno.lab.plans import parse_plan
from openuno.lab.totals import Totals
from tests.lab.commands import refusal, report_of, uno

SECONDS = 300
PLAN = parse_plan("mattel-2016", ("stacking=any",), 4, "uniform:bluffs=2,doubts=2")


class Running(NamedTuple):
    address: str
    workers: "list[subprocess.Popen[str]]"


def started(held: ExitStack, *words: str) -> "tuple[subprocess.Popen[str], str]":
    """A process of the cluster until the stack is left, and the line that says it is there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    held.enter_context(process)
    held.callback(process.kill)
    assert process.stderr is not None
    said = process.stderr.readline()
    while said and not re.search(r"Scheduler at:|Registered to:", said):
        said = process.stderr.readline()
    # What it says from here on is read and forgotten, or it would wait for a reader.
    drain = threading.Thread(target=process.stderr.read)
    drain.start()
    held.callback(drain.join)
    held.callback(process.kill)
    return process, said


@contextmanager
def cluster(workers: int) -> Iterator[Running]:
    with ExitStack() as held:
        _, said = started(
            held,
            *(
                "dask_scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--no-dashboard",
                "--no-show",
            ),
        )
        (address,) = re.findall(r"tcp://[\d.]+:\d+", said)
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
        found = [started(held, "dask_worker", address, *options)[0] for _ in range(workers)]
        yield Running(address, found)


@pytest.fixture(scope="module")
def two() -> Iterator[Running]:
    with cluster(2) as running:
        yield running


def test_a_cluster_counts_what_one_machine_counts(two: Running) -> None:
    asked = ("simulate", "--rounds", "3000", "--set", "stacking=any")
    words = (*asked, "--policy", "uniform:bluffs=2,doubts=2")
    assert report_of(*words, "--dask", two.address) == report_of(*words)


def test_a_comparison_on_a_cluster_is_the_same_too(two: Running) -> None:
    words = ("lab", "compare", "--rounds", "600", "--vary", "stacking=off,any")
    assert report_of(*words, "--dask", two.address) == report_of(*words)


def test_whole_games_on_a_cluster_are_the_same_too(two: Running) -> None:
    words = ("simulate", "--format", "elimination:100", "--games", "40")
    assert report_of(*words, "--dask", two.address) == report_of(*words)


def test_a_worker_that_is_killed_loses_nothing() -> None:
    rounds, size = 20_000, chunk_size(20_000)
    here, there = Totals(1, size), Totals(1, size)
    for part, counts in Threads(1).run_chunks((PLAN,), split(1, rounds, size)):
        here.add(part, counts)
    seen: set[Chunk] = set()
    with cluster(2) as running:
        for part, counts in DaskCluster(running.address).run_chunks(
            (PLAN,), split(1, rounds, size)
        ):
            assert part not in seen
            seen.add(part)
            there.add(part, counts)
            if len(seen) == 20:
                running.workers[0].send_signal(signal.SIGKILL)
        assert running.workers[0].wait(SECONDS) == -signal.SIGKILL
        assert running.workers[1].poll() is None
    assert (here.counts[0] == there.counts[0]).all()


def test_a_cluster_that_does_not_answer_is_refused() -> None:
    with pytest.raises(
        BackendUnavailable, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"
    ):
        DaskCluster("tcp://127.0.0.1:1", patience=0.5)


def test_an_address_that_is_none_is_refused() -> None:
    assert "an address like tcp://host:8786" in refusal(uno("simulate", "--dask", "nowhere"))


def test_a_cluster_without_workers_is_refused() -> None:
    with cluster(0) as running, pytest.raises(BackendUnavailable, match="has no workers"):
        DaskCluster(running.address, patience=5)
