"""The timer of a room: wakes it when it is due to act by itself."""

import asyncio
from collections.abc import Callable

from openuno.server.clock import TableClock


class RoomTimer:
    """Rings once at a time by the room's own clock."""

    def __init__(self, clock: TableClock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0

    def set(self, when: int) -> None:
        """Ring then, unless it rings earlier: the room then sets it again."""
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
