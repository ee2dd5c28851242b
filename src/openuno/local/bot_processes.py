"""Processes for bots in Python, which threads would not let run side by side."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr, suppress
from multiprocessing import active_children, parent_process, resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from threading import Lock, Thread
from typing import TypeVar

from openuno.local.external_bot import kill_external_bots

_BLAS_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_STARTING = Lock()
_LONGEST_WAIT = 0.2
"""Seconds. Python overlooks Ctrl-C that comes just before a thread begins to wait, until it has
waited: so none waits for long."""
Task = TypeVar("Task")
Found = TypeVar("Found")


class _BotProcess(SpawnProcess):
    def start(self) -> None:
        with _STARTING, _blas_on_one_core():
            super().start()


class _BotContext(SpawnContext):
    Process = _BotProcess


class BotProcesses(ProcessPoolExecutor):
    """A pool that knows which processes were there before its own."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=_BotContext(), initializer=_begin_process)
        self.earlier = set(active_children())


def start_bot_processes(count: int) -> BotProcesses:
    """Processes for bots in Python, on one core each; `stop_pool` ends them."""
    if sys.platform != "win32":
        # Its own process inherits stderr, for which a screen in the terminal (Textual) puts an
        # object without a file: it could not be started then.
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
    return BotProcesses(count)


@contextmanager
def open_bot_processes(count: int) -> Iterator[BotProcesses]:
    """Processes for bots in Python; an error or Ctrl-C stops them at once."""
    pool = start_bot_processes(count)
    is_busy = True
    try:
        yield pool
        is_busy = False
    finally:
        stop_pool(pool, is_busy=is_busy)


def map_in_order(
    pool: Executor, function: Callable[[Task], Found], tasks: Sequence[Task], size: int
) -> Iterator[Found]:
    """As the pool's own `map` with chunks of this size, but Ctrl-C is noticed at once."""
    chunks = [tasks[first : first + size] for first in range(0, len(tasks), size)]
    futures = [pool.submit(_call_for_each, function, chunk) for chunk in chunks]
    for future in futures:
        yield from _result(future)


def _result(future: Future[Found]) -> Found:
    while True:
        try:
            return future.result(_LONGEST_WAIT)
        except TimeoutError:
            if future.done():  # in the last moment, or it is the task's own error
                return future.result()


def _call_for_each(function: Callable[[Task], Found], tasks: Sequence[Task]) -> list[Found]:
    return list(map(function, tasks))


@contextmanager
def _blas_on_one_core() -> Iterator[None]:
    """Else NumPy's threads wait for each other on a busy machine; a process inherits it."""
    unset = [variable for variable in _BLAS_THREADS if variable not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for variable in unset:
            del os.environ[variable]


def _begin_process() -> None:
    # Ctrl-C reaches every process of a terminal; the first one stops the others.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, lambda number, _frame: _end_process(128 + number))
    # A parent that is killed can stop nobody.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    _end_process(1)


def _end_process(status: int) -> None:
    kill_external_bots()
    os._exit(status)


def stop_pool(pool: Executor, *, is_busy: bool) -> None:
    """Let threads finish their task, and stop busy processes at once: a bot may take its time."""
    if not (is_busy and isinstance(pool, BotProcesses)):
        pool.shutdown(cancel_futures=True)
        return
    # Not those the pool lists: Ctrl-C may have come before it had listed the last one.
    for process in set(active_children()) - pool.earlier:
        process.terminate()
    with suppress(RuntimeError):  # it waits for its thread, which may not have been started
        pool.shutdown(cancel_futures=True)
