"""Pictures as SVG: one element, nothing fetched from elsewhere, fit for light and dark pages."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import assert_never

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import Bars, Chart, Picture, Point
from openuno.lab.report.console import number
from openuno.lab.report.ticks import tick_text, ticks

_WIDE, _CHART_HIGH = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 20, 44, 46
_ROW, _LETTER = 34, 7.4
"""Pixels: the height of a bar's row, and about the width of a letter."""
_LIGHT = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f8fc4", "#555555", "#a02c2c"]
_DARK = ["#56b4e9", "#ff9d5c", "#34d3a5", "#e79fca", "#f0e442", "#8fb8ff", "#bbbbbb", "#ff8a8a"]
_DASHES = ("", "7 4", "2 3")
"""Lines differ by their dashes too: no one needs to tell all colours apart."""


def _style() -> str:
    light = "".join(f".c{n}{{--c:{colour}}}" for n, colour in enumerate(_LIGHT))
    dark = "".join(f".c{n}{{--c:{colour}}}" for n, colour in enumerate(_DARK))
    return (
        ".uno-lab{--ink:#1b1f24;--faint:#6a737d;--rule:#d8dee4;--paper:#ffffff}"
        f"{light}"
        ".uno-lab text{font:13px system-ui,sans-serif;fill:var(--ink)}"
        ".uno-lab .t{font-size:15px;font-weight:600}.uno-lab .f{fill:var(--faint)}"
        ".uno-lab .e{text-anchor:end}.uno-lab .m{text-anchor:middle}"
        ".uno-lab .p{fill:var(--paper)}.uno-lab .g{stroke:var(--rule)}"
        ".uno-lab .l{stroke:var(--c);stroke-width:2;fill:none}.uno-lab .b{fill:var(--c)}"
        ".uno-lab .w{stroke:var(--ink);stroke-width:1.5;fill:none}"
        ".uno-lab .v{stroke:var(--c);stroke-width:1.5}"
        "@media(prefers-color-scheme:dark){"
        ".uno-lab{--ink:#e6edf3;--faint:#9aa4af;--rule:#30363d;--paper:#0d1117}"
        f"{dark}}}"
    )


def svg(picture: Picture) -> str:
    """The picture as one element."""
    match picture:
        case Chart():
            high, drawn = _chart(picture)
        case Bars():
            high, drawn = _bars(picture)
        case _:
            assert_never(picture)
    lines = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="uno-lab" viewBox="0 0 {_WIDE} {high}"'
        f' role="img" aria-label="{escape(picture.title)}">\n<style>{_style()}</style>\n'
        f'<rect class="p" width="{_WIDE}" height="{high}"/>\n'
        f"{_text(_LEFT - 44, 26, picture.title, 't')}\n{lines}\n</svg>\n"
    )


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _hue(place: int) -> str:
    return f"c{place % len(_LIGHT)}"


def _bars(picture: Bars) -> tuple[int, list[str]]:
    """Lying bars from zero, each with its interval and its number."""
    names = max((len(bar.name) for bar in picture.bars), default=0)
    left = min(20 + names * _LETTER, 340)
    wide = _WIDE - left - 96
    most = max((bar.value.high or bar.value.value for bar in picture.bars), default=1.0)
    marks = ticks(0, most or 1)
    high = _TOP + len(picture.bars) * _ROW + 34
    drawn = []
    for mark in marks:
        x = left + wide * mark / marks[-1]
        drawn.append(_line(x, _TOP - 4, x, high - 30, "g"))
        told = tick_text(mark, marks, is_share=picture.is_share)
        drawn.append(_text(x, high - 12, told, "f m"))
    for place, bar in enumerate(picture.bars):
        y = _TOP + place * _ROW + 4
        end = wide * bar.value.value / marks[-1]
        drawn.append(_text(left - 8, y + 16, _fitted(bar.name, left - 16), "e"))
        drawn.append(
            f'<rect class="b {_hue(place)}" x="{left:.1f}" y="{y}" width="{end:.1f}" height="22"/>'
        )
        drawn.extend(_whisker(bar.value, left, wide / marks[-1], y + 11))
        told = number(bar.value.value, is_share=picture.is_share, half=bar.value.half)
        past = wide * (bar.value.high or bar.value.value) / marks[-1]
        drawn.append(_text(left + past + 8, y + 16, told))
    return high, drawn


