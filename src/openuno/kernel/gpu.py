"""Makes the kernel's own operations known to the compiler for NVIDIA GPUs."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from cuda.core import LaunchConfig, launch
from numba import cuda
from numba.cuda import types
from numba.cuda.core import config
from numba.cuda.dispatcher import CUDACache
from numba.cuda.typing.templates import infer, infer_global, make_intrinsic_template

from openuno.engine.errors import SetupError
from openuno.kernel.compiler import (
    cache_folder,
    lowest_bit,
    never_inline,
    pointer,
    popcount,
    product,
)

if not hasattr(np, "row_stack"):
    # NumPy 2.5 dropped it, and numba-cuda 0.30 asks for it when it first compiles something.
    np.row_stack = np.vstack
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few tables are few on purpose


def register(*operations: Any) -> None:
    """Make intrinsics that Numba knows for the processor known to its GPU compiler as well."""
    for operation in operations:
        template = make_intrinsic_template(
            operation, operation._defn, operation._name, kwargs={"target": "cuda"}
        )
        infer(template)
        infer_global(operation, types.Function(template))


register(popcount, lowest_bit, pointer, product, never_inline)


class KernelCache(CUDACache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache on disk, in a folder for each kind of rules.

    Numba also compares the functions that a kernel was made with, by their pickled form, which
    differs from process to process; here the folder says which functions they are.
    """

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (sig, codegen.magic_tuple(), self._launch_config_key)


def cache_kernels(kernels: Iterable[Any], name: str) -> None:
    """Keep what these kernels are compiled to on disk, for the next program that needs them.

    `name` stands for everything that they were made with, and is given to no others.
    """
    with cache_folder(config, within=name) as is_writable:
        if is_writable:
            for kernel in kernels:
                kernel._cache = KernelCache(kernel.py_func)


class Launch:
    """A compiled kernel with its arguments, converted once.

    Numba finds out the type of every argument at every call, which takes milliseconds for tuples of
    many arrays: longer than the kernel. What is in the arrays may change between two launches.
    """

    def __init__(
        self, kernel: Any, blocks: int, threads: int, stream: Any, *arguments: Any
    ) -> None:
        """The kernel must have been called with arguments of these types before."""
        configured = kernel[blocks, threads, stream]
        compiled = kernel.overloads[tuple(map(kernel.typeof_pyval, arguments))]
        self._arguments = arguments  # the arrays must stay where they are
        self._stream = configured.stream
        self._config = LaunchConfig(
            grid=configured.griddim, block=configured.blockdim, shmem_size=0
        )
        self._kernel = compiled._codelibrary.get_cufunc().kernel
        self._values: list[Any] = []
        for kind, value in zip(compiled.argument_types, arguments, strict=True):
            compiled._prepare_args(kind, value, self._stream, [], self._values)

    def __call__(self) -> None:
        """Start the kernel."""
        launch(self._stream, self._config, self._kernel, *self._values)


def check_gpu() -> None:
    """Refuse if there is no GPU to play on."""
    if not cuda.is_available():
        raise SetupError("device", "there is no NVIDIA GPU here that CUDA can use; choose cpu")
