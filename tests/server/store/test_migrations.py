"""A migrated database is what the schema says, and migrating is safe to do again."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, create_mock_engine

from openuno.server.store import Append, Store, Unavailable, migrations
from openuno.server.store.address import PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.revisions import HEAD, KNOWN, TooNew, is_current, migrate
from openuno.server.store.schema import metadata
from openuno.server.store.sqlite.lock_file import InUse
from tests.postgres import Cluster
from tests.server.store.stores import entry, with_store

_PG_COLUMNS = """
    select table_name, column_name, ordinal_position, data_type, is_nullable, column_default
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'alembic_version'"""
_PG_INDEXES = """
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename <> 'alembic_version'"""


def test_the_head_we_ask_for_is_alembics() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    assert sorted(each.revision for each in scripts.walk_revisions()) == sorted(KNOWN)


def test_a_migrated_file_is_what_the_schema_says(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    asyncio.run(migrate(SqliteAddress(path)))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    made = tmp_path / "made.db"
    with closing(sqlite3.connect(made)) as db:
        db.executescript(_schema("sqlite"))
    assert _sqlite_shape(path) == _sqlite_shape(made)


def test_a_migrated_server_is_what_the_schema_says(postgres: Cluster) -> None:
    made, migrated = (postgres.new_database(template="template0") for _ in range(2))

    async def body() -> None:
        await migrate(PostgresAddress(migrated))
        db = await asyncpg.connect(made)
        await db.execute(_schema("postgresql"))
        await db.close()
        assert await _postgres_shape(migrated) == await _postgres_shape(made)

    asyncio.run(body())


def test_migrating_again_changes_nothing(database: str) -> None:
    address = parse_address(database)

    async def again() -> None:
        await migrate(address)
        before = await _shape(database)
        assert await is_current(address)
        await migrate(address)
        assert await _shape(database) == before
        assert await is_current(address)

    with_store(database, lambda store: store.append(Append("ABCDE", entry(1))))
    asyncio.run(again())

    async def kept(store: Store) -> None:
        assert await store.entries("ABCDE", 0) == [entry(1)]

    with_store(database, kept)


def test_a_new_database_is_not_current(tmp_path: Path, empty_postgres_url: str) -> None:
    assert not asyncio.run(is_current(SqliteAddress(tmp_path / "uno.db")))
    assert not asyncio.run(is_current(PostgresAddress(empty_postgres_url)))


def test_many_processes_may_migrate_a_server_at_once(empty_postgres_url: str) -> None:
    address = PostgresAddress(empty_postgres_url)

    async def body() -> None:
        await asyncio.gather(*(migrate(address) for _ in range(6)))
        assert await is_current(address)

    asyncio.run(body())


def test_a_file_in_use_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"

    async def body(_store: Store) -> None:
        with pytest.raises(InUse):
            await migrate(SqliteAddress(path))

    with_store(str(path), body)


def test_a_database_of_a_later_version_is_refused(database: str) -> None:
    with_store(database, lambda store: store.check())
    asyncio.run(_execute(database, "update alembic_version set version_num = '9999'"))
    for ask in (is_current, migrate):
        with pytest.raises(TooNew, match="revision 9999, which this version of uno does not know"):
            asyncio.run(ask(parse_address(database)))


def test_a_migration_that_fails_leaves_nothing_behind(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    for database in (str(tmp_path / "uno.db"), empty_postgres_url):
        # Something of that name is there, and in the way of the last step.
        asyncio.run(_execute(database, "create table played (x integer)"))
        with pytest.raises((Unavailable, asyncpg.PostgresError)):
            asyncio.run(migrate(parse_address(database)))
        assert not asyncio.run(is_current(parse_address(database)))
        asyncio.run(_execute(database, "drop table played"))
        asyncio.run(migrate(parse_address(database)))
        assert asyncio.run(is_current(parse_address(database)))


def _schema(dialect: str) -> str:
    """The schema as SQL, made without the migrations."""
    statements: list[str] = []

    def write(sql: Any, *_: object, **__: object) -> None:
        statements.append(str(sql.compile(dialect=engine.dialect)))

    # PostgreSQL by way of asyncpg: the one driver we have; nothing is connected.
    url = {"sqlite": "sqlite://", "postgresql": "postgresql+asyncpg://"}[dialect]
    engine = create_mock_engine(url, write)
    metadata.create_all(engine, checkfirst=False)
    return ";\n".join(statements)


async def _execute(database: str, sql: str) -> None:
    match parse_address(database):
        case SqliteAddress(path):
            with closing(sqlite3.connect(path)) as file, file:
                file.execute(sql)
        case PostgresAddress(url):
            db = await asyncpg.connect(url)
            await db.execute(sql)
            await db.close()


async def _shape(database: str) -> set[tuple[Any, ...]]:
    match parse_address(database):
        case SqliteAddress(path):
            return _sqlite_shape(path)
        case PostgresAddress(url):
            return await _postgres_shape(url)


def _sqlite_shape(path: Path) -> set[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("select name, sql from sqlite_master where tbl_name <> 'alembic_version'")
        return {(name, " ".join(sql.split()) if sql else None) for name, sql in rows}


async def _postgres_shape(url: str) -> set[tuple[Any, ...]]:
    db = await asyncpg.connect(url)
    try:
        return {tuple(row) for sql in (_PG_COLUMNS, _PG_INDEXES) for row in await db.fetch(sql)}
    finally:
        await db.close()
