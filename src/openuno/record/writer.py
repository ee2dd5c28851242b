"""Writing a record while the game goes on: one command, one line."""

import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from openuno.game.events import GameEvent
from openuno.game.state import Command, Game
from openuno.record.chain import Chain
from openuno.record.lines import (
    VERSION,
    ClosingLine,
    Entry,
    Header,
    check_header,
    closing_line,
    current_result,
    entry_line,
    game_rng,
    header_line,
)
from openuno.record.reader import Record
from openuno.record.replay import start_recorded_game


class Mark(NamedTuple):
    """Where a record ended at some time: its length in bytes, and the digest of its last line."""

    length: int
    chain: str


class Recorder:
    """Appends a record's lines to a file. Each is handed to the system at once.

    With `sync` it is on the disk, too, before `append` returns: not even a power cut loses it.
    """

    def __init__(self, file: BinaryIO, *, sync: bool = False, chain: str = "") -> None:
        self._file = file
        self._chain = Chain(chain)
        self._sync = sync

    @classmethod
    def create(
        cls, path: Path, header: Header, events: Iterable[GameEvent], *, sync: bool = False
    ) -> Self:
        """Begin a record in a new file; one that is there already is never written over."""
        check_header(header)
        recorder = cls(path.open("xb"), sync=sync)
        recorder.begin(header, events)
        if sync:
            _sync_folder(path.parent)
        return recorder

    @classmethod
    def reopen(
        cls, path: Path, record: Record, seed: bytes | None = None, *, sync: bool = False
    ) -> Self:
        """Continue an unfinished record as it was read from this file; a torn line is cut off.

        The seed of fair deals is needed only if not even the draw for the deal was written.
        """
        assert record.closing is None, "a record that is closed stays so"
        assert record.version == VERSION, "an older one is brought up to date first"
        file = path.open("r+b")
        file.truncate(record.length)
        file.seek(record.length)
        recorder = cls(file, sync=sync, chain=record.chain)
        if not record.entries:
            rng = game_rng(record.header, seed)
            assert rng is not None, "`resume` has asked for the seed"
            recorder._write(entry_line(Entry(None, start_recorded_game(record.header, rng).events)))
        return recorder

    def begin(self, header: Header, events: Iterable[GameEvent]) -> None:
        """Write the header and the draw for the deal."""
        self._write(header_line(header), entry_line(Entry(None, tuple(events))))

    def append(self, command: Command, events: Iterable[GameEvent]) -> None:
        """Write a command and what it led to."""
        self._write(entry_line(Entry(command, tuple(events))))

    def mark(self) -> Mark:
        """Where the record ends now."""
        return Mark(self._file.tell(), self._chain.before)

    def rewind(self, mark: Mark) -> None:
        """Take back the lines after the mark: a player alone at a table takes back a move."""
        self._file.truncate(mark.length)
        self._file.seek(mark.length)
        self._chain = Chain(mark.chain)

    def end(self, game: Game, seed: bytes | None = None) -> None:
        """Write the result, and reveal the seed if the deals were fair ones."""
        reveal = None if seed is None else seed.hex()
        self._write(closing_line(ClosingLine(current_result(game), reveal)))

    def close(self) -> None:
        """Close the file; the record may be unfinished."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, *lines: bytes) -> None:
        # One write a line: a crash tears the last line at worst, and never one before it.
        self._file.write(b"".join(map(self._chain.add, lines)))
        self._file.flush()
        if self._sync:
            os.fsync(self._file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the file's name last as its contents do, where folders can be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
