"""Ctrl-C, held back where it would do harm, and noticed where Python would overlook it."""

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from signal import SIGINT, getsignal, signal
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import TypeVar

LONGEST_WAIT = 0.2
"""Seconds. Python overlooks Ctrl-C that comes just before a thread begins to wait, until it has
waited: so none waits for long."""
Item = TypeVar("Item")


@contextmanager
def hold_back_interrupts() -> Iterator[None]:
    """Ctrl-C in here is heeded at the end of it.

    In the middle of what a pool does it would leave a lock taken, and the pool would never end; a
    process that had just been started would be known to nobody.
    """
    heed = getsignal(SIGINT)
    if current_thread() is not main_thread() or not callable(heed):
        yield
        return
    caught: list[tuple[int, FrameType | None]] = []
    signal(SIGINT, lambda number, frame: caught.append((number, frame)))
    try:
        yield
    finally:
        signal(SIGINT, heed)
        if caught:
            heed(*caught[0])


def take(queue: "SimpleQueue[Item]", seconds: float | None = None) -> Item:
    """The next item of a queue, or `Empty` after this many seconds; Ctrl-C is noticed at once."""
    end = None if seconds is None else monotonic() + seconds
    while True:
        left = LONGEST_WAIT if end is None else end - monotonic()
        try:
            return queue.get(timeout=max(0.0, min(LONGEST_WAIT, left)))
        except Empty:
            if left <= 0:
                raise
