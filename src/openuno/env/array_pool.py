"""Large arrays whose memory is used again once nobody holds them."""

from sys import getrefcount
from typing import Any

import numpy as np
import numpy.typing as npt

_KEPT = 4
"""How many pieces of memory a pool knows; a learner that steps on holds two at a time."""


class ArrayPool:
    """Arrays of one shape. No two share memory while somebody holds both, or views of them.

    New memory is slow at first: the operating system hands it out page by page, cleared.
    """

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self._shape, self._dtype = shape, np.dtype(dtype)
        self._pieces: list[npt.NDArray[Any]] = []

    def reserve(self) -> npt.NDArray[Any]:
        """An array; its contents are undefined."""
        # What is handed out is a view, and a view of a view holds the piece itself, too.
        for place, references in enumerate(map(getrefcount, self._pieces)):
            if references == _UNHELD:
                return self._pieces[place].view()
        piece: npt.NDArray[Any] = np.empty(self._shape, self._dtype)
        self._pieces = [piece, *self._pieces[: _KEPT - 1]]
        return piece.view()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has memory of its own."""
        return ArrayPool, (self._shape, self._dtype)


(_UNHELD,) = map(getrefcount, [np.empty(0)])
"""How many references a piece has that only its pool holds, counted as `reserve` counts them."""
