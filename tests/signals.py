"""Child processes that Ctrl-C reaches, wherever the tests are run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Processes started in here heed SIGINT, even if the tests were started to ignore it.

    `nohup`, and a script that puts its jobs in the background, start them with SIGINT ignored. A
    child inherits that, and Python then leaves it so. A handler of our own is not inherited: the
    child begins with the default.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
