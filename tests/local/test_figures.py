"""How the figures of an analysis are rounded and arranged."""

import pytest

from openuno.local.analysis.figures import (
    find_ticks,
    lasting_sides,
    signed_text,
    whole_percents,
    whole_percents_by_seat,
)


@pytest.mark.parametrize("share", [-0.0, -0.001, 0.0, 0.004])
def test_zero_is_never_negative(share: float) -> None:
    assert signed_text(share) == "+0.00"


def test_chances_in_whole_per_cent_add_up() -> None:
    assert whole_percents([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert whole_percents([0.4249, 0.5751]) == [42, 58]
    assert whole_percents([0.3, 0.3]) == [30, 30]  # nobody may win


def test_partners_have_the_same_chance_and_the_sides_add_up() -> None:
    chances = (0.425, 0.575, 0.425, 0.575)
    first, second, *rest = whole_percents_by_seat(chances, teams=True)
    assert rest == [first, second]
    assert first + second == 100


def test_steps_below_an_axis_are_round_numbers_that_exist() -> None:
    assert find_ticks([3, 4, 5, 6, 7], 2) == {1: 4, 3: 6}
    assert list(find_ticks(list(range(1, 100)), 5).values()) == [20, 40, 60, 80]
    assert list(find_ticks(list(range(2, 100, 7)), 5).values()) == [23, 44, 65, 86]
    assert len(find_ticks([7], 0)) <= 1


def test_partners_are_one_side_unless_they_change() -> None:
    assert lasting_sides([(0, 1, 2, 3), (1, 2, 3, 0)], teams=True) == [(0, 2), (1, 3)]
    assert lasting_sides([(0, 1, 2, 3), (0, 2, 1, 3)], teams=True) == [(0,), (1,), (2,), (3,)]
    assert lasting_sides([(0, 1)], teams=False) == [(0,), (1,)]
