"""When a table is to be looked at though nobody asks: a timer here, and a time in the store."""

import asyncio
from collections.abc import Callable

from msgspec import UNSET, UnsetType

from openuno.room.deadlines import NO_CALLS_SEEN, CallsSeen, next_deadline
from openuno.room.state import Room
from openuno.server.clock import TableClock

OTHERS_FIRST = 1500
"""Milliseconds we leave to the process that wrote last before we act for the table ourselves."""
LOOK_AGAIN = 600_000
"""Milliseconds between looks at a table where people are and nothing is due."""
_ROUNDING = 10
"""Milliseconds by which two readings of the same deadline may differ."""


class RoomTimer:
    """The deadlines of one table, by its own clock; in the store they are by the wall clock."""

    def __init__(self, clock: TableClock, ring: Callable[[], None]) -> None:
        self.looked = NO_CALLS_SEEN
        """When bots last looked for something to do out of turn."""
        self._clock = clock
        self._ring = ring
        self._stored: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._known: tuple[Room | None, CallsSeen, int | None] = (None, NO_CALLS_SEEN, None)

    def due(self, room: Room) -> int | None:
        """When the table next acts by itself, by its own clock."""
        known, looked, when = self._known
        if known is not room or looked != self.looked:
            first = next_deadline(room, self.looked)
            when = None if first is None else first.at
            self._known = (room, self.looked, when)
        return when

    def check_at(self, room: Room) -> int | None:
        """When it is due, by the wall clock; but also now and then while people are there, who may
        have died with the process that should have noticed.
        """
        return self._look_at(room, *self._clock.read())

    def _look_at(self, room: Room, now: int, wall: int) -> int | None:
        when = self.due(room)
        if when is None:
            return wall + LOOK_AGAIN if room.people else None
        return when - now + wall

    def to_store(self, room: Room) -> int | UnsetType | None:
        """When the sweeper must look: written only if what it has is too late, or past."""
        now, wall = self._clock.read()
        when = self._look_at(room, now, wall)
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
        self._timer = asyncio.get_running_loop().call_later(wait, self._fire)

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        self._ring()
