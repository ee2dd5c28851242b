import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.signals import interruptible

WAITS = """
import signal, threading
stopped = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stopped.set())
print("ready", flush=True)
stopped.wait()
"""
SECONDS = 300


@pytest.fixture
def _ignoring() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def started() -> "subprocess.Popen[str]":
    """A process that waits to be stopped, and has said that it does."""
    process = subprocess.Popen([sys.executable, "-c", WAITS], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.usefixtures("_ignoring")
def test_a_child_is_interrupted_though_its_parent_ignores_it() -> None:
    with interruptible():
        process = started()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    with process:
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == -signal.SIGINT


@pytest.mark.usefixtures("_ignoring")
def test_without_that_it_is_not() -> None:
    with started() as process:
        process.send_signal(signal.SIGINT)
        process.terminate()
        assert process.wait(SECONDS) == 0
