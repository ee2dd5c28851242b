"""kill -9 under load, at random moments, over both stores: nothing promised is lost or doubled.

A real `uno serve` is killed while four tables play (whole tables of people, and one with bots and a
person who never moves), and started again on the same database and port. Everyone comes back by
themselves with the last entry they saw, and says again, under the same id, what was not answered.
In the end `ledger` holds every promise against the log, and each client against the server.
`kill` has the long form.
"""

import asyncio
from pathlib import Path

from tests.server.proofs.kill import survive


def test_nothing_promised_is_lost_when_a_server_on_sqlite_is_killed(tmp_path: Path) -> None:
    checked = asyncio.run(survive(str(tmp_path / "uno.db"), kills=6, seed=1))
    assert checked.acknowledged > 100
    assert checked.games >= 4


def test_nothing_promised_is_lost_when_a_server_on_postgresql_is_killed(postgres_url: str) -> None:
    checked = asyncio.run(survive(postgres_url, kills=4, seed=2))
    assert checked.acknowledged > 50
    assert checked.games >= 4
