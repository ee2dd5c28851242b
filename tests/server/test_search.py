"""`expert` on a server: it thinks in other processes, which may be busy, late, or killed."""

import asyncio
import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from msgspec.structs import replace

from openuno import Mind, View, view
from openuno.bots.master import master
from openuno.engine.rng import Fast
from openuno.game.state import Game
from openuno.local.search.expert import Budget, search
from openuno.room import commands as ask
from openuno.room.deadlines import SEARCHING, moves_of_bots
from openuno.room.facts import Moved, MovedBy
from openuno.room.settings import Clock, Settings
from openuno.room.state import BotSeat, is_game_on
from openuno.server.rooms.bots import RoomBots
from openuno.server.search.pool import MAX_WAITING, Outcome, Search, SearchPool
from tests.room.driver import HOST, open_room
from tests.room.driver import start_game as people
from tests.room.games import game_of
from tests.server.inside import Inside, at_server
from tests.server.servers import ask as ask_http

WORLDS = Budget(24)
"""By deals and not by the clock: the same answer however slow the machine is."""
LONG = 60.0
POSITION = "mattel-2016 hands={own}/{other} pile={pile} discard=R5 turn=0"
HAND, OTHER = "R1,R9,B1,B2,G3,W", "Y9,G1,B4"
PILE = "Y1,Y2,Y3,Y4,Y5,Y6,G4,G5,G6,B7,B8,B9"
EXPERT = BotSeat("expert", "Mia")
BETTER = (
    "mattel-2016 hands=G8,GR,GS,RD,RR,W4/G9,R1,R3,W4,Y0 pile=GS,B8,GR,BD,BS,Y3,Y2,Y9,R3,Y5,Y9,G6,"
    "Y4,R5,W,B6,BD,R7,G3,R4,BR,GD,W,Y7,G2,G3,GD,G9,Y2,R6,R2,R1,YR,R8,YD,RS,YD,R0,B5,BS,B1,R8,G1,Y"
    "R,B4,R9,Y1,B5,G0,G7,B1,G2,R4,R2,Y4,G8,Y7,Y1,Y3,W,BR,R9,G6,B8,Y6,R6,G5,YS,RR,B9,B2,G1,W4,YS,B"
    "9,B3,R5,G4,G5,G4,Y5,B0,W4,Y8,RD,G7,B7,W,B4,Y6,Y8,R7,RS discard=B2,B7,B3,B6 colour=B left dea"
    "ler=0 turn=0"
)
"""Where a search of 96 deals finds something better than what `master` does."""


def game_at(own: str = HAND, other: str = OTHER, pile: str = PILE) -> Game:
    position = POSITION.format(own=own, other=other, pile=pile)
    return game_of(people(2, Settings(rules="mattel-2016", format="single")).puts(position).table)


def seen_in(game: Game) -> View:
    return view(game.tables[0].round, 0)


def mind_of(seed: int = 1) -> Mind:
    return Mind(Fast(seed))


def later() -> float:
    return monotonic() + LONG


def ended(found: Search | None) -> Search:
    assert found is not None
    found.wait(LONG)
    return found


