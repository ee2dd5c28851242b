"""Who somebody is: a revoked token works on no device, and a request id is its owner's."""

import asyncio
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
import pytest

from openuno.room import commands as cmd
from openuno.room.protocol.messages import PROTOCOL, Ack, Ask, Error, Hello
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import FREE
from openuno.room.view import view_seat
from openuno.server.limits import Limits
from tests.server.clients import Client, Denied
from tests.server.proofs.many_processes import deafen
from tests.server.proofs.party import Party, party, rotate_token, run
from tests.server.servers import ask, run_server

# ---- a token that was given up ----


async def is_sent_away(client: Client) -> None:
    await client.wait_for(lambda it: not it.connected)
    assert client.close_code == 1008
    assert client.errors[-1].code is RefusalCode.BAD_TOKEN


async def is_sent_away_or_refused(client: Client) -> None:
    await client.wait_for(lambda it: not it.connected or bool(it.errors))
    assert client.errors[-1].code is RefusalCode.BAD_TOKEN


def test_a_new_token_sends_the_devices_with_the_old_one_away(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, ben, _ = await here.gathers()
            await here.starts()
            other = here.people["other"] = await Client.open(here.server.url, ann.token)
            idle = here.people["idle"] = await Client.open(here.server.url, ann.token)
            await other.join(here.code)
            before = await here.log()
            fresh = rotate_token(here.server, ann.token)
            for device in (ann, other, idle):
                await is_sent_away(device)
                with pytest.raises(ConnectionError):
                    await device.ask(cmd.End())
            assert await here.log() == before
            with pytest.raises(Denied):
                await ann.resume()
            back = here.people["back"] = await Client.open(here.server.url, fresh)
            await back.join(here.code)
            assert back.seat == 0
            assert ben.connected
            await back.does(cmd.End())

    run(tries())


def test_who_has_gone_for_good_is_sent_away(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            _, ben, _ = await here.gathers()
            assert ask("DELETE", here.server.url + "/api/me", token=ben.token).status == 204
            await is_sent_away(ben)
            with pytest.raises(Denied):
                await ben.resume()

    run(tries())


def test_a_token_revoked_in_one_process_is_dead_in_all(postgres_url: str) -> None:
    async def tries() -> None:
        # Far too patient to find out by looking: only being told helps.
        async with party(postgres_url, Limits(patience=600)) as here:
            ann, ben, cat = await here.gathers()
            with run_server(postgres_url) as elsewhere:
                fresh = rotate_token(elsewhere, ben.token)
                new = here.people["new"] = await Client.open(here.server.url, fresh)
                await is_sent_away(ben)
                assert ask("DELETE", elsewhere.url + "/api/me", token=cat.token).status == 204
                await is_sent_away(cat)
            for old in (ben, cat):
                with pytest.raises(Denied):
                    await old.resume()
            await new.join(here.code)
            assert new.seat == 1
            assert ann.connected

    run(tries())


def test_a_revocation_that_was_missed_is_caught_up_with(postgres_url: str) -> None:
    async def tries() -> None:
        async with party(postgres_url, Limits(patience=600)) as here:
            ann, ben, _ = await here.gathers()
            # Nobody is told: as though the line had been cut at that moment.
            db = await asyncpg.connect(postgres_url)
            await db.execute("update guests set token_hash = $1 where id = $2", b"x", ben.guest)
            await db.close()
            await deafen(postgres_url)
            await is_sent_away(ben)
            assert ann.connected

    run(tries())


def test_a_token_revoked_while_it_is_read_lets_nobody_in(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, _, _ = await here.gathers()
            for _ in range(20):
                devices = [Client(here.server.url, ann.token) for _ in range(5)]
                for device in devices:
                    await device.open_socket()
                    await device.send(Hello(PROTOCOL, ann.token))
                fresh = await asyncio.to_thread(rotate_token, here.server, ann.token)
                for device in devices:
                    await is_sent_away_or_refused(device)
                    await device.drop()
                ann.token = fresh

    run(tries())


# ---- what was said twice, or in another's name ----


def test_a_wish_said_under_anothers_id_is_ones_own(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, ben, _ = await here.gathers()
            first = await ann.does(cmd.Say("hello"), "one")
            second = await ben.does(cmd.Say("hello too"), "one")
            assert second.seq > first.seq
            assert await ann.does(cmd.Say("hello"), "one") == first, "nothing is done again"
            refused = await ben.refused(cmd.End(), "two")
            assert refused.code is RefusalCode.NOT_HOST

    run(tries())


async def keeps_an_id_for_one_command(here: Party) -> None:
    ann, _, cat = await here.gathers()
    first = await ann.does(cmd.Say("hello"), "one")
    before = await here.log()
    # Whether the other command would be granted, refused or is nearly the same.
    for other in (cmd.Say("hello!"), cmd.AddBot(2), cmd.End(), cmd.Kick(0)):
        refused = await ann.refused(other, "one")
        assert refused.code is RefusalCode.REUSED_ID, refused
        assert f"entry {first.seq}" in refused.sentence
    assert await here.log() == before
    assert ann.table.seats[2] == FREE
    assert await ann.does(cmd.Say("hello"), "one") == first
    await cat.does(cmd.Say("another's id is another's"), "one")
    await ann.does(cmd.AddBot(2), "three")


def test_a_command_that_changed_nothing_is_answered_alike_when_said_again(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            _, ben, _ = await here.gathers()
            await ben.does(cmd.Ready())
            first = await ben.ask(cmd.Ready(), "again")
            assert isinstance(first, Ack)
            await ben.does(cmd.Ready(ready=False))
            assert await ben.ask(cmd.Ready(), "again") == first
            await ben.ping()
            assert not view_seat(ben.table.seats[1]).ready, "it was not done anew"
            assert (await ben.refused(cmd.Stand(), "again")).code is RefusalCode.REUSED_ID

    run(tries())


def test_an_id_stands_for_one_command_for_good(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            await keeps_an_id_for_one_command(here)
            code, token = here.code, here.people["Ann"].token
        async with party(tmp_path / "uno.db") as later:  # the server was restarted
            ann = later.people["Ann"] = await Client.open(later.server.url, token)
            await ann.join(code)
            assert (await ann.refused(cmd.RemoveBot(2), "one")).code is RefusalCode.REUSED_ID
            assert isinstance(await ann.ask(cmd.AddBot(2), "three"), Ack)

    run(tries())


def test_an_id_stands_for_one_command_in_every_process(postgres_url: str) -> None:
    async def tries() -> None:
        async with party(postgres_url) as here:
            await keeps_an_id_for_one_command(here)
            ann = here.people["Ann"]
            with run_server(postgres_url) as elsewhere:
                other = await Client.open(elsewhere.url, ann.token)
                async with other:
                    await other.join(here.code)
                    assert (
                        await other.refused(cmd.RemoveBot(2), "one")
                    ).code is RefusalCode.REUSED_ID
                    assert isinstance(await other.ask(cmd.AddBot(2), "three"), Ack)

    run(tries())


def test_an_id_that_is_none_is_refused(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, _, _ = await here.gathers()
            before = await here.log()
            for name in ("", "x" * 65, "\x00", "a\nb", "\u202e"):
                seen = len(ann.errors)
                await ann.send_raw(msgspec.json.encode(Ask(name, cmd.Say("hello"))).decode())
                await ann.wait_for(lambda it, seen=seen: len(it.errors) > seen)  # type: ignore[misc]
                assert isinstance(ann.errors[-1], Error)
                assert ann.errors[-1].code is RefusalCode.BAD_MESSAGE
            assert await here.log() == before

    run(tries())
