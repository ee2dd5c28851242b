"""What is drawn, before it is drawn in a terminal or as SVG."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name
from openuno.kernel.rules.state import Numbers
from openuno.lab.cases import Case
from openuno.lab.figures import FIGURES, Estimate, Figure, length_counts, length_quantile, win_share
from openuno.lab.game_figures import GAME_FIGURES, figures_for, game_length_counts, game_win_share
from openuno.lab.runner import Run

LENGTHS, WINS = "lengths", "wins"
GAME_LENGTHS, GAMES_WINS = "game-lengths", "games-wins"
CHARTS = (LENGTHS, WINS, GAME_LENGTHS, GAMES_WINS)
SHOWABLE = (*FIGURES, LENGTHS, WINS)
"""What `--show` takes."""
SHOWABLE_OF_GAMES = (*GAME_FIGURES, LENGTHS, GAME_LENGTHS, GAMES_WINS)
"""And where cases have a format."""
_LONG = 0.99
_WIDTHS = (1, 2, 5, 10)
"""Turns, or rounds, that are drawn as one point, so that a line has about sixty."""
_POINTS = 80


class Point(NamedTuple):
    """A point of a line, with its interval."""

    x: float
    y: Estimate


class Series(NamedTuple):
    """One case's line."""

    name: str
    points: tuple[Point, ...]


class LineChart(NamedTuple):
    """Shares of rounds or games, the `unit`; `dotted` ones mark each point and its interval."""

    title: str
    x_label: str
    unit: str
    series: tuple[Series, ...]
    dotted: bool = False


class Bar(NamedTuple):
    """One case's bar."""

    name: str
    value: Estimate


class BarChart(NamedTuple):
    """One figure of every case."""

    title: str
    bars: tuple[Bar, ...]
    is_share: bool


class RatingChart(NamedTuple):
    """Numbers whose zero means nothing: how far apart they are counts, and how sure that is."""

    title: str
    ratings: tuple[tuple[str, Estimate], ...]


def rating_text(found: Estimate) -> str:
    """Such as `1561 ± 6`."""
    return f"{found.value:.0f}" + ("" if found.half is None else f" ± {found.half:.0f}")


Chart = LineChart | BarChart | RatingChart


def build_chart(shown: str, cases: Sequence[Case], run: Run) -> Chart:
    """The chart that `--show` names."""
    if shown in (LENGTHS, GAME_LENGTHS):
        return lengths_chart(shown, cases, run)
    if shown in (WINS, GAMES_WINS):
        return _wins_chart(shown, cases, run)
    return _bar_chart(figures_for(games=run.games)[shown], cases, run)


def check_show(shown: str, *, games: bool) -> None:
    """Refuse what there is no chart of, or none of rounds alone, or none of whole games."""
    here, other = (SHOWABLE_OF_GAMES, SHOWABLE) if games else (SHOWABLE, SHOWABLE_OF_GAMES)
    if shown in here:
        return
    if shown not in other:
        raise SetupError("show", unknown_name("figure", shown, here))
    if games:
        advice = GAMES_WINS if shown == WINS else "games-first"
        sentence = f"{shown!r} is of rounds by themselves; with a format, show {advice}"
    else:
        sentence = (
            f"{shown!r} is of whole games; play some with a format, such as --format race:200"
        )
    raise SetupError("show", sentence)


def _bar_chart(figure: Figure, cases: Sequence[Case], run: Run) -> BarChart:
    found = (
        (case.name, figure.estimate(counts))
        for case, counts in zip(cases, run.totals.counts, strict=True)
    )
    return BarChart(
        figure.title,
        tuple(Bar(name, value) for name, value in found if value is not None),
        figure.is_share,
    )


def _wins_chart(shown: str, cases: Sequence[Case], run: Run) -> LineChart:
    games = shown == GAMES_WINS
    series = []
    for case, counts in zip(cases, run.totals.counts, strict=True):
        shares = (
            (seat, (game_win_share if games else win_share)(counts, seat))
            for seat in range(case.plan.seats)
        )
        points = tuple(Point(seat, share) for seat, share in shares if share is not None)
        series.append(Series(case.name, points))
    if games:
        return LineChart("games won by each player", "player", "games", tuple(series), True)
    x_label = "seat, in the order of play"
    return LineChart("rounds won by each seat", x_label, "rounds", tuple(series), True)


def lengths_chart(shown: str, cases: Sequence[Case], run: Run) -> LineChart:
    """How many rounds took how many turns, or how many games how many rounds."""
    games = shown == GAME_LENGTHS
    rows = [
        (game_length_counts if games else length_counts)(counts) for counts in run.totals.counts
    ]
    longest = max(length_quantile(row, _LONG) for row in rows)
    width = next((width for width in _WIDTHS if longest / width <= _POINTS), _WIDTHS[-1])
    series = tuple(
        Series(case.name, _points(row, longest, width))
        for case, row in zip(cases, rows, strict=True)
    )
    if games:
        return LineChart("games by their length", "rounds", "games", series)
    return LineChart("rounds by their length", "turns", "rounds", series)


def _points(row: Numbers, longest: int, width: int) -> tuple[Point, ...]:
    found = row[: min(longest + width, len(row) - 1)].astype(np.float64)
    found = found[: len(found) // width * width].reshape(-1, width).mean(axis=1)
    return tuple(
        Point(index * width + (width - 1) / 2, Estimate(float(value)))
        for index, value in enumerate(found / max(int(row.sum()), 1))
    )
