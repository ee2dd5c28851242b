"""Charts as SVG: one element, nothing fetched from elsewhere, fit for light and dark pages.

It answers a pointer without a script: a bar or point shows its number and interval, and the case
under the pointer, or under its name in the legend, dims the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import assert_never

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import (
    BarChart,
    Chart,
    LineChart,
    Point,
    RatingChart,
    Series,
    rating_text,
)
from openuno.lab.report.console import number_text
from openuno.lab.report.ticks import tick_text, ticks

_WIDTH, _HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 20, 44, 46
_ROW, _LETTER = 34, 7.4
"""Pixels: the height of a bar's row, and about the width of a letter."""
_LIGHT = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f8fc4", "#555555", "#a02c2c"]
_DARK = ["#56b4e9", "#ff9d5c", "#34d3a5", "#e79fca", "#f0e442", "#8fb8ff", "#bbbbbb", "#ff8a8a"]
_DASHES = ("", "7 4", "2 3")
"""Lines differ by their dashes as well as by their colours."""


def _style() -> str:
    light = "".join(f".c{n}{{--c:{colour}}}" for n, colour in enumerate(_LIGHT))
    dark = "".join(f".c{n}{{--c:{colour}}}" for n, colour in enumerate(_DARK))
    return (
        ".uno-lab{--ink:#1b1f24;--faint:#6a737d;--rule:#d8dee4;--paper:#ffffff}"
        f"{light}"
        ".uno-lab text{font:13px system-ui,sans-serif;fill:var(--ink)}"
        ".uno-lab .title{font-size:15px;font-weight:600}.uno-lab .faint{fill:var(--faint)}"
        ".uno-lab .end{text-anchor:end}.uno-lab .middle{text-anchor:middle}"
        ".uno-lab .paper{fill:var(--paper)}.uno-lab .grid{stroke:var(--rule)}"
        ".uno-lab .line{stroke:var(--c);stroke-width:2;fill:none}.uno-lab .bar{fill:var(--c)}"
        ".uno-lab .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}"
        ".uno-lab .interval{stroke:var(--c);stroke-width:1.5}"
        ".uno-lab .target{fill:transparent}"
        ".uno-lab .cases:hover .case{opacity:.2}.uno-lab .cases .case:hover{opacity:1}"
        "@media(prefers-color-scheme:dark){"
        ".uno-lab{--ink:#e6edf3;--faint:#9aa4af;--rule:#30363d;--paper:#0d1117}"
        f"{dark}}}"
    )


def draw_svg(chart: Chart) -> str:
    """The chart as one element."""
    match chart:
        case LineChart():
            height, elements = _draw_lines(chart)
        case BarChart():
            height, elements = _draw_bars(chart)
        case RatingChart():
            height, elements = _draw_ratings(chart)
        case _:
            assert_never(chart)
    lines = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="uno-lab" viewBox="0 0 {_WIDTH} {height}"'
        f' role="img" aria-label="{escape(chart.title)}">\n<style>{_style()}</style>\n'
        f'<rect class="paper" width="{_WIDTH}" height="{height}"/>\n'
        f"{_text(_LEFT - 44, 26, chart.title, 'title')}\n{lines}\n</svg>\n"
    )


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _polyline(points: Iterable[tuple[float, float]], case: int) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="line"{_dash(case)} points="{path}"/>'


def _circle(x: float, y: float, radius: float, kind: str, title: str = "") -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}">{inside}</circle>'


def _cases(groups: Iterable[Iterable[str]]) -> Iterator[str]:
    """Each case's elements together, in its colour, so that one of them can dim the others."""
    yield '<g class="cases">'
    for case, elements in enumerate(groups):
        yield f'<g class="case c{case % len(_LIGHT)}">'
        yield from elements
        yield "</g>"
    yield "</g>"


