"""Options and arguments that several commands share."""

from pathlib import Path

import click

PATH = click.Path(path_type=Path)
"""A path as a `Path`; whether it is there is for the command to find out."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
record_file = click.argument("file", metavar="FILE", type=PATH)
switches = click.option(
    "--set",
    "switches",
    multiple=True,
    metavar="SWITCH=VALUE",
    help="Set a switch; may be repeated.",
)
database = click.option(
    "--database",
    metavar="PATH|URL",
    envvar="UNO_DATABASE",
    help="A SQLite file, or postgresql://user@host/name; $UNO_DATABASE, else a file of yours.",
)
