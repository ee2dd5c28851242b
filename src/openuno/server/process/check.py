"""`uno serve --check`: whether a server could start with these options."""

import asyncio

from openuno.server.options import Options
from openuno.server.process.uvicorn_server import CannotServe
from openuno.server.process.workers import check_workers
from openuno.server.store import Unavailable, revisions
from openuno.server.store.address import BadAddress, SqliteAddress, parse_address
from openuno.server.store.opening import MigrationNeeded


def check_options(options: Options) -> str:
    """A sentence about the database, which nothing is written to; `CannotServe` if it is no use.

    The port is not tried: a server that is running may be the one that is checked.
    """
    check_workers(options)
    try:
        return asyncio.run(_check_database(options))
    except (BadAddress, MigrationNeeded, Unavailable, revisions.TooNew) as error:
        raise CannotServe(str(error)) from None


async def _check_database(options: Options) -> str:
    address = parse_address(options.database)
    if isinstance(address, SqliteAddress) and not address.path.exists():
        return f"The database {address} will be made."
    if await revisions.is_current(address):
        return f"The database {address} is up to date."
    if not options.migrate:
        raise MigrationNeeded(str(address))
    return f"The database {address} will be brought up to date."
