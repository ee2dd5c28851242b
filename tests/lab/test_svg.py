"""Charts as SVG: every number can be read off with a pointer, and no script is needed for it."""

import re
from xml.etree import ElementTree

import pytest

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import Bar, BarChart, Chart, LineChart, Point, RatingChart, Series
from openuno.lab.report.svg import draw_svg

BARS = BarChart(
    "turns per round",
    (
        Bar("stacking=off", Estimate(117.21, 116.9, 117.5)),
        Bar("<b> & so on", Estimate(98.0)),
    ),
    is_share=False,
)
DOTS = LineChart(
    "rounds won by each seat",
    "seat, in the order of play",
    "rounds",
    (
        Series("two", (Point(0, Estimate(0.52, 0.51, 0.53)), Point(1, Estimate(0.48, 0.47, 0.49)))),
        Series("three", (Point(0, Estimate(0.35, 0.33, 0.37)),)),
    ),
    dotted=True,
)
LINES = LineChart(
    "rounds by their length",
    "turns",
    "rounds",
    (
        Series("off", tuple(Point(x, Estimate(0.02 * x)) for x in range(3))),
        Series("any", tuple(Point(x, Estimate(0.01 * x)) for x in range(3))),
    ),
)
RATINGS = RatingChart(
    "ratings", (("regular", Estimate(1561.2, 1555.4, 1567.0)), ("casual", Estimate(1438.8)))
)


def titles(chart: Chart) -> list[str]:
    picture = ElementTree.fromstring(draw_svg(chart))
    return [
        "".join(title.itertext()) for title in picture.iter("{http://www.w3.org/2000/svg}title")
    ]


def test_a_bar_says_its_number_and_interval() -> None:
    assert titles(BARS) == [
        "stacking=off: 117.21 (95 %: 116.90 to 117.50)",
        "<b> & so on: 98.00",
    ]


def test_a_dot_says_its_seat_its_share_and_its_interval() -> None:
    assert titles(DOTS) == [
        "two, seat 0: 52.0 % (95 %: 51.0 % to 53.0 %) of rounds",
        "two, seat 1: 48.0 % (95 %: 47.0 % to 49.0 %) of rounds",
        "three, seat 0: 35.0 % (95 %: 33.0 % to 37.0 %) of rounds",
    ]


def test_every_point_of_a_line_says_its_share() -> None:
    assert titles(LINES) == [
        *("off, turns 0: 0 % of rounds", "off, turns 1: 2.000 % of rounds"),
        *("off, turns 2: 4.000 % of rounds", "any, turns 0: 0 % of rounds"),
        *("any, turns 1: 1.000 % of rounds", "any, turns 2: 2.000 % of rounds"),
    ]


def test_ratings_are_written_as_in_the_table() -> None:
    assert titles(RATINGS) == ["regular: 1561 ± 6", "casual: 1439"]
    texts = re.findall(r">([^<>]+)</text>", draw_svg(RATINGS))
    assert {"1561 ± 6", "1439"} < set(texts)
    assert not any("," in text for text in texts)


def test_ratings_are_drawn_where_they_differ() -> None:
    """From zero on, 1561 and 1439 would look alike, and no interval could be seen."""
    picture = draw_svg(RATINGS)
    first, second = (float(x) for x in re.findall(r'<circle class="bar" cx="([\d.]+)"', picture))
    assert first - second > 300
    low, high = (
        float(x)
        for x in re.findall(r'<line class="whisker" x1="([\d.]+)" .* x2="([\d.]+)"', picture)[0]
    )
    assert low < first < high
    assert high - low > 20


@pytest.mark.parametrize("chart", [BARS, DOTS, LINES, RATINGS])
def test_a_picture_is_one_element_that_loads_and_runs_nothing(chart: Chart) -> None:
    text = draw_svg(chart)
    assert "<script" not in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
