"""When a table is to be looked at though nobody asks: a timer here, and a time in the store."""

import asyncio
from collections.abc import Callable

from msgspec import UNSET, UnsetType

from openuno.room.deadlines import NEVER_LOOKED, Looked, first_due
from openuno.room.state import Table
from openuno.server.clock import TableClock

OTHERS_FIRST = 1500
"""Milliseconds we leave to the process that wrote last before we act for the table ourselves."""
LOOK_AGAIN = 600_000
"""Milliseconds between looks at a table where people are and nothing is due."""
_ROUNDING = 10
"""Milliseconds by which two readings of the same deadline may differ."""


class Alarm:
    """The deadlines of one table, by its own clock; in the store they are by the wall clock."""

    def __init__(self, clock: TableClock, ring: Callable[[], None]) -> None:
        self.looked = NEVER_LOOKED
        """When bots last looked for something to do out of turn."""
        self._clock = clock
        self._ring = ring
        self._stored: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._known: tuple[Table | None, Looked, int | None] = (None, NEVER_LOOKED, None)

    def due(self, table: Table) -> int | None:
        """When the table next acts by itself, by its own clock."""
        known, looked, when = self._known
        if known is not table or looked != self.looked:
            first = first_due(table, self.looked)
            when = None if first is None else first.at
            self._known = (table, self.looked, when)
        return when

    def look_at(self, table: Table) -> int | None:
        """When it is due, by the wall clock; but also now and then while people are there, who may
        have died with the process that should have noticed.
        """
        return self._look_at(table, *self._clock.read())

    def _look_at(self, table: Table, now: int, wall: int) -> int | None:
        when = self.due(table)
        if when is None:
            return wall + LOOK_AGAIN if table.people else None
        return when - now + wall

    def to_store(self, table: Table) -> int | UnsetType | None:
        """When the sweeper must look: written only if what it has is too late, or past."""
        now, wall = self._clock.read()
        when = self._look_at(table, now, wall)
        stored = self._stored
        if when is None or (stored is not None and wall < stored <= when + _ROUNDING):
            return UNSET
        return when

    def stored(self, when: int | UnsetType | None) -> None:
        """The store has this time now; None if we do not know what it has."""
        if when is not UNSET:
            self._stored = when

    def set(self, when: int | None) -> None:
        """Ring then, by the table's clock, unless it rings earlier: who hears it looks again."""
        if when is None:
            return
        if self._timer is not None:
            if self._timer_at <= when:
                return
            self._timer.cancel()
        self._timer_at = when
        wait = max(0, when - self._clock.now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait, self._rings)

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring()
