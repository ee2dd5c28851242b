"""A whole evening on a real server: 60 people at 15 tables, some go home, and the server dies.

All tables play the same deals, which nobody may know before the last of them has finished.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openuno.record.claims import ClaimKind
from openuno.record.lines import SharedDeal
from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import GameOver, is_game_on
from tests.server.clients import Client, Denied
from tests.server.events.visitors import Visitor
from tests.server.proofs.persistent_clients import PersistentClient, join_table
from tests.server.servers import ServerProcess

PEOPLE, TABLES, DROPOUTS = 60, 15, 4
_LIMITS = ("guests=10000", "messages=10000", "openings=10000", "commands_per_address=100000")
_PATIENCE = 240
"""Seconds after which a table that does not end is broken."""


def test_sixty_people_play_through_the_death_of_the_server(tmp_path: Path) -> None:
    arguments = [each for limit in _LIMITS for each in ("--limit", limit)]
    with ServerProcess(tmp_path / "uno.db", *arguments) as process:
        host = Visitor(process.address, "Host")
        code = host.open_event(
            {"title": "Club", "kind": {"kind": "rotating"}, "rounds": 1, "duplicate": True},
            online={"move": 60},
        )
        (promised,) = host.news(code)["page"]["deals"]
        with ThreadPoolExecutor(8) as pool:
            people = list(pool.map(lambda n: Visitor(host.server, f"Player {n}"), range(PEOPLE)))
            list(pool.map(lambda person: person.take_part(code), people))
        host.host(code, "draw")
        shown = host.news(code)
        assert len(shown["host"]["rooms"]) == TABLES
        assert_everyone_knows_their_table(people, code, shown["page"]["event"]["sittings"][0])
        gone, staying = people[:DROPOUTS], people[DROPOUTS:]
        for person in gone:
            assert person.ask_own(code, "go-home").status == 200
        host.host(code, "start")
        asyncio.run(play(staying, code, process, host))
        shown = wait_for(host, code, lambda page: page["deals"][0]["reveal"] is not None)
        assert not has_open_tables(shown["page"])
        revealed, following = shown["page"]["deals"]
        assert revealed["commitment"] == promised["commitment"] != following["commitment"]
        assert following["reveal"] is None
        assert_all_played_the_same_deal(staying, revealed)
        tables = shown["page"]["event"]["sittings"][0]["tables"]
        assert [min(table["points"]) for table in tables] == [0] * TABLES
        assert all(max(table["points"]) > 0 for table in tables)
        # The four who went home keep what bots have scored for them, and are not drawn again.
        host.host(code, "draw")
        second = host.news(code)["page"]["event"]["sittings"][1]
        assert len(second["tables"]) == (PEOPLE - DROPOUTS) // 4
        drawn = {name for table in second["tables"] for side in table["sides"] for name in side}
        assert drawn.isdisjoint(person.name for person in gone)
        host.host(code, "take-back-draw")
        host.host(code, "finish")
        rows = host.news(code)["page"]["event"]["standings"]
        assert shown["page"]["event"]["columns"] == ["matchpoints", "points"]
        assert sum(row["figures"][1] for row in rows) == 2 * sum(sum(t["points"]) for t in tables)
        # Those who sat in the first seats are compared with all others in the first seats.
        assert_matchpoints_are_right(rows, tables)


def assert_all_played_the_same_deal(people: list[Visitor], revealed: Any) -> None:
    """Every table's record is true, by the seed of the event, and begins with the same cards."""
    records = {}
    for person in people:
        (game,) = person.server.ask("GET", "/api/me/games", token=person.token).json["games"]
        if game["id"] not in records:
            found = person.server.ask("GET", f"/api/games/{game['id']}.uno")
            assert found.status == 200, found.json
            records[game["id"]] = found.body
    assert len(records) == TABLES
    deals = set()
    for data in records.values():
        report = verify(data)
        assert report.verdict is Verdict.TRUE, report
        assert [claim.kind for claim in report.claims] == [
            ClaimKind.SERVER_ALONE,
            ClaimKind.SHARED,
        ]
        record = read_record(data)
        assert isinstance(record.header.chance, SharedDeal)
        assert record.header.chance.commitment == revealed["commitment"]
        assert record.reveal == bytes.fromhex(revealed["reveal"])
        deals.add((record.entries[0].events, record.entries[1].events))
    assert len(deals) == 1


