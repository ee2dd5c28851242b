"""A server under attack: it may be shaken by nothing (`calm`), and goes on for everyone else."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from openuno.room.commands import Sit
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from tests.server.clients import Client, new_guest, open_table
from tests.server.proofs.calm import calm
from tests.server.running import Running, running

LONG = 300.0
SHORT = Limits(patience=3, guests=1000)
"""Of a server that soon loses its patience."""


@contextmanager
def besieged(folder: Path, limits: Limits = SHORT, **options: Any) -> Iterator[Running]:
    with calm(), running(folder / "uno.db", limits=limits, **options) as running_server:
        yield running_server
        # Whatever was done to it, it goes on for others.
        assert running_server.ask("GET", "/healthz").status == 200
        run(plays(running_server))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, LONG))


async def plays(server: Running) -> None:
    token = await new_guest(server.url, "Ann")
    code = await open_table(server.url, token, Settings())
    async with await Client.open(server.url, token) as ann:
        await ann.join(code)
        await ann.does(Sit(0))


async def named(server: Running, name: str) -> Client:
    """Somebody new, welcome but at no table."""
    return await Client.open(server.url, await new_guest(server.url, name))
