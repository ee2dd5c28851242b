"""The time, which never goes back: where the wall clock was when we started, and what ran since."""

import time
from collections.abc import Callable

Now = Callable[[], int]
"""Milliseconds since 1970."""


def steady_clock() -> Now:
    """A clock that the wall clock's steps do not disturb."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000
