"""When a table is to be looked at though nobody asks: a timer here, and a time in the store."""

import asyncio
from collections.abc import Callable

from msgspec import UNSET, UnsetType

from openuno.server.clock import Now
from openuno.table.deadlines import NEVER_LOOKED, Looked, first_due
from openuno.table.state import Table

OTHERS_FIRST = 1500
"""Milliseconds we leave to the process that wrote last before we act for the table ourselves."""
LOOK_AGAIN = 600_000
"""Milliseconds between looks at a table where people are and nothing is due."""


class Alarm:
    """The deadlines of one table, whose clock is ahead of the house's by `skew`."""

    def __init__(self, now: Now, skew: int, ring: Callable[[], None]) -> None:
        self.looked = NEVER_LOOKED
        """When bots last looked for something to do out of turn."""
        self._now = now
        self._skew = skew
        self._ring = ring
        self._stored: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._known: tuple[Table | None, Looked, int | None] = (None, NEVER_LOOKED, None)

    def due(self, table: Table) -> int | None:
        """When the table next acts by itself."""
        known, looked, when = self._known
        if known is not table or looked != self.looked:
            first = first_due(table, self.looked)
            when = None if first is None else first.at - self._skew
            self._known = (table, self.looked, when)
        return when

    def look_at(self, table: Table) -> int | None:
        """When it is due; but also now and then while people are there, who may have died with
        the process that should have noticed.
        """
        when = self.due(table)
        return self._now() + LOOK_AGAIN if when is None and table.people else when

    def to_store(self, table: Table) -> int | UnsetType | None:
        """When the sweeper must look: written only if what it has is too late, or past."""
        when = self.look_at(table)
        stored = self._stored
        if when is None or (stored is not None and self._now() < stored <= when):
            return UNSET
        return when

    def stored(self, when: int | UnsetType | None) -> None:
        """The store has this time now; None if we do not know what it has."""
        if when is not UNSET:
            self._stored = when

    def set(self, when: int | None) -> None:
        """Ring then, unless it rings earlier anyway: whoever hears it looks again."""
        if when is None:
            return
        if self._timer is not None:
            if self._timer_at <= when:
                return
            self._timer.cancel()
        self._timer_at = when
        wait = max(0, when - self._now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait, self._rings)

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring()
