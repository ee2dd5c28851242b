"""The machine's clock is set, forwards and back, or rests: tables go on and never go back."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from openuno.room.commands import AddBot, End, Say, Start
from openuno.room.facts import Entry, TimedOut
from openuno.room.protocol.messages import Snapshot
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on, is_played_by_bot
from openuno.server.clock import TableClock
from tests.server.clients import Client, begin, gather_round, new_guest, open_table
from tests.server.inside import ROOMY
from tests.server.servers import ThreadServer, run_server

YEAR = 365 * 24 * 3600 * 1000
PAIR = Settings(seats=2, format="race:5000", clock=Clock(move=600, bots=0.1))


class Wall:
    """The wall clock of the machine, which this test may set."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._real = time.time_ns
        self.ahead = 0
        patch.setattr(time, "time_ns", lambda: self._real() + self.ahead * 1_000_000)

    def now(self) -> int:
        return self._real() // 1_000_000 + self.ahead


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


@contextmanager
def server(tmp_path: Path) -> Iterator[ThreadServer]:
    with run_server(tmp_path / "uno.db", limits=ROOMY) as place:
        yield place


async def bots_at_play(url: str) -> Client:
    """Someone who watches a long game between bots."""
    token = await new_guest(url, "Eve")
    eve = await Client.open(url, token)
    await eve.join(await open_table(url, token, PAIR))
    for seat in (0, 1):
        await eve.does(AddBot(seat))
    await eve.does(Start())
    await eve.reach(eve.table.seq + 3)
    return eve


async def goes_on(client: Client) -> None:
    await client.reach(client.table.seq + 3)
    assert is_game_on(client.table)


def never_back(log: list[Entry]) -> None:
    assert all(one.at <= other.at for one, other in pairwise(log))


@pytest.mark.parametrize("ahead", [-50 * YEAR, -8 * 3600 * 1000, 14 * YEAR])
def test_a_clock_that_is_set_right_makes_nobody_late(
    tmp_path: Path, wall: Wall, ahead: int
) -> None:
    """A server was started before its machine knew the time, or its machine has slept."""
    wall.ahead = ahead

    async def scenario(url: str) -> str:
        clients = await gather_round(url, PAIR)
        await begin(clients)
        eve = await bots_at_play(url)
        wall.ahead = 0
        await asyncio.sleep(2.5)  # the server notices, and looks for what is due
        await goes_on(eve)
        assert not any(is_played_by_bot(seat) for seat in clients[0].table.seats)
        assert len(clients[0].table.people) == 2
        await clients[0].does(Say("what time is it?"))
        await eve.does(End())
        await eve.does(Say("is it later now?"))
        for client in (*clients, eve):
            await client.drop()
        return eve.code or ""

    with server(tmp_path) as place:
        code = asyncio.run(asyncio.wait_for(scenario(place.url), 300))
        log = place.do(place.hub.context.store.entries(code, 0))
    never_back(log)
    assert not any(isinstance(fact, TimedOut) for entry in log for fact in entry.facts)
    assert log[-1].at >= wall.now() - 60_000, "once the game is over the table has the right time"


def test_a_clock_far_ahead_and_back_again_freezes_nothing(tmp_path: Path, wall: Wall) -> None:
    async def scenario(place: ThreadServer) -> tuple[str, str]:
        url = place.url
        eve = await bots_at_play(url)
        wall.ahead = 14 * YEAR
        await asyncio.sleep(1.5)
        await goes_on(eve)
        token = await new_guest(url, "Ann")
        unused = await open_table(url, token, PAIR)  # in times to come
        busy = await bots_at_play(url)
        wall.ahead = 0
        await goes_on(busy)
        await goes_on(eve)
        busy_code = busy.code or ""
        store = place.hub.context.store

        async def due_times() -> list[str]:
            return await store.due(wall.now() + 3600 * 1000, 100)

        async with asyncio.timeout(60):
            while {unused, busy_code} - set(
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(due_times(), place.loop))
            ):
                await asyncio.sleep(0.1)
        for client in (busy, eve):
            await client.drop()
        return eve.code or "", busy_code

    with server(tmp_path) as place:
        codes = asyncio.run(asyncio.wait_for(scenario(place), 300))
        for code in codes:
            never_back(place.do(place.hub.context.store.entries(code, 0)))


def test_a_server_started_after_the_clock_was_set_back_looks_after_its_tables(
    tmp_path: Path, wall: Wall
) -> None:
    wall.ahead = 3600 * 1000

    async def opens(url: str) -> str:
        return await open_table(url, await new_guest(url, "Ann"), PAIR)

    with server(tmp_path) as place:
        code = asyncio.run(opens(place.url))
    wall.ahead = 0
    with server(tmp_path) as place:
        assert place.do(place.hub.context.store.due(wall.now() + 11 * 60 * 1000, 10)) == [code]


def test_a_person_who_joins_gets_the_tables_own_time(tmp_path: Path, wall: Wall) -> None:
    wall.ahead = YEAR

    async def scenario(url: str) -> None:
        eve = await bots_at_play(url)
        wall.ahead = 0
        ann = await Client.open(url, await new_guest(url, "Ann"))
        await ann.join(eve.code or "")
        shown = next(each for each in ann.messages if isinstance(each, Snapshot))
        assert shown.now is not None
        assert abs(shown.now - wall.now() - YEAR) < 60_000
        ben = await Client.open(url, await new_guest(url, "Ben"))
        await ben.join(await open_table(url, ben.token, PAIR))
        shown = next(each for each in ben.messages if isinstance(each, Snapshot))
        assert shown.now is None
        for client in (eve, ann, ben):
            await client.drop()

    with server(tmp_path) as place:
        asyncio.run(asyncio.wait_for(scenario(place.url), 300))


class _Set:
    """A clock that stands where it is put."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


def test_during_a_game_the_time_at_a_table_runs_steadily() -> None:
    wall, steady = _Set(1_000_000), _Set(50)
    clock = TableClock(wall, steady, 900_000)
    assert clock.now() == 1_000_000
    wall.at += YEAR  # set, or the machine slept
    steady.at += 10
    clock.follow(1_000_000, playing=True)
    assert clock.now() == 1_000_010
    assert clock.read() == (1_000_010, wall.at)
    assert clock.apart == 10 - YEAR
    clock.follow(1_000_005, playing=False)
    assert clock.now() == wall.at
    wall.at = 1_000_000  # and back
    clock.follow(1_000_020, playing=False)
    assert clock.now() == 1_000_020
    clock.follow(2_000_000, playing=True)  # written by a process whose clock is ahead
    assert clock.now() == 2_000_000
