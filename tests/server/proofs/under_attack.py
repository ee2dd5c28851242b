"""A server under attack: it logs no error (`no_errors`) and keeps working for everyone else."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from openuno.room.commands import Sit
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from tests.server.clients import Client, new_guest, open_table
from tests.server.proofs.no_errors import no_errors
from tests.server.servers import ThreadServer, run_server

LONG = 300.0
SHORT = Limits(patience=3, guests=1000)
"""For a server that soon gives up waiting."""


@contextmanager
def attacked_server(folder: Path, limits: Limits = SHORT, **options: Any) -> Iterator[ThreadServer]:
    with no_errors(), run_server(folder / "uno.db", limits=limits, **options) as running_server:
        yield running_server
        # Whatever was done to it, it still works for others.
        assert running_server.ask("GET", "/healthz").status == 200
        run(check_table_works(running_server))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, LONG))


async def check_table_works(server: ThreadServer) -> None:
    token = await new_guest(server.url, "Ann")
    code = await open_table(server.url, token, Settings())
    async with await Client.open(server.url, token) as ann:
        await ann.join(code)
        await ann.does(Sit(0))


async def new_client(server: ThreadServer, name: str) -> Client:
    """Somebody new, welcome but at no table."""
    return await Client.open(server.url, await new_guest(server.url, name))
