"""Reading a whole record, and writing one that is at hand."""

from collections.abc import Mapping

from msgspec import Struct

from openuno.record.errors import RecordError
from openuno.record.lines import (
    LONGEST_LINE,
    Closing,
    Entry,
    Header,
    closing_line,
    entry_line,
    header_line,
    is_json,
    read_header,
    read_line,
)
from openuno.record.upgrade import UPGRADES, Upgrade, check_version, upgraded, version_of

LARGEST = 64 << 20
"""In bytes: some ten thousand rounds."""
FIRST_ENTRY = 2
"""The line of the first entry; the header is line 1."""


class Record(Struct, frozen=True, gc=False):
    """A game as it was written down; without a closing line it is unfinished.

    `length` is how many bytes its whole lines take. After a crash there may be the beginning of
    another: then `torn` is its line, and it counts for nothing.
    """

    header: Header
    entries: tuple[Entry, ...]
    closing: Closing | None = None
    length: int = 0
    torn: int | None = None

    @property
    def last_line(self) -> int:
        """The line of the closing line, or where it will be."""
        return FIRST_ENTRY + len(self.entries)

    @property
    def reveal(self) -> bytes | None:
        """The server's seed, if it has been revealed."""
        if self.closing is None or self.closing.reveal is None:
            return None
        return bytes.fromhex(self.closing.reveal)


def read(data: bytes | str, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Record:
    """The record written so, or `RecordError`; whether it is true is for `verify` to say."""
    if isinstance(data, str):
        data = data.encode(errors="surrogatepass")
    if len(data) > LARGEST:
        raise RecordError(1, f"the record is larger than {LARGEST >> 20} MiB")
    lines = data.split(b"\n")
    tail = lines.pop()
    torn = None
    if tail:
        # The last newline may be missing from a file that was mended by hand: a line is whole if
        # its JSON is.
        if len(tail) <= LONGEST_LINE and not is_json(tail):
            torn = len(lines) + 1
        else:
            lines.append(tail)
    if not lines:
        raise RecordError(1, "nothing here" if torn is None else "the only line is torn off")
    version = version_of(lines[0])
    check_version(version, upgrades)
    header = read_header(upgraded(lines[0], version, 1, upgrades))
    entries: list[Entry] = []
    closing: Closing | None = None
    for number, text in enumerate(lines[1:], start=FIRST_ENTRY):
        if closing is not None:
            raise RecordError(number, "nothing can follow the closing line")
        line = read_line(upgraded(text, version, number, upgrades), number)
        if isinstance(line, Closing):
            closing = line
            continue
        if (line.command is None) != (number == FIRST_ENTRY):
            raise RecordError(number, "the first line after the header is begin, and no other")
        entries.append(line)
    if closing is not None and torn is not None:
        raise RecordError(torn, "nothing can follow the closing line")
    if closing is not None and not entries:
        raise RecordError(FIRST_ENTRY, "a game that has not begun has no result")
    length = len(data) - (0 if torn is None else len(tail))
    return Record(header, tuple(entries), closing, length, torn)


def text(record: Record) -> bytes:
    """The whole record as a file holds it."""
    lines = [header_line(record.header), *map(entry_line, record.entries)]
    if record.closing is not None:
        lines.append(closing_line(record.closing))
    return b"".join(lines)
