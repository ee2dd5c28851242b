"""Shares and costs in per cent: ± only where that is what the interval says."""

import pytest

from openuno.lab.figures import Estimate, share, share_by_deal
from openuno.lab.report.percent import percent_text


@pytest.mark.parametrize(
    ("found", "shown", "with_unit"),
    [
        (None, "–", "–"),
        (Estimate(0.614), "61.4 ± –", "61.4 % (± –)"),
        (Estimate(0.614, 0.592, 0.636), "61.4 ± 2.2", "61.4 ± 2.2 %"),
        (Estimate(1.0, 0.722, 1.0), "100.0 (72.2 to 100.0)", "100.0 % (72.2 to 100.0)"),
        (Estimate(0.0, 0.0, 0.31), "0.0 (0.0 to 31.0)", "0.0 % (0.0 to 31.0)"),
        (Estimate(0.9, 0.7, 0.98), "90.0 (70.0 to 98.0)", "90.0 % (70.0 to 98.0)"),
        (Estimate(-0.003, -0.007, 0.001), "-0.3 ± 0.4", "-0.3 ± 0.4 %"),
        (Estimate(-0.0003, -0.0013, 0.0007), "0.0 ± 0.1", "0.0 ± 0.1 %"),
        # By so little that ± would say the same, but for a bound below nothing.
        (Estimate(0.1, 0.0, 0.205), "10.0 (0.0 to 20.5)", "10.0 % (0.0 to 20.5)"),
        (Estimate(0.9, 0.795, 1.0), "90.0 (79.5 to 100.0)", "90.0 % (79.5 to 100.0)"),
    ],
)
def test_a_figure_has_its_interval_beside_it(
    found: Estimate | None, shown: str, with_unit: str
) -> None:
    assert percent_text(found) == shown
    assert percent_text(found, unit=True) == with_unit


def test_as_many_digits_as_are_asked_for() -> None:
    assert percent_text(Estimate(0.684812, 0.684212, 0.685412), digits=2) == "68.48 ± 0.06"


@pytest.mark.parametrize("whole", [1, 2, 5, 20, 100, 3000])
def test_no_share_can_be_read_as_below_nothing_or_above_everything(whole: int) -> None:
    step = max(1, whole // 100)
    for part in range(0, whole + 1, step):
        for found in (share(part, whole), share_by_deal(part / whole, 0.1, whole)):
            text = percent_text(found)
            value, plus_or_minus, half = text.partition(" ± ")
            if plus_or_minus:
                assert round(float(value) - float(half), 1) >= 0, text
                assert round(float(value) + float(half), 1) <= 100, text
