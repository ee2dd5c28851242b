"""Large arrays whose memory is used again once nobody holds them."""

from math import prod
from typing import Any
from weakref import ref

import numpy as np
import numpy.typing as npt

_KEPT = 2
"""How many pieces of memory wait to be used again; a learner that steps on drops one at a time."""


class ArrayPool:
    """Arrays of one shape. No two share memory while somebody holds both, or views of them.

    New memory is slow at first: the operating system hands it out page by page, cleared.
    """

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self._shape, self._dtype = shape, np.dtype(dtype)
        self._size = prod(shape) * self._dtype.itemsize
        self._free: list[bytearray] = []
        self._held: dict[int, tuple[ref[npt.NDArray[Any]], bytearray]] = {}

    def take(self) -> npt.NDArray[Any]:
        """An array; its contents are undefined."""
        memory = self._free.pop() if self._free else bytearray(self._size)
        # A view keeps the array alive that it was made from, if that is not itself a view of one.
        array: npt.NDArray[Any] = np.ndarray(self._shape, self._dtype, memory)
        held = ref(array, self._put_back)
        self._held[id(held)] = (held, memory)
        return array

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has memory of its own."""
        return ArrayPool, (self._shape, self._dtype)

    def _put_back(self, dropped: ref[npt.NDArray[Any]]) -> None:
        _, memory = self._held.pop(id(dropped))
        if len(self._free) < _KEPT:
            self._free.append(memory)
