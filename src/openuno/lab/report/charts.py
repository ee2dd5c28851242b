"""What is drawn, before anyone draws it: in a terminal, as SVG, or by Matplotlib."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from openuno.engine.errors import SetupError
from openuno.kernel.rules.state import Numbers
from openuno.lab.cases import Case
from openuno.lab.figures import FIGURES, Estimate, Figure, length_at, lengths, wins
from openuno.lab.game_figures import GAME_FIGURES, figures_of, game_lengths, games_won
from openuno.lab.runner import Run

LENGTHS, WINS = "lengths", "wins"
GAME_LENGTHS, GAMES_WINS = "game-lengths", "games-wins"
CHARTS = (LENGTHS, WINS, GAME_LENGTHS, GAMES_WINS)
SHOWN = (*FIGURES, LENGTHS, WINS)
"""What `--show` takes."""
SHOWN_OF_GAMES = (*GAME_FIGURES, LENGTHS, GAME_LENGTHS, GAMES_WINS)
"""And where cases have a format."""
_LONG = 0.99
_WIDTHS = (1, 2, 5, 10)
"""Turns, or hands, that are drawn as one, so that a line has some sixty points."""
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
    """Shares over the same axis, of what; `dotted` ones mark each point and its interval."""

    title: str
    across: str
    of: str
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
    if shown in (LENGTHS, GAME_LENGTHS):
        return lengths_chart(shown, cases, run)
    if shown in (WINS, GAMES_WINS):
        return _wins(shown, cases, run)
    return _bars(figures_of(games=run.games)[shown], cases, run)


def check_shown(shown: str, *, games: bool) -> None:
    """Refuse what there is no picture of, or none of rounds alone, or none of whole games."""
    here, other = (SHOWN_OF_GAMES, SHOWN) if games else (SHOWN, SHOWN_OF_GAMES)
    if shown in here:
        return
    if shown not in other:
        raise SetupError("show", f"there is no {shown!r} to show; choose from {', '.join(here)}")
    if games:
        advice = GAMES_WINS if shown == WINS else "games-first"
        told = f"{shown!r} is of rounds by themselves; with a format, show {advice}"
    else:
        told = f"{shown!r} is of whole games; play some with a format, such as --format race:200"
    raise SetupError("show", told)


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


def _wins(shown: str, cases: Sequence[Case], run: Run) -> Chart:
    games = shown == GAMES_WINS
    series = []
    for case, counts in zip(cases, run.totals.counts, strict=True):
        shares = (
            (seat, (games_won if games else wins)(counts, seat)) for seat in range(case.plan.seats)
        )
        points = tuple(Point(seat, share) for seat, share in shares if share is not None)
        series.append(Series(case.name, points))
    if games:
        return Chart("games won by each player", "player", "games", tuple(series), True)
    across = "seat, in the order of play"
    return Chart("rounds won by each seat", across, "rounds", tuple(series), True)


def lengths_chart(shown: str, cases: Sequence[Case], run: Run) -> Chart:
    """How many rounds took how many turns, or how many games how many hands."""
    games = shown == GAME_LENGTHS
    rows = [(game_lengths if games else lengths)(counts) for counts in run.totals.counts]
    longest = max(length_at(row, _LONG) for row in rows)
    width = next((width for width in _WIDTHS if longest / width <= _POINTS), _WIDTHS[-1])
    series = tuple(
        Series(case.name, _line(row, longest, width)) for case, row in zip(cases, rows, strict=True)
    )
    if games:
        return Chart("games by their length", "hands", "games", series)
    return Chart("rounds by their length", "turns", "rounds", series)


def _line(row: Numbers, longest: int, width: int) -> tuple[Point, ...]:
    found = row[: min(longest + width, len(row) - 1)].astype(np.float64)
    found = found[: len(found) // width * width].reshape(-1, width).mean(axis=1)
    return tuple(
        Point(place * width + (width - 1) / 2, Estimate(float(value)))
        for place, value in enumerate(found / max(int(row.sum()), 1))
    )
