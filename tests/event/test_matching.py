"""Pairs are drawn so that nobody meets again while that can be avoided: compared by brute force."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from openuno.event.matching import count_repeats, pair_up


def all_pairings(items: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not items:
        yield []
        return
    first, *rest = items
    for other in rest:
        for pairs in all_pairings(tuple(each for each in rest if each != other)):
            yield [(first, other), *pairs]


@cache
def pairings(count: int) -> list[list[tuple[int, int]]]:
    return list(all_pairings(tuple(range(count))))


@given(st.integers(1, 4), st.data())
def test_no_other_pairing_has_fewer_repeats(half: int, data: st.DataObject) -> None:
    count = 2 * half
    met = data.draw(st.sets(st.sampled_from(list(combinations(range(count), 2)))))

    def meetings(one: int, other: int) -> int:
        return (min(one, other), max(one, other)) in met

    drawn = pair_up(range(count), meetings)
    assert sorted(each for pair in drawn for each in pair) == list(range(count))
    repeats = sum(meetings(*pair) for pair in drawn)
    assert repeats == min(sum(meetings(*pair) for pair in pairs) for pairs in pairings(count))
    assert repeats == count_repeats(range(count), meetings)


def test_sixty_people_meet_new_ones_until_nobody_new_is_left() -> None:
    """Sixty in thirty sittings: someone new is there for everyone each time."""
    chance = Random(1)
    met: set[tuple[int, int]] = set()
    for _ in range(30):
        order = chance.sample(range(60), 60)
        for one, other in pair_up(order, lambda a, b: (min(a, b), max(a, b)) in met):
            pair = (min(one, other), max(one, other))
            assert pair not in met
            met.add(pair)
