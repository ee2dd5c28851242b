"""Arrays that are handed over to compiled code once, and then known by their address.

Numba reads shape, strides and address of every array of a call from its Python object. For a batch
of one table that takes as long as playing on does.
"""

from typing import Any

import numpy as np
from numba import typeof, types
from numba.core.datamodel.models import OpaqueModel
from numba.core.registry import cpu_target
from numba.extending import NativeValue, intrinsic, register_model, typeof_impl, unbox

from openuno.kernel.compiler import compile_for, entry_point


class StoredType(types.Type):  # type: ignore[misc]  # Numba has no types
    """The address of a value of another type."""

    def __init__(self, value: types.Type) -> None:
        self.value = value
        super().__init__(name=f"Stored({value})")


register_model(StoredType)(OpaqueModel)


class StoredValue:
    """A tuple of arrays and numbers in memory, as compiled code has it.

    A function that is compiled for it is called with its `address` and calls `load_stored`. The
    arrays must stay where they are; the tuple does not hold them.
    """

    def __init__(self, value: Any) -> None:
        self.type = StoredType(typeof(value))
        context = cpu_target.target_context
        size = context.get_abi_sizeof(context.get_data_type(self.type.value))
        self._memory = np.zeros(size, np.uint8)
        self.address: int = self._memory.ctypes.data
        compile_for(_write, value, self._memory)(value, self._memory)


@typeof_impl.register(StoredValue)  # type: ignore[untyped-decorator]
def _type_of(value: StoredValue, _context: Any) -> StoredType:
    return value.type


@unbox(StoredType)  # type: ignore[untyped-decorator]
def _read_address(_type: StoredType, address: Any, call: Any) -> Any:
    return NativeValue(call.pyapi.long_as_voidptr(address))


@intrinsic  # type: ignore[untyped-decorator]
def load_stored(_context: Any, stored: Any) -> Any:
    """The value at an address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        model = context.data_model_manager[sig.return_type]
        where = builder.bitcast(args[0], model.get_data_type().as_pointer())
        return model.load_from_data_pointer(builder, where)

    return stored.value(stored), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(_context: Any, value: Any, memory: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        model = context.data_model_manager[sig.args[0]]
        data = context.make_array(sig.args[1])(context, builder, args[1]).data
        where = builder.bitcast(data, model.get_data_type().as_pointer())
        builder.store(model.as_data(builder, args[0]), where)
        return context.get_dummy_value()

    return types.none(value, memory), generate


@entry_point
def _write(value, memory):
    _store(value, memory)
