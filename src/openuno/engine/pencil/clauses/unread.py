"""A clause that fits a pattern but makes no sense."""

from openuno.engine.faults import Fault, FaultKind
from openuno.engine.pencil.lexicon import Chunk


class Unread(Exception):
    """A clause that fits a pattern but makes no sense, and where."""

    def __init__(self, at: int, fault: Fault, until: int = 0) -> None:
        self.at = at
        self.fault = fault
        self.until = until
        super().__init__(fault.kind)


def not_read(*chunks: Chunk) -> Unread:
    """These words are not understood, or not together; the text says how they were written."""
    return Unread(chunks[0].start, Fault.of(FaultKind.NOT_READ, word=""), chunks[-1].end)
