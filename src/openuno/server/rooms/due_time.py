"""When a room is due to act by itself: by its own clock, and as the store has it."""

from msgspec import UNSET, UnsetType

from openuno.room.deadlines import NO_CALLS_SEEN, CallsSeen, Due, next_deadline
from openuno.room.state import Room
from openuno.server.clock import TableClock

LOOK_AGAIN = 600_000
"""Milliseconds between looks at a table where people are and nothing is due."""
_ROUNDING = 10
"""Milliseconds by which two readings of the same deadline may differ."""


class DueTime:
    """The next deadline of one room, by its own clock; in the store it is by the wall clock."""

    def __init__(self, clock: TableClock) -> None:
        self.calls_seen = NO_CALLS_SEEN
        """When bots last looked for something to do out of turn."""
        self._clock = clock
        self._stored: int | None = None
        self._latest: tuple[Room | None, CallsSeen, Due | None] = (None, NO_CALLS_SEEN, None)

    def next(self, room: Room) -> Due | None:
        """What the room does next by itself, and when by its own clock."""
        known, seen, due = self._latest
        if known is not room or seen is not self.calls_seen:
            due = next_deadline(room, self.calls_seen)
            self._latest = (room, self.calls_seen, due)
        return due

    def check_at(self, room: Room) -> int | None:
        """When a sweeper must look, by the wall clock.

        Also now and then while people are there: they may have died with the process that should
        have noticed.
        """
        return self._check_at(room, *self._clock.read())

    def to_store(self, room: Room) -> int | UnsetType | None:
        """When a sweeper must look: written only if what the store has is too late, or past."""
        now, wall = self._clock.read()
        when = self._check_at(room, now, wall)
        stored = self._stored
        if when is None or (stored is not None and wall < stored <= when + _ROUNDING):
            return UNSET
        return when

    def note_stored(self, when: int | UnsetType | None) -> None:
        """The store has this time now; None if we do not know what it has."""
        if when is not UNSET:
            self._stored = when

    def _check_at(self, room: Room, now: int, wall: int) -> int | None:
        due = self.next(room)
        if due is None:
            return wall + LOOK_AGAIN if room.people else None
        return due.at - now + wall
