"""`uno games`, `show`, `verify`, `replay`, `analyse` and `export`: games kept as files."""

import sys
from pathlib import Path

import click

from openuno.cli import options
from openuno.cli.completers import complete_game
from openuno.cli.errors import refuse, refuse_on, refuse_options
from openuno.cli.help import Command
from openuno.cli.values import Number


@click.command(
    cls=Command,
    examples=(
        "uno games",
        "uno games --show 2026-05-01-203015",
        "uno games --resume 2026-05-01-203015",
    ),
)
@click.option(
    "--resume",
    metavar="GAME",
    shell_complete=complete_game,
    help="Continue one of them.",
)
@click.option(
    "--show",
    metavar="GAME",
    shell_complete=complete_game,
    help="Print the score sheet of one of them.",
)
@click.option(
    "--delete",
    metavar="GAME",
    shell_complete=complete_game,
    help="Delete one of them, and its seed.",
)
def games(resume: str | None, show: str | None, delete: str | None) -> None:
    """List the games saved on this machine that are not over; resume, show or delete one."""
    from openuno.engine.errors import SetupError
    from openuno.local.bot_player import BotError
    from openuno.terminal.commands.games import delete_game, print_games
    from openuno.terminal.commands.play import resume_play
    from openuno.terminal.commands.records import UnreadableRecord, print_summary
    from openuno.terminal.saves import CannotSave, find_game

    if sum(name is not None for name in (resume, show, delete)) > 1:
        refuse("give only one of --resume, --show and --delete")
    with refuse_on(BotError, CannotSave, SetupError, UnreadableRecord):
        if resume is not None:
            sys.exit(resume_play(find_game(Path(resume)), None, None, plain=False))
        elif delete is not None:
            delete_game(delete)
        elif show is not None:
            print_summary(find_game(Path(show)), as_json=False)
        else:
            print_games()


@click.command(cls=Command, examples=("uno show game.uno",))
@options.record_file
@options.as_json
def show(file: Path, *, as_json: bool) -> None:
    """Print a record at a glance: who played what, the score sheet and the result."""
    from openuno.terminal.commands.records import UnreadableRecord, print_summary

    with refuse_on(UnreadableRecord):
        print_summary(file, as_json=as_json)


@click.command(cls=Command, examples=("uno verify game.uno",))
@options.record_file
@options.as_json
def verify(file: Path, *, as_json: bool) -> None:
    """Deal, play and score a record again; exit 0 if it is true, 1 if false, 2 if unreadable."""
    from openuno.terminal.commands.records import UnreadableRecord, print_report

    with refuse_on(UnreadableRecord):
        sys.exit(print_report(file, as_json=as_json))


@click.command(cls=Command, examples=("uno replay game.uno --seat 0",))
@options.record_file
@click.option("--seat", type=Number(), metavar="N", help="Show what this player knew, from 0.")
@click.option("--all", "whole", is_flag=True, help="Show everybody's cards.")
@click.option(
    "--from",
    "start",
    type=Number(),
    default=0,
    metavar="K",
    show_default=True,
    help="Begin at this step.",
)
@click.option("--plain", is_flag=True, help="Print everything, as text.")
@options.language
def replay(
    file: Path,
    *,
    seat: int | None,
    whole: bool,
    start: int,
    plain: bool,
    language: str | None,
) -> None:
    """Step through a record with keys, or print all of it."""
    from openuno.terminal.commands.records import UnreadableRecord
    from openuno.terminal.commands.replay import replay_record

    with refuse_on(UnreadableRecord):
        sys.exit(
            replay_record(file, seat=seat, whole=whole, start=start, plain=plain, language=language)
        )


@click.command(
    cls=Command,
    examples=(
        "uno analyse game.uno",
        "uno analyse game.uno --html game.html",
        "uno analyse game.uno --quick",
    ),
)
@options.record_file
@click.option("--round", "only", type=Number(), metavar="N", help="Analyse this round alone.")
@click.option(
    "--worlds",
    type=Number(2, 10_000),
    default=40,
    metavar="N",
    show_default=True,
    help="Deals to play out from each position: more find smaller mistakes, and take longer.",
)
@click.option("--seed", type=Number(0, 2**63), default=0, metavar="S", help="Seed of these deals.")
@click.option(
    "--processes",
    type=Number(1, 64),
    metavar="N",
    help="How many processes to use; up to four if left out.",
)
@click.option("--html", type=options.PATH, metavar="FILE", help="Write a page, too: a new file.")
@click.option("--quick", is_flag=True, help="Luck and play alone, at once, by master's network.")
@options.as_json
def analyse(
    file: Path,
    *,
    quick: bool,
    only: int | None,
    worlds: int,
    seed: int,
    processes: int | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Show the chances move by move in a finished game, costly moves, and luck and play apart."""
    from openuno.local.analysis.analyse import Options, default_processes
    from openuno.terminal.commands.analyse import CannotWrite, print_analysis, print_luck
    from openuno.terminal.commands.records import UnreadableRecord

    if quick:
        if html is not None:
            raise click.UsageError("--quick has no page; leave --html out")
        refuse_options("--quick plays nothing out", "worlds", "seed", "processes")
        with refuse_on(UnreadableRecord):
            print_luck(file, only, as_json=as_json)
        return
    depth = Options(worlds=worlds, seed=seed, only=only, processes=processes or default_processes())
    with refuse_on(UnreadableRecord, CannotWrite):
        print_analysis(file, depth, html=html, as_json=as_json)


@click.command(cls=Command, examples=("uno export game.uno --seat 0 -o mine.uno",))
@options.record_file
@click.option(
    "--seat", type=Number(), required=True, metavar="N", help="Whose knowledge to keep, from 0."
)
@click.option("--out", "-o", type=options.PATH, metavar="FILE", help="A new file; else print it.")
def export(file: Path, *, seat: int, out: Path | None) -> None:
    """Write a record as one player knew it: the others' cards lie face down, the seed is gone."""
    from openuno.terminal.commands.export import write_export
    from openuno.terminal.commands.records import UnreadableRecord
    from openuno.terminal.saves import CannotSave

    with refuse_on(UnreadableRecord, CannotSave):
        write_export(file, seat, out)
