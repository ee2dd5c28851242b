"""Every line of play from a position, counted ply by ply."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from tests.oracle.table import Table


def fingerprint(line: str) -> int:
    return int.from_bytes(sha256(line.encode()).digest()[:8], "big")


def perft(line: str) -> Iterator[tuple[int, str]]:
    """Leaves and digest at every depth from 0, ply by ply, with equal positions walked once."""
    layer = Counter({Table(line).line(): 1})
    while True:
        digest = sum(fingerprint(text) * times for text, times in layer.items()) % 2**64
        yield layer.total(), f"{digest:016x}"
        deeper: Counter[str] = Counter()
        for text, times in layer.items():
            table = Table(text)
            for seat in range(len(table.hands)):
                for action in table.legal(seat):
                    child = table.clone()
                    child.act(seat, action)
                    deeper[child.line()] += times
        layer = deeper
