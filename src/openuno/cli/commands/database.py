"""`uno migrate`, `backup`, `restore` and `check-database`: a server's database from outside."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from openuno.cli import options
from openuno.cli.errors import check_extra, refuse_on
from openuno.cli.help import Command
from openuno.cli.values import Number

_Result = TypeVar("_Result")


@click.command(cls=Command, examples=("uno migrate",))
@options.database
def migrate(*, database: str | None) -> None:
    """Bring a database up to date with this version; a new SQLite file is made."""
    check_extra("server")
    from openuno.server.process import maintenance

    changed = _maintain(lambda: maintenance.migrate(database))
    click.echo("The database is up to date now." if changed else "The database was up to date.")


@click.command(cls=Command, examples=("uno backup copy.db", "uno backup backups/ --keep 14"))
@click.argument("path", metavar="FILE", type=options.PATH)
@options.database
@click.option(
    "--keep",
    type=Number(1, 10_000),
    metavar="N",
    help="In a folder, remove all backups but the N latest.",
)
def backup(path: Path, *, database: str | None, keep: int | None) -> None:
    """Copy everything to a new SQLite file, a database itself, while the server runs.

    In a folder the file is named after the time. The copy is looked through for damage; if there
    is any, the exit status is 1 and no older backup is removed.
    """
    check_extra("server")
    from openuno.server.process import maintenance

    file = _maintain(lambda: maintenance.backup_file(path, keep))
    rows = _maintain(lambda: maintenance.back_up(database, file))
    report = _maintain(lambda: maintenance.check(str(file)))
    if report.damage:
        click.echo(maintenance.report_text(report))
        sys.exit(1)
    click.echo(f"{file}: {rows} rows, no damage found.")
    for old in maintenance.remove_old_backups(path, keep):
        click.echo(f"{old}: removed.")


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
