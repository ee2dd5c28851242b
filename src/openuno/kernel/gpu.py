"""What the kernel needs before it can be compiled for an NVIDIA GPU."""

from typing import Any

from numba import cuda
from numba.cuda import types
from numba.cuda.typing.templates import infer, infer_global, make_intrinsic_template

from openuno.engine.errors import SetupError
from openuno.kernel.compiler import lowest, pointer, popcount, product, stay_apart


def register(*operations: Any) -> None:
    """Make intrinsics that Numba knows for the processor known to its GPU compiler as well."""
    for operation in operations:
        template = make_intrinsic_template(
            operation, operation._defn, operation._name, kwargs={"target": "cuda"}
        )
        infer(template)
        infer_global(operation, types.Function(template))


register(popcount, lowest, pointer, product, stay_apart)


def check_device() -> None:
    """Refuse where there is no GPU to play on."""
    if not cuda.is_available():
        raise SetupError("device", "there is no NVIDIA GPU here that CUDA can use; choose cpu")
