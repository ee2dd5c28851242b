"""Telling other processes of appends, after the commit and many at once: hints, never the news.

A notification within the append would make every commit of the database wait for every other.
"""

import asyncio
from collections.abc import Awaitable, Callable

from openuno.server.store import EVENT_HINT, Unavailable
from openuno.server.store.postgres.append import CHANNEL, REVOKED

_AGAIN = 0.5  # seconds after which what could not be sent is tried once more
NOTIFY = f"select pg_notify('{CHANNEL}', hint) from unnest($1::text[]) as hint"


class Notifier:
    """What is still to be sent; while one message is on its way, the rest waits for the next."""

    def __init__(self, process: str, send: Callable[[str, list[str]], Awaitable[object]]) -> None:
        self._process = process
        self._send = send
        self._latest: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._ending = False

    def notify(self, code: str, seq: int) -> None:
        """Let other processes know that the table has this entry."""
        self._latest[code] = seq
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._go())

    def revocation(self, guest: str) -> str:
        """The hint that a person's token was changed or forgotten."""
        return f"{REVOKED}{guest} 0 {self._process}"

    def event_deletion(self, code: str) -> str:
        """The hint that an event was deleted."""
        return f"{EVENT_HINT}{code} 0 {self._process}"

    async def end(self) -> None:
        """Tell what is left to tell, if that is possible."""
        self._ending = True
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def _go(self) -> None:
        try:
            while self._latest:
                latest, self._latest = self._latest, {}
                try:
                    hints = [f"{code} {seq} {self._process}" for code, seq in latest.items()]
                    await self._send(NOTIFY, hints)
                except Unavailable:
                    if self._ending:
                        return
                    self._latest = latest | self._latest
                    await asyncio.sleep(_AGAIN)
        finally:
            self._task = None
