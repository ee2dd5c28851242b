"""Three times: the wall clock's, one that never steps or sleeps, and each table's own."""

import time
from collections.abc import Callable
from typing import NamedTuple

Now = Callable[[], int]
"""Milliseconds since 1970, or since some moment."""


class Clocks(NamedTuple):
    """What a process goes by: the time to write down, and the time to measure with."""

    wall: Now
    steady: Now


def wall_clock() -> int:
    """Milliseconds since 1970, as the machine has them now: it may be set, forwards or back."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds that nobody sets; while the machine sleeps they rest."""
    return time.monotonic_ns() // 1_000_000


class TableClock:
    """The time at one table, which never goes back.

    It starts at the wall clock, or at the last entry if that was written by a clock that is ahead,
    and from there runs with the steady clock. So neither setting the machine's clock nor its sleep
    makes anyone late; between games the table takes on the time of the wall clock again.
    """

    def __init__(self, wall: Now, steady: Now, at: int) -> None:
        self._wall = wall
        self._steady = steady
        self._base = 0
        self.follow(at, playing=False)

    def now(self) -> int:
        """Milliseconds since 1970, for this table."""
        return self._steady() + self._base

    def follow(self, at: int, *, playing: bool) -> None:
        """Take in the time of the last entry."""
        steady = self._steady()
        if not playing:
            self._base = max(self._wall(), at) - steady
        elif at > steady + self._base:
            self._base = at - steady  # another process has a clock that is ahead

    def read(self) -> tuple[int, int]:
        """The time at the table, and at the same moment by the wall clock."""
        return self._steady() + self._base, self._wall()

    @property
    def apart(self) -> int:
        """Milliseconds by which the table's time is ahead of the wall clock, or behind it."""
        now, wall = self.read()
        return now - wall


SYSTEM = Clocks(wall_clock, steady_clock)
"""The machine's own clocks."""
