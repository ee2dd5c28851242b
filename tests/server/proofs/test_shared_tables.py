"""One table in two processes, one step at a time: each way in which they could come to differ.

Two servers on one PostgreSQL, and where needed an `UnreliableLine` that holds back or loses what
the database says. What happens when everything happens at once is in `test_many_processes`.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from openuno.room.commands import AddBot, Emote, End, Kick, Leave, Mute, Sit, Start
from openuno.room.facts import Departed, Entry
from openuno.room.protocol.messages import Error
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from openuno.room.state import is_present
from openuno.server.operator_settings import Ban
from openuno.server.store import Append
from openuno.server.store.opening import open_store
from tests.server.clients import Client, contribute, new_guest, open_table
from tests.server.proofs.async_server import run_server_async
from tests.server.proofs.persistent_clients import table_of_bots
from tests.server.proofs.unreliable_line import UnreliableLine
from tests.server.servers import ServerProcess, ThreadServer

LONG = 300.0
TWO = Settings(format="single", seats=2)


def in_two(
    postgres_url: str,
    scenario: Callable[[ThreadServer, ThreadServer, UnreliableLine], Awaitable[None]],
) -> None:
    """Run a scenario at two servers, the second of which has the wire to the database."""

    async def run() -> None:
        async with (
            asyncio.timeout(LONG),
            UnreliableLine(postgres_url) as wire,
            run_server_async(postgres_url) as one,
            run_server_async(wire.url) as two,
        ):
            await scenario(one, two, wire)

    asyncio.run(run())


async def came(server: ThreadServer, code: str, token: str) -> Client:
    client = await Client.open(server.url, token)
    await client.join(code)
    return client


async def opened(server: ThreadServer) -> tuple[str, Client]:
    """A table, and the host at it."""
    token = await new_guest(server.url, "Ann")
    code = await open_table(server.url, token, TWO)
    return code, await came(server, code, token)


def test_the_lobby_shows_what_the_last_process_wrote(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, _: UnreliableLine) -> None:
        code, ann = await opened(one)
        ben = await came(two, code, await new_guest(two.url, "Ben"))
        async with ann, ben:
            await ann.reach(ben.table.seq)
            await ann.does(Mute(ben.guest))  # the first process lists the table with both
            await ben.does(Sit(1))  # the second with a seat taken
            await ann.reach(ben.table.seq)
            await ann.does(Kick(1))  # and the first as it was
            listed = await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(one.hub.context.store.listing(code), one.loop)
            )
            assert listed is not None
            assert (listed.taken, listed.names) == (0, ())
            # A ban through one process ends what the other has.
            ban = Ban(ben.guest, None, since=0, until=None, reason="")
            await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(one.hub.context.operator.ban(ban), one.loop)
            )
            await ben.wait_for(lambda it: not it.connected)
            assert ben.errors[-1].code is RefusalCode.BANNED

    in_two(postgres_url, scenario)


def test_a_person_declared_gone_while_connected_is_there_again(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, _: UnreliableLine) -> None:
        code, ann = await opened(one)
        async with ann, await came(two, code, await new_guest(two.url, "Ben")) as ben:
            await ann.reach(ben.table.seq)
            # Another process thought the first one dead, which had only been held up.
            went = Departed(ann.guest, one.hub.context.process)
            other = await open_store(postgres_url, process="other")
            entry = Entry(ann.table.seq + 1, ann.table.at, (went,))
            await other.append(Append(code=code, entry=entry))
            await other.close()
            await ben.wait_for(lambda it: it.table.seq > entry.seq)
            assert is_present(ben.table, ann.guest)
            await ann.does(Emote("wow"))

    in_two(postgres_url, scenario)


def test_a_person_who_leaves_on_one_device_has_left_on_all(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, _: UnreliableLine) -> None:
        code, ann = await opened(one)
        token = await new_guest(one.url, "Ben")
        async with ann, await came(one, code, token) as phone, await came(two, code, token) as desk:
            await phone.reach(desk.table.seq)
            await phone.ask(Leave())
            await ann.wait_for(lambda it: not is_present(it.table, desk.guest))
            # Someone else comes through the second process, which looks who is there.
            async with await came(two, code, await new_guest(two.url, "Cat")) as cat:
                await ann.reach(cat.table.seq)
                assert not is_present(ann.table, desk.guest)
                refused = await desk.refused(Emote("wow"))
                assert refused.code is RefusalCode.NOT_AT_TABLE
                assert not is_present(cat.table, desk.guest)

    in_two(postgres_url, scenario)


def test_what_is_written_while_a_table_is_read_is_not_missed(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, wire: UnreliableLine) -> None:
        code, ann = await opened(one)
        token = await new_guest(two.url, "Ben")
        async with ann, await Client.open(two.url, token) as ben:
            wire.hold(b"select entry from log")
            joining = asyncio.create_task(ben.join(code))
            await wire.held.wait()
            await asyncio.sleep(0.3)  # the answer lies in the wire: it is of now
            said = await ann.does(Emote("wow"))
            await asyncio.sleep(0.3)  # heard of by the second process, which has no table yet
            wire.release()
            await joining
            await ben.reach(said.seq)

    in_two(postgres_url, scenario)


def test_a_table_never_goes_back_for_a_client_of_another_process(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, wire: UnreliableLine) -> None:
        code, ann = await opened(one)
        async with ann, await came(two, code, ann.token) as phone:
            await ann.reach(phone.table.seq)
            wire.hold(b"LISTEN")
            wire.cut_listeners()  # the second process listens anew, on a line we hold
            await wire.held.wait()
            before = (await ann.does(Emote("wow"))).seq
            assert phone.table.seq < before, "the second process should not have heard of it"
            # The client fails if what it is shown is older than what it has.
            await ann.resume(two.url)
            assert ann.table.seq >= before
            await phone.reach(before)

    in_two(postgres_url, scenario)


def test_a_command_whose_answer_was_lost_reaches_everyone_though_nothing_else_happens(
    postgres_url: str,
) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, wire: UnreliableLine) -> None:
        code, ann = await opened(one)
        ben = await came(two, code, await new_guest(two.url, "Ben"))
        async with ann, ben, await came(two, code, await new_guest(two.url, "Cat")) as cat:
            lost = cat.table.seq + 1
            wire.lose_answer(after=b"emoted")
            answer = await ben.ask(Emote("wow"))
            assert isinstance(answer, Error)
            assert answer.code is RefusalCode.UNAVAILABLE
            for client in (ann, ben, cat):
                await client.reach(lost)

    in_two(postgres_url, scenario)


def test_a_seed_is_never_used_twice_though_the_answer_was_lost(postgres_url: str) -> None:
    async def scenario(one: ThreadServer, two: ThreadServer, wire: UnreliableLine) -> None:
        code, host = await opened(one)
        async with await came(two, code, host.token) as ann:
            await ann.does(Sit(0))
            await ann.does(AddBot(1))
            await contribute(ann)
            await ann.does(Start())
            wire.lose_answer(after=b"game-closed")
            assert isinstance(await ann.ask(End(), "the end"), Error)
            while isinstance(await ann.ask(End(), "the end"), Error):
                await asyncio.sleep(0.1)  # the same request again in a moment
            for _ in range(2):
                await contribute(ann)
                await ann.does(Start())
                await ann.does(End())

    in_two(postgres_url, scenario)


def test_a_person_at_a_process_that_died_is_gone_though_nothing_is_due(
    postgres_url: str,
) -> None:
    """The one to move has no clock, and was there: nobody but us could notice."""

    async def scenario(one: ThreadServer, _two: ThreadServer, _: UnreliableLine) -> None:
        code, ann = await opened(one)
        with ServerProcess(postgres_url) as three:
            token = await new_guest(one.url, "Ben")
            async with ann, await Client.open(three.url, token) as ben:
                await ben.join(code)
                await ann.reach(ben.table.seq)
                three.kill()
                await ann.wait_for(lambda it: not is_present(it.table, ben.guest))

    in_two(postgres_url, scenario)


def test_a_process_lets_go_of_a_table_that_others_play(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have looked after the table once; to hear of it is no reason to keep it."""
    monkeypatch.setattr("openuno.server.rooms.hub.UNUSED", 1000)

    async def scenario(one: ThreadServer, two: ThreadServer, _: UnreliableLine) -> None:
        code = await table_of_bots(one.url)
        loading = asyncio.run_coroutine_threadsafe(two.hub.find_actor(code), two.loop)
        actor = await asyncio.wrap_future(loading)
        before = actor.room.seq
        while code in two.hub.actors:
            await asyncio.sleep(0.1)
        assert actor.room.seq > before, "it heard what happened"
        assert code in one.hub.actors

    in_two(postgres_url, scenario)
