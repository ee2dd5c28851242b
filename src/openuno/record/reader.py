"""Read a whole record, and write one that is in memory."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from openuno.game.events import GameEvent
from openuno.record.chain import Chain, link, split
from openuno.record.errors import RecordError
from openuno.record.lines import (
    LONGEST_LINE,
    VERSION,
    ClosingLine,
    Entry,
    Header,
    closing_line,
    entry_line,
    header_line,
    read_header,
    read_line,
)
from openuno.record.upgrade import UPGRADES, Upgrade, check_version, upgrade_line, version_of

MAX_RECORD_BYTES = 64 << 20
"""In bytes: some ten thousand rounds."""
FIRST_ENTRY = 2
"""The line of the first entry; the header is line 1."""


class Record(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A game as it was written down; without a closing line it is unfinished.

    `length` is how many bytes its whole lines take. After a crash there may be the beginning of
    another: then `torn` is its line, and it counts for nothing. `altered` is the first line that
    is not as we write it, or does not fit the chain; `chain` is that of the last line.
    """

    header: Header
    entries: tuple[Entry, ...]
    closing: ClosingLine | None = None
    length: int = 0
    torn: int | None = None
    version: int = VERSION
    altered: int | None = None
    chain: str = ""

    @property
    def last_line(self) -> int:
        """The line of the closing line, or where it will be."""
        return FIRST_ENTRY + len(self.entries)

    @property
    def events(self) -> Iterator[GameEvent]:
        """Everything that happened, in order."""
        return (event for entry in self.entries for event in entry.events)

    @property
    def reveal(self) -> bytes | None:
        """The server's seed, if it has been revealed."""
        if self.closing is None or self.closing.reveal is None:
            return None
        return bytes.fromhex(self.closing.reveal)


def read_record(data: bytes | str, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Record:
    """The record written so, or `RecordError`; whether it is true is for `verify` to say."""
    if isinstance(data, str):
        data = data.encode(errors="surrogatepass")
    if len(data) > MAX_RECORD_BYTES:
        raise RecordError(1, f"the record is larger than {MAX_RECORD_BYTES >> 20} MiB")
    lines = data.split(b"\n")
    tail = lines.pop()
    # A line is whole when its newline is there, and not before.
    torn = len(lines) + 1 if tail else None
    if len(tail) > LONGEST_LINE:
        raise RecordError(len(lines) + 1, f"longer than {LONGEST_LINE} bytes")
    if not lines:
        raise RecordError(1, "nothing here" if torn is None else "the only line is incomplete")
    reading = _Reader(lines[0], upgrades)
    header = reading.header(lines[0])
    entries: list[Entry] = []
    closing: ClosingLine | None = None
    for number, text in enumerate(lines[1:], start=FIRST_ENTRY):
        if closing is not None:
            raise RecordError(number, "nothing can follow the closing line")
        line = reading.line(text, number)
        if isinstance(line, ClosingLine):
            closing = line
            continue
        if (line.command is None) != (number == FIRST_ENTRY):
            raise RecordError(number, "the first line after the header is begin, and no other")
        entries.append(line)
    if closing is not None and torn is not None:
        raise RecordError(torn, "nothing can follow the closing line")
    if closing is not None and not entries:
        raise RecordError(FIRST_ENTRY, "a game that has not begun has no result")
    return Record(
        header=header,
        entries=tuple(entries),
        closing=closing,
        length=len(data) - len(tail),
        torn=torn,
        version=reading.version,
        altered=reading.altered,
        chain=reading.chain,
    )


def record_bytes(record: Record) -> bytes:
    """The whole record as a file holds it."""
    chain = Chain()
    lines = [header_line(record.header), *map(entry_line, record.entries)]
    if record.closing is not None:
        lines.append(closing_line(record.closing))
    return b"".join(map(chain.add, lines))


class _Reader:
    """Reads the lines of a record in order, each in its version, and minds the chain."""

    def __init__(self, first: bytes, upgrades: Mapping[int, Upgrade]) -> None:
        self.version = version_of(first)
        check_version(self.version, upgrades)
        self._upgrades = upgrades
        self.altered: int | None = None
        self.chain = ""

    def header(self, text: bytes) -> Header:
        line, chain = self._split(text, 1)
        header = read_header(line)
        self._check(header_line(header), line, chain, 1)
        return header

    def line(self, text: bytes, number: int) -> Entry | ClosingLine:
        line, chain = self._split(text, number)
        read = read_line(line, number)
        written = closing_line(read) if isinstance(read, ClosingLine) else entry_line(read)
        self._check(written, line, chain, number)
        return read

    def _split(self, text: bytes, number: int) -> tuple[bytes, str | None]:
        if self.version == VERSION:
            return split(text)
        return upgrade_line(text, self.version, number, self._upgrades), None

    def _check(self, written: bytes, line: bytes, chain: str | None, number: int) -> None:
        if self.version != VERSION:
            return  # there was no chain yet
        if chain is None:
            raise RecordError(number, "the line does not end with its chain")
        if self.altered is None and (line != written or chain != link(line, self.chain)):
            self.altered = number
        self.chain = chain
