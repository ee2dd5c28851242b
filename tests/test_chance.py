"""What tests leave to chance is the same in every run."""

import asyncio
from pathlib import Path

from openuno.engine.cards import Card
from openuno.room.settings import Clock, Settings
from tests.chance import begin_test, chance_of, new_bytes
from tests.room.games import game_of
from tests.server.clients import begin, people_at_table
from tests.server.servers import run_server

SETTINGS = Settings(rules="classic", format="single", seats=2, clock=Clock(move=None))
Seen = tuple[str, str, tuple[tuple[Card, ...], ...]]


async def play(url: str) -> Seen:
    """Begin a game; the token of who hosts it, its table's code, and what everyone was dealt."""
    async with people_at_table(url, SETTINGS) as clients:
        await begin(clients)
        hands = []
        for client in clients:
            game = game_of(client.table)
            assert client.seat is not None
            hands.append(game.tables[0].round.hands[client.seat])
        return clients[0].token, clients[0].code or "", tuple(hands)


def served(database: Path) -> Seen:
    with run_server(database) as server:
        return asyncio.run(play(server.url))


def test_a_test_sees_the_same_deals_whenever_it_runs(tmp_path: Path) -> None:
    begin_test("a test")
    first = served(tmp_path / "first.db")
    begin_test("a test")
    assert served(tmp_path / "again.db") == first
    begin_test("another test")
    assert served(tmp_path / "other.db") != first


def test_two_servers_on_one_database_give_different_ids(tmp_path: Path) -> None:
    (token, code, hands), (*others,) = (served(tmp_path / "uno.db") for _ in range(2))
    assert token != others[0]
    assert code != others[1]
    assert hands != others[2]


def test_what_several_tests_share_does_not_change_the_chance_of_one() -> None:
    begin_test("a test")
    before = new_bytes(8)
    with chance_of("a fixture"):
        shared = new_bytes(8)
    after = new_bytes(8)
    begin_test("another test")
    with chance_of("a fixture"):
        assert new_bytes(8) == shared
    begin_test("a test")
    assert [new_bytes(8), new_bytes(8)] == [before, after]