def _estimate_text(value: Estimate, *, is_share: bool) -> str:
    """Such as `26.1 % (95 %: 25.9 % to 26.3 %)`."""
    text = number_text(value.value, is_share=is_share, half=value.half)
    if value.low is None or value.high is None:
        return text
    low = number_text(value.low, is_share=is_share, half=value.half)
    return f"{text} (95 %: {low} to {number_text(value.high, is_share=is_share, half=value.half)})"


def _draw_bars(chart: BarChart) -> tuple[int, list[str]]:
    """Horizontal bars from zero, each with its interval and its number."""
    left = _room_for(bar.name for bar in chart.bars)
    width = _WIDTH - left - 96
    highest = max((bar.value.high or bar.value.value for bar in chart.bars), default=1.0)
    marks = ticks(0, highest or 1)
    scale = width / marks[-1]
    height = _TOP + len(chart.bars) * _ROW + 34
    elements = []
    for mark in marks:
        x = left + scale * mark
        elements.append(_line(x, _TOP - 4, x, height - 30, "grid"))
        label = tick_text(mark, marks, is_share=chart.is_share)
        elements.append(_text(x, height - 12, label, "faint middle"))
    groups = []
    for row, (name, value) in enumerate(chart.bars):
        y = _TOP + row * _ROW + 4
        title = f"{name}: {_estimate_text(value, is_share=chart.is_share)}"
        label = number_text(value.value, is_share=chart.is_share, half=value.half)
        groups.append(
            [
                _text(left - 8, y + 16, _shorten(name, left - 16), "end"),
                f'<rect class="bar" x="{left:.1f}" y="{y}" width="{scale * value.value:.1f}"'
                f' height="22"><title>{escape(title)}</title></rect>',
                *_whisker(value, left, scale, y + 11),
                _text(left + scale * (value.high or value.value) + 8, y + 16, label),
            ]
        )
    return height, [*elements, *_cases(groups)]


def _draw_ratings(chart: RatingChart) -> tuple[int, list[str]]:
    """A point for each, on an axis that begins near the lowest, with its interval and number."""
    left, right = _room_for(name for name, _ in chart.ratings), _WIDTH - 112
    ends = [end for _, found in chart.ratings for end in found if end is not None]
    marks = ticks(min(ends), max(ends))
    scale = (right - left) / (marks[-1] - marks[0])
    height = _TOP + len(chart.ratings) * _ROW + 34
    elements = []
    for mark in marks:
        x = left + scale * (mark - marks[0])
        elements.append(_line(x, _TOP - 4, x, height - 30, "grid"))
        elements.append(_text(x, height - 12, f"{mark:g}", "faint middle"))
    groups = []
    for row, (name, found) in enumerate(chart.ratings):
        y, label = _TOP + row * _ROW + 15, rating_text(found)
        groups.append(
            [
                _text(left - 16, y + 5, _shorten(name, left - 24), "end"),
                *_whisker(found, left - scale * marks[0], scale, y),
                _circle(left + scale * (found.value - marks[0]), y, 5, "bar", f"{name}: {label}"),
                _text(_WIDTH - 12, y + 5, label, "end"),
            ]
        )
    return height, [*elements, *_cases(groups)]


def _room_for(names: Iterable[str]) -> float:
    return min(20 + max(map(len, names), default=0) * _LETTER, 340)


def _whisker(value: Estimate, left: float, scale: float, y: float) -> Iterator[str]:
    if value.low is None or value.high is None:
        return
    low, high = left + value.low * scale, left + value.high * scale
    yield _line(low, y, high, y, "whisker")
    yield _line(low, y - 4, low, y + 4, "whisker")
    yield _line(high, y - 4, high, y + 4, "whisker")


def _shorten(name: str, width: float) -> str:
    letters = int(width / _LETTER)
    return name if len(name) <= letters else name[: letters - 1] + "…"


