"""`uno simulate` and `uno lab compare`: options in, tables and files out."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console, RenderableType

from openuno.lab.backends import Backend
from openuno.lab.cases import Case
from openuno.lab.errors import CannotWrite
from openuno.lab.game_figures import figures_for
from openuno.lab.plans import AnyPlan
from openuno.lab.report.charts import (
    CHARTS,
    GAME_LENGTHS,
    GAMES_WINS,
    LENGTHS,
    WINS,
    build_chart,
    check_show,
    lengths_chart,
)
from openuno.lab.report.console import (
    cases_line,
    figure_table,
    simulation_tables,
    speed_line,
    wins_table,
)
from openuno.lab.report.html import html_page
from openuno.lab.report.json_report import comparison_json, simulation_json
from openuno.lab.report.svg import draw_svg
from openuno.lab.report.terminal_chart import draw_chart
from openuno.lab.runner import Run, StoppedRun, run

_DEFAULT_SHOW = ("turns", "first", "score", LENGTHS, WINS)
_DEFAULT_SHOW_OF_GAMES = ("hands", "game-turns", "margin", "games-first", GAME_LENGTHS, GAMES_WINS)


class Files(NamedTuple):
    """Where to write a comparison, besides the terminal."""

    html: Path | None = None
    svg: Path | None = None


def print_simulation(plan: AnyPlan, count: int, backend: Backend, *, as_json: bool) -> None:
    """Play `count` rounds or games of a plan and print what was counted."""
    try:
        done = run((plan,), count, backend)
    except StoppedRun as stopped:
        if stopped.so_far is not None:
            _print_run(stopped.so_far, as_json=as_json)
        raise
    _print_run(done, as_json=as_json)


def _print_run(done: Run, *, as_json: bool) -> None:
    out = _console()
    if as_json:
        out.out(simulation_json(done), highlight=False)
        return
    for piece in simulation_tables(done):
        out.print(piece)


def print_comparison(  # noqa: PLR0913 - as many as a comparison needs
    cases: Sequence[Case],
    count: int,
    backend: Backend,
    *,
    shown: Sequence[str],
    files: Files,
    command: str,
    as_json: bool,
) -> None:
    """Play the cases, print how they differ, and write the files asked for."""
    games = cases[0].plan.format is not None
    wanted = tuple(shown) or (_DEFAULT_SHOW_OF_GAMES if games else _DEFAULT_SHOW)
    for key in wanted:
        check_show(key, games=games)
    check_files(files)
    done = run([case.plan for case in cases], count, backend)
    out = _console()
    if as_json:
        out.out(comparison_json(cases, done), highlight=False)
    else:
        for piece in _report_pieces(cases, done, wanted, out.width):
            out.print(piece)
            out.print()
        out.print(speed_line(done))
    _write(files, cases, done, wanted, command)


def _report_pieces(
    cases: Sequence[Case], done: Run, wanted: Sequence[str], width: int
) -> Iterator[RenderableType]:
    yield cases_line(cases, done)
    for key in wanted:
        if key in (LENGTHS, GAME_LENGTHS):
            yield draw_chart(lengths_chart(key, cases, done), width)
        elif key in (WINS, GAMES_WINS):
            yield wins_table(cases, done)
        else:
            yield figure_table(figures_for(games=done.games)[key], cases, done)


def _write(
    files: Files, cases: Sequence[Case], done: Run, wanted: Sequence[str], command: str
) -> None:
    charts = [build_chart(key, cases, done) for key in wanted]
    if files.html is not None:
        every = figures_for(games=done.games)
        figures = [every[key] for key in wanted if key not in CHARTS]
        with refuse_write_errors(files.html):
            files.html.write_text(
                html_page(cases, done, figures, charts, command), encoding="utf-8"
            )
    if files.svg is not None:
        with refuse_write_errors(files.svg):
            files.svg.write_text(draw_svg(charts[0]), encoding="utf-8")


@contextmanager
def refuse_write_errors(file: Path) -> Iterator[None]:
    """Refuse what the system refuses to write, by its name."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{file}: {error.strerror or error}") from None


def check_files(files: Files) -> None:
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


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)
