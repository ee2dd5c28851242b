"""Rows of bytes, written many at a time.

A loop over the bits of a mask takes a step for each, and a processor cannot foresee how many there
are. These operations take the same few instructions on vectors whatever the bits are. On a GPU they
write byte by byte.
"""

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_BYTE = ir.IntType(8)
_KINDS, _WILDS, _EACH = 64, 16, 4
_LARGEST = 64
_WORD_BYTES = 8
_NUMBER = ir.IntType(32)
_DOT_OF_FOUR = ir.InlineAsm(
    ir.FunctionType(_NUMBER, (_NUMBER,) * 3), "dp4a.u32.s32 $0, $1, $2, $3;", "=r,r,r,r"
)
"""NVIDIA's instruction for four bytes times four signed ones, added up."""


@intrinsic  # type: ignore[untyped-decorator]
def write_bits(_context: Any, target: Any, first: Any, _bits: Any) -> Any:
    """Write 64 bytes from byte `first` on: for each bit a 1 or a 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = _address(context, builder, sig, args)
        _store(context, builder, start, [_spread(context, builder, args[2], _KINDS)])
        return context.get_dummy_value()

    return types.none(target, first, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def write_bits_fourfold(_context: Any, target: Any, first: Any, _bits: Any) -> Any:
    """Write 64 bytes from byte `first` on: for each of the 16 lowest bits four 1s or 0s."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = _address(context, builder, sig, args)
        _store(context, builder, start, [_spread(context, builder, args[2], _WILDS)])
        return context.get_dummy_value()

    return types.none(target, first, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def write_counts(
    _context: Any, target: Any, first: Any, _ones: Any, _twos: Any, _fours: Any
) -> Any:
    """Write 64 bytes from byte `first` on: counts up to 7, with a mask for each binary digit."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = _address(context, builder, sig, args)
        digits = [_spread(context, builder, digit, _KINDS) for digit in args[2:]]
        _store(context, builder, start, digits)
        return context.get_dummy_value()

    return types.none(target, first, types.uint64, types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def byte_pointer(_context: Any, words: Any, first: Any) -> Any:
    """The address of an array of words from word `first` on, as bytes."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        start = context.cast(builder, args[1], sig.args[1], types.intp)
        return builder.bitcast(builder.gep(data, [start]), _BYTE.as_pointer())

    return types.CPointer(types.uint8)(words, first), generate


@intrinsic  # type: ignore[untyped-decorator]
def store_word(_context: Any, target: Any, first: Any, _word: Any) -> Any:
    """Write eight bytes from byte `first` on, the lowest first; a GPU needs a multiple of eight."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = builder.bitcast(_address(context, builder, sig, args), args[2].type.as_pointer())
        builder.store(args[2], start, align=_word_alignment(context))
        return context.get_dummy_value()

    return types.none(target, first, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def load_word(_context: Any, source: Any, first: Any) -> Any:
    """The eight bytes from byte `first` on, the lowest first; as `store_word` wrote them."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = ir.IntType(64)
        start = builder.bitcast(_address(context, builder, sig, args), word.as_pointer())
        return builder.load(start, align=_word_alignment(context))

    return types.uint64(source, first), generate


@intrinsic  # type: ignore[untyped-decorator]
def dot_bytes(_context: Any, _levels: Any, _weights: Any, _total: Any) -> Any:
    """A total and eight products more: of the bytes of a word with the signed ones of another."""

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        levels, weights, total = args
        for place in range(_WORD_BYTES):
            if _is_gpu(context) and place % _EACH:
                continue
            shift = levels.type(8 * place)
            one, other = (builder.lshr(word, shift) for word in (levels, weights))
            if _is_gpu(context):
                one, other = (builder.trunc(word, total.type) for word in (one, other))
                total = builder.call(_DOT_OF_FOUR, (one, other, total))
                continue
            one = builder.zext(builder.trunc(one, _BYTE), total.type)
            other = builder.sext(builder.trunc(other, _BYTE), total.type)
            total = builder.add(total, builder.mul(one, other))
        return total

    return types.int32(types.uint64, types.uint64, types.int32), generate


def _word_alignment(context: Any) -> int:
    return 8 if _is_gpu(context) else 1


def clear_bytes(first: int, size: int) -> Any:
    """An intrinsic that sets `size` bytes from byte `first` on to 0."""

    @intrinsic  # type: ignore[untyped-decorator]
    def clear(_context: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            for offset, vector in _vectors(first, size):
                where = _vector_at(context, builder, args[0], offset, vector)
                builder.store(ir.Constant(vector, None), where, align=1)
            return context.get_dummy_value()

        return types.none(target), generate

    return clear


def copy_row(size: int) -> Any:
    """An intrinsic that copies a row of `size` bytes to another that does not overlap with it."""

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            for offset, vector in _vectors(0, size):
                to, origin = (_vector_at(context, builder, row, offset, vector) for row in args)
                builder.store(builder.load(origin, align=1), to, align=1)
            return context.get_dummy_value()

        return types.none(target, source), generate

    return copy


def _vectors(first: int, size: int) -> Iterator[tuple[int, Any]]:
    """Vectors that together cover `size` bytes from byte `first` on, the largest first."""
    offset, step = first, _LARGEST
    while offset < first + size:
        while step > first + size - offset:
            step //= 2
        yield offset, ir.VectorType(_BYTE, step)
        offset += step


def _vector_at(context: Any, builder: Any, row: Any, offset: int, vector: Any) -> Any:
    where = builder.gep(row, [context.get_constant(types.intp, offset)])
    return builder.bitcast(where, vector.as_pointer())


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start = context.cast(builder, args[1], sig.args[1], types.intp)
    return builder.gep(args[0], [start])


def _spread(context: Any, builder: Any, bits: Any, count: int) -> Any:
    """The lowest `count` bits as a vector of numbers; on a GPU a list, since it has no vectors."""
    if _is_gpu(context):
        every = [builder.lshr(bits, bits.type(index)) for index in range(count)]
        return [builder.and_(builder.trunc(one, _BYTE), _BYTE(1)) for one in every]
    low = builder.trunc(bits, ir.IntType(count)) if count < _KINDS else bits
    flags = builder.bitcast(low, ir.VectorType(ir.IntType(1), count))
    return builder.zext(flags, ir.VectorType(ir.IntType(8 * _KINDS // count), count))


def _store(context: Any, builder: Any, start: Any, digits: Any) -> None:
    """Store 64 bytes: the binary digits put together, or each of 16 bits four times."""
    if _is_gpu(context):
        each = _KINDS // len(digits[0])
        for index in range(_KINDS):
            value = digits[0][index // each]
            for place, digit in enumerate(digits[1:], 1):
                value = builder.or_(value, builder.shl(digit[index], _BYTE(place)))
            offset = context.get_constant(types.intp, index)
            builder.store(value, builder.gep(start, [offset]))
        return
    found = digits[0]
    kind = found.type
    if kind.count == _WILDS:
        found = builder.mul(found, ir.Constant(kind, [0x01010101] * _WILDS))
    for place, digit in enumerate(digits[1:], 1):
        found = builder.or_(found, builder.shl(digit, ir.Constant(kind, [place] * _KINDS)))
    builder.store(found, builder.bitcast(start, kind.as_pointer()), align=1)


def _is_gpu(context: Any) -> bool:
    return "cuda" in type(context).__module__
