from collections.abc import Iterator

import pytest

from openuno.lab.backends import Threads, select_backend
from openuno.lab.chunks import Chunk, split
from openuno.lab.errors import BackendUnavailable
from openuno.lab.plans import parse_plan

PLAN = parse_plan("mattel-2016", (), 2, "uniform")


class Counted:
    """Parts, and how many of them were taken."""

    def __init__(self, whole: Iterator[Chunk]) -> None:
        self.whole = whole
        self.taken = 0

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        part = next(self.whole)
        self.taken += 1
        return part


def test_few_parts_are_under_way_however_many_there_are() -> None:
    counted = Counted(split(1, 1000, 2))
    back = 0
    for _ in Threads(2).run_chunks((PLAN,), counted):
        assert counted.taken - back <= 4
        back += 1
    assert back == counted.taken == 500


def test_closing_the_results_stops_the_work() -> None:
    counted = Counted(split(1, 10**9, 10))
    played = Threads(2).run_chunks((PLAN,), counted)
    next(played)
    played.close()
    assert counted.taken <= 5


def test_a_backend_has_a_name() -> None:
    assert select_backend("cpu", 1, None).name == "1 thread"
    assert select_backend("cpu", 3, None).name == "3 threads"
    with pytest.raises(BackendUnavailable, match="choose cpu or cuda"):
        select_backend("gpu", None, None)


@pytest.mark.parametrize("address", ["", "x", "tcp://", "tcp://host", "host:port"])
def test_what_is_no_address_is_refused_before_anyone_is_called(address: str) -> None:
    with pytest.raises(BackendUnavailable, match="an address like tcp://host:8786"):
        select_backend("cpu", None, address)
