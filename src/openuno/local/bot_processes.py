"""Processes for bots in Python, which threads would not let run side by side; tasks for a pool."""

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr, suppress
from functools import partial
from itertools import islice
from multiprocessing import active_children, parent_process, resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import SimpleQueue
from signal import SIG_IGN, SIGINT, SIGTERM, signal
from threading import Lock, Thread
from typing import TypeVar

from openuno.local.errors import ProcessLost
from openuno.local.external_bot import kill_external_bots
from openuno.local.interrupts import LONGEST_WAIT, hold_back_interrupts, take

if sys.platform != "win32":
    from signal import SIG_BLOCK, SIG_SETMASK, SIG_UNBLOCK, pthread_sigmask

_BLAS_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_STARTING = Lock()
_AHEAD = 256
"""Chunks that a pool is given before the first is done: memory does not grow with the tasks."""
Pool = TypeVar("Pool", bound=Executor)
Task = TypeVar("Task")
Found = TypeVar("Found")


class _BotProcess(SpawnProcess):
    def start(self) -> None:
        with _STARTING, _blas_on_one_core(), _deaf_to_interrupts():
            super().start()


class _BotContext(SpawnContext):
    Process = _BotProcess


class BotProcesses(ProcessPoolExecutor):
    """A pool that knows which processes were there before its own."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=_BotContext(), initializer=_begin_process)
        self.earlier = set(active_children())


@contextmanager
def open_bot_processes(count: int) -> Iterator[BotProcesses]:
    """Processes for bots in Python, on one core each; an error or Ctrl-C stops them at once."""
    with open_pool(partial(_start_bot_processes, count)) as pool:
        yield pool


def _start_bot_processes(count: int) -> BotProcesses:
    if sys.platform != "win32":
        # Its own process inherits stderr, for which a screen in the terminal (Textual) puts an
        # object without a file: it could not be started then.
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
    return BotProcesses(count)


@contextmanager
def open_pool(start: Callable[[], Pool]) -> Iterator[Pool]:
    """A pool of processes or threads; after an error or Ctrl-C it begins nothing more.

    Processes are then stopped at once, for a bot may take its time. Threads finish their task.
    """
    pool = None
    is_busy = True
    try:
        with hold_back_interrupts():
            pool = start()
        yield pool
        is_busy = False
    finally:
        if pool is not None:
            with hold_back_interrupts():
                _stop(pool, is_busy=is_busy)


def _stop(pool: Executor, *, is_busy: bool) -> None:
    if not (is_busy and isinstance(pool, BotProcesses)):
        pool.shutdown(cancel_futures=True)
        return
    # Not those the pool lists: an error may have come before it had listed the last one.
    for process in set(active_children()) - pool.earlier:
        process.terminate()
    with suppress(RuntimeError):  # it waits for its thread, which may not have been started
        pool.shutdown(cancel_futures=True)


def map_in_order(
    pool: Executor, function: Callable[[Task], Found], tasks: Sequence[Task], size: int
) -> Iterator[Found]:
    """As the pool's own `map` with chunks of this size, but Ctrl-C is noticed at once.

    Nor does it ever leave a future locked, which is why nobody else waits for one.
    """
    chunks = (tasks[first : first + size] for first in range(0, len(tasks), size))
    call = partial(_call_for_each, function)
    submitted = (_submit(pool, call, chunk) for chunk in chunks)
    under_way = deque(islice(submitted, _AHEAD))
    while under_way:
        found = _result(under_way.popleft())
        under_way.extend(islice(submitted, 1))
        yield from found


def map_as_done(
    pool: Executor, function: Callable[[Task], Found], tasks: Iterable[Task], at_once: int
) -> Generator[tuple[Task, Found], None, None]:
    """Each task and what came of it, as they get done, with this many under way at a time."""
    waiting = iter(tasks)
    under_way: dict[Future[Found], Task] = {}
    done: SimpleQueue[Future[Found]] = SimpleQueue()

    def submit_next(count: int) -> None:
        for task in islice(waiting, count):
            future = _submit(pool, function, task)
            under_way[future] = task
            with hold_back_interrupts():
                future.add_done_callback(done.put)

    submit_next(at_once)
    while under_way:
        future = take(done)
        yield under_way.pop(future), _result(future)
        submit_next(1)


def _submit(pool: Executor, function: Callable[[Task], Found], task: Task) -> Future[Found]:
    with hold_back_interrupts(), _say_if_lost():
        return pool.submit(function, task)


def _result(future: Future[Found]) -> Found:
    while True:
        try:
            with hold_back_interrupts(), _say_if_lost():
                return future.result(LONGEST_WAIT)
        except TimeoutError:
            if future.done():  # in the last moment, or it is the task's own error
                with _say_if_lost():
                    return future.result()


@contextmanager
def _say_if_lost() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise ProcessLost(
            "one of the processes was killed; if there was not enough memory, use fewer of them"
        ) from None


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


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal. Until a new one has said that it ignores it, it
    would end in a traceback: it inherits that the signal is blocked."""
    if sys.platform == "win32":
        yield
        return
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def _begin_process() -> None:
    signal(SIGINT, SIG_IGN)  # the first process stops the others
    if sys.platform != "win32":
        pthread_sigmask(SIG_UNBLOCK, {SIGINT})
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