def _whisker(value: Estimate, left: float, scale: float, y: float) -> Iterator[str]:
    if value.low is None or value.high is None:
        return
    low, high = left + value.low * scale, left + value.high * scale
    yield _line(low, y, high, y, "w")
    yield _line(low, y - 4, low, y + 4, "w")
    yield _line(high, y - 4, high, y + 4, "w")


def _fitted(name: str, width: float) -> str:
    most = int(width / _LETTER)
    return name if len(name) <= most else name[: most - 1] + "…"


def _chart(picture: Chart) -> tuple[int, list[str]]:
    """Lines or dots, their names above them."""
    points = [point for series in picture.series for point in series.points]
    keys, key_high = _keys(picture)
    top = _TOP + key_high
    high = _CHART_HIGH + key_high
    across = [point.across for point in points] or [0.0]
    up = _heights(points, from_zero=not picture.dotted)
    steps = (
        tuple(float(seat) for seat in range(int(max(across)) + 1))
        if picture.dotted
        else ticks(0, max(across), 8)
    )
    least, most = (steps[0] - 0.5, steps[-1] + 0.5) if picture.dotted else (0.0, steps[-1])

    def x_of(value: float) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * (value - least) / (most - least)

    def y_of(value: float) -> float:
        return high - _BOTTOM - (high - _BOTTOM - top) * (value - up[0]) / (up[-1] - up[0])

    drawn = list(keys)
    for mark in up:
        drawn.append(_line(_LEFT, y_of(mark), _WIDE - _RIGHT, y_of(mark), "g"))
        drawn.append(_text(_LEFT - 8, y_of(mark) + 4, tick_text(mark, up, is_share=True), "f e"))
    for mark in steps:
        told = tick_text(mark, steps, is_share=False)
        drawn.append(_text(x_of(mark), high - _BOTTOM + 18, told, "f m"))
    drawn.append(_text((_LEFT + _WIDE) / 2, high - 8, picture.across, "f m"))
    for place, series in enumerate(picture.series):
        # Side by side, or their intervals would hide each other.
        shift = (place - (len(picture.series) - 1) / 2) * 7 if picture.dotted else 0.0
        places = [(x_of(point.across) + shift, point) for point in series.points]
        if picture.dotted:
            drawn.extend(_dot(x, point, y_of, place) for x, point in places)
        else:
            path = " ".join(f"{x:.1f},{y_of(point.up.value):.1f}" for x, point in places)
            drawn.append(f'<polyline class="l {_hue(place)}"{_dash(place)} points="{path}"/>')
    return high, drawn


def _heights(points: Sequence[Point], *, from_zero: bool) -> tuple[float, ...]:
    """The marks of the upright axis; dots need no zero, and show more without it."""
    lowest = min((point.up.low or point.up.value for point in points), default=0.0)
    highest = max((point.up.high or point.up.value for point in points), default=1.0)
    return ticks(0.0 if from_zero else lowest, highest or 1.0)


def _dot(x: float, point: Point, y_of: Callable[[float], float], place: int) -> str:
    dot = f'<circle class="b {_hue(place)}" cx="{x:.1f}" cy="{y_of(point.up.value):.1f}" r="3.5"/>'
    if point.up.low is None or point.up.high is None:
        return dot
    return dot + _line(x, y_of(point.up.low), x, y_of(point.up.high), f"v {_hue(place)}")


def _dash(place: int) -> str:
    dash = _DASHES[place % len(_DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _keys(picture: Chart) -> tuple[list[str], int]:
    """What each line is called, in as many rows as that takes."""
    drawn, x, row = [], 20.0, 0
    for place, series in enumerate(picture.series):
        wide = 34 + len(series.name) * _LETTER + 14
        if x + wide > _WIDE and x > 20:
            x, row = 20.0, row + 1
        y = _TOP + 4 + row * 20
        if picture.dotted:
            drawn.append(f'<circle class="b {_hue(place)}" cx="{x + 14:.1f}" cy="{y}" r="4"/>')
        else:
            path = f"{x:.1f},{y} {x + 26:.1f},{y}"
            drawn.append(f'<polyline class="l {_hue(place)}"{_dash(place)} points="{path}"/>')
        drawn.append(_text(x + 32, y + 4.5, _fitted(series.name, _WIDE - 60)))
        x += wide
    return drawn, (row + 1) * 20 + 6
