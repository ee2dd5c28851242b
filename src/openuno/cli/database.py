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
    from openuno.server.process import maintenance

    changed = _maintain(lambda: maintenance.migrate(database))
    typer.echo("The database is up to date now." if changed else "The database was up to date.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new SQLite file.")],
    *,
    database: Database = None,
) -> None:
    """Copy everything to a file, while the server runs; the file is a database itself."""
    from openuno.server.process import maintenance

    rows = _maintain(lambda: maintenance.back_up(database, file))
    typer.echo(f"{file}: {rows} rows.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `uno backup` wrote.")],
    *,
    database: Database = None,
) -> None:
    """Copy a backup to a new or empty database."""
    from openuno.server.process import maintenance

    rows = _maintain(lambda: maintenance.restore(file, database))
    typer.echo(f"{rows} rows restored.")


def check_database(
    *,
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Look through a database for damage, while the server runs; exit status 1 if there is any."""
    from openuno.server.process import maintenance

    report = _maintain(lambda: maintenance.check(database))
    typer.echo(maintenance.report_json(report) if as_json else maintenance.report_text(report))
    if report.damage:
        raise typer.Exit(1)


def _maintain(work: Callable[[], _Result]) -> _Result:
    """Do it, or refuse as maintenance refuses."""
    from openuno.server.process.maintenance import MaintenanceError

    with refuse_on(MaintenanceError):
        return work()
