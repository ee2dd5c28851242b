"""Opening the store a path or URL names."""

from openuno.server.store import Store, revisions
from openuno.server.store.address import PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.postgres.store import PostgresStore
from openuno.server.store.sqlite.store import SqliteStore


class MigrationNeeded(Exception):
    """The database is of an older version, and bringing it up to date was not asked for."""

    def __init__(self, database: str) -> None:
        super().__init__(
            f"the database is not up to date: run `uno migrate --database {database}` first"
        )


async def open_store(database: str, *, process: str, migrate: bool = True) -> Store:
    """Open a database, brought up to date first if `migrate`; else `MigrationNeeded`.

    `process` tells this process from the others on the same database. Refuses with `BadAddress`,
    `InUse`, `TooNew` or `Unavailable`.
    """
    address = parse_address(database)
    if not await revisions.is_current(address):
        if not migrate:
            raise MigrationNeeded(str(address))
        await revisions.migrate(address)
    match address:
        case SqliteAddress(path):
            return await SqliteStore.open(path)
        case PostgresAddress(url):
            return await PostgresStore.open(url, process=process)
