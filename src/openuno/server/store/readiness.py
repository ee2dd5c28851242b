"""Whether the store can be used just now: one check at a time, however many ask."""

import asyncio

from openuno.server.store import Store, Unavailable

BOUND = 3.0
"""Seconds the store gets to answer; a probe that waits longer is no use."""
WRITE_EVERY = 1.0
"""Seconds between two writes, so that asking does not wear out a disk."""


class Readiness:
    """Asks the store, and lets all who want to know wait for the same answer.

    The store is read every time. It is written once a second at most; in between, what the last
    write came to still holds.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checking: asyncio.Task[None] | None = None
        self._written_at: float | None = None
        self._unwritable: Unavailable | None = None

    async def check(self) -> None:
        """Return if the store can be read and written; else `Unavailable`, before long."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.get_running_loop().create_task(self._check())
            # Should nobody wait long enough to hear it: an unheard error would be complained about.
            self._checking.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            async with asyncio.timeout(BOUND):
                await asyncio.shield(self._checking)
        except TimeoutError:
            raise Unavailable(f"the store did not answer within {BOUND:g} seconds") from None

    async def _check(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._written_at is not None and now - self._written_at < WRITE_EVERY:
            await self._store.check(write=False)
            if self._unwritable is not None:
                raise self._unwritable
            return
        self._written_at = now
        try:
            await self._store.check()
        except Unavailable as error:
            self._unwritable = error
            raise
        self._unwritable = None
