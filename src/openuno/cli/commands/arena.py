"""`uno arena`: how well a program plays, decision by decision."""

import shlex
import sys
from pathlib import Path

import click

from openuno.cli import options, simulation_options
from openuno.cli.commands.lab import refuse_lab_errors
from openuno.cli.completers import complete_bots
from openuno.cli.errors import refuse, refuse_options
from openuno.cli.help import Command
from openuno.cli.values import Number

_OF_PLAY = (
    *("against", "players", "deals", "edition", "switches", "written", "rules", "seconds"),
    "records",
)
"""The options that say what is played."""


@click.command(
    cls=Command,
    examples=(
        "uno arena text:./ask_my_model.sh --deals 5 --html report.html",
        "uno arena my_module:my_bot --against regular --rules generated:4",
        "uno arena Assistant --price games/game-1.uno",
        "uno arena Assistant --price rounds",
    ),
)
@click.argument("player", metavar="PLAYER", shell_complete=complete_bots)
@click.option(
    "--against",
    multiple=True,
    metavar="A,B",
    help="Bots to play against; random, casual, regular and master if left out.",
)
@simulation_options.players(default=2)
@click.option(
    "--deals",
    type=Number(),
    metavar="K",
    default=5,
    show_default=True,
    help="Deals against each bot, each played from every seat.",
)
@simulation_options.edition
@options.switches
@simulation_options.written
@click.option(
    "--rules", metavar="generated:N", help="Play N rule sets that nobody has seen, by the seed."
)
@simulation_options.seed("The same seed deals the same cards.")
@click.option(
    "--seconds",
    type=Number(1, 3600),
    metavar="T",
    default=60,
    show_default=True,
    help="How long an answer may take.",
)
@click.option(
    "--worlds",
    type=Number(1, 1024),
    metavar="W",
    default=32,
    show_default=True,
    help="Deals searched for the best move; twice as many measure what it would have gained.",
)
@click.option(
    "--price",
    "files",
    multiple=True,
    type=options.PATH,
    metavar="FILE",
    help="Play nothing: price what PLAYER did in this record, or in a folder of uno mcp --arena;"
    " may be repeated.",
)
@click.option(
    "--records", type=options.PATH, metavar="FOLDER", help="Keep a record of every round there."
)
@click.option(
    "--processes",
    type=Number(1, 64),
    metavar="P",
    help="How many processes price moves; one for each core, four at most, if left out.",
)
@options.as_json
@click.option("--html", type=options.PATH, metavar="FILE", help="Write a report.")
def arena(
    *,
    player: str,
    against: tuple[str, ...],
    players: int,
    deals: int,
    edition: str,
    switches: tuple[str, ...],
    written: tuple[str, ...],
    rules: str | None,
    seed: int,
    seconds: int,
    worlds: int,
    files: tuple[Path, ...],
    records: Path | None,
    processes: int | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Let a program play the bots, and price each of its decisions.

    PLAYER is text:COMMAND or text:module:function (reads text, answers with a line), engine:COMMAND
    (the engine protocol), module:function (a bot), or the name of a bot.
    """
    with refuse_lab_errors():
        from openuno.lab.arena import command
        from openuno.lab.arena.schedule import LADDER, Plan

        line = shlex.join(["uno", *sys.argv[1:]])
        output = command.Output(as_json=as_json, html=html, records=records, command=line)
        if files:
            refuse_options("--price looks at records as they are", *_OF_PLAY)
            if any(file.is_dir() for file in files):
                if len(files) > 1:
                    refuse("the folder of an arena is priced alone; leave the other files out")
                if seed:
                    refuse("the folder of an arena has its own seed; leave --seed out")
                sys.exit(
                    command.print_folder(
                        player, files[0], output, worlds=worlds, processes=processes
                    )
                )
            command.print_prices(
                player, files, output, worlds=worlds, seed=seed, processes=processes
            )
            return
        plan = Plan(
            tuple(filter(None, ",".join(against or LADDER).split(","))),
            command.parse_rule_sets(edition, switches, written, rules, seed),
            players,
            deals,
            seed,
            worlds,
        )
        status = command.print_arena(player, plan, float(seconds), output, processes)
    sys.exit(status)
