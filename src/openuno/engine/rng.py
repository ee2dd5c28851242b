"""Chance as a value: two counter-based generators and the one shuffle that reads them.

Both give an endless stream of 32-bit words. A generator is a stream and a position in it; a reader
learns how many words it took and advances the position: the same generator gives the same cards.
"""

from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from itertools import islice
from struct import Struct
from typing import assert_never

import msgspec

from openuno.engine.cards import Card
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind

KEY_BYTES = 32
_WORD = 1 << 32
_MASK = (1 << 64) - 1
_WORDS_A_BLOCK = 8

_GAMMA = 0x9E3779B97F4A7C15
_LANES = 64
_EACH_LANE = sum(1 << (128 * lane) for lane in range(_LANES))
_LOW_HALVES = _EACH_LANE * _MASK
_STEPS = sum(((lane + 1) * _GAMMA & _MASK) << (128 * lane) for lane in range(_LANES))
_QUARTERS = Struct(f"<{4 * _LANES}I")


class Fair(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag="fair",
    forbid_unknown_fields=True,
):
    """HMAC-SHA-256 in counter mode: for real play, since anyone who has the key can check the deal.

    Block `i` is HMAC(key, i as eight bytes, big-endian); its 32 bytes are eight words, big-endian.
    """

    key: bytes
    at: int = 0

    def __post_init__(self) -> None:
        if len(self.key) != KEY_BYTES:
            raise SetupError(
                "rng", Fault.of(FaultKind.RNG_KEY, most=KEY_BYTES, word=str(len(self.key)))
            )
        if self.at < 0:
            raise SetupError("rng", Fault.of(FaultKind.RNG_AT, word=str(self.at)))


class Fast(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag="fast",
    forbid_unknown_fields=True,
):
    """SplitMix64: for simulation. Each 64-bit output is two words, the high one first."""

    seed: int
    at: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= _MASK:
            raise SetupError("rng", Fault.of(FaultKind.RNG_SEED, word=str(self.seed)))
        if self.at < 0:
            raise SetupError("rng", Fault.of(FaultKind.RNG_AT, word=str(self.at)))


Generator = Fair | Fast


def check_rng(rng: Generator) -> None:
    """Refuse anything but our generators, such as one of Python's: it could not be recorded."""
    if not isinstance(rng, (Fair, Fast)):
        raise SetupError("rng", Fault.of(FaultKind.TYPE_RNG, word=type(rng).__name__))


def _fair_words(key: bytes, at: int) -> Iterator[int]:
    block, skip = divmod(at, _WORDS_A_BLOCK)
    while True:
        stream = digest(key, block.to_bytes(8, "big"), sha256)
        for start in range(4 * skip, 32, 4):
            yield int.from_bytes(stream[start : start + 4], "big")
        block, skip = block + 1, 0


def _fast_words(seed: int, at: int) -> Iterator[int]:
    block, skip = divmod(at, 2 * _LANES)
    while True:
        yield from islice(_fast_block(seed + block * _LANES * _GAMMA), skip, None)
        block, skip = block + 1, 0


def _fast_block(state: int) -> list[int]:
    """The words of the next 64 outputs, computed side by side in the lanes of one long number.

    An output has a lane of 128 bits, so that a product of two 64-bit numbers stays within it; what
    a shift carries over from the next lane is masked away. Ten times as fast as one by one.
    """
    z = ((state & _MASK) * _EACH_LANE + _STEPS) & _LOW_HALVES
    z = ((z ^ (z >> 30)) & _LOW_HALVES) * 0xBF58476D1CE4E5B9 & _LOW_HALVES
    z = ((z ^ (z >> 27)) & _LOW_HALVES) * 0x94D049BB133111EB & _LOW_HALVES
    z = (z ^ (z >> 31)) & _LOW_HALVES
    quarters = _QUARTERS.unpack(z.to_bytes(16 * _LANES, "little"))
    stream = [0] * (2 * _LANES)
    stream[0::2] = quarters[1::4]
    stream[1::2] = quarters[0::4]
    return stream


def words(rng: Generator) -> Iterator[int]:
    """The words from the generator's position on."""
    match rng:
        case Fast():
            return _fast_words(rng.seed, rng.at)
        case Fair():
            return _fair_words(rng.key, rng.at)
        case _:
            assert_never(rng)


def advance(rng: Generator, spent: int) -> Generator:
    """The same generator, `spent` words further on."""
    return msgspec.structs.replace(rng, at=rng.at + spent)


def fork(rng: Generator, *path: int) -> Generator:
    """A generator of its own for each path, such as the third round at the second table.

    The key of a fair one is HMAC(key, `fork` and the path as four-byte numbers, big-endian): it is
    no block of the stream itself. The seed of a fast one is read from the stream, for each number
    in turn, at a position far from any in use.
    """
    match rng:
        case Fair():
            label = b"fork" + b"".join(number.to_bytes(4, "big") for number in path)
            return Fair(digest(rng.key, label, sha256))
        case Fast():
            seed = rng.seed
            for number in path:
                stream = _fast_words(seed, 2 * ((1 << 62) + number))
                seed = next(stream) << 32 | next(stream)
            return Fast(seed)
        case _:
            assert_never(rng)


def random_below(rng: Generator, bound: int) -> tuple[int, int]:
    """A fair number from 0 up to but not including `bound`, and the words it took."""
    if not 1 <= bound <= _WORD:
        raise SetupError("bound", Fault.of(FaultKind.RNG_BOUND, word=str(bound)))
    number, rejected = _below(words(rng), bound)
    return number, 1 + rejected


def _below(stream: Iterator[int], bound: int) -> tuple[int, int]:
    # Words from the largest multiple of the bound on are thrown away, so no number is favoured.
    rejected = 0
    while (word := next(stream)) - word % bound > _WORD - bound:
        rejected += 1
    return word % bound, rejected


def pick_cards(cards: tuple[Card, ...], count: int, rng: Generator) -> tuple[tuple[Card, ...], int]:
    """Pick `count` of the cards at random, one after another; also the words it took.

    If all of them are wanted, no words are read.
    """
    if count >= len(cards):
        return cards, 0
    left = list(cards)
    stream = words(rng)
    picked = []
    spent = 0
    for _ in range(count):
        index, rejected = _below(stream, len(left))
        picked.append(left.pop(index))
        spent += 1 + rejected
    return tuple(picked), spent


def shuffle(cards: tuple[Card, ...], rng: Generator) -> tuple[tuple[Card, ...], int]:
    """The cards in a fair order (Fisher-Yates from the last card down), and the words it took."""
    order = list(cards)
    stream = words(rng)
    spent = max(len(order) - 1, 0)
    for index, word in zip(range(len(order) - 1, 0, -1), stream, strict=False):
        bound = index + 1
        other = word % bound
        if word - other > _WORD - bound:  # as `_below`, with its rare case apart
            other, rejected = _below(stream, bound)
            spent += 1 + rejected
        order[index], order[other] = order[other], order[index]
    return tuple(order), spent
