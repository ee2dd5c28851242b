"""An event on the disk: a header, then a line for each step, on the disk before it is shown.

A line is written in one go and synced. What a crash tears off is at most the last line, and that
step was never shown; the next command cuts it off and goes on.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import BinaryIO

import msgspec

from openuno.engine.rng import Fast
from openuno.event.commands import Command
from openuno.event.decide import decide
from openuno.event.evolve import evolve_facts
from openuno.event.facts import Fact
from openuno.event.settings import EventSettings
from openuno.event.state import Event
from openuno.terminal.dated_file import new_dated_path
from openuno.terminal.saves import games_folder

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

VERSION = 1
MAX_BYTES = 16 * 1024 * 1024
_TRIES, _PAUSE = 100, 0.05
MARK = b'{"openuno-event":'
"""What every such file begins with."""


class CannotKeepEvent(Exception):
    """The file cannot be read or written; the sentence says why and what to do."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what was set up, and the seed of its draws."""

    version: int = msgspec.field(name="openuno-event")
    settings: EventSettings
    seed: int


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: when, in milliseconds, and what it led to."""

    at: int
    facts: tuple[Fact, ...]


class EventFile:
    """An event that is read from a file and written to it, by one process at a time."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self.entries: list[Entry] = []
        self.event = self._read()

    def apply(self, commands: Sequence[Command], at: int) -> tuple[Fact, ...]:
        """Carry out commands, all or none: decide, write, and only then let them count."""
        event, facts = decide_all(self.event, commands)
        if facts:
            entry = Entry(at, facts)
            self._append(msgspec.json.encode(entry) + b"\n")
            self.event = event
            self.entries.append(entry)
        return facts

    def _read(self) -> Event:
        data = self._file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise CannotKeepEvent(f"{self.path} is too large for an event")
        if not data.startswith(MARK) or b"\n" not in data:
            raise CannotKeepEvent(f"{self.path} is not an event; `uno event create` makes one")
        whole = data.rfind(b"\n") + 1
        self._end = whole
        first, *rest = data[:whole].splitlines()
        event = self._read_header(first)
        for number, line in enumerate(rest, 2):
            try:
                entry = msgspec.json.decode(line, type=Entry)
                event = evolve_facts(event, entry.facts)
            except (ValueError, IndexError, AssertionError):
                raise CannotKeepEvent(
                    f"{self.path}:{number}: this line does not continue the event; it was changed"
                    " or damaged, and everything before it is fine"
                ) from None
            self.entries.append(entry)
        return event

    def _read_header(self, line: bytes) -> Event:
        try:
            header = msgspec.json.decode(line, type=Header)
            rng = Fast(header.seed)
        except ValueError as error:
            raise CannotKeepEvent(f"{self.path}:1: {error}") from None
        if header.version != VERSION:
            raise CannotKeepEvent(
                f"{self.path} was written by another version of openuno; this one reads {VERSION}"
            )
        return Event(header.settings, rng)

    def _append(self, line: bytes) -> None:
        try:
            if self._end + len(line) > MAX_BYTES:
                raise CannotKeepEvent(f"{self.path} is full; finish this event and start another")
            self._file.truncate(self._end)  # a line that a crash has torn
            self._file.seek(self._end)
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise CannotKeepEvent(f"cannot write {self.path}: {error.strerror}") from None
        self._end += len(line)


def decide_all(event: Event, commands: Sequence[Command]) -> tuple[Event, tuple[Fact, ...]]:
    """The event after these commands one by one, and what they led to."""
    facts: tuple[Fact, ...] = ()
    for command in commands:
        decided = decide(event, command)
        event, facts = evolve_facts(event, decided), facts + decided
    return event, facts


def events_folder() -> Path:
    """Where events are kept unless a file is named."""
    return games_folder().parent / "events"


def find_event(path: Path | None) -> Path:
    """The file that was named, else the event used last."""
    if path is not None:
        return path
    events = sorted(
        events_folder().glob("*.event"), key=lambda each: (each.stat().st_mtime_ns, each.name)
    )
    if not events:
        raise CannotKeepEvent("there is no event yet; `uno event create` makes one")
    return events[-1]


@contextmanager
def open_event(path: Path | None) -> Iterator[EventFile]:
    """The event in this file, for this process alone."""
    found = find_event(path)
    try:
        file = found.open("r+b")
    except OSError as error:
        raise CannotKeepEvent(f"cannot open {found}: {error.strerror}") from None
    with file:
        _lock(found, file)
        yield EventFile(found, file)


def _lock(path: Path, file: BinaryIO) -> None:
    """Hold the file; a command needs it for milliseconds, so another waits a moment."""
    if fcntl is None:
        return
    for _ in range(_TRIES):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sleep(_PAUSE)
        else:
            return
    raise CannotKeepEvent(f"{path} is in use by another command; try again")


def create_event(
    path: Path | None, settings: EventSettings, seed: int, commands: Sequence[Command]
) -> Path:
    """A new file with the event after these first commands; all of it, or none.

    It takes its name only when it is complete, so there is never half an event.
    """
    lines = [msgspec.json.encode(Header(VERSION, settings, seed))]
    _, facts = decide_all(Event(settings, Fast(seed)), commands)
    if facts:
        now = int(datetime.now().timestamp() * 1000)
        lines.append(msgspec.json.encode(Entry(now, facts)))
    path = path or _new_path()
    if path.exists():
        raise CannotKeepEvent(f"{path} already exists; give the new event another file")
    write_file(path, b"\n".join(lines) + b"\n")
    return path


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file at once: whatever happens, the old one or the new one is there."""
    beside = path.with_name(f".{path.name}.new")
    try:
        if _is_event(path):
            raise CannotKeepEvent(f"{path} is an event; write to another file")
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CannotKeepEvent(f"cannot write {path}: {error.strerror}") from None


def _is_event(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


def _new_path() -> Path:
    folder = events_folder()
    try:
        return new_dated_path(folder, ".event")
    except OSError as error:
        raise CannotKeepEvent(f"cannot make {folder}: {error.strerror}") from None
