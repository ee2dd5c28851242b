"""A whole evening on a real server: 60 people at 15 tables, some go home, and the server dies."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from openuno.room.state import GameOver, is_game_on
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
            {"title": "Club", "kind": {"kind": "rotating"}, "rounds": 1}, online={"move": 60}
        )
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
        asyncio.run(play(staying, code, process))
        shown = wait_for(host, code, lambda page: not has_open_tables(page))
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
        assert sum(row["figures"][0] for row in rows) == 2 * sum(sum(t["points"]) for t in tables)


async def play(people: list[Visitor], code: str, process: ServerProcess) -> None:
    """Everyone plays at the table their page leads to; the server dies while they do."""
    chance = Random("evening")
    players = []
    for person in people:
        room = person.news(code)["me"]["place"]["room"]
        players.append(
            await join_table([process.url], person.token, room, chance, device=person.name)
        )
    playing = [asyncio.create_task(each.plays(is_over(each))) for each in players]
    async with asyncio.timeout(_PATIENCE):
        for each in players[::8]:
            await each.sees(lambda it: is_game_on(it.table) or isinstance(it.table.game, GameOver))
        await asyncio.to_thread(process.kill)
        await asyncio.to_thread(process.start)
        await asyncio.gather(*playing)
    assert sum(each.came_back for each in players) >= len(players)
    for each in players:
        await each.client.close()


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
