"""One moment of a database, read beside the server that may be using it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from sqlite3 import Connection, connect
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.server.store import revisions
from openuno.server.store.address import Address, PostgresAddress, SqliteAddress
from openuno.server.store.postgres.errors import reachable


@asynccontextmanager
async def open_read_only(address: Address) -> AsyncIterator[Connection | Any]:
    """A connection that sees the database as it is now and blocks nobody: SQLite's or asyncpg's."""
    match address:
        case SqliteAddress(path):
            with (
                revisions.openable(path),
                closing(connect(path, isolation_level=None)) as file,
            ):
                file.execute("pragma query_only = on")
                file.execute("begin")
                yield file
        case PostgresAddress(url):
            with reachable():
                server = await asyncpg.connect(url, timeout=10)
                try:
                    async with server.transaction(isolation="repeatable_read", readonly=True):
                        yield server
                finally:
                    await server.close(timeout=10)
