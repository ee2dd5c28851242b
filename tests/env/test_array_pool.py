"""Memory is used again only when nobody can see it any more."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from openuno.env.array_pool import ArrayPool

Array = npt.NDArray[Any]


class Labelled(np.ndarray):
    """An array of another class."""


def address(array: Array) -> int:
    return array.ctypes.data


def test_the_memory_of_an_array_that_was_dropped_is_used_again() -> None:
    pool = ArrayPool((3, 5), np.int16)
    first = pool.reserve()
    assert (first.shape, first.dtype.name, first.flags.c_contiguous) == ((3, 5), "int16", True)
    second = pool.reserve()
    assert not np.shares_memory(first, second)
    where = address(first)
    del first
    assert address(pool.reserve()) == where


@pytest.mark.parametrize(
    "look",
    [
        lambda array: array[1],
        lambda array: array[1][2:],
        lambda array: array.T,
        lambda array: array.view(np.uint8),
        lambda array: array.view(Labelled)[1:],
        lambda array: array.ravel()[3:].reshape(3, 4),
        lambda array: np.frombuffer(array, np.uint8),
        np.from_dlpack,
        lambda array: np.lib.stride_tricks.sliding_window_view(array, 2, axis=0),
        memoryview,
        iter,
    ],
)
def test_a_view_of_any_kind_keeps_the_memory(look: Callable[[Array], Any]) -> None:
    pool = ArrayPool((3, 5), np.int16)
    array = pool.reserve()
    where = address(array)
    seen = look(array)
    del array
    others = [pool.reserve() for _ in range(3)]
    assert where not in map(address, others)
    del seen
    assert address(pool.reserve()) == where


def test_little_memory_waits_to_be_used_again() -> None:
    pool = ArrayPool((2,), np.int64)
    many = [pool.reserve() for _ in range(20)]
    assert len(set(map(address, many))) == 20
    del many
    assert len(pool._pieces) == 4


def test_an_array_whose_shape_was_changed_is_not_handed_out_again() -> None:
    pool = ArrayPool((3, 5), np.int16)
    first = pool.reserve()
    where = address(first)
    first.resize(15, refcheck=False)
    first.flags.writeable = False
    del first
    again = pool.reserve()
    assert address(again) == where
    assert (again.shape, again.flags.writeable) == ((3, 5), True)
