"""How the kernel's functions are compiled, and the few operations that Python lacks.

Every function of the kernel has one source. Numba compiles it for the processor here, and for a GPU
when a CUDA kernel calls it. Nearly everything is inlined into the loop that calls it, so that the
numbers in the small array `now` of a round live in registers.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from threading import RLock
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import config, njit, typeof, types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from openuno.kernel.inner_functions import InnerFunction
from openuno.kernel.splicing import SplicingCompiler

F = TypeVar("F", bound=Callable[..., Any])

U = np.uint64
I = np.int64  # noqa: E741 - beside U
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_PACKAGES = ("engine", "bots", "kernel")
_cache_lock = RLock()
_DOUBLE = ir.DoubleType()
_SEPARATE = "llvm.nvvm.mul.rn.d"
"""NVIDIA's product that is never fused with a sum."""
LANES = 32
"""How many sums `add_rows` computes side by side."""
_INDEX, _FLOAT_BYTES = ir.IntType(32), 4
_RUN = ir.VectorType(ir.FloatType(), LANES)
_SAME_FOR_ALL = ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES)
_FUSE = ("contract",)
"""A product and a sum may become one step; only whole numbers are added, so nothing is rounded."""


def _digest() -> str:
    """A digest of all source that compiled code can come from."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def cache_folder(settings: Any = config, *, within: str = "") -> Iterator[bool]:
    """Point Numba's cache at a folder named by the digest; whether that folder is writable.

    Numba compares the file of the function it compiles, not those of the functions it calls, and
    would go on playing by yesterday's rules. If the folder is not writable, nothing is cached:
    Numba must not fall back to a folder beside the source. One thread at a time: the setting is
    everyone's, and the search of a bot loads what it needs beside the program.
    """
    with _cache_lock:
        before = settings.CACHE_DIR
        home = Path(before or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = home / "openuno" / f"kernel-{_DIGEST}" / within
        settings.CACHE_DIR = str(folder)
        try:
            yield _is_writable(folder)
        finally:
            settings.CACHE_DIR = before


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_DIGEST = _digest()


def inline(function: F) -> F:
    """A short function: compiled into its callers."""
    return _inner(function, forceinline=True)


def splice(function: F) -> F:
    """A long function with few callers: its source becomes part of theirs before compilation.

    An `inline` function is first compiled on its own, with everything it calls, again at every
    level: for the outer levels that would take minutes.
    """
    return _inner(function, inline="always")


def outline(function: F) -> F:
    """A long function, rarely needed: compiled once and called; it begins with `never_inline()`."""
    # Explicit, since Numba would take the option over from the caller.
    return _inner(function, forceinline=False)


def _inner(function: F, **options: Any) -> F:
    compiled: Any = InnerFunction(function, {**_OPTIONS, **options})
    typed: F = compiled
    return typed


def entry_point(function: F) -> F:
    """A function that Python calls: compiled once, cached on disk, and releasing the GIL."""
    with cache_folder() as is_writable:
        compiled: F = njit(
            cache=is_writable, nogil=True, pipeline_class=SplicingCompiler, **_OPTIONS
        )(function)
    return compiled


def compile_for(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """The compiled code of an entry point for arguments of the types of these examples.

    It takes whatever it is given for these types: to look them up takes longer than to hand over
    the arrays.
    """
    dispatcher: Any = function
    compiled: Callable[..., Any] = dispatcher.compile(tuple(map(typeof, examples)))
    return compiled


def load_for(function: Callable[..., Any], *examples: Any) -> Callable[..., Any] | None:
    """The same if it was compiled before and kept on disk; None if it would have to be compiled.

    Numba locks what it compiles, but not the look-up on disk. That begins by registering new types,
    and another thread must not compile while only some of them are registered.
    """
    dispatcher: Any = function
    signature = tuple(map(typeof, examples))
    with global_compiler_lock:
        if signature not in dispatcher.overloads and not _is_kept(dispatcher, signature):
            return None
        return compile_for(function, *examples)


def _is_kept(dispatcher: Any, signature: Any) -> bool:
    return dispatcher._cache.load_overload(signature, dispatcher.targetctx) is not None


@intrinsic  # type: ignore[untyped-decorator]
def prefer_size(_context: Any) -> Any:
    """Compile the function that calls this, with all it inlines, for size.

    LLVM then makes no second form of each loop for vectors, which the few seats of a table are not
    worth: in a loop over lanes it would be checked in every lane whether their arrays overlap.
    """

    def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
        builder.function.attributes.add("optsize")
        return context.get_dummy_value()

    return types.none(), generate


@intrinsic  # type: ignore[untyped-decorator]
def never_inline(_context: Any) -> Any:
    """Keep LLVM from inlining the function that calls this."""

    def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), generate


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_context: Any, _bits: Any) -> Any:
    """The number of set bits."""

    def generate(_cx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(_context: Any, _bits: Any) -> Any:
    """The index of the lowest set bit; there must be one."""

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def product(_context: Any, _one: Any, _other: Any) -> Any:
    """One times the other, as floats, rounded before anything is added to it.

    A GPU's compiler would fuse a product and a sum into one step that rounds once; a processor, and
    Python, round twice. What a policy chooses must not depend on where it runs.
    """

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        if "cuda" not in type(context).__module__:
            return builder.fmul(*args)
        kind = ir.FunctionType(_DOUBLE, (_DOUBLE, _DOUBLE))
        function = cgutils.get_or_insert_function(builder.module, kind, _SEPARATE)
        return builder.call(function, args)

    return types.float64(types.float64, types.float64), generate


def _stack_array(element: types.Type) -> Any:
    """An intrinsic that reserves an array of these elements on the stack of its caller."""

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def reserve(_context: Any, count: Any) -> Any:
        size = count.literal_value

        def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            return cgutils.alloca_once(builder, context.get_data_type(element), size=size)

        return types.CPointer(element)(count), generate

    return reserve


stack_int64 = _stack_array(types.int64)
stack_uint64 = _stack_array(types.uint64)
stack_uint8 = _stack_array(types.uint8)


@intrinsic  # type: ignore[untyped-decorator]
def pointer(_context: Any, array: Any) -> Any:
    """The address of an array's elements: one word to pass on instead of seven."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic  # type: ignore[untyped-decorator]
