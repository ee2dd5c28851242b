"""What waits at a room: one job at a time, in order, but for an UNO that is owed."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

Job = Callable[[], Awaitable[None]]


class _Waiting(NamedTuple):
    """A job, and the person who asked for it.

    It `yields` if it can catch a player: an UNO that is said while it waits goes first.
    """

    job: Job
    guest: str | None
    yields: bool


class Inbox:
    """The jobs of one room; `run` does one of them, `rest` is called when none is left."""

    def __init__(self, run: Callable[[Job], Awaitable[None]], rest: Callable[[], None]) -> None:
        self.at_work: asyncio.Future[None] | None = None
        """What keeps the next job waiting: a task, or an entry on its way to the disk."""
        self._run = run
        self._rest = rest
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, job: Job, guest: str | None = None, *, yields: bool = False) -> None:
        """Do this after what is waiting already."""
        self._insert(len(self._waiting), _Waiting(job, guest, yields))

    def put_uno(self, job: Job, guest: str) -> None:
        """Do this ahead of catches, but behind what the same person asked for before."""
        index = len(self._waiting)
        for ahead, waiting in reversed(list(enumerate(self._waiting))):
            if waiting.guest == guest:
                break
            if waiting.yields:
                index = ahead
        self._insert(index, _Waiting(job, guest, yields=False))

    def put_first(self, job: Job, guest: str) -> None:
        """Do this before anything else."""
        self._insert(0, _Waiting(job, guest, yields=False))

    def resume(self) -> None:
        """The current job is done: start the next one."""
        self.at_work = None
        if self._waiting:
            self._start()
        else:
            self._rest()

    async def wait_until_idle(self) -> None:
        """Wait until nothing is at work and nothing waits."""
        while self.at_work is not None:
            await asyncio.wait((self.at_work,))

    def _insert(self, index: int, waiting: _Waiting) -> None:
        self._waiting.insert(index, waiting)
        if self.at_work is None:
            self._start()

    def _start(self) -> None:
        self.at_work = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._run(self._waiting.popleft().job)
            self._rest()
        finally:
            self.at_work = None
