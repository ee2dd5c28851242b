"""How the kernel's functions are compiled, and the few operations Python has no word for.

Every function of the kernel is written once. Numba compiles it for the processor here, and for a
GPU when a CUDA kernel calls it. All of it is inlined into the loop that calls it, so that numbers
kept in the small array `now` of a table live in registers.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

U = np.uint64
I = np.int64  # noqa: E741 - beside U
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_PACKAGES = ("engine", "bots", "kernel")
_DOUBLE = ir.DoubleType()
_SEPARATE = "llvm.nvvm.mul.rn.d"
"""NVIDIA's product that is never joined to a sum."""


def _digest() -> str:
    """Of all source that compiled code can come from."""
    digest = sha256()
    root = Path(__file__).parent.parent
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _kept() -> Iterator[bool]:
    """Keep compiled code by the digest of its source; whether there is a folder to keep it in.

    Numba looks at the file of the function it compiles, not at those of the functions it calls:
    left to itself it would go on playing by yesterday's rules. So where its folder cannot be
    written it may not look for another, beside the source, and nothing is kept.
    """
    before = config.CACHE_DIR
    home = Path(before or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "openuno" / f"kernel-{_DIGEST}"
    config.CACHE_DIR = str(folder)
    try:
        yield _writable(folder)
    finally:
        config.CACHE_DIR = before


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_DIGEST = _digest()


def inlined(function: F) -> F:
    """A piece of the rules: compiled into whatever calls it."""
    compiled: F = njit(forceinline=True, **_OPTIONS)(function)
    return compiled


def spliced(function: F) -> F:
    """A long piece with few callers: written out in each of them before anything is compiled.

    What is merely `inlined` is compiled by itself first, and all that it calls with it, again at
    every level: for the outer levels that would take minutes.
    """
    compiled: F = njit(inline="always", **_OPTIONS)(function)
    return compiled


def apart(function: F) -> F:
    """A long piece, seldom needed: compiled once, and called; it begins with `stay_apart`."""
    # Said aloud, for what is not said is taken over from the caller.
    compiled: F = njit(forceinline=False, **_OPTIONS)(function)
    return compiled


def entry(function: F) -> F:
    """What Python calls: compiled once and kept on the disk, and other threads run meanwhile."""
    with _kept() as keeps:
        compiled: F = njit(cache=keeps, nogil=True, **_OPTIONS)(function)
    return compiled


@intrinsic  # type: ignore[untyped-decorator]
def stay_apart(_context: Any) -> Any:
    """The function this stands in is not to be copied into its callers."""

    def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), generate


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_context: Any, _bits: Any) -> Any:
    """How many bits are set."""

    def generate(_cx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest(_context: Any, _bits: Any) -> Any:
    """The place of the lowest bit that is set; there must be one."""

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def product(_context: Any, _one: Any, _other: Any) -> Any:
    """One times the other, as floats, rounded before anything is added to it.

    A GPU's compiler would join a product and a sum into one step that rounds once; a processor, and
    Python, round twice. What a policy chooses must not depend on where it runs.
    """

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        if "cuda" not in type(context).__module__:
            return builder.fmul(*args)
        kind = ir.FunctionType(_DOUBLE, (_DOUBLE, _DOUBLE))
        function = cgutils.get_or_insert_function(builder.module, kind, _SEPARATE)
        return builder.call(function, args)

    return types.float64(types.float64, types.float64), generate


def _reserved(element: types.Type) -> Any:
    """Room for so many elements on the stack of the function that asks for it."""

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def room(_context: Any, count: Any) -> Any:
        size = count.literal_value

        def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            return cgutils.alloca_once(builder, context.get_data_type(element), size=size)

        return types.CPointer(element)(count), generate

    return room


numbers = _reserved(types.int64)
masks = _reserved(types.uint64)
kinds = _reserved(types.uint8)


@intrinsic  # type: ignore[untyped-decorator]
def pointer(_context: Any, array: Any) -> Any:
    """Where the elements of an array lie: one word to hand on, where an array is seven."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


def copying(size: int) -> Any:
    """What copies so many bytes to another place, from its byte `first` on.

    All are read before any is written: in a loop the compiler would have to take care that the two
    places might overlap, and go byte by byte.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_context: Any, target: Any, first: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            start = context.cast(builder, args[1], sig.args[1], types.intp)
            places = [context.get_constant(types.intp, place) for place in range(size)]
            read = [builder.load(builder.gep(args[2], [place])) for place in places]
            for place, value in zip(places, read, strict=True):
                builder.store(value, builder.gep(args[0], [builder.add(start, place)]))
            return context.get_dummy_value()

        return types.none(target, first, source), generate

    return copy
