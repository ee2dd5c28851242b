"""`uno migrate`, `backup`, `restore` and `check-database`: a server's database from outside."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from openuno.cli import options
from openuno.cli.errors import check_extra, refuse_on
from openuno.cli.help import Command

_Result = TypeVar("_Result")


@click.command(cls=Command, examples=("uno migrate",))
@options.database
def migrate(*, database: str | None) -> None:
    """Bring a database up to date with this version; a new SQLite file is made."""
    check_extra("server")
    from openuno.server.process import maintenance

    changed = _maintain(lambda: maintenance.migrate(database))
    click.echo("The database is up to date now." if changed else "The database was up to date.")


@click.command(cls=Command, examples=("uno backup copy.db",))
@click.argument("file", metavar="FILE", type=options.PATH)
@options.database
def backup(file: Path, *, database: str | None) -> None:
    """Copy everything to a new SQLite file, a database itself, while the server runs."""
    check_extra("server")
    from openuno.server.process import maintenance

    rows = _maintain(lambda: maintenance.back_up(database, file))
    click.echo(f"{file}: {rows} rows.")


@click.command(cls=Command, examples=("uno restore copy.db --database new.db",))
@click.argument("file", metavar="FILE", type=options.PATH)
@options.database
def restore(file: Path, *, database: str | None) -> None:
    """Copy a file that `uno backup` wrote to a new or empty database."""
    check_extra("server")
    from openuno.server.process import maintenance

    rows = _maintain(lambda: maintenance.restore(file, database))
    click.echo(f"{rows} rows restored.")


@click.command("check-database", cls=Command, examples=("uno check-database --json",))
@options.database
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check_database(*, database: str | None, as_json: bool) -> None:
    """Look through a database for damage, while the server runs; exit status 1 if there is any."""
    check_extra("server")
    from openuno.server.process import maintenance

    report = _maintain(lambda: maintenance.check(database))
    click.echo(maintenance.report_json(report) if as_json else maintenance.report_text(report))
    sys.exit(1 if report.damage else 0)


def _maintain(work: Callable[[], _Result]) -> _Result:
    """Do it, or refuse as maintenance refuses."""
    from openuno.server.process.maintenance import MaintenanceError

    with refuse_on(MaintenanceError):
        return work()
