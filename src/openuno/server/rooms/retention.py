"""How long closed and unused tables are kept, if the operator does not keep them forever."""

import asyncio
from collections.abc import AsyncIterator

from openuno.server.rooms.hub import Hub
from openuno.server.store import Unavailable

DAY = 24 * 3600 * 1000
TOGETHER = 20
"""Tables deleted at once: others wait to write meanwhile."""
FIRST_AFTER = 60.0
"""Seconds after the start of a process until it deletes for the first time."""
EVERY = 24 * 3600.0
"""Seconds between two times."""


async def prune(hub: Hub, days: int, most: int) -> AsyncIterator[list[str]]:
    """Delete archived tables that nobody has touched for some days, a few at a time; their codes.

    What was played at them goes with them: logs, seeds, records and figures. Ratings stay.
    """
    before = hub.context.now() - days * DAY
    deleted = 0
    while deleted < most:
        codes = await hub.context.store.delete_archived(before, min(TOGETHER, most - deleted))
        for code in codes:
            hub.drop(code)
        if not codes:
            return
        deleted += len(codes)
        yield codes
        await asyncio.sleep(0)


class Retention:
    """Deletes old tables once a day, if it is given for how many days to keep them."""

    def __init__(self, hub: Hub, days: int | None) -> None:
        self._hub = hub
        self._days = days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless tables are kept forever."""
        if self._days is not None:
            self._task = asyncio.get_running_loop().create_task(self._repeat(self._days))

    async def stop(self) -> None:
        """Finish what was begun."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self, days: int) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while not self._hub.stopping:
            await self.run(days)
            await asyncio.sleep(EVERY)

    async def run(self, days: int) -> None:
        """Delete what is old now, and log how much that was."""
        context = self._hub.context
        deleted = 0
        try:
            async for codes in prune(self._hub, days, context.limits.tables):
                deleted += len(codes)
        except Unavailable as error:
            context.note_failure(error)
        except Exception:
            context.log.exception("deleting old tables failed")
        if deleted:
            context.log.info("old tables deleted", tables=deleted, days=days)
