"""People at live tables: devices, seats, hosts, and the ways to be cut off."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from openuno.room.commands import (
    AddBot,
    End,
    HandOver,
    Kick,
    Leave,
    Move,
    Ready,
    Rematch,
    Say,
    Sit,
    Stand,
    Start,
    Vote,
)
from openuno.room.facts import GameStarted
from openuno.room.protocol.messages import Ack, Ask, Hello, Join, Snapshot
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import FREE, is_game_on, is_present
from openuno.room.view import view_room, view_seat
from tests.room.games import game_of, start_of
from tests.server.clients import Client, Denied, begin, choose_move, contribute, gather_round
from tests.server.inside import ROOMY, Inside, at_server
from tests.server.servers import ServerProcess

PAIR = Settings(seats=2, format="single", clock=Clock(move=None, bots=0))


def test_the_same_token_on_another_device_takes_the_seat_over(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        tablet = await inside.device(ann.token, code)
        assert tablet.seat == ann.seat == 0
        await inside.same(ann, tablet, ben)
        await tablet.does(Say("from the tablet"))
        await ann.does(Say("from the phone"))
        await ann.drop()  # the phone goes out; the seat is not left
        await inside.same(tablet, ben)
        table = await inside.table(code)
        assert view_seat(table.seats[0]).away is None
        assert is_present(table, tablet.guest)
        await tablet.drop()
        await ben.wait_for(lambda it: not is_present(it.table, tablet.guest))
        await inside.same(ben)

    at_server(tmp_path, scenario)


def test_a_refresh_keeps_the_seat_and_the_cards(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        before = game_of(ann.table)
        await ann.close()
        again = await inside.device(ann.token, code)
        assert again.seat == 0
        assert game_of(again.table).tables[0].round.hands[0] == before.tables[0].round.hands[0]
        await inside.same(again, ben)

    at_server(tmp_path, scenario)


def test_a_connection_lost_while_it_joins_leaves_nobody_behind(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        host, code = await inside.host(PAIR)
        for number in range(20):
            ghost = await inside.person(f"Ghost {number}")
            ghost.code = code
            await ghost.send(Join(code))
            if number % 2:
                await asyncio.sleep(0.001 * number)
            await ghost.drop()
        await inside.until(lambda: _alone(inside, host, code))
        await inside.same(host)

    at_server(tmp_path, scenario)


async def _alone(inside: Inside, client: Client, code: str) -> bool:
    actor = await inside.actor(code)
    assert actor is not None
    people = [person.guest for person in actor.room.people]
    return len(actor.crowd) == 1 and people == [client.guest]


def test_who_joins_another_table_at_once_hears_of_that_one_only(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, first = await inside.host(PAIR)
        ben, second = await inside.host(PAIR, "Ben")
        eve = await inside.person("Eve")
        for _ in range(10):
            await eve.send(Join(first))
            eve.code, eve.known = second, None
            await eve.send(Join(second))
            await eve.wait_for(lambda it: it.known is not None or bool(it.errors))
        await inside.until(lambda: _alone(inside, ann, first))
        await ann.does(Say("nobody hears this"))
        await ben.does(Say("Eve hears this"))
        await inside.same(ann, ben, eve)

    at_server(tmp_path, scenario)


def test_who_goes_to_another_table_hears_nothing_more_of_the_first(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, first = await inside.host(PAIR)
        eve, second = await inside.host(PAIR, "Eve")
        await eve.does(Sit(0))
        await eve.join(first)
        held = await inside.hold(first)
        await ann.send(Ask("said", Say("still to be decided when Eve goes")))
        await ann.ping()
        await eve.join(second)
        before = eve.table.seq
        held.set()
        await ann.answer("said")
        await eve.ping()
        assert eve.table.seq == before
        await inside.same(ann, eve)

    at_server(tmp_path, scenario)


def test_a_table_left_before_it_let_one_in_shows_nothing_and_takes_no_seat(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        ann, first = await inside.host(PAIR)
        (ben, cat), second = await inside.playing(PAIR)
        held = await inside.hold(first)
        for client in (ben, cat):
            client.code = None
            await client.send(Join(first))
            await client.join(second)
        held.set()
        await inside.until(lambda: _alone(inside, ann, first))
        for client in (ben, cat):
            await client.ping()
            shown = [each.table for each in client.messages if isinstance(each, Snapshot)]
            assert first not in shown
        for _ in range(3):
            mover = ben if ben.to_move else cat
            await mover.does(Move(choose_move(mover.legal, Random(0))))
            await inside.same(ben, cat)

    at_server(tmp_path, scenario)


def test_a_person_who_joins_again_without_leaving_gets_nothing_twice(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.seated(PAIR)
        held = await inside.hold(code)
        await ben.send(Ask("said", Say("on its way when Ann joins again")))
        await ben.ping()
        await ann.send(Join(code, ann.table.seq))
        await ann.ping()
        held.set()
        await inside.same(ann, ben)
        await ben.does(Say("and after"))
        await inside.same(ann, ben)

    at_server(tmp_path, scenario)


def test_who_has_left_and_then_hangs_up_disturbs_nobody(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await ann.ask(Leave())
        stale = await inside.actor(code)
        assert stale is not None
        inside.clock.push(60)
        await inside.until(lambda: _forgotten(inside, code))
        ben = await inside.person("Ben", code)
        await ann.drop()
        await ann.connect()
        await ann.join(code)
        await ann.does(Leave())
        await inside.same(ben)
        await asyncio.sleep(0.1)
        assert await inside.actor(code) is not stale
        assert stale._timer._timer is None, "a table that has left memory acts no more"
        assert is_present(await inside.table(code), ben.guest)

    at_server(tmp_path, scenario)


async def _empty(inside: Inside, code: str) -> bool:
    return not (await inside.table(code)).people


async def _forgotten(inside: Inside, code: str) -> bool:
    return await inside.actor(code) is None


def test_a_table_leaves_memory_when_idle_and_comes_back_on_the_first_message(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        before = await inside.table(code)
        await ann.drop()
        await ben.drop()
        await inside.until(lambda: _empty(inside, code))
        inside.clock.push(11)
        await inside.until(lambda: _forgotten(inside, code))
        await ann.resume()
        after = await inside.table(code)
        assert after.game == before.game
        assert view_seat(after.seats[0]).guest == ann.guest
        await inside.same(ann)
        await ben.resume()
        await inside.same(ann, ben)

    at_server(tmp_path, scenario)


def test_the_host_passes_on_when_the_host_leaves_or_stays_away(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(replace(PAIR, seats=3))
        ben = await inside.person("Ben", code)
        cat = await inside.person("Cat", code)
        await ben.does(Sit(1))
        await ann.does(HandOver(cat.guest))
        assert (await ann.refused(End())).code is RefusalCode.NOT_HOST
        await cat.does(HandOver(ann.guest))
        await ann.does(Leave())
        await inside.same(ben, cat)
        assert ben.table.host == ben.guest, "who sits comes before who watches"
        await ben.drop()
        await cat.wait_for(lambda it: not is_present(it.table, ben.guest))
        table = await inside.later(code, 3600)
        assert table.host == ben.guest, "the seat is Ben's: nobody who watches is host"
        await cat.does(Sit(2))
        table = await inside.later(code, 1)
        assert table.host == cat.guest
        await ben.resume()
        await cat.wait_for(lambda it: it.table.host == ben.guest)
        await inside.same(ben, cat)

    at_server(tmp_path, scenario)


def test_a_stranger_who_watches_a_sleeping_table_stays_a_stranger(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        slow = replace(PAIR, clock=Clock(move=24 * 3600))
        (ann, ben), code = await inside.playing(slow)
        zoe = await inside.person("Zoe", code)
        for client in (ann, ben):
            await client.drop()
            await zoe.wait_for(lambda it, gone=client.guest: not is_present(it.table, gone))  # type: ignore[misc]
        table = await inside.later(code, 12 * 3600)
        assert table.host == ann.guest
        for command in (Kick(0), Kick(1), End()):
            assert (await zoe.refused(command)).code is RefusalCode.NOT_HOST
        assert (await zoe.refused(Vote())).code is RefusalCode.NOT_SEATED
        await ben.resume()
        assert (await ben.refused(End())).code is RefusalCode.NOT_HOST
        await ben.does(Vote())
        await ben.does(Vote(0))
        await ann.resume()
        assert ann.seat == 0
        assert [ballot.seat for ballot in ann.table.votes] == [None]
        await ann.does(Vote())
        assert not is_game_on(ann.table), "both have voted to end it"

    at_server(tmp_path, scenario)


def test_a_kick_empties_the_seat_and_the_kicked_may_watch(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), _code = await inside.playing(PAIR)
        await ann.does(Kick(1))
        await inside.same(ann, ben)
        assert ben.seat is None
        assert (await ben.refused(Sit(1))).code is RefusalCode.KICKED
        await ann.does(End())
        await inside.same(ann, ben)
        assert ann.table.seats[1] == FREE

    at_server(tmp_path, scenario)


def test_a_double_start_deals_once(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.seated(PAIR)
        await ben.does(Ready())
        await contribute(ann, ben)
        await ann.send(Ask("first", Start()))
        await ann.send(Ask("second", Start()))
        await ann.send(Ask("first", Start()))
        answers = [await ann.answer("first"), await ann.answer("second")]
        assert isinstance(answers[0], Ack)
        assert not isinstance(answers[1], Ack)
        await inside.same(ann, ben)
        log = await inside.log(code)
        assert [type(f) for e in log for f in e.facts].count(GameStarted) == 1

    at_server(tmp_path, scenario)


def test_a_rematch_keeps_the_seats_and_needs_everyone(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), _code = await inside.playing(PAIR)
        await ann.does(End())
        await ben.does(Stand())
        assert (await ann.refused(Rematch())).code is RefusalCode.SEATS_EMPTY
        await ben.does(Sit(1))
        assert (await ann.refused(Rematch())).code is RefusalCode.NOT_READY
        await ben.does(Ready())
        await contribute(ann, ben)
        await ann.does(Rematch())
        await inside.same(ann, ben)
        assert is_game_on(ann.table)
        assert start_of(ann.table).number == 2

    at_server(tmp_path, scenario)


def test_a_password_keeps_people_out_but_not_those_who_sit(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR, password="swordfish")
        ben = await inside.person("Ben")
        for wrong in (None, "", "Swordfish", "x" * 1000):
            with pytest.raises(Denied) as denied:
                await ben.join(code, password=wrong)
            assert denied.value.error.code is RefusalCode.WRONG_PASSWORD
        await ben.join(code, password="swordfish")
        await ben.does(Sit(1))
        await ben.close()
        again = await inside.device(ben.token, code)
        await inside.same(ann, again)

    at_server(tmp_path, scenario)


def test_a_wish_to_leave_said_again_gets_the_same_answer(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        first = await ann.ask(Leave(), "go")
        assert isinstance(first, Ack)
        assert await ann.ask(Leave(), "go") == first
        await ann.join(code)
        assert await ann.ask(Leave(), "go") == first

    at_server(tmp_path, scenario)


def test_more_people_than_fit_are_told_so(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await inside.person("Ben", code)
        cat = await inside.person("Cat")
        with pytest.raises(Denied) as denied:
            await cat.join(code)
        assert denied.value.error.code is RefusalCode.TOO_MANY
        await inside.same(ann)

    at_server(tmp_path, scenario, limits=replace(ROOMY, people=2))


def test_strangers_who_take_all_the_room_keep_nobody_out_whose_table_it_is(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        ben = await inside.person("Ben", code)
        await ben.does(Sit(1))
        await ann.drop()
        await ben.wait_for(lambda it: not is_present(it.table, ann.guest))
        await inside.person("Zoe", code)
        await ann.resume()
        await inside.same(ann, ben)

    at_server(tmp_path, scenario, limits=replace(ROOMY, people=2))


def test_strangers_who_come_all_the_time_keep_nobody_out_whose_table_it_is(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        for name in ("Ben", "Zoe", "Eve"):
            await (await inside.person(name, code)).does(Leave())
        last = await inside.person("Fay")
        with pytest.raises(Denied) as denied:
            await last.join(code)
        assert denied.value.error.code is RefusalCode.TOO_FAST
        for _ in range(2):
            await ann.drop()
            await inside.later(code, 1)
            await ann.resume()
        await inside.same(ann)

    at_server(tmp_path, scenario, limits=replace(ROOMY, people=3, coming=0.001))


def test_a_graceful_stop_says_goodbye_and_everyone_comes_back(tmp_path: Path) -> None:
    async def scenario(served: ServerProcess) -> None:
        ann, ben = await gather_round(served.url, PAIR)
        await begin((ann, ben))
        before = view_room(ann.table, 0)
        assert await asyncio.to_thread(served.stop) == 0
        for client in (ann, ben):
            await client.wait_for(lambda it: not it.connected)
            assert client.bye is not None
            assert client.close_code == 1012
        coming = [asyncio.create_task(client.resume()) for client in (ann, ben)]
        await asyncio.to_thread(served.start)
        await asyncio.gather(*coming)
        assert [client.seat for client in (ann, ben)] == [0, 1]
        assert view_room(ann.table, 0).game == before.game
        await ann.does(Say("here again"))
        await ben.reach(ann.table.seq)
        await ann.drop()
        await ben.drop()

    with ServerProcess(tmp_path / "uno.db") as served:
        asyncio.run(asyncio.wait_for(scenario(served), 300))


def test_bots_fill_seats_and_play_a_whole_game(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(replace(PAIR, seats=4))
        for seat, bot in enumerate(("random", "casual", "regular", "regular")):
            await ann.does(AddBot(seat, bot))
        await ann.does(Start())
        await ann.wait_for(lambda it: not is_game_on(it.table))
        await inside.same(ann)
        assert game_of(ann.table).winners
        assert code

    at_server(tmp_path, scenario)


def test_a_second_hello_is_refused_and_changes_nobody(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(PAIR)
        ben = await inside.person("Ben")
        await ann.send(Hello(1, ben.token))
        await ann.wait_for(lambda it: any(e.code is RefusalCode.BAD_MESSAGE for e in it.errors))
        await ann.does(Sit(0))
        assert view_seat(ann.table.seats[0]).name == "Ann"

    at_server(tmp_path, scenario)
