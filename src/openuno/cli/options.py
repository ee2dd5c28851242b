"""Options and arguments that several commands share."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from openuno.cli.completers import complete_edition, complete_format, complete_switch
from openuno.cli.values import Number, Word
from openuno.engine.rules import EDITION_NAMES
from openuno.terminal.languages.catalogue import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])
PATH = click.Path(path_type=Path)
"""A path as a `Path`; whether it is there is for the command to find out."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
record_file = click.argument("file", metavar="FILE", type=PATH)
language = click.option(
    "--language",
    type=Word(*LANGUAGES),
    metavar="LANGUAGE",
    help=f"Language to play in: {', '.join(LANGUAGES)}.",
)
list_language = click.option(
    "--language",
    type=Word(*LANGUAGES),
    metavar="LANGUAGE",
    help=f"Language of the list: {', '.join(LANGUAGES)}.",
)
edition = click.option(
    "--edition",
    metavar="EDITION",
    shell_complete=complete_edition,
    help=f"One of {', '.join(EDITION_NAMES)}.",
)
seed = click.option(
    "--seed", type=Number(), metavar="S", help="Seed, to deal the same cards again."
)
written = click.option(
    "--written", "blanks", multiple=True, metavar="RULE", help="Write on a blank; may be repeated."
)


def game_format(meaning: str) -> Callable[[F], F]:
    """How a whole game is played, with what the command says about it."""
    return click.option(
        "--format",
        "format_",
        metavar="FORMAT",
        shell_complete=complete_format,
        help=meaning,
    )


def _refuse_spaces(
    ctx: click.Context, param: click.Parameter, switches: tuple[str, ...]
) -> tuple[str, ...]:
    """Rules as text have no spaces: say how one is written."""
    for switch in switches:
        name, _, text = switch.partition("=")
        if name == "written" and " " in text.strip():
            words = f"--written {shlex.quote(text)}"
            has_option = any("--written" in each.opts for each in ctx.command.params)
            instead = f"say {words}" if has_option else f"say written={text.replace(' ', '_')}"
            raise click.BadParameter(f"takes no spaces; {instead}", ctx, param)
    return switches


switches = click.option(
    "--set",
    "switches",
    multiple=True,
    metavar="SWITCH=VALUE",
    shell_complete=complete_switch,
    callback=_refuse_spaces,
    help="Set a switch (uno rules --switches); may be repeated.",
)
database = click.option(
    "--database",
    metavar="PATH|URL",
    envvar="UNO_DATABASE",
    help="A SQLite file or a PostgreSQL URL; $UNO_DATABASE, else a file of yours.",
)
