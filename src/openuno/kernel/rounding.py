"""Products that are rounded before anything is added to them.

A GPU's compiler would join a product and a sum into one step that rounds once; a processor's, and
Python, round twice. What a policy thinks must not hang on where it thinks.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_DOUBLE = ir.DoubleType()
_SEPARATE = "llvm.nvvm.mul.rn.d"
"""NVIDIA's product that is never joined to a sum."""


@intrinsic  # type: ignore[untyped-decorator]
def product(_context: Any, _one: Any, _other: Any) -> Any:
    """One times the other, as floats."""

    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        if "cuda" not in type(context).__module__:
            return builder.fmul(*args)
        kind = ir.FunctionType(_DOUBLE, (_DOUBLE, _DOUBLE))
        function = cgutils.get_or_insert_function(builder.module, kind, _SEPARATE)
        return builder.call(function, args)

    return types.float64(types.float64, types.float64), generate
