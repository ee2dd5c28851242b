"""Lines that somebody types while the program goes on."""

import asyncio
import os
import sys
import threading
from codecs import getincrementaldecoder
from contextlib import suppress

MAX_LINE_LENGTH = 320


def read_lines(lines: "asyncio.Queue[str | None]", loop: asyncio.AbstractEventLoop) -> None:
    """Read lines on a thread of its own: a terminal, a pipe and a file can all be waited for so.

    None in the queue is the end of the input.
    """

    def give(line: str | None) -> None:
        with suppress(RuntimeError):  # the client has ended meanwhile
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        # Not through the buffer of stdin: its lock would be held while the program ends.
        decoder, rest = getincrementaldecoder("utf-8")("replace"), ""
        while chunk := os.read(sys.stdin.fileno(), 4096):
            *whole, rest = (rest + decoder.decode(chunk)).split("\n")
            rest = rest[:MAX_LINE_LENGTH]
            for line in whole:
                give(_clean(line))
        give(None)

    threading.Thread(target=read, name="keyboard", daemon=True).start()


def _clean(line: str) -> str:
    shown = line[:MAX_LINE_LENGTH]
    return "".join(char if char.isprintable() else " " for char in shown).strip()
