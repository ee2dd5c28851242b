"""PostgreSQL goes away under load, or stands still: told, waited for, and nothing lost.

Two real `uno serve` processes, people and bots at play over both. While the database is away every
request is refused with `unavailable` or waits, within bounds; `/readyz` says 503, `/healthz` 200.
When it is back everything goes on by itself, and `ledger` finds whatever was promised.
`database_gone` has the long form, half a minute each.
"""

import asyncio

from openuno.room.commands import Emote
from openuno.room.protocol.messages import Error
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from tests.postgres import Cluster
from tests.server.clients import gather_round
from tests.server.proofs.async_server import run_server_async
from tests.server.proofs.database_gone import BOUND, outlast
from tests.server.proofs.unreliable_line import UnreliableLine


def test_a_database_that_is_stopped_is_waited_for_and_nothing_is_lost(
    private_postgres: Cluster,
) -> None:
    it = private_postgres
    outage = asyncio.run(outlast(it, it.stop, it.start, seconds=4, seed=7))
    assert outage.refused
    assert outage.checked.acknowledged > 20


def test_a_database_that_stands_still_keeps_nobody_waiting_for_ever(
    private_postgres: Cluster,
) -> None:
    it = private_postgres
    outage = asyncio.run(outlast(it, it.freeze, it.thaw, seconds=4, seed=8))
    assert outage.refused
    assert outage.checked.acknowledged > 20


def test_nobody_waits_for_others_to_have_waited(postgres_url: str) -> None:
    """Each request at a table waits for those before it, but not if those waited in vain."""

    async def scenario() -> None:
        async with UnreliableLine(postgres_url) as wire, run_server_async(wire.url) as server:
            people = await gather_round(server.url, Settings(seats=4))
            wire.hold(after=b"insert into log")
            asked = (person.ask(Emote("wow")) for person in people * 2)
            async with asyncio.timeout(BOUND):
                answers = await asyncio.gather(*asked)
            assert {answer.code for answer in answers if isinstance(answer, Error)} == {
                RefusalCode.UNAVAILABLE
            }
            wire.release()
            for person in people:
                await person.close()

    asyncio.run(scenario())


def test_a_server_stops_on_a_signal_though_its_database_hangs(postgres_url: str) -> None:
    async def scenario() -> None:
        async with UnreliableLine(postgres_url) as wire:
            async with asyncio.timeout(BOUND), run_server_async(wire.url) as server:
                people = await gather_round(server.url, Settings(seats=4))
                wire.hold(after=b"")
                await asyncio.sleep(1.5)  # until it has asked for something by itself
                asking = asyncio.gather(
                    *(p.ask(Emote("wow")) for p in people), return_exceptions=True
                )
                await asyncio.sleep(0.5)
            assert all(isinstance(answer, Error | ConnectionError) for answer in await asking)
            assert all(person.bye is not None for person in people)
            for person in people:
                await person.drop()

    asyncio.run(scenario())
