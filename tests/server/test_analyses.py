"""Finished games analysed deeper, in the processes that search and only while no bot does."""

import asyncio
import os
import re
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest

from openuno import Single, edition, play_game, with_switches
from openuno.local.analysis.analyse import Options, analyse, make_plan
from openuno.local.analysis.judging import begin_judging
from openuno.local.analysis.report import Analysis
from openuno.record.reader import read_record, record_bytes
from openuno.room import commands as command
from openuno.room.settings import Clock, Settings
from openuno.room.state import GameOn
from openuno.server.http.endpoints import games
from openuno.server.net import rate_limits
from openuno.server.search import analyses
from openuno.server.search.analyses import (
    Analyses,
    AnalysisDone,
    AnalysisFailed,
    AnalysisFailure,
    AnalysisNotAsked,
    AnalysisState,
    AnalysisWaiting,
)
from openuno.server.search.pool import Outcome, SearchPool
from tests.server.clients import begin, gather_round, play_out
from tests.server.inside import ROOMY, Inside, at_server
from tests.server.servers import Answer, ThreadServer, run_server
from tests.server.test_search import WORLDS, ended, game_at, later, mind_of, seen_in

SMALL = Settings(
    rules="classic+hand_size=2", format="single", seats=2, clock=Clock(move=None, bots=1.0)
)
RULES = with_switches(edition("classic"), hand_size=2)
SHALLOW = Options(worlds=4)
SEED = 10
_LONG = 120.0


@pytest.fixture
def pool() -> Iterator[SearchPool]:
    pool = SearchPool(1, WORLDS, pause=0)
    yield pool
    pool.close()


