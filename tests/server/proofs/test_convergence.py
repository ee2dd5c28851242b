"""Whatever people and networks do, everyone ends with exactly what the server would show them.

Hypothesis picks what the clients of `chaotic_clients.py` do and shrinks what fails; the server is
real, on SQLite and real sockets. Each check: every device's table, built from the news it received,
equals the server's view for its seat; nobody received an entry twice or missed one; the log has no
gap, never goes back in time, and holds each request at most once, at the entry its ack names.
In the end a fresh process would show the same tables, and every finished game's record verifies.

The long form: `python -m tests.server.proofs.convergence --minutes 10`.
"""

import asyncio
import tempfile
from collections.abc import Awaitable
from contextlib import ExitStack
from pathlib import Path
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.server.inside import server_inside
from tests.server.proofs.chaotic_clients import ChaoticClients
from tests.server.proofs.convergence import evening

CHANCE = st.integers(0, 2**16).map(Random)
_LONG = 300.0


class CarelessPeople(RuleBasedStateMachine):
    """Each rule is a deed; chance says by whom, at which table, and how."""

    def __init__(self) -> None:
        super().__init__()
        self._end = ExitStack()
        folder = self._end.enter_context(tempfile.TemporaryDirectory())
        inside = self._end.enter_context(
            server_inside(Path(folder) / "uno.db", entropy=Random(1).randbytes)
        )
        self._runner = self._end.enter_context(asyncio.Runner())
        self.people = ChaoticClients(inside)

    def _do(self, deed: Awaitable[None]) -> None:
        async def in_time() -> None:
            async with asyncio.timeout(_LONG):
                await deed

        self._runner.run(in_time())

    @initialize(chance=CHANCE)
    def begins(self, chance: Random) -> None:
        self._do(self.people.opens(chance))

    @precondition(lambda self: len(self.people.codes) < 3)
    @rule(chance=CHANCE)
    def opens(self, chance: Random) -> None:
        self._do(self.people.opens(chance))

    @rule(chance=CHANCE)
    def arrives(self, chance: Random) -> None:
        self._do(self.people.arrives(chance))

    @rule(chance=CHANCE)
    def vanishes(self, chance: Random) -> None:
        self._do(self.people.vanishes(chance))

    @rule(chance=CHANCE)
    def comes_back(self, chance: Random) -> None:
        self._do(self.people.comes_back(chance))

    @rule(chance=CHANCE)
    def wanders(self, chance: Random) -> None:
        self._do(self.people.wanders(chance))

    @rule(chance=CHANCE)
    def requests(self, chance: Random) -> None:
        self._do(self.people.requests(chance))

    @rule(chance=CHANCE)
    def plays(self, chance: Random) -> None:
        self._do(self.people.plays(chance))

    @rule(chance=CHANCE)
    def sets_up(self, chance: Random) -> None:
        self._do(self.people.sets_up(chance))

    @rule(chance=CHANCE)
    def all_at_once(self, chance: Random) -> None:
        self._do(self.people.all_at_once(chance))

    @rule(chance=CHANCE)
    def says_again(self, chance: Random) -> None:
        self._do(self.people.says_again(chance))

    @rule(chance=CHANCE)
    def time_passes(self, chance: Random) -> None:
        self._do(self.people.time_passes(chance))

    @rule(chance=CHANCE)
    def stalls(self, chance: Random) -> None:
        self._do(self.people.stalls(chance))

    @rule()
    def settles(self) -> None:
        self._do(self.people.check())

    def teardown(self) -> None:
        with self._end:
            try:
                self._do(self.people.check())
                self._do(self.people.check_storage())
            finally:
                self._do(self.people.disconnect_all())


TestCarelessPeople = CarelessPeople.TestCase
# Few examples and many steps: a server is slow to start, and what goes wrong needs a past.
TestCarelessPeople.settings = settings(
    settings.default, max_examples=20, stateful_step_count=60, deadline=None
)


def test_evenings_of_every_kind_end_with_everyone_seeing_the_same() -> None:
    for seed in range(8):
        entries, acks = evening(seed, 150)
        assert entries > acks > 0


def test_an_evening_on_postgresql_ends_alike(postgres_url: str) -> None:
    entries, acks = evening(11, 150, postgres_url)
    assert entries > acks > 0
