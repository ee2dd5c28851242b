"""Options and arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from openuno.engine.rules import EDITION_NAMES

EDITION = typer.Option(metavar="EDITION", help=f"One of {', '.join(EDITION_NAMES)}.")
SWITCHES = typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH|URL",
        envvar="UNO_DATABASE",
        show_envvar=False,
        help="A SQLite file, or postgresql://user@host/name; $UNO_DATABASE, else a file of yours.",
    ),
]
