"""`uno ladder`: options in, tables and a picture out."""

from pathlib import Path

from rich.console import Console

from openuno.lab.backends import Backend
from openuno.lab.commands import Files, check_files, refuse_write_errors
from openuno.lab.ladder.climb import climb
from openuno.lab.ladder.duels import Table
from openuno.lab.ladder.entrants import Entrant
from openuno.lab.ladder.report import ladder_chart, ladder_json, ladder_tables
from openuno.lab.report.svg import draw_svg


def print_ladder(  # noqa: PLR0913 - as many as the command has
    entrants: tuple[Entrant, ...],
    table: Table,
    rounds: int | None,
    backend: Backend,
    *,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Play the ladder, print it, and draw it if asked to."""
    check_files(Files(svg=svg))
    ladder = climb(entrants, table, rounds, backend)
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        out.out(ladder_json(ladder), highlight=False)
    else:
        for piece in ladder_tables(ladder):
            out.print(piece)
            out.print()
    if svg is not None:
        with refuse_write_errors(svg):
            svg.write_text(draw_svg(ladder_chart(ladder)), encoding="utf-8")
