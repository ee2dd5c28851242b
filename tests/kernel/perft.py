"""Perft on the kernel: the same walk as `openuno.perft`, with the kernel's own rules.

Level by level, and equal positions are walked once with the number of ways that lead to them.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import numpy as np

from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.rules import Rules
from openuno.engine.state import Round
from openuno.kernel.rules import entry_points
from openuno.kernel.rules.actions import decode
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.legal import MAX_ACTIONS
from openuno.kernel.rules.state import RoundArrays
from openuno.perft import Tally

_MASK = (1 << 64) - 1
_LEGAL: Any = entry_points.legal_one  # what Numba compiles has no types
_APPLY: Any = entry_points.apply_one

Level = dict[bytes, tuple[RoundArrays, int]]
"""The positions of one depth, and how many sequences lead to each."""


def walk(round: Round, depth: int) -> tuple[Tally, ...]:
    """The tally at every depth from 0."""
    level: Level = {b"": (to_arrays(round), 1)}
    tallies = [_tally(level, round.rules)]
    for _ in range(depth):
        level = _next(level)
        tallies.append(_tally(level, round.rules))
    return tuple(tallies)


def divide(round: Round, depth: int) -> tuple[tuple[str, Tally], ...]:
    """The tally behind each first step, written `seat:action`."""
    start = to_arrays(round)
    return tuple(
        (
            f"{seat}:{action_text(decode(code))}",
            walk(to_round(_after(start, seat, code), round.rules), depth - 1)[-1],
        )
        for seat, code in _steps(start, np.zeros(MAX_ACTIONS, np.int64))
    )


def _next(level: Level) -> Level:
    found: Level = {}
    out = np.zeros(MAX_ACTIONS, np.int64)
    for table, ways in level.values():
        for seat, code in _steps(table, out):
            after = _after(table, seat, code)
            key = b"".join([array.tobytes() for array in after[:6]])
            first, others = found.get(key, (after, 0))
            found[key] = (first, others + ways)
    return found


def _steps(table: RoundArrays, out: Any) -> Iterator[tuple[int, int]]:
    for seat in range(len(table.sizes)):
        for code in out[: _LEGAL(table, seat, out)].tolist():
            yield seat, code


def _after(table: RoundArrays, seat: int, code: int) -> RoundArrays:
    now, sizes, hands, held, pile, discard, *rest = table
    changed = (array.copy() for array in (now, sizes, hands, held, pile, discard))
    after = RoundArrays(*changed, *rest)
    _APPLY(after, seat, code)
    return after


def _tally(level: Level, rules: Rules) -> Tally:
    leaves = digest = 0
    for table, ways in level.values():
        line = round_text(to_round(table, rules))
        leaves += ways
        digest += ways * int.from_bytes(sha256(line.encode()).digest()[:8], "big")
    return Tally(leaves, f"{digest & _MASK:016x}")
