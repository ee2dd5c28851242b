"""Options and arguments that several commands share."""

from pathlib import Path

import click

from openuno.cli.completers import complete_switch
from openuno.cli.values import Word
from openuno.terminal.languages.catalogue import LANGUAGES

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
switches = click.option(
    "--set",
    "switches",
    multiple=True,
    metavar="SWITCH=VALUE",
    shell_complete=complete_switch,
    help="Set a switch (uno rules --switches); may be repeated.",
)
database = click.option(
    "--database",
    metavar="PATH|URL",
    envvar="UNO_DATABASE",
    help="A SQLite file or a PostgreSQL URL; $UNO_DATABASE, else a file of yours.",
)
