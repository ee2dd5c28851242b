"""What is drawn, before anyone draws it: in a terminal, as SVG, or by Matplotlib."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from openuno.engine.errors import SetupError
from openuno.kernel.tallies import MOST_LENGTH
from openuno.lab.cases import Case
from openuno.lab.figures import FIGURES, Estimate, Figure, length_at, lengths, wins
from openuno.lab.running import Run

LENGTHS, WINS = "lengths", "wins"
SHOWN = (*FIGURES, LENGTHS, WINS)
"""What `--show` takes."""
_LONG = 0.99
_WIDTHS = (1, 2, 5, 10)
"""Turns that are drawn as one, so that a line has some sixty points."""
_POINTS = 80


class Point(NamedTuple):
    """A place on a line, with its interval."""

    across: float
    up: Estimate


class Series(NamedTuple):
    """One case's line."""

    name: str
    points: tuple[Point, ...]


class Chart(NamedTuple):
    """Lines over the same axis; `dotted` ones mark each point and its interval."""

    title: str
    across: str
    series: tuple[Series, ...]
    dotted: bool = False


class Bar(NamedTuple):
    """One case's bar."""

    name: str
    value: Estimate


class Bars(NamedTuple):
    """One figure of every case."""

    title: str
    bars: tuple[Bar, ...]
    is_share: bool


Picture = Chart | Bars


def picture_of(shown: str, cases: Sequence[Case], run: Run) -> Picture:
    """The picture that `--show` names."""
    if shown == LENGTHS:
        return lengths_chart(cases, run)
    if shown == WINS:
        return _wins(cases, run)
    return _bars(FIGURES[shown], cases, run)


def check_shown(shown: str) -> None:
    """Refuse what there is no picture of."""
    if shown not in SHOWN:
        raise SetupError("show", f"there is no {shown!r} to show; choose from {', '.join(SHOWN)}")


def _bars(figure: Figure, cases: Sequence[Case], run: Run) -> Bars:
    found = (
        (case.name, figure.of(counts))
        for case, counts in zip(cases, run.totals.counts, strict=True)
    )
    return Bars(
        figure.title,
        tuple(Bar(name, value) for name, value in found if value is not None),
        figure.is_share,
    )


def _wins(cases: Sequence[Case], run: Run) -> Chart:
    series = []
    for case, counts in zip(cases, run.totals.counts, strict=True):
        shares = [(seat, wins(counts, seat)) for seat in range(case.plan.seats)]
        points = tuple(Point(seat, share) for seat, share in shares if share is not None)
        series.append(Series(case.name, points))
    return Chart("rounds won by each seat", "seat, in the order of play", tuple(series), True)


def lengths_chart(cases: Sequence[Case], run: Run) -> Chart:
    """How many rounds were how long."""
    totals = run.totals.counts
    longest = max(length_at(counts, _LONG) for counts in totals)
    width = next((width for width in _WIDTHS if longest / width <= _POINTS), _WIDTHS[-1])
    series = []
    for case, counts in zip(cases, totals, strict=True):
        found = lengths(counts)[: min(longest + width, MOST_LENGTH)].astype(np.float64)
        found = found[: len(found) // width * width].reshape(-1, width).mean(axis=1)
        shares = found / max(run.rounds, 1)
        points = tuple(
            Point(place * width + (width - 1) / 2, Estimate(float(value)))
            for place, value in enumerate(shares)
        )
        series.append(Series(case.name, points))
    return Chart("rounds by their length", "turns", tuple(series))
