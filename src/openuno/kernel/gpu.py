"""Makes the kernel's own operations known to the compiler for NVIDIA GPUs."""

from typing import Any

from numba import cuda
from numba.cuda import types
from numba.cuda.typing.templates import infer, infer_global, make_intrinsic_template

from openuno.engine.errors import SetupError
from openuno.kernel.compiler import lowest_bit, never_inline, pointer, popcount, product


def register(*operations: Any) -> None:
    """Make intrinsics that Numba knows for the processor known to its GPU compiler as well."""
    for operation in operations:
        template = make_intrinsic_template(
            operation, operation._defn, operation._name, kwargs={"target": "cuda"}
        )
        infer(template)
        infer_global(operation, types.Function(template))


register(popcount, lowest_bit, pointer, product, never_inline)


def check_gpu() -> None:
    """Refuse if there is no GPU to play on."""
    if not cuda.is_available():
        raise SetupError("device", "there is no NVIDIA GPU here that CUDA can use; choose cpu")
