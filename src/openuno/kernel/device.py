"""What the kernel needs before it can be compiled for an NVIDIA GPU."""

from numba import cuda
from numba.cuda import types
from numba.cuda.typing.templates import infer, infer_global, make_intrinsic_template

from openuno.engine.errors import SetupError
from openuno.kernel.compiling import lowest, pointer, popcount, stay_apart
from openuno.kernel.rounding import product
from openuno.kernel.seen import copy_kinds, copy_told

for _operation in (popcount, lowest, pointer, product, stay_apart, copy_kinds, copy_told):
    # What Numba knows of them for the processor, told to its half for the GPU as well.
    _template = make_intrinsic_template(
        _operation, _operation._defn, _operation._name, kwargs={"target": "cuda"}
    )
    infer(_template)
    infer_global(_operation, types.Function(_template))


def check_device() -> None:
    """Refuse where there is no GPU to play on."""
    if not cuda.is_available():
        raise SetupError("device", "there is no NVIDIA GPU here that CUDA can use; choose cpu")
