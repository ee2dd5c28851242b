"""`uno games`, `show`, `verify`, `replay` and `export`: games kept as files."""

from pathlib import Path
from typing import Annotated

import typer

from openuno.cli.errors import refuse_on
from openuno.cli.options import AsJson, RecordFile


def games() -> None:
    """List the games kept on this machine that are not over."""
    from openuno.terminal.commands.games import print_games

    print_games()


def show(file: RecordFile, *, as_json: AsJson = False) -> None:
    """Print a record at a glance: who played what, the score sheet and the result."""
    from openuno.terminal.commands.records import UnreadableRecord, print_summary

    with refuse_on(UnreadableRecord):
        print_summary(file, as_json=as_json)


def verify(file: RecordFile, *, as_json: AsJson = False) -> None:
    """Deal, play and score a record again; exit 0 if it is true, 1 if false, 2 if unreadable."""
    from openuno.terminal.commands.records import UnreadableRecord, print_report

    with refuse_on(UnreadableRecord):
        raise typer.Exit(print_report(file, as_json=as_json))


def replay(
    file: RecordFile,
    *,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Show what this player knew, from 0.")
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show everybody's cards.")] = False,
    start: Annotated[int, typer.Option("--from", metavar="K", help="Begin at this step.")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="Print everything, as text.")] = False,
) -> None:
    """Step through a record with keys, or print all of it."""
    from openuno.terminal.commands.records import UnreadableRecord
    from openuno.terminal.commands.replay import replay_record

    with refuse_on(UnreadableRecord):
        raise typer.Exit(replay_record(file, seat=seat, whole=whole, start=start, plain=plain))


def export(
    file: RecordFile,
    *,
    seat: Annotated[int, typer.Option(metavar="N", help="Whose knowledge to keep, from 0.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="A new file; else print it.")
    ] = None,
) -> None:
    """Write a record as one player knew it: the others' cards lie face down, the seed is gone."""
    from openuno.terminal.commands.export import write_export
    from openuno.terminal.commands.records import UnreadableRecord
    from openuno.terminal.saves import CannotSave

    with refuse_on(UnreadableRecord, CannotSave):
        write_export(file, seat, out)
