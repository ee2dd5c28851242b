"""Who may do what over the wire: everything that can be said, by everyone who may not say it.

Each time the answer is the right refusal, and the log of the table has not grown. Over HTTP the
same is tried in `tests/server/http`.
"""

from pathlib import Path

import pytest

from openuno.engine.actions import Accept, Catch, Challenge, Draw, SayUno
from openuno.room import commands as cmd
from openuno.room.protocol.messages import PROTOCOL, Hello, Join, WhyNot
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from openuno.room.view import view_seat
from openuno.server.limits import Limits
from tests.room.games import waits_of
from tests.server.clients import Client, Denied, open_table
from tests.server.proofs.party import (
    EVERYTHING,
    HOSTS_ALONE,
    SEATS_ALONE,
    SEED,
    all_with,
    party,
    rotate_token,
    run,
)
from tests.server.servers import ask

# ---- nobody ----


def test_who_has_not_said_hello_is_nobody(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            await here.gathers()
            nobody = here.people["nobody"] = Client(here.server.url, "")
            await nobody.open_socket()
            await here.refuses(nobody, all_with(EVERYTHING, RefusalCode.BAD_TOKEN))
            for message in (Join(here.code), WhyNot("why", Draw())):
                await nobody.send(message)
                await nobody.ping()
                assert nobody.errors[-1].code is RefusalCode.BAD_TOKEN
            await here.refuses(nobody, all_with(EVERYTHING, RefusalCode.BAD_TOKEN))
            assert nobody.known is None, "nothing of the table was told"

    run(tries())


def test_a_token_that_is_nobodys_opens_nothing(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, _, _ = await here.gathers()
            old = ann.token
            fresh = rotate_token(here.server, old)
            gone = await here.comes("Zoe")
            assert ask("DELETE", here.server.url + "/api/me", token=gone.token).status == 204
            guest = ann.guest  # public, and no secret of hers
            upper, short, padded = fresh.upper(), fresh[:-1], f" {fresh}"
            wrong = ("", "0" * 48, "x" * 10_000, "\x00", guest, old, gone.token, "null", "1")
            for token in (*wrong, upper, short, padded):
                nobody = Client(here.server.url, token)
                with pytest.raises(Denied) as denied:
                    await nobody.connect()
                assert denied.value.error.code is RefusalCode.BAD_TOKEN
                await here.refuses(nobody, all_with(EVERYTHING[:3], RefusalCode.BAD_TOKEN))
                await nobody.drop()

    run(tries())


def test_another_protocol_is_not_spoken_and_nobody_says_hello_twice(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, ben, _ = await here.gathers()
            for protocol in (0, 2, -1, 10**6):
                other = Client(here.server.url, ann.token)
                await other.open_socket()
                await other.send(Hello(protocol, ann.token))
                await other.ping()
                assert other.errors[-1].code is RefusalCode.WRONG_PROTOCOL
                await here.refuses(other, all_with(EVERYTHING[:1], RefusalCode.BAD_TOKEN))
                await other.drop()
            await ben.send(Hello(PROTOCOL, ann.token))
            await ben.ping()
            assert ben.errors[-1].code is RefusalCode.BAD_MESSAGE
            await here.refuses(ben, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))

    run(tries())


# ---- not here ----


def test_who_is_not_at_the_table_can_do_nothing_there(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, ben, _ = await here.gathers()
            zoe = await here.comes("Zoe")
            await here.refuses(zoe, all_with(EVERYTHING, RefusalCode.NOT_AT_TABLE))
            with pytest.raises(Denied) as denied:
                await zoe.join("NOSUCH")
            assert denied.value.error.code is RefusalCode.NO_SUCH_TABLE
            await here.refuses(zoe, all_with(EVERYTHING, RefusalCode.NOT_AT_TABLE))
            # Who has gone is not there any more, on none of their devices.
            async with await Client.open(here.server.url, ben.token) as other:
                await other.join(here.code)
                await other.does(cmd.Leave())
                await here.refuses(ben, all_with(EVERYTHING, RefusalCode.NOT_AT_TABLE))
                await here.refuses(other, all_with(EVERYTHING, RefusalCode.NOT_AT_TABLE))
                heard = len(ben.frames), len(other.frames)
                await ann.does(cmd.Say("are they gone?"))
                await ben.ping()
                await other.ping()
                assert (len(ben.frames), len(other.frames)) == (heard[0] + 1, heard[1] + 1)

    run(tries())


def test_a_host_is_host_of_their_own_table_only(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, _, _ = await here.gathers()
            zoe = await here.comes("Zoe")
            own = await open_table(here.server.url, zoe.token, Settings(seats=2))
            await zoe.join(here.code)
            await here.refuses(zoe, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))
            await zoe.join(own)
            before, theirs = await here.log(), await here.log(own)
            await zoe.does(cmd.AddBot(0))
            await zoe.does(cmd.Sit(1))
            assert (await here.log(), await here.log(own)) == (before, theirs + 2)
            assert view_seat(ann.table.seats[0]).guest == ann.guest

    run(tries())


def test_a_locked_table_opens_to_its_password_its_host_and_who_sits_there(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db", Limits(wrong_passwords=100)) as here:
            ann, ben, _ = await here.gathers("sesame")
            zoe = await here.comes("Zoe")
            wrong = ("", "Sesame", "sesame ", "x" * 5000, "\x00", "sesame\x00", "sesame\x00\x00")
            for password in (None, *wrong):
                with pytest.raises(Denied) as denied:
                    await zoe.join(here.code, password=password)
                assert denied.value.error.code is RefusalCode.WRONG_PASSWORD
                assert zoe.known is None
            await here.refuses(zoe, all_with(EVERYTHING, RefusalCode.NOT_AT_TABLE))
            for known in (ann, ben):
                await known.drop()
                await known.connect()
                await known.join(here.code)
            # Who watched and went is a stranger again.
            cat = here.people["Cat"]
            await cat.does(cmd.Leave())
            with pytest.raises(Denied):
                await cat.join(here.code)
            await zoe.join(here.code, password="sesame")
            await here.refuses(zoe, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))

    run(tries())


# ---- here, but not entitled ----


def test_who_watches_can_only_watch(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            _, _, cat = await here.gathers()
            no_game = (cmd.Move(Draw()), cmd.DealNextRound())
            await here.refuses(cat, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))
            await here.refuses(cat, all_with(SEATS_ALONE, RefusalCode.NOT_SEATED))
            await here.refuses(cat, all_with(no_game, RefusalCode.NO_GAME))
            await here.refuses(cat, all_with((cmd.Sit(0), cmd.Sit(1)), RefusalCode.SEAT_TAKEN))
            await here.refuses(cat, all_with((cmd.Sit(3), cmd.Sit(-1)), RefusalCode.NO_SUCH_SEAT))
            await here.starts()
            moves = (Draw(), Catch(0), SayUno(), Challenge(), Accept())
            await here.refuses(cat, all_with([cmd.Move(a) for a in moves], RefusalCode.NOT_SEATED))
            await here.refuses(
                cat, all_with((cmd.DealNextRound(), *SEATS_ALONE), RefusalCode.NOT_SEATED)
            )
            await here.refuses(cat, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))
            await here.refuses(cat, all_with((cmd.Sit(0), cmd.Sit(1)), RefusalCode.SEAT_TAKEN))
            await here.refuses(cat, all_with((cmd.Sit(2),), RefusalCode.GAME_ON))
            assert not cat.legal

    run(tries())


def test_who_sits_there_is_not_the_host_and_plays_for_nobody_else(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, ben, _ = await here.gathers()
            await here.refuses(ben, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))
            await here.refuses(ben, [(cmd.Sit(2), RefusalCode.ALREADY_SEATED)])
            await here.refuses(ben, [(cmd.AddSeed("xyz"), RefusalCode.BAD_SEED)])
            await here.starts()
            await ann.wait_for(lambda it: waits_of(it.table)[0].seat != 2)  # past the bot
            waits = ben if ann.to_move else ann
            out_of_turn = (Draw(), Challenge(), Accept(), SayUno())
            illegal = all_with(
                [cmd.Move(action) for action in out_of_turn], RefusalCode.ILLEGAL_MOVE
            )
            await here.refuses(waits, illegal)
            await here.refuses(waits, [(cmd.Return(), RefusalCode.ILLEGAL_MOVE)])
            await here.refuses(waits, [(cmd.Sit(2), RefusalCode.ALREADY_SEATED)])
            at_work = (cmd.Ready(), cmd.AddSeed(SEED))
            await here.refuses(ben, all_with(at_work, RefusalCode.GAME_ON))
            await here.refuses(ben, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))

    run(tries())


def test_even_the_host_does_things_in_their_time(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db") as here:
            ann, _, _ = await here.gathers()
            between: list[tuple[cmd.RoomCommand, RefusalCode]] = [
                (cmd.End(), RefusalCode.NO_GAME),
                (cmd.Rematch(), RefusalCode.NO_GAME),
                (cmd.DealNextRound(), RefusalCode.NO_GAME),
                (cmd.Start(), RefusalCode.NOT_READY),
                (cmd.AddBot(0), RefusalCode.SEAT_TAKEN),
                (cmd.AddBot(9), RefusalCode.NO_SUCH_SEAT),
                (cmd.AddBot(2, "cheat"), RefusalCode.NO_SUCH_BOT),
                (cmd.RemoveBot(1), RefusalCode.NO_SUCH_BOT),
                (cmd.Kick(0), RefusalCode.NO_SUCH_PERSON),
                (cmd.Kick(2), RefusalCode.NO_SUCH_PERSON),
                (cmd.Kick(-1), RefusalCode.NO_SUCH_SEAT),
                (cmd.HandOver("somebody"), RefusalCode.NO_SUCH_PERSON),
                (cmd.Mute("somebody"), RefusalCode.NO_SUCH_PERSON),
                (cmd.Mute("somebody", muted=False), RefusalCode.NO_SUCH_PERSON),
                (cmd.SetUp(Settings(seats=1)), RefusalCode.BAD_SETTINGS),
                (cmd.SetUp(Settings(rules="chess")), RefusalCode.BAD_SETTINGS),
            ]
            await here.refuses(ann, between)
            await here.starts()
            during = (
                cmd.Start(),
                cmd.Rematch(),
                cmd.SetUp(Settings()),
                cmd.AddBot(2),
                cmd.RemoveBot(2),
                cmd.Ready(),
            )
            await here.refuses(ann, all_with(during, RefusalCode.GAME_ON))

    run(tries())


def test_who_was_kicked_may_watch_and_no_more_and_who_is_muted_is_quiet(tmp_path: Path) -> None:
    async def tries() -> None:
        async with party(tmp_path / "uno.db", Limits(chat=1000, changes=1000)) as here:
            ann, ben, cat = await here.gathers()
            await ann.does(cmd.Kick(1))
            await ann.does(cmd.Mute(ben.guest))
            await ann.does(cmd.Mute(cat.guest))
            for stage in (
                "at once",
                "after coming back",
                "on another device",
                "under another name",
            ):
                if stage == "after coming back":
                    await ben.drop()
                    await ben.resume()
                elif stage == "under another name":
                    body = {"name": "Benjamin"}
                    me = ask("PATCH", here.server.url + "/api/me", body, token=ben.token)
                    assert me.status == 200
                    await ben.resume()
                device = ben
                if stage == "on another device":
                    device = here.people["other"] = await Client.open(here.server.url, ben.token)
                    await device.join(here.code)
                sits = [cmd.Sit(seat) for seat in range(3)]
                await here.refuses(device, all_with(sits, RefusalCode.KICKED))
                talk = (cmd.Say("hello"), cmd.Emote("hello"))
                await here.refuses(device, all_with(talk, RefusalCode.MUTED))
                await here.refuses(device, all_with(SEATS_ALONE, RefusalCode.NOT_SEATED))
            await here.refuses(cat, all_with((cmd.Say("hi"), cmd.Emote("wow")), RefusalCode.MUTED))
            await ann.does(cmd.HandOver(cat.guest))
            await here.refuses(ann, all_with(HOSTS_ALONE, RefusalCode.NOT_HOST))

    run(tries())