def add_rows(
    _context: Any, sums: Any, rows: Any, width: Any, places: Any, factors: Any, count: Any
) -> Any:
    """Add some rows, each multiplied by its factor, to the sums; `width` is a multiple of LANES.

    All are addresses of 32-bit floats, but for the places of the rows. The sums of one run of LANES
    stay in registers until all rows are added, which a loop over rows would not get from LLVM.
    """

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        sums, rows, width, places, factors, count = args
        run = cgutils.alloca_once(builder, _RUN)
        zero, lanes = context.get_constant(types.intp, 0), context.get_constant(types.intp, LANES)

        def find_run(start: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(start, [index]), _RUN.as_pointer())

        with cgutils.for_range_slice(builder, zero, width, lanes) as (first, _):
            builder.store(builder.load(find_run(sums, first), align=_FLOAT_BYTES), run)
            with cgutils.for_range(builder, count) as each:
                row = builder.load(builder.gep(places, [each.index]))
                at = find_run(rows, builder.add(builder.mul(row, width), first))
                factor = builder.load(builder.gep(factors, [each.index]))
                factor = builder.insert_element(_RUN(ir.Undefined), factor, _INDEX(0))
                factor = builder.shuffle_vector(factor, _RUN(ir.Undefined), _SAME_FOR_ALL)
                more = builder.fmul(factor, builder.load(at, align=_FLOAT_BYTES), flags=_FUSE)
                builder.store(builder.fadd(builder.load(run), more, flags=_FUSE), run)
            stored = builder.store(builder.load(run), find_run(sums, first))
            stored.align = _FLOAT_BYTES
        return context.get_dummy_value()

    return types.none(sums, rows, width, places, factors, count), generate


def copy_bytes(size: int) -> Any:
    """An intrinsic that copies `size` bytes into a target from its byte `first` on.

    It reads all bytes before it writes any: in a loop the compiler would have to assume that source
    and target overlap, and copy byte by byte.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_context: Any, target: Any, first: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            start = context.cast(builder, args[1], sig.args[1], types.intp)
            offsets = [context.get_constant(types.intp, index) for index in range(size)]
            read = [builder.load(builder.gep(args[2], [index])) for index in offsets]
            for index, value in zip(offsets, read, strict=True):
                builder.store(value, builder.gep(args[0], [builder.add(start, index)]))
            return context.get_dummy_value()

        return types.none(target, first, source), generate

    return copy