@pytest.fixture(scope="module")
def record() -> bytes:
    return record_bytes(play_game(["regular", "random"], RULES, Single(), seed=SEED).record)


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look less deep, to be quick."""
    monkeypatch.setattr("openuno.server.process.app.Analyses", partial(Analyses, options=SHALLOW))


async def play(server: ThreadServer, chance: int = 7) -> str:
    """The id of a game that two people have just finished."""
    clients = await gather_round(server.url, SMALL)
    await begin(clients)
    await play_out(clients, Random(chance))
    for client in clients:
        await client.close()
    (game,) = server.ask("GET", "/api/me/games", token=clients[0].token).json["games"]
    return str(game["id"])


def start(server: ThreadServer, game: str) -> Answer:
    return server.ask("POST", f"/api/games/{game}/analysis")


def as_json(found: Analysis) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


def wait_for_result(server: ThreadServer, game: str) -> Any:
    until = monotonic() + _LONG
    while (state := server.ask("GET", f"/api/games/{game}/analysis").json)["state"] != "done":
        assert state["state"] in ("waiting", "running"), state
        assert monotonic() < until
        sleep(0.2)
    return state["result"]


def figures(server: ThreadServer) -> dict[str, float]:
    """What `/metrics` says, without the label of the process."""
    text = re.sub(r',?process="[^"]*"', "", server.ask("GET", "/metrics").body.decode())
    samples = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in samples}


async def finish(found: Analyses, game: str) -> AnalysisState:
    async with asyncio.timeout(_LONG):
        while not isinstance(state := found.state(game), AnalysisDone | AnalysisFailed):
            await asyncio.sleep(0.01)
    return state


@pytest.mark.usefixtures("shallow")
def test_a_finished_game_is_analysed_as_uno_analyse_does_it(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=ROOMY) as server:
        game = asyncio.run(play(server))
        path = f"/api/games/{game}"
        assert server.ask("GET", f"{path}/analysis").json == {"state": "not-asked"}
        assert start(server, game).json == {"state": "running", "done": 0, "total": 0}
        assert start(server, game).json["state"] == "running", "it is joined"
        result = wait_for_result(server, game)
        record = read_record(server.ask("GET", f"{path}.uno").body)
        assert result == as_json(analyse(record, SHALLOW))
        assert start(server, game).json == {"state": "done", "result": result}, "it is kept"
        metrics = figures(server)
        assert metrics['uno_analyses_total{outcome="done"}'] == 1
        assert metrics["uno_analysis_seconds_count{}"] == 1
        assert metrics["uno_analysis_seconds_sum{}"] > 0
        assert metrics["uno_analyses_unfinished{}"] == 0


def test_what_is_found_does_not_depend_on_pieces_and_deaths(
    pool: SearchPool, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openuno.server.search.pool.SLICE", 0.001)

    async def run() -> AnalysisState:
        found = Analyses(pool, SHALLOW)
        found.begin("one", record)
        async with asyncio.timeout(_LONG):
            while not pool.processes:
                await asyncio.sleep(0.01)
            os.kill(pool.processes[0], signal.SIGKILL)
        return await finish(found, "one")

    done = asyncio.run(run())
    assert isinstance(done, AnalysisDone)
    assert done.result == analyse(read_record(record), SHALLOW)


def test_a_process_that_always_dies_is_given_up(pool: SearchPool, record: bytes) -> None:
    async def run() -> None:
        found = Analyses(pool, SHALLOW)
        found.begin("one", record)
        task = asyncio.create_task(finish(found, "one"))
        while not task.done():
            for process in pool.processes:
                os.kill(process, signal.SIGKILL)
            await asyncio.sleep(0.01)
        assert await task == AnalysisFailed(AnalysisFailure.INTERRUPTED)
        assert found.is_new("one"), "it can be asked for again"
        assert found.outcomes == {AnalysisFailure.INTERRUPTED: 1}

    asyncio.run(run())


def test_searches_come_first(pool: SearchPool, record: bytes) -> None:
    asked = next(begin_judging(make_plan(read_record(record), SHALLOW).tasks[0]))
    question = seen_in(game_at()), mind_of()
    ended(pool.begin(*question, later()))
    (process,) = pool.processes
    os.kill(process, signal.SIGSTOP)
    search = pool.begin(*question, later())
    assert pool.play_out(asked, 0) is None, "while a bot searches, nothing else is begun"
    os.kill(process, signal.SIGCONT)
    assert ended(search).answer() is not None
    piece = pool.play_out(asked, 0)
    assert piece is not None
    assert pool.play_out(asked, 0) is None, "one piece at a time"
    search = pool.begin(*question, later())
    assert ended(search).answer() is not None
    assert piece.done(), "it was short"
    assert piece.result()
    assert pool.outcomes == {Outcome.ANSWERED: 3}, "pieces are no searches"


def test_games_wait_for_their_turn_and_a_few_analyses_are_kept(
    pool: SearchPool, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 3)
    monkeypatch.setattr(analyses, "MAX_KEPT", 2)

    async def run() -> None:
        found = Analyses(pool, Options(worlds=1))
        for number, name in enumerate("abc"):
            state = found.begin(name, record)
            assert number == 0 or state == AnalysisWaiting(number)
        with pytest.raises(analyses.TooManyAnalyses):
            found.begin("d", record)
        assert found.unfinished == 3
        for name in "abc":
            assert isinstance(await finish(found, name), AnalysisDone)
        assert found.unfinished == 0
        assert found.state("a") == AnalysisNotAsked()
        assert isinstance(found.state("b"), AnalysisDone)

    asyncio.run(run())


def test_what_cannot_be_analysed_is_said(
    pool: SearchPool, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(data: bytes) -> AnalysisState:
        found = Analyses(pool, SHALLOW)
        found.begin("one", data)
        return await finish(found, "one")

    played = read_record(record)
    nothing = record_bytes(msgspec.structs.replace(played, entries=played.entries[:1]))
    assert asyncio.run(run(nothing)) == AnalysisFailed(AnalysisFailure.NO_ROUNDS)
    monkeypatch.setattr(analyses, "MAX_ENTRIES", 5)
    assert asyncio.run(run(record)) == AnalysisFailed(AnalysisFailure.TOO_LONG)
    assert pool.processes == ()


def test_an_address_has_a_few_games_analysed_and_then_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "ANALYSES_AT_ONCE", 1)
    with run_server(tmp_path / "uno.db", limits=ROOMY) as server:
        one, two = (asyncio.run(play(server, chance)) for chance in (1, 2))
        assert start(server, one).status == 200
        assert start(server, one).status == 200, "to join costs nothing"
        no = start(server, two)
        assert (no.status, no.json["kind"]) == (429, "too-many-requests")
        assert int(no.headers["retry-after"]) <= rate_limits.ANALYSIS_SECONDS


def test_a_full_queue_refuses_and_says_when_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 0)
    with run_server(tmp_path / "uno.db", limits=ROOMY) as server:
        no = start(server, asyncio.run(play(server)))
        assert (no.status, no.json["kind"]) == (503, "analyses-waiting")
        assert int(no.headers["retry-after"]) > 0


def test_a_server_without_processes_says_so(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", limits=ROOMY, search_workers=0) as server:
        no = start(server, asyncio.run(play(server)))
        assert (no.status, no.json["code"]) == (501, "no-analysis")
        unknown = start(server, "0" * 18)
        assert (unknown.status, unknown.json["code"]) == (404, "no-such-game")


def test_cards_that_are_still_played_elsewhere_are_analysed_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_server(tmp_path / "uno.db", limits=ROOMY) as server:
        game = asyncio.run(play(server))
        # As at a table of an event whose other tables play on: its seed is not revealed yet.
        monkeypatch.setattr(games, "is_sealed", lambda _: True)
        monkeypatch.setattr(games, "GameOver", GameOn)
        for no in (server.ask("GET", f"/api/games/{game}.uno"), start(server, game)):
            assert no.json["kind"] == "shared-deal"
        assert server.ask("GET", f"/api/games/{game}/analysis").json == {"state": "not-asked"}


def test_a_server_stops_in_the_middle_of_an_analysis(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        pool = inside.hub.context.searches
        assert pool is not None
        assert start(inside.server, await play(inside.server)).status == 200
        await inside.until(lambda: bool(pool.processes))
        processes.extend(pool.processes)

    processes: list[int] = []
    at_server(tmp_path, scenario)
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


async def play_beside(inside: Inside) -> None:
    """An expert plays while a game is analysed: it is answered, and the analysis goes on."""
    pool = inside.hub.context.searches
    assert pool is not None
    game = await play(inside.server)
    host, code = await inside.host(SMALL)
    await host.ask(command.AddBot(0, "expert"))
    await host.ask(command.AddBot(1, "expert"))
    finished = inside.server.ask("GET", "/api/games").json["games"]
    await host.ask(command.Start())
    assert inside.server.ask("GET", "/api/games").json["games"] == finished
    no = start(inside.server, code.lower())
    assert (no.status, no.json["code"]) == (404, "no-such-game"), "a game that runs has no record"
    assert start(inside.server, game).status == 200
    await inside.until(lambda: pool.unfinished > 0 or pool.outcomes[Outcome.ANSWERED] > 0)
    await inside.until(lambda: pool.outcomes[Outcome.ANSWERED] > 0)
    assert pool.outcomes[Outcome.LATE] == pool.outcomes[Outcome.BUSY] == 0
    state = inside.server.ask("GET", f"/api/games/{game}/analysis").json
    assert state["state"] in ("running", "done")
    assert (await inside.table(code)).game is not None


@pytest.mark.usefixtures("shallow")
def test_a_bot_at_a_table_does_not_wait_for_an_analysis(tmp_path: Path) -> None:
    at_server(tmp_path, play_beside)
