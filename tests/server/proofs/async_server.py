"""A server in this process for tests that run on a loop themselves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.server.inside import ROOMY
from tests.server.servers import ThreadServer, run_server


@asynccontextmanager
async def run_server_async(database: str, **options: Any) -> AsyncIterator[ThreadServer]:
    """Like `run_server`, without blocking the loop, which may run the server's database line."""
    server = run_server(database, **{"limits": ROOMY, **options})
    address = await asyncio.to_thread(server.__enter__)
    try:
        yield address
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)
