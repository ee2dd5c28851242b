"""Bringing a database up to date: which revision it has, and the way to the newest.

Whether it is current is asked at every start, so that takes neither Alembic nor SQLAlchemy. They
write the steps down as SQL; carrying them out is ours, within one transaction.
"""

import io
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.server.store import Unavailable
from openuno.server.store.address import (
    FORMS,
    Address,
    BadAddress,
    PostgresAddress,
    SqliteAddress,
)
from openuno.server.store.postgres.errors import reachable
from openuno.server.store.sqlite.lock_file import LockFile

HEAD = "0006"
KNOWN = ("0001", "0002", "0003", "0004", "0005", HEAD)
_ASK = "select version_num from alembic_version"
_ONE_AT_A_TIME = 0x756E6F  # "uno": the advisory lock for which migrating processes queue


class TooNew(Exception):
    """The database was written by a later version of this program."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"the database is at revision {revision}, which this version of uno does not know"
            f" (its own is {HEAD}): install the newer version again"
        )


async def is_current(address: Address) -> bool:
    """Whether the database has the newest revision; `TooNew` if it has one we do not know."""
    match address:
        case SqliteAddress(path):
            with openable(path):
                return _check_known(_sqlite_revision(path)) == HEAD
        case PostgresAddress(url):
            async with _connection(url) as db:
                return _check_known(await _postgres_revision(db)) == HEAD


async def migrate(address: Address) -> None:
    """Bring the database to the newest revision; a SQLite file is made if there is none."""
    match address:
        case SqliteAddress(path):
            with openable(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = LockFile(path)
                try:
                    migrate_file(path)
                finally:
                    lock.release()
        case PostgresAddress(url):
            async with _connection(url) as db:
                # Held until the connection ends; a process that waited finds nothing left to do.
                await db.execute("select pg_advisory_lock($1)", _ONE_AT_A_TIME)
                async with db.transaction():
                    if script := _steps("postgresql", _check_known(await _postgres_revision(db))):
                        await db.execute(script)


def migrate_file(path: Path) -> None:
    """Bring a SQLite file that nobody else uses to the newest revision."""
    path.touch(mode=0o600)  # before SQLite makes it for everyone to read
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        script = _steps("sqlite", _check_known(_sqlite_revision(path)))
        try:
            db.executescript(f"begin immediate;\n{script}\ncommit;")
        finally:
            if db.in_transaction:
                db.rollback()


@contextmanager
def openable(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system complain of into `Unavailable`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise Unavailable(f"{path} cannot be opened: {error}") from None


@asynccontextmanager
async def _connection(url: str) -> AsyncIterator[asyncpg.Connection]:
    with reachable():
        try:
            db = await asyncpg.connect(url, timeout=10)
        except ValueError:
            # Its own words may repeat the password.
            raise BadAddress(f"{PostgresAddress(url)} is not understood; write {FORMS}") from None
        try:
            yield db
        finally:
            await db.close(timeout=10)


def _check_known(revision: str | None) -> str | None:
    if revision is not None and revision not in KNOWN:
        raise TooNew(revision)
    return revision


def _sqlite_revision(path: Path) -> str | None:
    if not path.exists():
        return None
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        if not db.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
            return None
        row: tuple[str] | None = db.execute(_ASK).fetchone()
        return row[0] if row else None


async def _postgres_revision(db: asyncpg.Connection) -> str | None:
    if await db.fetchval("select to_regclass('alembic_version')") is None:
        return None
    revision: str | None = await db.fetchval(_ASK)
    return revision


def _steps(dialect: str, since: str | None) -> str:
    """The SQL from one revision to the newest, as Alembic writes it."""
    if since == HEAD:
        return ""
    # Slow to import, and needed once in the life of a database.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    script = io.StringIO()
    config = Config(output_buffer=script, attributes={"dialect": dialect})
    config.set_main_option(
        "script_location", str(Path(__file__).parent / "migrations").replace("%", "%%")
    )
    command.upgrade(config, "head" if since is None else f"{since}:head", sql=True)
    return script.getvalue()
