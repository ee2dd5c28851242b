"""A line on stderr that says what takes so long, where no progress bar can be shown."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer

COMPILING = "compiling, once (a minute or so)"
PATIENCE = 2.0
"""Seconds before a line says what takes so long."""


@contextmanager
def say_if_slow(what: str) -> Iterator[None]:
    """Say on stderr what is being done, if it takes longer than anyone expects."""

    def say() -> None:
        with suppress(OSError, ValueError, AttributeError):  # stderr may be closed, or not there
            sys.stderr.write(f"uno: {what}\n")
            sys.stderr.flush()

    timer = Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
