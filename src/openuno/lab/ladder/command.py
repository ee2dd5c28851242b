"""`uno ladder`: options in, tables and a picture out."""

from pathlib import Path
from time import perf_counter

from rich.console import Console

from openuno.engine.errors import SetupError
from openuno.lab.backends import Backend, cores
from openuno.lab.commands import Files, check_files, refuse_write_errors
from openuno.lab.errors import Stopped
from openuno.lab.ladder.climb import MAX_SEED, climb
from openuno.lab.ladder.duels import Table
from openuno.lab.ladder.entrants import Entrant
from openuno.lab.ladder.evaluation import (
    ROUNDS,
    Evaluation,
    evaluate,
    evaluation_json,
    evaluation_tables,
    start_processes,
)
from openuno.lab.ladder.report import ladder_chart, ladder_json, ladder_tables
from openuno.lab.progress import progress_bar
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


def print_evaluation(
    name: str, seed: int, rounds: int | None, processes: int | None, *, as_json: bool
) -> None:
    """Evaluate one player by the fixed protocol, and print it."""
    if not 0 <= seed <= MAX_SEED:
        raise SetupError("seed", f"a seed of the ladder is 0 to 2^62 - 1, not {seed}")
    count = ROUNDS if rounds is None else rounds
    if count < 1:
        raise SetupError("rounds", f"play at least one round, not {count}")
    bar = progress_bar()
    began = perf_counter()
    try:
        with bar, start_processes(processes or cores(), count) as pool:
            task = bar.add_task("", total=1.0)

            def on_part(what: str, part: float) -> None:
                bar.update(task, description=what, advance=part)

            scores = evaluate(name, seed, count, pool, on_part)
    except KeyboardInterrupt:
        raise Stopped("stopped before the end of the protocol") from None
    found = Evaluation(name, seed, count, scores, perf_counter() - began)
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        out.out(evaluation_json(found), highlight=False)
        return
    for piece in evaluation_tables(found):
        out.print(piece)
