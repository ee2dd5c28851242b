"""Several processes on one socket: started, watched, started again, and stopped together."""

import asyncio
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from threading import Thread

import structlog
from msgspec.structs import replace

from openuno.server.options import Options
from openuno.server.process.logs import set_up_logs
from openuno.server.process.uvicorn_server import (
    PATIENCE,
    STARTUP_ERRORS,
    CannotServe,
    Server,
    run,
    serve_socket,
)
from openuno.server.store.address import SqliteAddress, parse_address
from openuno.server.store.opening import open_store

LONGEST_START = 60.0
"""Seconds the processes may take until all of them listen."""
LOOK_EVERY = 0.2
SOON, LATE = 0.5, 10.0
"""Seconds before a process that died is started again: more each time it dies young."""
YOUNG = 30.0
_READY = ""


class _Worker:
    """One process as its parent sees it."""

    def __init__(self, options: Options, sock: socket.socket) -> None:
        self._options = options
        self._sock = sock
        self._wait = SOON
        self._again = 0.0
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        # A line between the two, by which each notices when the other dies.
        self.line, theirs = context.Pipe()
        arguments = (self._options, self._sock, theirs)
        self.process = context.Process(target=_work, args=arguments)
        self.process.start()
        theirs.close()
        self._started = time.monotonic()
        self.running = True

    def look(self) -> None:
        """Notice if it has died; start it again when it is time."""
        if self.running and not self.process.is_alive():
            self._record_death()
        elif not self.running and time.monotonic() >= self._again:
            self.start()

    def stop(self, deadline: float) -> None:
        """Wait until it has ended, but not forever."""
        if not self.running:
            return
        self.process.join(max(0.0, deadline - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
        self._let_go()

    def _record_death(self) -> None:
        young = time.monotonic() - self._started < YOUNG
        self._wait = min(LATE, 2 * self._wait) if young else SOON
        self._again = time.monotonic() + self._wait
        structlog.get_logger("openuno").warning(
            "a process died and will be started again",
            process=self._options.process,
            status=self.process.exitcode,
            seconds=self._wait,
        )
        self._let_go()

    def _let_go(self) -> None:
        self.running = False
        self.process.join()
        self.process.close()
        self.line.close()


def check_workers(options: Options) -> None:
    """Refuse several processes on a database that serves one."""
    try:
        address = parse_address(options.database)
    except STARTUP_ERRORS as error:
        raise CannotServe(str(error)) from None
    if options.workers > 1 and isinstance(address, SqliteAddress):
        raise CannotServe(
            f"--workers {options.workers} needs PostgreSQL: a SQLite file serves one process at a"
            " time, for only one may decide what comes next at a table;"
            " use --database postgresql://…, or leave --workers out"
        )


def serve_many(options: Options, sock: socket.socket, listening: Callable[[], None]) -> None:
    """Serve with several processes until told to stop; `CannotServe` if the start fails."""
    asyncio.run(_prepare(options))
    stop: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: stop.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    workers: list[_Worker] = []
    try:
        name = options.process or "uno"
        for number in range(1, options.workers + 1):
            theirs = replace(options, migrate=False, process=f"{name}-{number}")
            workers.append(_Worker(theirs, sock))
        _await_all(workers, stop)
        if not stop:
            listening()
        while not stop:
            wait([each.process.sentinel for each in workers if each.running], LOOK_EVERY)
            for each in workers:
                each.look()
    finally:
        _stop_all(workers)
        for number, handler in before.items():
            signal.signal(number, handler)
        sock.close()


async def _prepare(options: Options) -> None:
    """Bring the database up to date once, before many want to."""
    try:
        store = await open_store(options.database, process="uno", migrate=options.migrate)
    except STARTUP_ERRORS as error:
        raise CannotServe(str(error)) from None
    await store.close()


def _await_all(workers: Sequence[_Worker], stop: Sequence[int]) -> None:
    deadline = time.monotonic() + LONGEST_START
    waiting = {each.line for each in workers}
    while waiting and not stop:
        if time.monotonic() > deadline:
            raise CannotServe("the processes did not start in time")
        for line in wait(list(waiting), LOOK_EVERY):
            assert isinstance(line, Connection)
            try:
                said = line.recv()
            except (EOFError, OSError):
                said = "a process died while it started"
            if said != _READY:
                raise CannotServe(said)
            waiting.discard(line)


def _stop_all(workers: Sequence[_Worker]) -> None:
    for each in workers:
        if each.running:
            each.process.terminate()
    deadline = time.monotonic() + PATIENCE + 5
    for each in workers:
        each.stop(deadline)


def _work(options: Options, sock: socket.socket, line: Connection) -> None:
    """Serve in this process until a signal to stop, or until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it too, and says when
    set_up_logs(as_json=options.json_logs, level=options.log_level)

    def listening(server: Server) -> None:
        line.send(_READY)
        Thread(target=_stop_with_parent, args=(line, server), daemon=True).start()

    try:
        run(serve_socket(sock, options, listening))
    except CannotServe as error:
        with suppress(OSError):
            line.send(str(error))
        structlog.get_logger("openuno").error("cannot serve", reason=str(error))
        sys.exit(2)


def _stop_with_parent(line: Connection, server: Server) -> None:
    with suppress(EOFError, OSError):
        line.recv()  # nothing is ever said: it ends when the parent does
    server.stop()
