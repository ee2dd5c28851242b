"""What `uno` can do: every command, in the order `uno --help` lists them.

A command's module is imported when the command is called, and imports its work when it runs: no
command waits for what only another needs, and `uno --help` waits for none.
"""

import os
import shutil
import sys
from importlib import import_module
from typing import Any, NamedTuple

import click

from openuno.cli.help import COMPLETION_VARIABLE, Group
from openuno.cli.usage import usage_sentence
from openuno.local.errors import ProcessLost
from openuno.version import __version__

WIDTH, CLICK_NARROWEST, NARROWEST = 100, 50, 30
"""Columns of help: at most, what click makes it at least, and what we do."""
PROCESS_LOST = 74
"""The status of what the system did to us, as when the output cannot be written."""


class Entry(NamedTuple):
    """Where a command is, and what `uno --help` says about it."""

    module: str
    summary: str


SECTIONS: dict[str, dict[str, Entry]] = {
    "Play": {
        "play": Entry(
            "play",
            "Play with people and bots at this keyboard; the game is saved and can be resumed.",
        ),
        "bots": Entry("bots", "List the bots that can play, from the easiest on."),
        "games": Entry(
            "records",
            "List the games saved on this machine that are not over; resume, show or delete one.",
        ),
        "puzzle": Entry("puzzle", "Find the best move in a position; a new one every day."),
        "join": Entry(
            "online",
            "Sit down at a table on a server, by the link that others open in a browser.",
        ),
        "watch": Entry(
            "online", "Watch a table on a server: what spectators may see, and no hands."
        ),
        "host": Entry("host", "Open a table for others on your network, and sit down at it."),
        "serve": Entry(
            "serve",
            "Serve tables to browsers and programs, until told to stop; prints the address to"
            " open.",
        ),
        "mcp": Entry(
            "mcp",
            "Let an assistant play over the Model Context Protocol, against bots or on a server.",
        ),
        "event": Entry(
            "event",
            "Run an evening for 4 to 60 people with real cards: tables, clock, points, standings.",
        ),
    },
    "Rules": {
        "rules": Entry(
            "rules",
            "Print the rulebook: switches and clauses of an edition, or the tests behind each"
            " clause.",
        ),
        "pencil": Entry(
            "rules",
            "Read a rule for a blank card: print its normal form and what it does, or its mistake.",
        ),
        "perft": Entry(
            "rules",
            "Count every sequence of actions from known positions; exit 1 if a count differs.",
        ),
    },
    "Records": {
        "show": Entry(
            "records",
            "Print a record at a glance: who played what, the score sheet and the result.",
        ),
        "replay": Entry("records", "Step through a record with keys, or print all of it."),
        "analyse": Entry(
            "records",
            "Show the chances move by move in a finished game, costly moves, and luck and play"
            " apart.",
        ),
        "verify": Entry(
            "records",
            "Deal, play and score a record again; exit 0 if it is true, 1 if false, 2 if"
            " unreadable.",
        ),
        "export": Entry(
            "records",
            "Write a record as one player knew it: the others' cards lie face down, the seed is"
            " gone.",
        ),
    },
    "Simulation": {
        "simulate": Entry(
            "lab",
            "Play many rounds or games and print what happened; the first time, rules are"
            " compiled.",
        ),
        "lab": Entry("lab", "Compare rules and bots by simulation."),
        "ladder": Entry(
            "lab", "Let bots play each other, every deal from every seat, and rate them."
        ),
        "arena": Entry("arena", "Let a program play the bots, and price each of its decisions."),
        "dataset": Entry(
            "dataset",
            "Let bots play and write every decision to Parquet files: what was seen, done and won.",
        ),
        "warm-up": Entry(
            "lab",
            "Compile the rules in advance, so that a first simulation or training starts at once.",
        ),
    },
    "A server": {
        "admin": Entry(
            "admin",
            "Look after a server: its tables and people, bans, and a quiet end before a restart.",
        ),
    },
    "A server's database": {
        "migrate": Entry(
            "database", "Bring a database up to date with this version; a new SQLite file is made."
        ),
        "backup": Entry(
            "database",
            "Copy everything to a new SQLite file, a database itself, while the server runs.",
        ),
        "restore": Entry(
            "database", "Copy a file that `uno backup` wrote to a new or empty database."
        ),
        "check-database": Entry(
            "database",
            "Look through a database for damage, while the server runs; exit status 1 if there is"
            " any.",
        ),
    },
    "This command": {
        "completion": Entry(
            "completion",
            "Print the script that lets a shell complete commands, options and names.",
        ),
    },
}
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


class Uno(Group):
    """The command: it knows a line about each subcommand, and imports the one that is called."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the words; help fits a terminal that is narrower than click would make it."""
        columns = shutil.get_terminal_size().columns
        if columns <= CLICK_NARROWEST:
            extra.setdefault("terminal_width", max(NARROWEST, columns))
        return super().make_context(info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """The names of all subcommands."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        cmd_name: str,
    ) -> click.Command | None:
        """The subcommand of this name, from its module."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"openuno.cli.commands.{entry.module}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the sections of subcommands, without importing any of them."""
        column = max(map(len, COMMANDS))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                rows = [(name.ljust(column), entry.summary) for name, entry in section.items()]
                formatter.write_dl(rows)


@click.group(
    "uno",
    cls=Uno,
    context_settings={"max_content_width": WIDTH, "help_option_names": ["-h", "--help"]},
    examples=("uno play", "uno serve --open", "uno rules house", "uno games"),
    invoke_without_command=True,
    no_args_is_help=False,
)
@click.version_option(__version__, "-V", "--version", message="uno %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Play UNO by every printed rule sheet, serve tables, simulate rounds."""
    if ctx.invoked_subcommand is not None:
        return
    words = choose_command()
    if words is None:
        click.echo(ctx.get_help())
    elif words:
        ctx.exit(run_words(words))


def choose_command() -> list[str] | None:
    """What somebody at a terminal chooses from the menu, or nothing; None elsewhere."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return None
    from openuno.terminal.commands.menu import show_menu

    return show_menu()


def run_words(words: list[str]) -> int:
    """Run a subcommand by its words; its exit status."""
    status = app.main(words, prog_name="uno", standalone_mode=False)
    return status if isinstance(status, int) else 0


def run() -> int:
    """Run the subcommand that was asked for; its exit status."""
    if COMPLETION_VARIABLE in os.environ:
        from openuno.cli.commands.completion import register_shells

        register_shells()
    try:
        status = app.main(prog_name="uno", complete_var=COMPLETION_VARIABLE, standalone_mode=False)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)  # all of the help
        return error.exit_code
    except click.UsageError as error:
        click.echo(f"uno: {usage_sentence(error)}", err=True)
        if error.ctx is not None:
            click.echo(f"Try: {error.ctx.command_path} --help", err=True)
        return error.exit_code
    except click.ClickException as error:
        click.echo(f"uno: {error.format_message()}", err=True)
        return error.exit_code
    except ProcessLost as error:
        click.echo(f"uno: {error}", err=True)
        return PROCESS_LOST
    return status if isinstance(status, int) else 0
