"""The example bot, as a stranger runs it: its own process, a real server, a whole game."""

import ast
import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from openuno.engine.actions import Action, Play
from openuno.room.commands import Move, Sit, Start
from openuno.room.settings import Clock, Settings
from openuno.room.state import FREE, is_game_on
from openuno.room.view import SeatView, view_room
from tests.room.games import game_of, start_of
from tests.server.clients import PATIENCE, Client, choose_move, new_guest, open_table
from tests.server.servers import ServerProcess, ThreadServer, run_server

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
QUICK = Settings(format="single", seats=2, clock=Clock(between=1))


@contextmanager
def bots(link: str, *names: str, games: int = 1) -> Iterator[list[subprocess.Popen[str]]]:
    """The bot once for each name; none is left running."""
    started = [
        subprocess.Popen(
            [sys.executable, str(BOT), link, "--name", name, "--games", str(games)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
            process.communicate()


def ended(started: list[subprocess.Popen[str]]) -> list[tuple[int, str]]:
    """How each bot ended by itself, and what it complained of."""
    said = [process.communicate(timeout=PATIENCE)[1] for process in started]
    return [(process.returncode, text) for process, text in zip(started, said, strict=True)]


async def host_of(base: str, settings: Settings = QUICK) -> Client:
    """Someone who opens a table and watches."""
    token = await new_guest(base, "Host")
    code = await open_table(base, token, settings)
    host = await Client.open(base, token)
    await host.join(code)
    return host


def seats_of(client: Client) -> tuple[SeatView, ...]:
    """The seats as the client sees them."""
    return view_room(client.table, None).seats


async def start(host: Client) -> None:
    """Start, and see that both bots have their part in the chance of the game."""
    await host.wait_for(lambda it: all(seat.ready and seat.commitment for seat in seats_of(it)))
    before = host.table.seq
    await host.does(Start())
    await host.wait_for(lambda it: is_game_on(it.table) and it.table.seq > before)
    assert None not in (*start_of(host.table).commitments, *start_of(host.table).seeds)


async def closed(host: Client) -> None:
    await host.wait_for(lambda it: not is_game_on(it.table), 60)


def test_two_example_bots_play_whole_games_and_leave(tmp_path: Path) -> None:
    async def evening(base: str) -> list[int]:
        async with await host_of(base) as host:
            with bots(f"{base}/t/{host.code}", "Robo", "Ada", games=2) as started:
                for _ in range(2):
                    await start(host)
                    await closed(host)
                assert await asyncio.to_thread(ended, started) == [(0, ""), (0, "")]
            await host.wait_for(lambda it: set(it.table.seats) == {FREE})
            game = game_of(host.table)
            return list(game.wins)

    with run_server(tmp_path / "uno.db") as server:
        assert sorted(asyncio.run(evening(server.url))) == [0, 1]


def test_example_bots_finish_a_game_though_the_server_is_restarted_in_the_middle(
    tmp_path: Path,
) -> None:
    async def evening(server: ServerProcess) -> None:
        async with await host_of(server.url) as host:
            with bots(f"{server.url}/t/{host.code}", "Robo", "Ada") as started:
                await start(host)
                began = host.table.seq
                await host.wait_for(lambda it: it.table.seq > began + 5)
                for end in (server.stop, server.kill):
                    await asyncio.to_thread(end)
                    await asyncio.to_thread(server.start)
                    await host.resume()
                await closed(host)
                assert await asyncio.to_thread(ended, started) == [(0, ""), (0, "")]

    with ServerProcess(tmp_path / "uno.db") as server:
        asyncio.run(evening(server))


def test_the_example_bot_says_why_it_cannot_play(tmp_path: Path) -> None:
    with (
        run_server(tmp_path / "uno.db") as server,
        bots(f"{server.url}/t/NOSUCH", "Robo") as started,
    ):
        ((status, said),) = ended(started)
        assert (status, said) == (1, "there is no table NOSUCH\n")


def test_the_example_bot_ends_with_its_table(tmp_path: Path) -> None:
    async def evening(server: ThreadServer) -> None:
        async with await host_of(server.url) as host:
            link = f"{server.url}/t/{host.code}"
            with bots(link, "Robo", "Ada") as started:
                await host.wait_for(lambda it: all(seat.ready for seat in seats_of(it)))
                with bots(link, "Late") as late:
                    assert await asyncio.to_thread(ended, late) == [(1, "no seat is free\n")]
                path = f"/api/tables/{host.code}"
                answer = await asyncio.to_thread(server.ask, "DELETE", path, token=host.token)
                assert answer.status == 204
                said = "the host has closed this table; open another\n"
                assert await asyncio.to_thread(ended, started) == [(1, said), (1, said)]

    with run_server(tmp_path / "uno.db") as server:
        asyncio.run(evening(server))


def test_the_example_bot_catches_who_forgets_uno(tmp_path: Path) -> None:
    async def evening(base: str) -> None:
        settings = Settings("classic+hand_size=2", "race:500", 2, Clock(between=1))
        async with await host_of(base, settings) as host:
            await host.does(Sit(1))
            with bots(f"{base}/t/{host.code}", "Robo"):
                await host.wait_for(lambda it: seats_of(it)[0].ready)
                await host.does(Start())
                while not caught(host):
                    await host.wait_for(lambda it: it.to_move or caught(it))
                    if host.to_move:
                        await host.does(Move(forgetful(host)))

    with run_server(tmp_path / "uno.db") as server:
        asyncio.run(evening(server.url))


def caught(person: Client) -> bool:
    return any('"event":"caught"' in frame for frame in person.frames)


def forgetful(person: Client) -> Action:
    """A card, and never the word with it."""
    quiet = [action for action in person.legal if not isinstance(action, Play) or not action.uno]
    return choose_move(quiet, Random(len(person.frames)))


def test_the_example_bot_is_short_and_does_not_import_openuno() -> None:
    text = BOT.read_text()
    assert len(text.splitlines()) <= 200
    modules = [
        node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)
    ]
    modules += [
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for name in node.names
    ]
    roots = {module.partition(".")[0] for module in modules if module is not None}
    assert roots - sys.stdlib_module_names == {"websockets"}
