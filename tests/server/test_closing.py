"""Tables that end: closed by their host, never used, or with a log that is full."""

from pathlib import Path

from msgspec.structs import replace

from openuno.room.commands import AddBot, End, Say, Sit, Start
from openuno.room.deadlines import KEPT_CLOSED, UNUSED
from openuno.room.facts import GameClosed, TableClosed
from openuno.room.protocol.messages import Join
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on
from openuno.server.limits import Limits
from tests.server.clients import new_guest, open_table
from tests.server.inside import ROOMY, Inside, PushedClock, at_server
from tests.server.servers import run_server

PAIR = Settings(seats=2, clock=Clock(bots=0))


def test_the_host_closes_a_table_they_never_went_to(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        code = await open_table(inside.url, token, PAIR)
        other = await new_guest(inside.url, "Ben")
        ask = inside.server.ask
        assert ask("DELETE", f"/api/tables/{code}").status == 401
        refused = ask("DELETE", f"/api/tables/{code}", token=other)
        assert (refused.status, refused.json["code"]) == (403, "not-host")
        assert ask("DELETE", f"/api/tables/{code.lower()}", token=token).status == 204
        again = ask("DELETE", f"/api/tables/{code}", token=token)
        assert (again.status, again.json["code"]) == (410, "table-closed")
        assert ask("GET", "/api/tables").json["tables"] == []
        ann = await inside.device(token)
        await ann.send(Join(code))
        await ann.wait_for(lambda it: any(e.code is RefusalCode.TABLE_CLOSED for e in it.errors))
        missing = ask("DELETE", "/api/tables/NOSUCH", token=token)
        assert (missing.status, missing.json["code"]) == (404, "no-such-table")

    at_server(tmp_path, scenario)


def test_everyone_at_a_table_that_is_closed_is_told(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        ben = await inside.person("Ben", code)
        await ben.does(Sit(1))
        assert inside.server.ask("DELETE", f"/api/tables/{code}", token=ann.token).status == 204
        for client in (ann, ben):
            await client.wait_for(
                lambda it: any(e.code is RefusalCode.TABLE_CLOSED for e in it.errors)
            )
            assert (await client.refused(Say("anyone?"))).code is RefusalCode.NOT_AT_TABLE
            await client.drop()
        table = await inside.table(code)
        assert table.closed_for == "host"
        assert (await inside.log(code))[-1].facts == (TableClosed("host"),)

    at_server(tmp_path, scenario)


def test_a_table_is_not_closed_under_a_game(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await ann.does(AddBot(0))
        await ann.does(AddBot(1))
        await ann.does(Start())
        refused = inside.server.ask("DELETE", f"/api/tables/{code}", token=ann.token)
        assert (refused.status, refused.json["code"]) == (409, "game-on")
        await ann.does(End())
        assert inside.server.ask("DELETE", f"/api/tables/{code}", token=ann.token).status == 204
        log = len(await inside.log(code))
        await inside.later(code, KEPT_CLOSED / 1000 + 1)
        assert len(await inside.log(code)) == log, "its game keeps its record"

    at_server(tmp_path, scenario)


def test_a_table_nobody_came_to_closes_and_then_leaves_nothing(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        token = await new_guest(inside.url, "Ann")
        codes = [await open_table(inside.url, token, PAIR) for _ in range(5)]
        _, kept = await inside.host(PAIR, "Ben")
        inside.clock.push(UNUSED / 1000 + 5)
        await inside.on_loop(inside.hub._sweep())
        for code in codes:
            assert (await inside.table(code)).closed_for == "unused"
        assert await inside.on_loop(inside.hub.context.store.count_rooms(None)) == 1
        shown = inside.server.ask("GET", "/api/tables").json["tables"]
        assert [each["code"] for each in shown] == [kept]
        inside.clock.push(KEPT_CLOSED / 1000 + 5)

        async def deleted() -> bool:
            await inside.on_loop(inside.hub._sweep())
            return not any([await inside.log(code) for code in codes])

        await inside.until(deleted)
        assert inside.server.ask("GET", f"/api/tables/{codes[0]}").status == 404
        assert len(await inside.log(kept)) > 1

        async def gone_from_memory() -> bool:
            inside.clock.push(20)
            await inside.on_loop(inside.hub._sweep())
            return not set(codes) & set(inside.hub.actors)

        await inside.until(gone_from_memory)

    at_server(tmp_path, scenario)


def test_tables_are_opened_at_a_rate_by_each_address(tmp_path: Path) -> None:
    limits, clock = Limits(openings=0.005), PushedClock().stop()
    with run_server(tmp_path / "uno.db", limits=limits, now=clock) as server:
        _, token = server.guest()
        _, other = server.guest()
        opened = [server.ask("POST", "/api/tables", {}, token=token).status for _ in range(3)]
        assert opened == [201] * 3
        refused = server.ask("POST", "/api/tables", {}, token=other)
        assert (refused.status, refused.json["code"]) == (429, "too-fast")
        assert int(refused.headers["retry-after"]) == 200


def test_a_log_that_is_full_closes_the_table(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        while (await inside.table(code)).closed_for is None:
            await ann.does(Say("still here?"))
        await ann.wait_for(lambda it: any(e.code is RefusalCode.TABLE_CLOSED for e in it.errors))
        log = await inside.log(code)
        assert len(log) == 20
        assert log[-1].facts[-1] == TableClosed("full")
        await ann.drop()
        await inside.later(code, 100)
        assert len(await inside.log(code)) == 20

    at_server(tmp_path, scenario, limits=replace(ROOMY, log_entries=20, chat=10**6))


def test_the_game_in_progress_goes_on_though_the_log_is_full(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await ann.does(AddBot(0))
        await ann.does(AddBot(1))
        await ann.does(Start())
        while (await inside.table(code)).seq < 12:
            await inside.later(code, 1)
        assert (await ann.refused(Say("hello?"))).code is RefusalCode.TABLE_FULL
        assert is_game_on(await inside.table(code))
        while (await inside.table(code)).closed_for is None:
            await inside.later(code, 1)
        log = await inside.log(code)
        closing = log[-1].facts
        assert closing[-1] == TableClosed("full")
        game = await inside.on_loop(inside.hub.context.store.games(2**53, 10))
        assert len(game) == 1
        if game[0].winners is None:  # it was broken off
            assert any(isinstance(fact, GameClosed) for fact in closing)
            assert len(log) - game[0].first + 1 == 40
        record = inside.server.ask("GET", f"/api/games/{game[0].id}.uno")
        assert record.status == 200

    at_server(tmp_path, scenario, limits=replace(ROOMY, log_entries=10, game_entries=40))
