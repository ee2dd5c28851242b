"""Perft: every sequence of legal actions from a position, counted, and compared with known counts.

A file holds positions with a blank line between them. Lines that start with `#` are comments.

    # one card left, UNO not said
    mattel-2016 hands=R7/B1,B2 pile=Y1,Y2 discard=R5 turn=1 laid=0
    1 3 69fa0334cf3d86f1
    2 3 38cf53d7948affe3

Under the position: a depth, the sequences of that length, and a digest of the positions they lead
to. A step is any action of any seat; a round that has ended leads no further.
"""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from openuno.engine.actions import Action
from openuno.engine.errors import NotationError
from openuno.engine.faults import Fault
from openuno.engine.legal import legal
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.play import apply
from openuno.engine.state import Round

MAX_DEPTH = 99
_DIGITS = frozenset("0123456789")
_HEX = frozenset("0123456789abcdef")
_DIGEST_CHARACTERS = 16
_MASK = (1 << 64) - 1


class PerftError(NotationError):
    """A perft file cannot be read; `line` counts from 1."""

    def __init__(self, line: int, text: str, at: int, fault: Fault | str) -> None:
        super().__init__(text, at, Fault.other(fault) if isinstance(fault, str) else fault)
        self.line = line


class Tally(msgspec.Struct, frozen=True):
    """How many sequences, and the sum of the fingerprints of the positions they lead to."""

    leaves: int
    digest: str


class Count(msgspec.Struct, frozen=True):
    """What a file says of one depth."""

    line: int
    depth: int
    tally: Tally


class Case(msgspec.Struct, frozen=True):
    """A position of a file and what the file says of it, shallow depths first."""

    line: int
    round: Round
    counts: tuple[Count, ...]


class CaseResult(msgspec.Struct, frozen=True):
    """What the walk found, depth by depth, and the divide of the shallowest count that differs."""

    case: Case
    found: tuple[Tally, ...]
    divide: tuple[tuple[str, Tally], ...] = ()

    @property
    def wrong(self) -> tuple[tuple[Count, Tally], ...]:
        """Each count that differs from what was found."""
        pairs = zip(self.case.counts, self.found, strict=True)
        return tuple((count, found) for count, found in pairs if count.tally != found)

    @property
    def agrees(self) -> bool:
        """Whether every count is right."""
        return not self.wrong


def check_case(case: Case) -> CaseResult:
    """Walk one position and compare."""
    deepest = case.counts[-1].depth
    walked = walk(case.round, deepest)
    found = tuple(walked[count.depth] for count in case.counts)
    verdict = CaseResult(case, found)
    if verdict.agrees:
        return verdict
    return CaseResult(case, found, divide(case.round, verdict.wrong[0][0].depth))


def walk(round: Round, depth: int) -> tuple[Tally, ...]:
    """The tally at every depth from 0."""
    plies = [[0, 0] for _ in range(depth + 1)]
    _walk(round, 0, plies)
    return tuple(Tally(leaves, f"{digest & _MASK:016x}") for leaves, digest in plies)


def divide(round: Round, depth: int) -> tuple[tuple[str, Tally], ...]:
    """The tally behind each first step, written `seat:action`."""
    if not depth:
        return ()
    return tuple(
        (f"{seat}:{action_text(action)}", walk(apply(round, seat, action).round, depth - 1)[-1])
        for seat, action in steps(round)
    )


def steps(round: Round) -> Iterator[tuple[int, Action]]:
    """Everything anybody may do now, seat by seat."""
    for seat in range(len(round.hands)):
        for action in legal(round, seat):
            yield seat, action


def _walk(round: Round, ply: int, plies: list[list[int]]) -> None:
    tally = plies[ply]
    tally[0] += 1
    tally[1] += int.from_bytes(sha256(round_text(round).encode()).digest()[:8], "big")
    if ply + 1 < len(plies):
        for seat, action in steps(round):
            _walk(apply(round, seat, action).round, ply + 1, plies)


def parse_perft(text: str) -> tuple[Case, ...]:
    """The positions of a file, or `PerftError`."""
    cases = tuple(_case(block) for block in _blocks(text))
    if not cases:
        raise PerftError(1, "", 0, "there is no position here; write one, and its counts below it")
    return cases


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if line.startswith("#"):
            continue
        if line:
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _case(block: list[tuple[int, str]]) -> Case:
    (number, line), *below = block
    try:
        round = parse_round(line)
    except NotationError as error:
        raise PerftError(number, line, error.at, error.fault) from None
    if not below:
        raise PerftError(
            number, line, len(line), "no counts follow; write depth, leaves and digest"
        )
    counts: list[Count] = []
    for number, line in below:
        count = _count(number, line)
        if counts and count.depth <= counts[-1].depth:
            raise PerftError(number, line, 0, "depths go from shallow to deep, each once")
        counts.append(count)
    return Case(block[0][0], round, tuple(counts))


def _count(number: int, line: str) -> Count:
    words = line.split(" ")
    if len(words) != 3:
        sentence = "write depth, leaves and digest here, or a blank line before the next position"
        raise PerftError(number, line, 0, sentence)
    depth, leaves, digest = words
    if not _DIGITS.issuperset(depth) or not 0 < len(depth) <= 2:
        raise PerftError(number, line, 0, f"a depth is a number from 0 to {MAX_DEPTH}")
    if not leaves or not _DIGITS.issuperset(leaves):
        raise PerftError(number, line, len(depth) + 1, "leaves are a number")
    if len(digest) != _DIGEST_CHARACTERS or not _HEX.issuperset(digest):
        at = len(depth) + len(leaves) + 2
        raise PerftError(number, line, at, "a digest is 16 digits, each 0 to 9 or a to f")
    return Count(number, int(depth), Tally(int(leaves), digest))
