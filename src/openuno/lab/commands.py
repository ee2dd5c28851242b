"""`uno simulate` and `uno lab compare`: options in, tables and files out."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from rich.console import Console, RenderableType

from openuno.kernel.simulation.plan import Plan
from openuno.lab.backends import Place
from openuno.lab.cases import Case
from openuno.lab.errors import CannotWrite, NoSuchPlace
from openuno.lab.game_figures import figures_of
from openuno.lab.report.charts import (
    CHARTS,
    GAME_LENGTHS,
    GAMES_WINS,
    LENGTHS,
    WINS,
    check_shown,
    lengths_chart,
    picture_of,
)
from openuno.lab.report.console import (
    told_cases,
    told_figure,
    told_simulation,
    told_speed,
    told_wins,
)
from openuno.lab.report.html import page
from openuno.lab.report.json_report import comparison_json, simulation_json
from openuno.lab.report.svg import svg
from openuno.lab.report.terminal_chart import plotted
from openuno.lab.runner import Run, StoppedRun, run

_USUALLY = ("turns", "first", "score", LENGTHS, WINS)
_USUALLY_OF_GAMES = ("hands", "game-turns", "margin", "games-first", GAME_LENGTHS, GAMES_WINS)


class Files(NamedTuple):
    """Where a comparison is to be written, besides the terminal."""

    html: Path | None = None
    png: Path | None = None
    svg: Path | None = None


def print_simulation(plan: Plan, count: int, place: Place, *, as_json: bool) -> None:
    """Play so many rounds or games of a plan and print what was counted."""
    try:
        done = run((plan,), count, place)
    except StoppedRun as stopped:
        if stopped.so_far is not None:
            _print_run(stopped.so_far, as_json=as_json)
        raise
    _print_run(done, as_json=as_json)


def _print_run(done: Run, *, as_json: bool) -> None:
    out = _out()
    if as_json:
        out.out(simulation_json(done), highlight=False)
        return
    for piece in told_simulation(done):
        out.print(piece)


def print_comparison(  # noqa: PLR0913 - as many as a comparison needs to be told
    cases: Sequence[Case],
    count: int,
    place: Place,
    *,
    shown: Sequence[str],
    files: Files,
    command: str,
    as_json: bool,
) -> None:
    """Play the cases, print how they differ, and write the files asked for."""
    games = cases[0].plan.format is not None
    wanted = tuple(shown) or (_USUALLY_OF_GAMES if games else _USUALLY)
    for key in wanted:
        check_shown(key, games=games)
    _check_files(files)
    done = run([case.plan for case in cases], count, place)
    out = _out()
    if as_json:
        out.out(comparison_json(cases, done), highlight=False)
    else:
        for piece in _told(cases, done, wanted, out.width):
            out.print(piece)
            out.print()
        out.print(told_speed(done))
    _write(files, cases, done, wanted, command)


def _told(
    cases: Sequence[Case], done: Run, wanted: Sequence[str], width: int
) -> Iterator[RenderableType]:
    yield told_cases(cases, done)
    for key in wanted:
        if key in (LENGTHS, GAME_LENGTHS):
            yield plotted(lengths_chart(key, cases, done), width)
        elif key in (WINS, GAMES_WINS):
            yield told_wins(cases, done)
        else:
            yield told_figure(figures_of(games=done.games)[key], cases, done)


def _write(
    files: Files, cases: Sequence[Case], done: Run, wanted: Sequence[str], command: str
) -> None:
    pictures = [picture_of(key, cases, done) for key in wanted]
    if files.html is not None:
        every = figures_of(games=done.games)
        figures = [every[key] for key in wanted if key not in CHARTS]
        with _writing(files.html):
            files.html.write_text(page(cases, done, figures, pictures, command), encoding="utf-8")
    if files.svg is not None:
        with _writing(files.svg):
            files.svg.write_text(svg(pictures[0]), encoding="utf-8")
    if files.png is not None:
        with _writing(files.png):
            import_module("openuno.lab.report.png").write_png(pictures, files.png)


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{file}: {error.strerror or error}") from None


def _check_files(files: Files) -> None:
    """Refuse before the rounds are played what could not be written after them."""
    wanted = [file for file in files if file is not None]
    if len({file.resolve() for file in wanted}) < len(wanted):
        raise CannotWrite(
            "a report and its pictures need files of their own: two of them are one file"
        )
    for file in wanted:
        if not file.parent.is_dir():
            raise CannotWrite(f"{file}: there is no folder {file.parent}")
        if file.is_dir():
            raise CannotWrite(f"{file} is a folder")
        if not os.access(file if file.exists() else file.parent, os.W_OK):
            raise CannotWrite(f"{file} cannot be written: permission denied")
    if files.png is not None:
        try:
            import_module("matplotlib")
        except ImportError:
            raise NoSuchPlace("--png needs Matplotlib: pip install 'openuno[lab]'") from None


def _out() -> Console:
    return Console(highlight=False, soft_wrap=True)
