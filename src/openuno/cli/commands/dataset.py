"""`uno dataset`: recorded rounds as Parquet."""

import shlex
import sys
from pathlib import Path

import click

from openuno.bots.registry import CHOICES, EXPERT
from openuno.cli import options, simulation_options
from openuno.cli.completers import complete_bots
from openuno.cli.errors import check_extra, refuse, refuse_on
from openuno.cli.help import Command
from openuno.cli.values import Number
from openuno.engine.errors import NotationError, SetupError
from openuno.lab.errors import LabError, Stopped

_BOTS = [word for word in CHOICES if word != EXPERT]
"""Those that always play the same."""


@click.command(
    cls=Command,
    examples=("uno dataset rounds --rounds 100000 --bots regular,casual,regular,casual",),
)
@click.argument("folder", metavar="FOLDER", type=options.PATH)
@click.option(
    "--rounds",
    type=Number(1, 1_000_000_000),
    metavar="K",
    default=1000,
    show_default=True,
    help="How many rounds to play.",
)
@simulation_options.edition
@options.switches
@simulation_options.written
@simulation_options.players(default=4)
@click.option(
    "--bots",
    metavar="KINDS",
    shell_complete=complete_bots,
    default="regular",
    show_default=True,
    help=f"{', '.join(_BOTS)}, expert:64: one for all, or one for each seat.",
)
@simulation_options.seed("The same seed plays the same rounds.")
@click.option(
    "--rounds-per-file",
    type=Number(1, 100_000),
    metavar="F",
    default=1000,
    show_default=True,
    help="Rounds in each file, which are in memory together.",
)
@click.option(
    "--processes",
    type=Number(1, 1024),
    metavar="P",
    help="As many as there are cores if left out.",
)
@options.as_json
def dataset(
    *,
    folder: Path,
    rounds: int,
    edition: str,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    players: int,
    bots: str,
    seed: int,
    rounds_per_file: int,
    processes: int | None,
    as_json: bool,
) -> None:
    """Let bots play and write every decision to Parquet files: what was seen, done and won.

    FOLDER is new or empty. A README.md in it is the data card.
    """
    check_extra("dataset")
    from openuno.lab.dataset.command import parse_plan, write_dataset

    try:
        with refuse_on(NotationError):
            rules = "+".join([edition, *switches])
            plan = parse_plan(
                rules,
                players,
                bots,
                rounds=rounds,
                seed=seed,
                per_file=rounds_per_file,
                written=written,
            )
            command = shlex.join(["uno", *sys.argv[1:]])
            write_dataset(plan, folder, command, processes=processes, as_json=as_json)
    except SetupError as error:
        refuse(f"{error.switch}: {error.sentence}")
    except Stopped as error:
        click.echo(f"uno: {error}", err=True)
        sys.exit(130)
    except LabError as error:
        refuse(str(error))
