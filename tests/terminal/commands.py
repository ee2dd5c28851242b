"""`uno play` as it is run: in this process, by a shell, at a terminal."""

import errno
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from click.testing import CliRunner, Result

from openuno.cli.app import app
from tests.signals import interruptible

UNO = str(Path(sys.executable).with_name("uno"))
PLAIN = {"COLUMNS": "80", "GITHUB_ACTIONS": "", "LC_ALL": "C.UTF-8"}
SECONDS = 300  # far more than any of these takes; nothing may hang
SINGLE = ("--format", "single")


def environment(**more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    return {**inherited, **PLAIN, **more}


def uno(*words: str, typed: str = "") -> Result:
    """`uno play`, in this process."""
    return CliRunner(env={**PLAIN, "FORCE_COLOR": ""}).invoke(app, ["play", *words], input=typed)


def shell(*words: str, typed: bytes = b"", **more: str) -> "subprocess.CompletedProcess[bytes]":
    """`uno play`, as a shell would run it."""
    return subprocess.run(
        [UNO, "play", *words],
        input=typed,
        capture_output=True,
        check=False,
        timeout=SECONDS,
        env=environment(**more),
    )


def switches(*sets: str) -> Iterator[str]:
    for text in sets:
        yield from ("--set", text)


def without_file_names(text: str) -> str:
    """What was said, without names of files, and the command without the path to it."""
    return re.sub(r"\S+/uno ", "uno ", re.sub(r"\S+\.uno", "FILE", text))


class Terminal:
    """The command at the far end of a pseudo-terminal; line by line unless on `screen`."""

    def __init__(
        self, *words: str, screen: bool = False, command: str | None = "play", **more: str
    ) -> None:
        words = words if screen else (*words, "--plain")
        words = words if command is None else (command, *words)
        self._screen, far_end = pty.openpty()
        fcntl.ioctl(far_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        with interruptible():
            self.process = subprocess.Popen(
                [UNO, *words],
                stdin=far_end,
                stdout=far_end,
                stderr=far_end,
                env=environment(**{"TERM": "xterm-256color", **more}),
            )
        os.close(far_end)
        os.set_blocking(self._screen, False)
        self.text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)

    def until(self, words: str, seconds: float = SECONDS) -> str:
        """All that was shown until these words came, to the end, or for so long."""
        shown = ""
        while words not in shown and (more := self._read(seconds)):
            shown += more
        self.text += shown
        return shown

    def type(self, line: str) -> None:
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        # A terminal whose program has gone takes some thousand keys, and then none.
        _, ready, _ = select.select([], [self._screen], [], SECONDS)
        assert ready, f"nobody reads what is typed: {self.text[-500:]}"
        assert os.write(self._screen, keys.encode()) == len(keys.encode())

    def press_until(self, keys: str, words: str) -> None:
        """Press keys until these words come: a key before the first screen stands is lost.

        Pressed once too often, a key may undo what it did: a slow machine has time to answer.
        """
        for _ in range(20):
            self.press(keys)
            if words in self.until(words, seconds=15):
                return
            ended = self.process.poll()
            assert ended is None, f"uno has ended with {ended}: {self.text[-500:]}"
        raise AssertionError(f"{words!r} did not come: {self.text[-500:]}")

    def wait_for_end(self) -> int:
        self.until("the end of all that is shown")
        return self.process.wait(SECONDS)

    def _read(self, seconds: float) -> str:
        try:
            ready, _, _ = select.select([self._screen], [], [], seconds)
            return os.read(self._screen, 4096).decode(errors="replace") if ready else ""
        except BlockingIOError:
            return ""  # another thread has read it
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return ""  # Linux says so when the far end has closed
