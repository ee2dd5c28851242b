"""Ctrl-C ends a command of the lab at any moment: it says how far it was and leaves no process."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

import pytest

from openuno.lab.dataset.files import count_files
from openuno.record.reader import read_record
from tests.depth import by_depth
from tests.lab.commands import SECONDS, until
from tests.signals import interruptible


class Work(NamedTuple):
    """What would take hours, what it shows once it has begun, and what it says in the end."""

    words: str
    begun: str
    said: str


KERNEL = "ladder --bots regular,uniform --rounds 1000000000000"
NETWORK = "ladder --bots master,regular --rounds 100000000"
ORACLE = "ladder --bots oracle:all,regular --rounds 100000000"
PRICED = "--against regular --deals 1000 --processes 2"
BY_WORK = {
    "kernel": Work(KERNEL, "regular against uniform", "stopped after 0 of 1 duels"),
    "network": Work(NETWORK, "master against regular", "stopped after 0 of 1 duels"),
    "oracle": Work(ORACLE, "oracle:all against regular", "stopped after 0 of 1 duels"),
    "bots": Work(
        "ladder --bots random,rule --rounds 100000000", "random against", "stopped after 0 of 1"
    ),
    "protocol": Work(
        "ladder --evaluate random", "2 players, against", "stopped before the end of the protocol"
    ),
    "simulation": Work(
        "simulate --bots random,casual --players 2 --rounds 100000000",
        "playing",
        r"stopped after [\d,]+ of 100,000,000 rounds",
    ),
    "text": Work(
        f"arena text:'sleep 3600' {PRICED}", "playing and", "stopped after 0 of 2000 rounds"
    ),
    "arena": Work(f"arena random {PRICED} --records kept", r"[1-9]/2000", r"after (\d+) of 2000"),
    "dataset": Work(
        "dataset kept --rounds 100000 --rounds-per-file 5 --processes 2",
        r"[1-9]/20000",
        r"stopped after (\d+) of 20000 files",
    ),
}
DELAYS = (0, 0.3, 1)


@pytest.mark.parametrize(
    ("work", "delay"),
    by_depth(
        [(work, DELAYS[number % 2]) for number, work in enumerate(BY_WORK)],
        [(work, delay) for work in BY_WORK for delay in DELAYS],
    ),
)
def test_control_c_ends_it_and_all_its_processes(work: str, delay: float, tmp_path: Path) -> None:
    words, begun, said = BY_WORK[work]
    status, shown = press_control_c(f"-m openuno {words}", begun, delay, tmp_path)
    found = re.search(said, shown)
    assert found, shown
    assert (status, "Traceback" in shown) == (130, False)
    if work == "dataset":
        assert count_files(tmp_path / "kept") == int(found[1])
        assert {file.suffix for file in (tmp_path / "kept").iterdir()} == {".parquet"}
    if work == "arena":
        files = list((tmp_path / "kept").iterdir())
        assert len(files) - int(found[1]) in (0, 1)  # one is kept just before it is counted
        assert all(read_record(file.read_bytes()).closing for file in files)


def test_control_c_ends_the_search_for_puzzles(tmp_path: Path) -> None:
    words = "-m openuno.lab.puzzles --rounds 10000 --processes 2 --out puzzles.json"
    status, shown = press_control_c(words, None, 0, tmp_path)
    assert "stopped; puzzles.json was not written" in shown
    assert (status, "Traceback" in shown) == (130, False)
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_killed_is_reported_in_a_sentence(tmp_path: Path) -> None:
    words = ["dataset", "kept", "--rounds", "100000", "--rounds-per-file", "5", "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "openuno", *words],
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        start_new_session=True,
    )
    with process:
        try:
            while not count_files(tmp_path / "kept"):
                assert process.poll() is None
                sleep(0.02)
            # The first one only keeps track of the others.
            os.kill(max(_children(process)), signal.SIGKILL)
            _, said = process.communicate(timeout=SECONDS)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert said.decode().startswith("uno: one of the processes was killed; ")
    assert process.returncode == 74


def press_control_c(words: str, begun: str | None, delay: float, folder: Path) -> tuple[int, str]:
    """Run Python in a terminal until it shows this, or has processes; how it ended, what it showed.

    A terminal is closed once nobody has it open any more: then no process is left.
    """
    screen, far_end = pty.openpty()
    with interruptible():
        process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" {words}', sys.executable],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=far_end,
            cwd=folder,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
            start_new_session=True,
        )
    os.close(far_end)
    with process:
        try:
            shown = ""
            if begun is not None:
                shown = until(screen, begun)
            while begun is None and len(_children(process)) < 2:
                assert process.poll() is None
                sleep(0.02)
            sleep(delay)
            os.killpg(process.pid, signal.SIGINT)
            shown += _read_rest(screen)
            return process.wait(SECONDS), shown
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            os.close(screen)


def _children(process: "subprocess.Popen[bytes]") -> list[int]:
    threads = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def _read_rest(screen: int) -> str:
    shown = b""
    with suppress(OSError):  # it is closed
        while select.select([screen], [], [], SECONDS)[0]:
            shown += os.read(screen, 4096)
        pytest.fail(f"some process is still there: {shown.decode(errors='replace')}")
    return shown.decode(errors="replace")
