"""Finished games over HTTP: found, listed for those who may see them, downloaded and verified."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openuno.record.verify import Proof, Verdict, verify
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from tests.server.clients import begin, gather_round, play_out
from tests.server.servers import ThreadServer, run_server

CHANCE = 7


class Played:
    """A server on which a public and a private game were played to the end."""

    def __init__(
        self, server: ThreadServer, public: list[str], private: list[str], code: str
    ) -> None:
        self.server = server
        self.public = public
        self.private = private
        self.private_code = code

    def get(self, path: str, token: str | None = None) -> Any:
        answer = self.server.ask("GET", path, token=token)
        assert answer.status == 200, answer
        return answer.json


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder: Path = tmp_path_factory.mktemp("games")
    limits = Limits(messages=10_000, guests=10_000, openings=10_000)
    with run_server(folder / "uno.db", limits=limits) as server:
        public, _ = asyncio.run(play(server, Settings(seats=2, format="single")))
        private, code = asyncio.run(play(server, Settings(seats=2, format="single", public=False)))
        yield Played(server, public, private, code)


async def play(server: ThreadServer, settings: Settings) -> tuple[list[str], str]:
    async with asyncio.timeout(300):
        clients = await gather_round(server.url, settings)
        for client in clients:
            await asyncio.to_thread(
                server.ask, "PATCH", "/api/me", {"rated": True}, token=client.token
            )
        await begin(clients)
        await play_out(clients, Random(CHANCE))
        code = clients[0].code
        assert code is not None
        for client in clients:
            await client.close()
        return [client.token for client in clients], code


def test_a_finished_public_game_is_listed_for_everyone(played: Played) -> None:
    (game,) = played.get("/api/games")["games"]
    assert game["names"] == ["Ann", "Ben"]
    assert game["kind"] == "single"
    assert len(game["winners"]) == 1
    assert [each["rank"] for each in sorted(game["played"], key=lambda p: p["rank"])] == [1, 2]
    assert played.get(f"/api/games/{game['id']}") == game


def test_a_private_game_is_listed_for_those_alone_who_played_it(played: Played) -> None:
    (mine,) = played.get("/api/me/games", played.private[0])["games"]
    assert mine["id"] not in [each["id"] for each in played.get("/api/games")["games"]]
    for other in played.public:
        assert mine["id"] not in [
            each["id"] for each in played.get("/api/me/games", other)["games"]
        ]


def test_a_private_game_does_not_tell_the_way_to_its_table(played: Played) -> None:
    (mine,) = played.get("/api/me/games", played.private[0])["games"]
    assert mine["code"] is None
    assert played.private_code not in str(played.get(f"/api/games/{mine['id']}"))


def test_a_record_can_be_downloaded_and_is_true(played: Played) -> None:
    games = played.get("/api/games")["games"]
    games += played.get("/api/me/games", played.private[0])["games"]
    for game in games:
        record = played.server.ask("GET", f"/api/games/{game['id']}.uno")
        assert record.status == 200
        assert record.headers["content-type"] == "application/x-ndjson"
        assert f'filename="{game["id"]}.uno"' in record.headers["content-disposition"]
        report = verify(record.body)
        assert report.verdict is Verdict.TRUE
        assert report.proof is Proof.EVERYTHING


def test_games_come_in_pages(played: Played) -> None:
    (game,) = played.get("/api/games?most=1")["games"]
    assert played.get(f"/api/games?before={game['ended']}")["games"] == []
    assert played.get(f"/api/games?before={game['ended'] + 1}")["games"] == [game]


def test_everyone_has_their_statistics(played: Played) -> None:
    each = [played.get("/api/me/statistics", token) for token in played.public]
    assert [one["totals"][0]["kind"] for one in each] == ["single", "single"]
    assert sorted(one["totals"][0]["won"] for one in each) == [0, 1]
    assert all(one["totals"][0]["games"] == 1 for one in each)
    assert played.get(f"/api/players/{each[0]['guest']}") == each[0]


def test_the_rated_are_ranked(played: Played) -> None:
    async def rated() -> None:
        async with asyncio.timeout(60):
            while len(await played.server.hub.context.store.ratings("single", 10)) < 4:
                await asyncio.sleep(0.05)

    played.server.do(rated())
    told = played.get("/api/ratings/single")
    assert told["kind"] == "single"
    worth = [each["mu"] - 3 * each["sigma"] for each in told["ratings"]]
    assert worth == sorted(worth, reverse=True)
    assert played.get("/api/ratings/race")["ratings"] == []
    assert len(played.get("/api/ratings/single?most=1")["ratings"]) == 1


@pytest.mark.parametrize("game", ["0" * 18, "x", "%00", "a" * 65, "A-B"])
@pytest.mark.parametrize("what", ["", ".uno"])
def test_a_game_that_is_not_there_is_not_found(played: Played, game: str, what: str) -> None:
    no = played.server.ask("GET", f"/api/games/{game}{what}")
    assert (no.status, no.json["code"]) == (404, "no-such-game")


def test_there_are_no_ratings_for_what_is_no_format(played: Played) -> None:
    no = played.server.ask("GET", "/api/ratings/poker")
    assert (no.status, no.json["code"]) == (404, "no-such-address")


@pytest.mark.parametrize(
    "query",
    ["most=0", "most=101", "most=x", "before=-1", f"before={2**53}", "who=me", "most=1&most=2"],
)
def test_a_page_nobody_can_turn_to_is_refused(played: Played, query: str) -> None:
    no = played.server.ask("GET", f"/api/games?{query}")
    assert (no.status, no.json["code"]) == (400, "bad-message")
