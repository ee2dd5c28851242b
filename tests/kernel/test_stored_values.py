"""Compiled code finds arrays by the address of a tuple that was handed over before.

The tuples have no class of this module: what is compiled for them is kept on disk, together with
the classes' names, and programs that cannot import this module could not read it.
"""

import numpy as np

from openuno.kernel.compiler import compile_for, entry_point
from openuno.kernel.stored_values import StoredValue, load_stored


@entry_point
def double_row(stored, column):  # type: ignore[no-untyped-def]
    """Write twice a column of the table into the row; what the numbers say last."""
    row, (table, numbers) = load_stored(stored)
    for index in range(len(row)):
        row[index] = 2 * table[index, column]
    return numbers[2]


def test_arrays_are_read_and_written_where_they_are() -> None:
    row, table = np.zeros(3, np.int64), np.zeros((3, 2), np.uint8)
    stored = StoredValue((row, (table, (4, 5, 6))))
    call = compile_for(double_row, stored, 0)
    table[:] = [[1, 2], [3, 4], [5, 250]]
    assert call(stored.address, 1) == 6
    assert row.tolist() == [4, 8, 500]


def test_two_values_of_one_type_do_not_mix() -> None:
    rows = [np.zeros(2, np.int64) for _ in range(2)]
    table = np.array([[1], [2]], np.uint8)
    one, other = (StoredValue((row, (table, (0, 0, 7)))) for row in rows)
    call = compile_for(double_row, one, 0)
    assert call(other.address, 0) == 7
    assert [row.tolist() for row in rows] == [[0, 0], [2, 4]]
