"""A few processes that search, started when the first is needed and again when one has died."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from time import monotonic

import structlog

from openuno.bots.bot import Mind
from openuno.engine.actions import Action
from openuno.engine.view import View
from openuno.local.analysis.rollouts import Playouts, Seats
from openuno.local.search.expert import MAX_WORLDS, SECONDS, Budget
from openuno.server.histogram import Histogram
from openuno.server.search.process import WorkerProcess
from openuno.server.search.question import Closed, PlayoutQuestion, Question

MAX_WAITING = 4
"""Questions that wait for each process; more are not taken."""
MARGIN = 0.04
"""Seconds before the move is due at which a search is to end."""
SHORTEST = 0.01
"""Seconds that are worth a search."""
PAUSE = 2.0
"""Seconds from the start of one process to the start of the next in its place: one that dies at
once is not started over and over."""
SLICE = 0.02
"""Seconds of playing finished games on, at a stretch."""
USUAL = Budget(MAX_WORLDS, SECONDS)


class Outcome(StrEnum):
    """What became of a search, as the metrics count it."""

    ANSWERED = "answered"
    LATE = "late"
    """The move was due before it had ended."""
    BUSY = "busy"
    """Too many were waiting."""
    FAILED = "failed"
    """Its process died, or could not be started."""


class Search:
    """A search that was begun."""

    def __init__(self, future: "Future[Action | None]", note: Callable[[Outcome], None]) -> None:
        self._future = future
        self._note = note

    def answer(self) -> Action | None:
        """What it found; None while it goes on, and if it found nothing."""
        future = self._future
        if not future.done() or future.cancelled() or future.exception() is not None:
            return None
        return future.result()

    def drop(self) -> None:
        """Its answer is of no use any more."""
        if self._future.cancel() or not self._future.done():
            self._note(Outcome.LATE)

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, however it ends; never on an event loop."""
        with suppress(Exception, CancelledError):
            self._future.result(seconds)


class SearchPool:
    """A limited number of processes, and for each a thread that waits for its answers."""

    def __init__(self, workers: int, budget: Budget = USUAL, pause: float = PAUSE) -> None:
        self.workers = workers
        self.outcomes: Counter[Outcome] = Counter()
        self.seconds = Histogram()
        """From question to answer."""
        self._budget = budget
        self.pause = pause
        self._open = 0
        self._is_playing_out = False
        self._lock = threading.Lock()
        self._own = threading.local()
        self._running: set[WorkerProcess] = set()
        self._is_closed = False
        self._log = structlog.get_logger("openuno")
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="uno-search")

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that were started and are not known to have died."""
        with self._lock:
            return tuple(sorted(process.id for process in self._running))

    @property
    def unfinished(self) -> int:
        """How many searches wait or go on."""
        return self._open

    def begin(self, view: View, mind: Mind, until: float) -> Search | None:
        """Search until this moment (`time.monotonic`) at the latest; None if too many wait.

        Where more is asked than there are processes, each search is shorter.
        """
        with self._lock:
            if self._is_closed or self._open >= self.workers * (1 + MAX_WAITING):
                self.outcomes[Outcome.BUSY] += 1
                return None
            self._open += 1
        future = self._threads.submit(self._search, view, mind, until)
        future.add_done_callback(self._note_end)
        return Search(future, self._note)

    def play_out(self, asked: Playouts, first: int) -> "Future[list[Seats]] | None":
        """Play a few rounds of a finished game on, from number `first`; None unless all is idle.

        It takes about `SLICE` seconds: a search that comes meanwhile waits no longer. Fails with
        `Closed` if the process dies over it.
        """
        with self._lock:
            if self._is_closed or self._open or self._is_playing_out:
                return None
            self._is_playing_out = True
        future = self._threads.submit(self._play_out, PlayoutQuestion(asked, first, SLICE))
        future.add_done_callback(self._note_idle)
        return future

    def close(self) -> None:
        """End all processes; a search under way finds nothing."""
        with self._lock:
            self._is_closed = True
            running = tuple(self._running)
        for process in running:
            process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in running:
            process.clean_up()

    # ---- on a thread of the pool ----

    def _search(self, view: View, mind: Mind, until: float) -> Action | None:
        began = monotonic()
        process = self._find_process()
        left = until - MARGIN - monotonic()
        if left < SHORTEST:
            self._note(Outcome.LATE)
            return None
        worlds, seconds = self._budget.worlds, self._budget.seconds
        if seconds is not None:
            with self._lock:
                seconds = min(left, seconds * min(1.0, self.workers / self._open))
        try:
            action = process.ask(Question(view, mind, worlds, seconds))
        except Closed:
            self._remove(process)
            raise
        with self._lock:
            self.outcomes[Outcome.ANSWERED] += 1
            self.seconds.observe(monotonic() - began)
        return action

    def _play_out(self, question: PlayoutQuestion) -> list[Seats]:
        process = self._find_process()
        try:
            return process.play_out(question)
        except Closed:
            self._remove(process)
            raise

    def _find_process(self) -> WorkerProcess:
        """The process of this thread, started if there is none; `Closed` if none can be."""
        own = self._own
        process: WorkerProcess | None = getattr(own, "process", None)
        if process is not None:
            if process.is_alive():
                return process
            self._remove(process)
        if self._is_closed or monotonic() < getattr(own, "start_again", 0.0):
            raise Closed
        own.start_again = monotonic() + self.pause
        own.process = process = WorkerProcess()
        with self._lock:
            self._running.add(process)
            if self._is_closed:
                process.kill()
        return process

    def _remove(self, process: WorkerProcess) -> None:
        """A process has died: another question starts another process."""
        status = process.clean_up()
        self._own.process = None
        with self._lock:
            self._running.discard(process)
            is_expected = self._is_closed
        if not is_expected:
            self._log.warning("a process that searched for bots has died", status=status)

    def _note(self, outcome: Outcome) -> None:
        with self._lock:
            self.outcomes[outcome] += 1

    def _note_end(self, future: "Future[Action | None]") -> None:
        with self._lock:
            self._open -= 1
            if not future.cancelled() and future.exception() is not None:
                self.outcomes[Outcome.FAILED] += 1

    def _note_idle(self, future: "Future[list[Seats]]") -> None:
        del future
        with self._lock:
            self._is_playing_out = False
