"""The store being gone for a while: logged when it begins and when it ends, however many notice."""

from typing import Any

from openuno.server.clock import Now

QUIET = 60_000
"""Milliseconds after the beginning of an outage in which another one is not logged again."""


class Outage:
    """Whether the store can be used, as far as anyone here has noticed."""

    def __init__(self, log: Any, now: Now) -> None:
        self._log = log
        self._now = now
        self._since: int | None = None
        self._failures = 0
        self._logged: int | None = None
        self._is_logged = False

    def begin(self, error: Exception) -> None:
        """Something could not be read or written."""
        self._failures += 1
        if self._since is not None:
            return
        self._since = now = self._now()
        # A store that comes and goes, or one table that is broken, must not fill the log.
        self._is_logged = self._logged is None or not 0 <= now - self._logged < QUIET
        if self._is_logged:
            self._logged = now
            self._log.warning("store unavailable", error=str(error))

    def end(self) -> None:
        """Something was written."""
        if self._since is None:
            return
        seconds = (self._now() - self._since) / 1000
        failures, self._failures, self._since = self._failures, 0, None
        if self._is_logged:
            self._log.warning("store available again", seconds=seconds, failures=failures)
