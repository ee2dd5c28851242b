"""Single keys, as soon as they are pressed."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select

import click

try:
    import termios
    import tty
except ImportError:  # not on Windows
    termios = None  # type: ignore[assignment]

ESCAPE = "\x1b"
_SOON = 0.05
"""Seconds in which the rest of an arrow or Home follows its first byte; a lone Esc has none."""


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A way to wait for the next key; until it is given back the terminal neither echoes nor waits.

    It is one change for the whole time: a key pressed while we draw is neither lost nor shown.
    """
    if termios is None:
        yield click.getchar
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield lambda: _key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> str:
    """The next key, or nothing at the end of input; arrows and their like are one key."""
    key = _byte(terminal)
    if key == ESCAPE and select([terminal], [], [], _SOON)[0]:
        key += _byte(terminal)
        while key[-1] in "[O0123456789;" and len(key) < 8:
            key += _byte(terminal) or "~"
    return key


def _byte(terminal: int) -> str:
    return os.read(terminal, 1).decode("latin-1")
