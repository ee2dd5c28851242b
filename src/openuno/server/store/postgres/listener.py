"""Hearing what other processes append and which tokens they revoke.

It is a hint, never the news itself: what is missed is read from the log. It has a connection of its
own, which is made again when lost.
"""

import asyncio
from collections.abc import Callable

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.server.store import Unavailable
from openuno.server.store.postgres.append import CHANNEL, REVOKED
from openuno.server.store.postgres.errors import reachable

_FIRST_WAIT, _LONGEST_WAIT = 0.05, 2.0
_PULSE = 10.0  # how often a connection that says nothing is asked whether it is there


class Listener:
    """Somebody who listens; from `begin` to `end`."""

    def __init__(
        self,
        url: str,
        process: str,
        patience: float,
        hear: Callable[[str, int], None],
        revoke: Callable[[str | None], None],
    ) -> None:
        self._url = url
        self._process = process
        self._patience = patience
        self._hear = hear
        self._revoke = revoke
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Listen from now on; `Unavailable` if that is not possible now."""
        lost = asyncio.Event()
        db = await self._connect(lost)
        self._task = asyncio.create_task(self._stay(db, lost))

    async def end(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _connect(self, lost: asyncio.Event) -> asyncpg.Connection:
        with reachable():
            db = await asyncpg.connect(
                self._url, timeout=self._patience, command_timeout=self._patience
            )
            try:
                db.add_termination_listener(lambda _: lost.set())
                await db.add_listener(CHANNEL, self._receive)
            except BaseException:
                db.terminate()
                raise
        return db

    async def _stay(self, db: asyncpg.Connection, lost: asyncio.Event) -> None:
        while True:
            await self._until_lost(db, lost)
            lost = asyncio.Event()
            db = await self._connect_again(lost)
            self._hear("", 0)  # anything may have happened meanwhile
            self._revoke(None)

    async def _until_lost(self, db: asyncpg.Connection, lost: asyncio.Event) -> None:
        try:
            while not lost.is_set():
                try:
                    async with asyncio.timeout(_PULSE):
                        await lost.wait()
                except TimeoutError:
                    with reachable():
                        await db.execute("select 1")
        except Unavailable:
            return
        finally:
            db.terminate()

    async def _connect_again(self, lost: asyncio.Event) -> asyncpg.Connection:
        wait = _FIRST_WAIT
        while True:
            try:
                return await self._connect(lost)
            except Unavailable:
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    def _receive(self, _db: object, _pid: int, _channel: str, payload: str) -> None:
        code, seq, process = payload.split(" ", 2)
        if process == self._process:
            return
        if code.startswith(REVOKED):
            self._revoke(code.removeprefix(REVOKED))
        else:
            self._hear(code, int(seq))
