"""Looking after a database from the command line: migrate, back up, restore, check."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from openuno.server.options import default_database
from openuno.server.process.uvicorn_server import STARTUP_ERRORS
from openuno.server.store import revisions
from openuno.server.store.address import parse_address
from openuno.server.store.backup import NotEmpty, copy
from openuno.server.store.integrity import Report, check_database

_DATED = re.compile(r"openuno-\d{8}-\d{6}-\d{6}\.db")
"""How backups in a folder are named; no other file there is touched."""


class MaintenanceError(Exception):
    """What was asked cannot be done; the message says why."""


def migrate(database: str | None) -> bool:
    """Bring a database up to date; whether it was out of date."""
    try:
        address = parse_address(database or default_database())
        if asyncio.run(revisions.is_current(address)):
            return False
        asyncio.run(revisions.migrate(address))
    except STARTUP_ERRORS as error:
        raise MaintenanceError(str(error)) from None
    return True


def backup_file(path: Path, keep: int | None) -> Path:
    """The new file for a backup: the path itself, or in a folder one named after the time."""
    if path.is_dir():
        return path / f"openuno-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.db"
    if keep is not None:
        raise MaintenanceError(f"--keep needs a folder, and {path} is not one; make it first")
    return path


def remove_old_backups(folder: Path, keep: int | None) -> list[Path]:
    """Remove the backups in a folder but for the latest; those that were removed."""
    if keep is None:
        return []
    old = sorted(path for path in folder.glob("openuno-*.db") if _DATED.fullmatch(path.name))[
        :-keep
    ]
    for path in old:
        path.unlink()
    return old


def back_up(database: str | None, file: Path) -> int:
    """Copy a database, which may be in use, to a new file; how many rows."""
    if file.exists():
        raise MaintenanceError(f"{file} is there already; choose a new file")
    return _copy(database or default_database(), str(file), f"Backing up to {file.name}")


def restore(file: Path, database: str | None) -> int:
    """Copy a backup to a new or empty database; how many rows."""
    if not file.is_file():
        raise MaintenanceError(f"there is no file {file}")
    return _copy(str(file), database or default_database(), f"Restoring {file.name}")


def check(database: str | None) -> Report:
    """Look through a database, which may be in use, for damage."""
    with _bar("Checking the database") as show:
        try:
            return asyncio.run(check_database(database or default_database(), show))
        except STARTUP_ERRORS as error:
            raise MaintenanceError(str(error)) from None


def report_text(report: Report) -> str:
    """What a check found, a line for each fault, and a last line that sums it up."""
    lines = [
        each.what if each.table is None else f"table {each.table}: {each.what}"
        for each in report.damage
    ]
    result = f"damage found: {len(lines)}" if lines else "no damage found"
    return "\n".join([*lines, f"{report.tables} tables, {report.entries} entries: {result}"])


def report_json(report: Report) -> str:
    """The same for programs."""
    return msgspec.json.encode(report).decode()


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int | None], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _copy(source: str, target: str, what: str) -> int:
    with _bar(what) as show:
        copied = 0

        def progress(done: int, total: int) -> None:
            nonlocal copied
            copied = done
            show(done, total)

        try:
            asyncio.run(copy(source, target, progress))
        except (*STARTUP_ERRORS, NotEmpty) as error:
            raise MaintenanceError(str(error)) from None
    return copied
