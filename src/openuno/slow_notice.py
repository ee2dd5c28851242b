"""Lines on stderr that say what takes so long, where no progress bar can be shown."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic

COMPILING = "compiling the rules, once"
PATIENCE = 2.0
"""Seconds before a line says what takes so long."""
REMINDER = 15.0
"""Seconds between lines that say it goes on."""


@contextmanager
def say_if_compiling() -> Iterator[None]:
    """Say on stderr that something is compiled, how it goes on and how long it took.

    Nothing is said if it was compiled before, for then it is there in a moment.
    """
    done = Event()
    began = monotonic()

    def say() -> None:
        if done.wait(PATIENCE):
            return
        _say(f"{COMPILING}: up to two minutes; `uno warm-up` does it in advance")
        while not done.wait(REMINDER):
            _say(f"still compiling, {monotonic() - began:.0f} s so far")
        _say(f"compiled in {monotonic() - began:.0f} s")

    speaker = Thread(target=say, name="uno-compiling", daemon=True)
    speaker.start()
    try:
        yield
    finally:
        done.set()
        speaker.join()


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError, AttributeError):  # stderr may be closed, or not there
        sys.stderr.write(f"uno: {sentence}\n")
        sys.stderr.flush()
