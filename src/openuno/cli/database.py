"""`uno migrate`, `backup`, `restore` and `check-database`: a server's database from outside."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from openuno.cli.errors import refuse_on
from openuno.cli.options import Database

_Result = TypeVar("_Result")


def migrate(*, database: Database = None) -> None:
    """Bring a database up to date with this version; a new SQLite file is made."""
    from openuno.server import upkeep

    changed = _maintain(lambda: upkeep.migrate(database))
    typer.echo("The database is up to date now." if changed else "The database was up to date.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new SQLite file.")],
    *,
    database: Database = None,
) -> None:
    """Copy everything to a file, while the server runs; the file is a database itself."""
    from openuno.server import upkeep

    rows = _maintain(lambda: upkeep.back_up(database, file))
    typer.echo(f"{file}: {rows} rows.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `uno backup` wrote.")],
    *,
    database: Database = None,
) -> None:
    """Copy a backup to a new or empty database."""
    from openuno.server import upkeep

    rows = _maintain(lambda: upkeep.restore(file, database))
    typer.echo(f"{rows} rows restored.")


def check_database(
    *,
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Look through a database for damage, while the server runs; exit status 1 if there is any."""
    from openuno.server import upkeep

    report = _maintain(lambda: upkeep.check(database))
    typer.echo(upkeep.report_json(report) if as_json else upkeep.report_text(report))
    if report.damage:
        raise typer.Exit(1)


def _maintain(work: Callable[[], _Result]) -> _Result:
    """Do it, or refuse as maintenance refuses."""
    from openuno.server.upkeep import CannotDo

    with refuse_on(CannotDo):
        return work()
