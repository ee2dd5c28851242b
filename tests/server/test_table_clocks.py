"""What live tables do by themselves: clocks, stand-ins, pauses, the archive. Time is pushed."""

from pathlib import Path
from random import Random

from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.room.commands import AddBot, Move, Ready, Return, Say, Sit, Start
from openuno.room.facts import Archived, Fact, Moved, TimedOut, Warned
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on, is_played_by_bot, is_present
from openuno.room.view import view_seat
from tests.room.games import game_of, waits_of
from tests.server.clients import Client, choose_move, contribute
from tests.server.inside import Inside, at_server

QUICK = Settings(seats=2, format="single", clock=Clock(move=10, away=20, bots=0))


def test_a_late_person_is_warned_then_played_for_and_takes_over_by_one_move(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(replace(QUICK, clock=Clock(move=10, bots=5)))
        slow, other = sorted(clients, key=lambda client: not client.to_move)
        assert slow.seat is not None
        before = (await inside.table(code)).seq
        await inside.later(code, 7)
        assert await _since(inside, code, before) == []
        table = await inside.later(code, 1)
        assert await _since(inside, code, before) == [Warned]
        assert view_seat(table.seats[slow.seat]).warned
        table = await inside.later(code, 2.1)
        kinds = await _since(inside, code, before)
        assert kinds[:3] == [Warned, TimedOut, Moved], "and the stand-in moves at once"
        assert is_played_by_bot(table.seats[slow.seat])
        await slow.does(Say("I am looking"))
        assert is_played_by_bot(slow.table.seats[slow.seat]), "only a move takes over"
        while not slow.to_move:
            await inside.same(slow, other)
            await other.does(Move(_sensible(other)))
            await slow.reach(other.table.seq)
        await slow.does(Move(_sensible(slow)))
        assert not is_played_by_bot(slow.table.seats[slow.seat])
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def test_a_person_who_returns_is_not_played_for_by_a_timer_set_before(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(replace(QUICK, clock=Clock(move=10, bots=5)))
        gone, other = sorted(clients, key=lambda client: not client.to_move)
        assert gone.seat is not None
        await gone.drop()
        table = await inside.later(code, 10.1)
        assert is_played_by_bot(table.seats[gone.seat])
        while not any(wait.seat == gone.seat for wait in waits_of(table)):
            await inside.same(other)
            await other.does(Move(_sensible(other)))
            table = await inside.table(code)
        await gone.resume()  # which alone is taking the seat back, a moment before the stand-in
        back = gone.table.seq
        assert not is_played_by_bot(gone.table.seats[gone.seat])
        await inside.later(code, 5.1)
        assert await _since(inside, code, back) == []
        await gone.does(Move(_sensible(gone)))
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def test_who_is_played_for_can_say_that_they_are_back(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(QUICK)
        slow = _to_move(clients)
        await inside.later(code, 10.1)
        await slow.does(Return())
        back = slow.table.seq
        await inside.later(code, 5.1)
        assert await _since(inside, code, back) == []
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def test_a_table_pauses_when_no_person_is_there_and_goes_on_when_one_returns(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        (ann, ben), code = await inside.playing(QUICK)
        await ann.drop()
        await ben.drop()
        await inside.until(lambda: _empty(inside, code))
        before = (await inside.table(code)).seq
        await inside.later(code, 3600)
        assert (await inside.table(code)).seq == before
        await ann.resume()
        back = ann.table.seq
        await inside.later(code, 5)
        assert await _since(inside, code, back) == [], "every clock starts anew"
        await inside.later(code, 5.1)
        assert TimedOut in await _since(inside, code, back)
        await inside.same(ann)

    at_server(tmp_path, scenario)


async def _empty(inside: Inside, code: str) -> bool:
    return not (await inside.table(code)).people


def test_bots_rest_while_nobody_watches_and_play_on_for_the_first_who_comes(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(replace(QUICK, clock=Clock(bots=5, between=5)))
        for seat in (0, 1):
            await ann.does(AddBot(seat))
        await ann.does(Start())
        await ann.drop()
        await inside.until(lambda: _empty(inside, code))
        before = (await inside.table(code)).seq
        await inside.later(code, 3600)
        assert (await inside.table(code)).seq == before
        ben = await inside.person("Ben", code)
        while is_game_on(table := await inside.later(code, 5.1)):
            pass
        assert game_of(table).winners
        await inside.same(ben)

    at_server(tmp_path, scenario)


def test_a_correspondence_clock_runs_on_while_nobody_is_there(tmp_path: Path) -> None:
    day = 24 * 3600

    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        (ann, ben), code = await inside.playing(replace(QUICK, clock=Clock(move=2 * day, bots=0)))
        slow = _to_move((ann, ben))
        await ann.drop()
        await ben.drop()
        await inside.until(lambda: _empty(inside, code))
        await inside.later(code, day)
        assert not await _is_late(inside, code, slow)
        # Out of memory by now or not: the sweeper finds what is due in the store.
        inside.clock.push(day + 3)
        await inside.until(lambda: _is_late(inside, code, slow))
        await slow.resume()
        assert slow.seat is not None
        assert not is_played_by_bot(slow.table.seats[slow.seat])
        await inside.same(slow)

    at_server(tmp_path, scenario)


async def _is_late(inside: Inside, code: str, client: Client) -> bool:
    entries = await inside.log(code)
    facts = (fact for entry in entries for fact in entry.facts)
    return any(isinstance(fact, TimedOut) and fact.seat == client.seat for fact in facts)


def test_a_table_nobody_touches_is_archived_and_woken_by_the_first_who_comes(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        (ann, ben), code = await inside.playing(QUICK)
        await ann.drop()
        await ben.drop()
        await inside.until(lambda: _empty(inside, code))
        inside.clock.push(23 * 3600)
        assert [table["code"] for table in _lobby(inside)] == [code]
        inside.clock.push(3600 + 10)
        await inside.until(lambda: not _lobby(inside))
        assert isinstance((await inside.log(code))[-1].facts[0], Archived)
        await ann.resume()
        assert not ann.table.archived
        assert ann.seat == 0
        assert is_game_on(ann.table)
        assert [table["code"] for table in _lobby(inside)] == [code]
        await inside.same(ann)

    at_server(tmp_path, scenario)


def _lobby(inside: Inside) -> list[dict[str, str]]:
    tables = inside.server.ask("GET", "/api/tables").json["tables"]
    assert isinstance(tables, list)
    return tables


def test_without_a_clock_only_those_who_are_gone_are_played_for(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(
            replace(QUICK, clock=Clock(move=None, away=20, bots=0))
        )
        slow = _to_move(clients)
        before = (await inside.table(code)).seq
        await inside.later(code, 3600)
        assert await _since(inside, code, before) == []
        await slow.drop()
        await inside.until(lambda: _gone(inside, code, slow))
        await inside.later(code, 20.1)
        assert TimedOut in await _since(inside, code, before)
        other = next(client for client in clients if client is not slow)
        await inside.same(other)

    at_server(tmp_path, scenario)


def test_a_guest_who_stays_connected_elsewhere_is_not_away(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(replace(QUICK, clock=Clock(move=None, away=5, bots=0)))
        ben = await inside.person("Ben", code)
        tablet = await inside.device(ben.token, code)
        await ann.does(Sit(0))
        await ben.does(Sit(1))
        await ben.does(Ready())
        await contribute(ann, ben)
        await ann.does(Start())
        await ben.drop()
        await ann.does(Say("still there?"))
        before = (await inside.table(code)).seq
        table = await inside.later(code, 60)
        assert is_present(table, ben.guest)
        assert await _since(inside, code, before) == []
        await inside.same(ann, tablet)

    at_server(tmp_path, scenario)


async def _gone(inside: Inside, code: str, client: Client) -> bool:
    return not is_present(await inside.table(code), client.guest)


async def _since(inside: Inside, code: str, seq: int) -> list[type[Fact]]:
    """The kinds of what has happened since, comings and goings apart."""
    entries = await inside.log(code)
    facts = [fact for entry in entries if entry.seq > seq for fact in entry.facts]
    return [type(fact) for fact in facts if isinstance(fact, Warned | TimedOut | Moved | Archived)]


def _to_move(clients: list[Client] | tuple[Client, ...]) -> Client:
    return next(client for client in clients if client.to_move)


def _sensible(client: Client) -> Action:
    return choose_move(client.legal, Random(0))
