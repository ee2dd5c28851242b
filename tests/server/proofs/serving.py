"""Servers of this process for tests that run on a loop themselves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.server.inside import ROOMY
from tests.server.running import Running, running


@asynccontextmanager
async def serving(database: str, **options: Any) -> AsyncIterator[Running]:
    """Like `running`, without holding up the loop: a `Wire` on it may be the server's way out."""
    server = running(database, **{"limits": ROOMY, **options})
    place = await asyncio.to_thread(server.__enter__)
    try:
        yield place
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)
