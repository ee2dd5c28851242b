"""The chain through a record: every line ends with a digest of itself and of the line before it.

Change, drop or move a byte anywhere and the chain no longer fits. It proves nothing by itself, for
anyone can make a new one; but two people whose last lines agree have the same record.
"""

import re
from hashlib import sha256

_END = re.compile(rb',"chain":"([0-9a-f]{64})"}\Z')


def link(line: bytes, before: str) -> str:
    """The digest that ends this line (JSON without its chain), as hexadecimal digits.

    `before` is that of the line before, empty for the first line.
    """
    return sha256(before.encode() + line.removesuffix(b"}")).hexdigest()


def split(text: bytes) -> tuple[bytes, str | None]:
    """A line without its chain, and the chain; None if it has none."""
    found = _END.search(text)
    return (text, None) if found is None else (text[: found.start()] + b"}", found[1].decode())


class Chain:
    """Adds lines to a record, each with its digest."""

    def __init__(self, before: str = "") -> None:
        self.before = before
        """The digest of the last line."""

    def add(self, line: bytes) -> bytes:
        """The line as the file holds it, its newline included."""
        self.before = link(line, self.before)
        return line.removesuffix(b"}") + b',"chain":"' + self.before.encode() + b'"}\n'