def _draw_lines(chart: LineChart) -> tuple[int, list[str]]:
    """Lines or dots, their names above them."""
    points = [point for series in chart.series for point in series.points]
    legend, legend_height = _legend(chart)
    top = _TOP + legend_height
    height = _HEIGHT + legend_height
    last = max((point.x for point in points), default=0.0)
    y_marks = _y_ticks(points, from_zero=not chart.dotted)
    if chart.dotted:
        x_marks = tuple(float(seat) for seat in range(int(last) + 1))
        first, last = x_marks[0] - 0.5, x_marks[-1] + 0.5
    else:
        x_marks = ticks(0, last, 8)
        first, last = 0.0, x_marks[-1]

    def x_of(value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (value - first) / (last - first)

    def y_of(value: float) -> float:
        rise = (value - y_marks[0]) / (y_marks[-1] - y_marks[0])
        return height - _BOTTOM - (height - _BOTTOM - top) * rise

    elements = []
    for mark in y_marks:
        y = y_of(mark)
        elements.append(_line(_LEFT, y, _WIDTH - _RIGHT, y, "grid"))
        label = tick_text(mark, y_marks, is_share=True)
        elements.append(_text(_LEFT - 8, y + 4, label, "faint end"))
    for mark in x_marks:
        label = tick_text(mark, x_marks, is_share=False)
        elements.append(_text(x_of(mark), height - _BOTTOM + 18, label, "faint middle"))
    elements.append(_text((_LEFT + _WIDTH) / 2, height - 8, chart.x_label, "faint middle"))
    groups = []
    for case, series in enumerate(chart.series):
        # Side by side, or their intervals would hide each other.
        shift = (case - (len(chart.series) - 1) / 2) * 7 if chart.dotted else 0.0
        placed = [(x_of(point.x) + shift, point) for point in series.points]
        drawn = [] if chart.dotted else [_polyline([(x, y_of(p.y.value)) for x, p in placed], case)]
        drawn += [_point(chart, series, x, point, y_of) for x, point in placed]
        groups.append([*legend[case], *drawn])
    return height, [*elements, *_cases(groups)]


def _point(
    chart: LineChart, series: Series, x: float, point: Point, y_of: Callable[[float], float]
) -> str:
    """A dot with its interval; on a line, only where the pointer finds the number."""
    share = _estimate_text(point.y, is_share=True)
    title = f"{series.name}, {chart.x_label.split(',')[0]} {point.x:g}: {share} of {chart.unit}"
    if not chart.dotted:
        return _circle(x, y_of(point.y.value), 5, "target", title)
    dot = _circle(x, y_of(point.y.value), 3.5, "bar", title)
    if point.y.low is None or point.y.high is None:
        return dot
    return dot + _line(x, y_of(point.y.low), x, y_of(point.y.high), "interval")


def _y_ticks(points: Sequence[Point], *, from_zero: bool) -> tuple[float, ...]:
    """The marks of the vertical axis; dots need no zero, and show more without it."""
    lowest = min((point.y.low or point.y.value for point in points), default=0.0)
    highest = max((point.y.high or point.y.value for point in points), default=1.0)
    return ticks(0.0 if from_zero else lowest, highest or 1.0)


def _dash(case: int) -> str:
    dash = _DASHES[case % len(_DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _legend(chart: LineChart) -> tuple[list[list[str]], int]:
    """The name of each line, in as many rows as that takes, and their height."""
    groups = []
    x, row = 20.0, 0
    for case, series in enumerate(chart.series):
        width = 34 + len(series.name) * _LETTER + 14
        if x + width > _WIDTH and x > 20:
            x, row = 20.0, row + 1
        y = _TOP + 4 + row * 20
        mark = (
            _circle(x + 14, y, 4, "bar") if chart.dotted else _polyline([(x, y), (x + 26, y)], case)
        )
        groups.append([mark, _text(x + 32, y + 4.5, _shorten(series.name, _WIDTH - 60))])
        x += width
    return groups, (row + 1) * 20 + 6
