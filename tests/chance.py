"""The chance of tests: every test has its own, and it is the same in every run.

- `new_entropy()`: bytes for one server; `run_server` uses it unless it is given another one.
- `new_bytes(32)`: bytes for anything else that a test would leave to chance.
- `chance_of("name")`: a chance that is not the test's. Fixtures that several tests share have one.

What is asked for second is other than what was asked for first: two servers on one database never
give the same ids. Outside of a test, as when a proof is run by hand, chance is real.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import shake_256
from itertools import count
from os import urandom

Entropy = Callable[[int], bytes]


class _Source:
    """Where chance comes from now: the name of a test, and how often it was asked."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.uses = count()

    def next_seed(self) -> str | None:
        return None if self.name is None else f"{self.name} {next(self.uses)}"


_source = _Source()


def begin_test(name: str) -> None:
    """From now on, chance is that of this test, from its beginning."""
    _source.name, _source.uses = name, count()


@contextmanager
def chance_of(name: str) -> Iterator[None]:
    """Within the block, chance is that of this name and not of the test that happens to run."""
    if _source.name is None:
        yield
        return
    before = _source.name, _source.uses
    begin_test(name)
    try:
        yield
    finally:
        _source.name, _source.uses = before


def new_entropy() -> Entropy:
    """A source of bytes, as `os.urandom` is one.

    How many bytes of one length were asked for does not change those of another: what a table is
    dealt does not depend on how many people came before.
    """
    seed = _source.next_seed()
    if seed is None:
        return urandom
    asked: defaultdict[int, Iterator[int]] = defaultdict(count)

    def entropy(length: int) -> bytes:
        return shake_256(f"{seed}: {length} {next(asked[length])}".encode()).digest(length)

    return entropy


def new_bytes(length: int) -> bytes:
    """Bytes that this test has not had yet."""
    return new_entropy()(length)
