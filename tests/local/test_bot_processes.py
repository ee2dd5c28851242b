"""Processes for bots: a busy one is stopped, not waited for."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from openuno import Single, edition, play_game, record_bytes
from openuno.local import bot_processes
from openuno.local.bot_processes import map_as_done, map_in_order, open_bot_processes
from tests.signals import interruptible

SECONDS = 60


def _wait_forever(begun: Path) -> None:
    begun.touch()
    Event().wait()


def test_a_busy_process_is_stopped_at_once_and_no_other(tmp_path: Path) -> None:
    """As after Ctrl-C, while a bot takes its time."""
    begun, elsewhere = tmp_path / "begun", tmp_path / "elsewhere"
    other = get_context("spawn").Process(target=_wait_forever, args=(elsewhere,))
    other.start()
    try:
        with suppress(KeyboardInterrupt), open_bot_processes(1) as pool:
            waiting = pool.submit(_wait_forever, begun)
            while not (begun.exists() and elsewhere.exists()):
                sleep(0.02)
            raise KeyboardInterrupt
        assert isinstance(waiting.exception(), BrokenProcessPool)
        other.join(0.5)  # a signal would have ended it by then
        assert other.is_alive()
    finally:
        other.kill()
        other.join(SECONDS)


def test_control_c_before_the_pool_has_begun_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_thread: Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("concurrent.futures.process._ExecutorManagerThread.start", interrupt)
    before = set(active_children())
    with suppress(KeyboardInterrupt), open_bot_processes(1) as pool:
        pool.submit(max, 1, 2)
    for process in set(active_children()) - before:
        process.join(SECONDS)
    assert set(active_children()) <= before


def test_only_the_processes_compute_on_one_core_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    with open_bot_processes(1) as pool:
        assert pool.submit(os.getenv, "OMP_NUM_THREADS").result() == "1"
        assert pool.submit(os.getenv, "OPENBLAS_NUM_THREADS").result() == "3"
        assert "OMP_NUM_THREADS" not in os.environ


_BESIDE_A_SCREEN = """
import sys
from io import StringIO
from openuno.local.bot_processes import open_bot_processes

class Captured(StringIO):
    def fileno(self):
        return -1

if __name__ == "__main__":
    sys.stderr = Captured()
    with open_bot_processes(1) as pool:
        print(pool.submit(max, 1, 2).result())
"""


def test_processes_start_while_a_screen_has_captured_what_is_printed(tmp_path: Path) -> None:
    """As in `uno replay`: Textual puts an object without a file in the place of stderr."""
    script = tmp_path / "beside_a_screen.py"
    script.write_text(_BESIDE_A_SCREEN, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


_BUSY_FOR_EVER = """
from openuno.local.bot_processes import open_bot_processes

def spin():
    print("busy", flush=True)
    while True:
        pass

if __name__ == "__main__":
    with open_bot_processes(2) as pool:
        pool.submit(spin)
        pool.submit(spin).result()
"""


def test_busy_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "busy_for_ever.py"
    script.write_text(_BUSY_FOR_EVER, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            assert [process.stdout.readline() for _ in range(2)] == [b"busy\n"] * 2
            process.kill()
            # They write where their parent does: it ends once all of them have.
            assert process.communicate(timeout=SECONDS)[0] == b""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_control_c_ends_an_analysis_that_would_take_hours(tmp_path: Path) -> None:
    file = tmp_path / "game.uno"
    game = play_game(["regular"] * 10, edition("classic"), Single(), seed=1)
    file.write_bytes(record_bytes(game.record))
    words = ["analyse", str(file), "--worlds", "10000", "--processes", "2"]
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "-m", "openuno", *words], stderr=subprocess.DEVNULL
        )
    with process:
        try:
            while len(_children(process.pid)) < 2:  # one keeps track of the others
                assert process.poll() is None
                sleep(0.02)
            process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS) == 130
        finally:
            process.kill()


def _children(pid: int) -> list[str]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for thread in threads for child in thread.read_text().split()]


@pytest.mark.parametrize("ahead", [1, 2, 100])
def test_tasks_are_carried_out_in_order_and_their_errors_are_their_own(
    ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_processes, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(bot_processes, "_AHEAD", ahead)

    def work(task: int) -> int:
        sleep(0.05 if task == 0 else 0)  # longer than one wait
        if task == 9:
            raise TimeoutError("too late")
        return task * task

    with ThreadPoolExecutor(2) as pool:
        assert list(map_in_order(pool, work, range(7), 3)) == [0, 1, 4, 9, 16, 25, 36]
        assert list(map_in_order(pool, work, [], 3)) == []
        with pytest.raises(TimeoutError, match="too late"):
            list(map_in_order(pool, work, [8, 9], 1))


def test_tasks_are_handed_back_as_they_get_done_and_few_are_under_way() -> None:
    begun: list[int] = []
    first_may_end = Event()

    def work(task: int) -> int:
        begun.append(task)
        if task == 0:
            assert first_may_end.wait(SECONDS)
        return task * task

    with ThreadPoolExecutor(2) as pool:
        found = map_as_done(pool, work, range(6), 2)
        assert [next(found) for _ in range(3)] == [(1, 1), (2, 4), (3, 9)]
        assert sorted(begun) == [0, 1, 2, 3]
        first_may_end.set()
        assert sorted(found) == [(0, 0), (4, 16), (5, 25)]
        assert list(map_as_done(pool, work, [], 2)) == []


def test_the_error_of_a_task_is_its_own() -> None:
    def fail(task: int) -> None:
        raise TimeoutError(f"task {task} is late")

    with ThreadPoolExecutor(1) as pool, pytest.raises(TimeoutError, match="task 3 is late"):
        list(map_as_done(pool, fail, [3], 1))


_AT_EVERY_CALL = """
import signal, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from openuno.local.bot_processes import map_as_done, map_in_order, open_pool

def count_calls(frame, event, about):
    global left
    left -= 1
    if left == 0:
        signal.raise_signal(signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for wait_for_all in (
        lambda pool: list(map_in_order(pool, abs, range(3), 2)),
        lambda pool: list(map_as_done(pool, abs, range(3), 2)),
    ):
        number, is_done = 0, False
        while not is_done:
            number += 1
            left = number
            sys.setprofile(count_calls)
            try:
                with open_pool(lambda: ThreadPoolExecutor(2)) as pool:
                    wait_for_all(pool)
                is_done, left = True, 0
            except KeyboardInterrupt:
                pass
            sys.setprofile(None)
        print(number > 100)
"""


def test_control_c_at_every_call_leaves_no_pool_that_never_ends(tmp_path: Path) -> None:
    """With the pool's own `map`, `wait` or `result` a future may stay locked: that would hang."""
    script = tmp_path / "at_every_call.py"
    script.write_text(_AT_EVERY_CALL, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    # Python drops it in callbacks of its own, which the command line knows (`_interrupt_again`).
    assert (done.returncode, done.stdout) == (0, "True\nTrue\n"), done.stderr