def assert_matchpoints_are_right(rows: Any, tables: Any) -> None:
    for row in rows:
        ((table, side),) = (
            (table, side)
            for table in tables
            for side, names in enumerate(table["sides"])
            if row["name"] in names
        )
        net = table["points"][side] - table["points"][1 - side]
        others = [each["points"][side] - each["points"][1 - side] for each in tables]
        others.remove(net)
        beaten = sum((other < net) + (other == net) / 2 for other in others)
        assert abs(row["figures"][0] - 100 * beaten / len(others)) <= 0.5


async def play(people: list[Visitor], code: str, process: ServerProcess, host: Visitor) -> None:
    """Everyone plays at the table their page leads to; it is paused, and the server dies."""
    chance = Random("evening")
    players = []
    for person in people:
        room = person.news(code)["me"]["place"]["room"]
        players.append(
            await join_table([process.url], person.token, room, chance, device=person.name)
        )
    await assert_nobody_watches_another_table(people, players, process.url)
    playing = [asyncio.create_task(each.plays(is_over(each))) for each in players]
    async with asyncio.timeout(_PATIENCE):
        for each in players[::8]:
            await each.sees(lambda it: is_game_on(it.table) or isinstance(it.table.game, GameOver))
        await asyncio.to_thread(host.host, code, "pause")
        for each in players[::8]:
            await each.sees(lambda it: it.table.paused is not None)
        await asyncio.to_thread(process.kill)
        await asyncio.to_thread(process.start)
        for each in players[::8]:
            await each.sees(lambda it: it.connected and it.table.paused is not None)
        await asyncio.to_thread(host.host, code, "pause", paused=False)
        await asyncio.gather(*playing)
    assert sum(each.came_back for each in players) >= len(players)
    for each in players:
        await each.client.close()


async def assert_nobody_watches_another_table(
    people: list[Visitor], players: list[PersistentClient], url: str
) -> None:
    """At a table with the same cards one could learn what is to come at one's own."""
    own, other = players[0], next(p for p in players if p.client.code != players[0].client.code)
    assert other.client.code is not None
    spy = Client(url, people[0].token)
    await spy.connect()
    with pytest.raises(Denied) as denied:
        await spy.join(other.client.code)
    assert denied.value.error.code is RefusalCode.TOO_EARLY
    await spy.close()
    assert own.client.known is not None


def is_over(player: PersistentClient) -> Callable[[], bool]:
    return lambda: isinstance(player.client.table.game, GameOver)


def assert_everyone_knows_their_table(people: list[Visitor], code: str, sitting: Any) -> None:
    rooms = set()
    for person in people:
        place = person.news(code)["me"]["place"]
        table = sitting["tables"][place["table"] - 1]
        assert person.name in [name for side in table["sides"] for name in side]
        rooms.add(place["room"])
    assert len(rooms) == TABLES


def has_open_tables(page: Any) -> bool:
    tables = [table for sitting in page["event"]["sittings"] for table in sitting["tables"]]
    return any(table["points"] is None and not table["cancelled"] for table in tables)


def wait_for(host: Visitor, code: str, promise: Callable[[Any], bool]) -> Any:
    """The event as soon as this is true of it."""
    shown = host.news(code)
    for _ in range(100):
        if promise(shown["page"]):
            return shown
        shown = host.news(code, shown["page"]["seq"], 20)
    raise AssertionError("the tables have not entered their results")
