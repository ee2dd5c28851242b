from collections.abc import Iterator
from pathlib import Path

import pytest

from openuno.server.guests import token_hash
from openuno.server.limits import Limits
from tests.server.servers import ThreadServer, run_server

ADMIN_TOKEN = "an admin token for tests".replace(" ", "-")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server for a whole file of tests, which lets them ask as often as they like."""
    folder: Path = tmp_path_factory.mktemp("server")
    limits = Limits(messages=10_000, guests=10_000, openings=10_000, wrong_admin_tokens=10_000)
    with run_server(
        folder / "uno.db",
        limits=limits,
        allowed_hosts=("*",),
        admin_token_hash=token_hash(ADMIN_TOKEN),
    ) as place:
        yield place
