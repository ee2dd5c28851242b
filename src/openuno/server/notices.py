"""Warnings that strangers can bring about: logged now and then, and counted in between."""

import time
from collections.abc import Callable
from typing import Any

EVERY = 60.0
"""Seconds between two lines about the same thing."""


class Notices:
    """Logs the first of each kind at once, later ones once a minute with how many there were."""

    def __init__(self, log: Any, now: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._now = now
        self._logged: dict[str, float] = {}
        self._unlogged: dict[str, int] = {}

    def warn(self, event: str, **values: object) -> None:
        """Log a warning, unless the same was logged a moment ago."""
        now = self._now()
        if now - self._logged.get(event, -EVERY) < EVERY:
            self._unlogged[event] = self._unlogged.get(event, 0) + 1
            return
        self._logged[event] = now
        more = self._unlogged.pop(event, 0)
        self._log.warning(event, **values, **({"more": more} if more else {}))
