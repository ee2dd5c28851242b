"""Servers of this process for tests that run on a loop themselves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from openuno.server.limits import Limits
from tests.server.running import Running, running

ROOMY = Limits(guests=100_000, messages=100_000, connections_per_address=10_000)
"""Tests are one address with more people than any household."""


@asynccontextmanager
async def serving(database: str, **options: Any) -> AsyncIterator[Running]:
    """Like `running`, without holding up the loop: a `Wire` on it may be the server's way out."""
    server = running(database, **{"limits": ROOMY, **options})
    place = await asyncio.to_thread(server.__enter__)
    try:
        yield place
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)
