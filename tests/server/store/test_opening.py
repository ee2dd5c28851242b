"""Opening whatever an operator names, or saying how to name it."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from openuno.server.store import Store, Unavailable
from openuno.server.store.address import (
    BadAddress,
    PostgresAddress,
    SqliteAddress,
    parse_address,
)
from openuno.server.store.opening import MigrationNeeded, open_store
from openuno.server.store.postgres.store import PostgresStore
from openuno.server.store.sqlite.store import SqliteStore
from tests.server.store.stores import with_store


def test_a_path_and_a_url_name_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    assert parse_address(str(path)) == SqliteAddress(path)
    assert parse_address(f"sqlite:///{path}") == SqliteAddress(path)
    assert parse_address("uno.db") == parse_address("sqlite:///uno.db")
    assert parse_address("uno.db") == SqliteAddress(Path.cwd() / "uno.db")


@pytest.mark.parametrize(
    "database",
    [
        "",
        " ",
        "/",
        "sqlite://",
        "sqlite:///",
        "sqlite://uno.db",
        "mysql://root:hush@host/uno",
        "postgresql://uno:hush@host",
        "postgresql://uno:hush@[host/uno",
        "postgresql+asyncpg://uno:hush@host/uno",
    ],
)
def test_what_names_no_database_is_refused_with_the_right_forms(database: str) -> None:
    with pytest.raises(BadAddress, match=r"sqlite:///uno\.db or postgresql://") as refused:
        parse_address(database)
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "printed"),
    [
        ("postgresql://uno@h/db", "postgresql://uno@h/db"),
        ("postgresql://uno:hush@h:1/db", "postgresql://uno:***@h:1/db"),
        ("postgresql://uno:h@ush@h/db", "postgresql://uno:***@h/db"),
        ("postgresql://h/db?user=u&password=hush", "postgresql://h/db?user=u&password=***"),
        ("postgres:///db?host=/run", "postgres:///db?host=/run"),
    ],
)
def test_a_url_is_printed_without_its_password(url: str, printed: str) -> None:
    address = parse_address(url)
    assert isinstance(address, PostgresAddress)
    assert str(address) == printed
    assert "hush" not in repr(address)


def test_each_kind_of_database_has_its_store(tmp_path: Path, postgres_url: str) -> None:
    kinds: list[type[Store]] = []

    async def body(store: Store) -> None:
        kinds.append(type(store))

    with_store(str(tmp_path / "uno.db"), body)
    with_store(postgres_url, body)
    assert kinds == [SqliteStore, PostgresStore]


def test_a_database_that_is_behind_is_refused_by_the_command_to_run(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    with_password = empty_postgres_url.replace("uno@", "uno:hush@")
    masked = empty_postgres_url.replace("uno@", "uno:***@")
    path = tmp_path / "uno.db"
    for database, named in ((str(path), str(path)), (with_password, masked)):
        with pytest.raises(MigrationNeeded) as refused:
            asyncio.run(open_store(database, process="here", migrate=False))
        assert f"`uno migrate --database {named}`" in str(refused.value)
    assert not path.exists()


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        asyncio.run(open_store("postgresql://uno:hush@127.0.0.1:1/uno", process="here"))


def test_a_port_that_is_no_number_is_refused() -> None:
    with pytest.raises(BadAddress) as refused:
        asyncio.run(open_store("postgresql://uno:hush@127.0.0.1:x/uno", process="here"))
    assert "hush" not in str(refused.value)


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="cannot be opened"):
        asyncio.run(open_store(str(tmp_path / "file" / "uno.db"), process="here"))


def test_a_running_server_needs_neither_alembic_nor_sqlalchemy(database: str) -> None:
    with_store(database, lambda store: store.check())
    program = """
import asyncio, sys
from openuno.server.store.opening import open_store

async def main():
    store = await open_store(sys.argv[1], process="here", migrate=False)
    await store.check()
    await store.close()

asyncio.run(main())
assert not {"alembic", "sqlalchemy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program, database], check=True, timeout=300)
