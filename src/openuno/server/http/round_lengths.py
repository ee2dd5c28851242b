"""How long rounds get by a table's written rules, played out by another process."""

import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from openuno.engine.notation.rules import rules_text
from openuno.engine.rules import Rules
from openuno.local.round_length import RoundLength
from openuno.server.http.one_at_a_time import OneAtATime

MAX_KEPT = 256
"""Answers that are kept, each a few numbers."""
MAX_WAITING = 8
"""Tables that may wait to be played out, one after the other, a second each."""
PATIENCE = 15.0
"""Seconds that playing one out may take: more than its own limit, on a busy machine."""


class Subject(NamedTuple):
    """A table whose rounds should be played out."""

    rules: Rules
    seats: int


class RoundLengths:
    """Plays out one table at a time, and keeps what it found."""

    def __init__(self, measure: Callable[[Subject], RoundLength] | None = None) -> None:
        self._found = OneAtATime(measure or _measure, keep=MAX_KEPT, waiting=MAX_WAITING)

    async def find(self, rules: Rules, seats: int) -> RoundLength:
        """How long its rounds get; or `TooManyWaiting`, or `subprocess.SubprocessError`."""
        return await self._found.answer(Subject(rules, seats))


def _measure(subject: Subject) -> RoundLength:
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "openuno.local.round_length",
            rules_text(subject.rules),
            str(subject.seats),
        ],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return msgspec.json.decode(done.stdout, type=RoundLength)