def wait_until_asked(process: int) -> None:
    """Wait until a question lies before a process that has been stopped."""
    pipe = os.open(f"/proc/{process}/fd/0", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert select.select([pipe], [], [], LONG)[0]
    finally:
        os.close(pipe)


@pytest.fixture
def pool() -> Iterator[SearchPool]:
    pool = SearchPool(1, WORLDS, pause=0)
    yield pool
    pool.close()


class WatchedPool(SearchPool):
    """Keeps what was asked of it."""

    def __init__(self, budget: Budget = WORLDS) -> None:
        super().__init__(1, budget, pause=0)
        self.asked: list[tuple[View, Mind]] = []
        self.begun: list[Search] = []

    def begin(self, view: View, mind: Mind, until: float) -> Search | None:
        self.asked.append((view, mind))
        found = super().begin(view, mind, until)
        if found is not None:
            self.begun.append(found)
        return found


def test_a_process_answers_as_the_search_does_and_remembers_nothing(pool: SearchPool) -> None:
    games = [game_at(), game_at(own="R2,R3,B4,GS"), game_at(own="W4,R7,Y2", other="B1,B2")]
    assert pool.processes == (), "started when the first is needed"
    questions = [(seen_in(game), mind_of(seed)) for game in games for seed in (1, 2)]
    wanted = [search(seen, mind, WORLDS)[0] for seen, mind in questions]
    for order in (range(6), reversed(range(6))):  # each after others, of other tables
        for at in order:
            assert ended(pool.begin(*questions[at], later())).answer() == wanted[at]
    assert len(pool.processes) == 1
    assert pool.outcomes == {Outcome.ANSWERED: 12}


def test_a_killed_process_costs_one_answer_and_another_takes_its_place(pool: SearchPool) -> None:
    question = seen_in(game_at()), mind_of()
    wanted = ended(pool.begin(*question, later())).answer()
    assert wanted is not None
    (first,) = pool.processes
    os.kill(first, signal.SIGSTOP)  # so that it dies over the question
    lost = pool.begin(*question, later())
    wait_until_asked(first)  # else another would be started for it
    os.kill(first, signal.SIGKILL)
    assert ended(lost).answer() is None
    assert pool.outcomes[Outcome.FAILED] == 1
    assert ended(pool.begin(*question, later())).answer() == wanted
    (second,) = pool.processes
    assert second != first
    os.kill(second, signal.SIGKILL)  # and one that dies while nobody asks it anything
    os.waitid(os.P_PID, second, os.WEXITED | os.WNOWAIT)
    assert ended(pool.begin(*question, later())).answer() == wanted
    assert second not in pool.processes


def test_a_process_that_dies_at_once_is_not_started_over_and_over() -> None:
    pool = SearchPool(1, WORLDS, pause=LONG)
    question = seen_in(game_at()), mind_of()
    ended(pool.begin(*question, later()))
    os.kill(pool.processes[0], signal.SIGKILL)
    for _ in range(3):
        assert ended(pool.begin(*question, later())).answer() is None
    assert pool.processes == ()
    pool.close()


def test_what_would_wait_too_long_is_not_begun(pool: SearchPool) -> None:
    question = seen_in(game_at()), mind_of()
    ended(pool.begin(*question, later()))
    (process,) = pool.processes
    os.kill(process, signal.SIGSTOP)
    waiting = [pool.begin(*question, later()) for _ in range(1 + MAX_WAITING)]
    assert all(waiting)
    assert pool.begin(*question, later()) is None
    assert pool.outcomes[Outcome.BUSY] == 1
    for found in waiting[1:]:
        assert found is not None
        found.drop()
    os.kill(process, signal.SIGCONT)
    assert ended(waiting[0]).answer() is not None
    assert pool.outcomes[Outcome.LATE] == MAX_WAITING


def test_a_search_whose_move_is_due_is_not_begun(pool: SearchPool) -> None:
    assert ended(pool.begin(seen_in(game_at()), mind_of(), monotonic())).answer() is None
    assert pool.outcomes == {Outcome.LATE: 1}


def test_a_closed_pool_leaves_no_process(pool: SearchPool) -> None:
    ended(pool.begin(seen_in(game_at()), mind_of(), later()))
    (process,) = pool.processes
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert pool.begin(seen_in(game_at()), mind_of(), later()) is None


def test_the_table_takes_what_the_search_found_and_else_plays_as_master() -> None:
    pool = WatchedPool(Budget(96))
    game = game_of(people(2, Settings(rules="mattel-2016", format="single")).puts(BETTER).table)
    differs = 0
    for seed in range(2):
        bots = RoomBots(seed.to_bytes, pool)  # as many bytes as it asks for, big-endian
        bots.think_ahead(game, 0, EXPERT, later())
        bots.think_ahead(game, 0, EXPERT, later())  # somebody has chatted
        assert len(pool.asked) == seed + 1, "once for a position"
        pool.begun[-1].wait(LONG)
        wanted = search(*pool.asked[-1], Budget(96))[0]
        assert bots.choose(game, 0, EXPERT) == wanted
        alone = RoomBots(seed.to_bytes)
        alone.think_ahead(game, 0, EXPERT, later())
        usual = master(seen_in(game), mind_of(seed))[0]
        assert alone.choose(game, 0, EXPERT) == usual, "without processes"
        differs += wanted != usual
    assert differs, "a search that never finds anything proves nothing"
    pool.close()


def test_a_table_does_not_wait_for_a_search_that_is_late_or_dead() -> None:
    pool = WatchedPool()
    ended(pool.begin(seen_in(game_at()), mind_of(), later()))
    (process,) = pool.processes
    os.kill(process, signal.SIGSTOP)
    game, bots = game_at(), RoomBots(bytes, pool)
    usual = master(seen_in(game), mind_of(0))[0]
    bots.think_ahead(game, 0, EXPERT, later())
    assert bots.choose(game, 0, EXPERT) == usual
    os.kill(process, signal.SIGKILL)
    pool.begun[-1].wait(LONG)
    assert bots.choose(game, 0, EXPERT) == usual
    pool.close()


def test_what_crosses_does_not_depend_on_hidden_cards() -> None:
    pool = WatchedPool()
    for other, pile in ((OTHER, PILE), ("W4,W,RD", "B1,B3,B5,Y1,Y2,Y3,Y4,G1,G2,R2,R3,R4")):
        RoomBots(bytes, pool).think_ahead(game_at(other=other, pile=pile), 0, EXPERT, later())
    one, two = pool.asked
    assert one == two
    pool.close()


def test_when_a_bot_moves_does_not_depend_on_its_search() -> None:
    for pace, least in ((1.0, 0), (0.0, int(SEARCHING * 1000))):
        moves = []
        for kind in ("expert", "master"):
            settings = Settings(seats=2, format="single", clock=Clock(bots=pace))
            driven = open_room(settings, b"pace").comes(HOST)
            driven.asks(HOST, ask.AddBot(0, kind), ask.AddBot(1, kind), ask.Start())
            (due,) = moves_of_bots(driven.table)
            moves.append(due.at - driven.now)
        # The same names and so the same manners; and a search has some time at any table.
        assert moves[0] == max(moves[1], least)


async def play_a_game(inside: Inside) -> None:
    clock = Clock(move=None, bots=1.0)
    host, code = await inside.host(Settings(seats=2, format="single", clock=clock))
    await host.ask(ask.AddBot(0, "expert"))
    await host.ask(ask.AddBot(1, "regular"))
    await host.ask(ask.Start())
    pool = inside.hub.context.searches
    assert pool is not None
    killed = 0
    while is_game_on(room := await inside.table(code)):
        for due in moves_of_bots(room):
            if room.seats[due.seat] == replace(EXPERT, face=room.seats[due.seat].face):  # type: ignore[union-attr]
                await inside.until(lambda: not pool.unfinished)
        if pool.outcomes[Outcome.ANSWERED] > killed and killed < 2:
            killed += 1
            for process in pool.processes:
                os.kill(process, signal.SIGKILL)
        await inside.later(code, 5)
    moved = [fact for entry in await inside.log(code) for fact in entry.facts]
    moves = [fact for fact in moved if isinstance(fact, Moved) and fact.by is MovedBy.BOT]
    assert len(moves) > 4
    assert killed
    said = await asyncio.to_thread(ask_http, "GET", f"{inside.url}/metrics")
    assert b'uno_searches_total{outcome="answered"' in said.body
    assert b"uno_search_processes{" in said.body


def test_a_game_goes_on_whatever_happens_to_the_processes_that_search(tmp_path: Path) -> None:
    at_server(tmp_path, play_a_game)
