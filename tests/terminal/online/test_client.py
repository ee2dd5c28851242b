"""The client at a real server's table: lobby, game, score, chat, refusals, and a way back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from openuno.engine.actions import Draw
from openuno.engine.cards import Card
from openuno.room.commands import AddBot, Say, Sit
from openuno.room.facts import GameStarted
from openuno.room.state import GameOn, Human
from openuno.terminal.client.dialogs import Prompt
from openuno.terminal.client.online.app import OnlineApp
from openuno.terminal.client.online.lobby_screen import LobbyScreen
from openuno.terminal.client.table.instruction import instruct
from openuno.terminal.remote.api import create_guest, open_table
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import Refusal
from tests.server.clients import Client, contribute, new_guest, play_out
from tests.server.servers import ServerProcess, ThreadServer, run_server
from tests.terminal.client.driver import screen_text
from tests.terminal.online.driver import (
    QUICK,
    best_action,
    come_to,
    make_online_app,
    new_table,
    play_until,
    shows_end,
    shows_table,
    until,
)

Script = Callable[[OnlineApp, Pilot[None]], Awaitable[None]]


def visit(table: RemoteTable, script: Script) -> OnlineApp:
    """Run the client at the table with this script at its keys."""
    app = make_online_app(table)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await script(app, pilot)
            app.exit()

    asyncio.run(run())
    return app


def text_has(app: OnlineApp, words: str) -> Callable[[], bool]:
    return lambda: words in screen_text(app)


async def press_when(app: OnlineApp, pilot: Pilot[None], words: str, key: str) -> None:
    """Press a key once these words are on the screen."""
    await until(text_has(app, words))
    await pilot.press(key)


def started(table: RemoteTable) -> GameStarted:
    """How the game at this table began."""
    assert table.room is not None
    assert isinstance(table.room.game, GameOn)
    return table.room.game.started


def test_a_host_fills_the_table_plays_and_is_back_in_the_lobby(tmp_path: Path) -> None:
    async def script(app: OnlineApp, pilot: Pilot[None]) -> None:
        table = app.table
        await press_when(app, pilot, "Invite somebody", "b")
        await press_when(app, pilot, "Enter starts with 2", "b")
        await press_when(app, pilot, "Everyone is ready", "enter")
        await until(lambda: shows_table(app))
        shown = screen_text(app)
        assert "Say something" in shown
        assert "Hint" not in shown
        with pytest.raises(Refusal, match="taken back"):
            table.undo()
        await play_until(table, lambda: shows_end(app))
        await until(text_has(app, "back to the lobby"))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, LobbyScreen))
        await press_when(app, pilot, "Everyone is ready", "q")
        await press_when(app, pilot, "Your seat will be free", "y")
        await until(lambda: app.return_code is not None)

    with run_server(tmp_path / "uno.db") as server:
        visit(new_table(server.url), script)


def test_two_terminals_a_spectator_and_a_program_share_a_table(tmp_path: Path) -> None:
    async def script(app: OnlineApp, pilot: Pilot[None]) -> None:
        host = app.table
        await until(lambda: host.seat == 0)
        ben, eve = come_to(host.link, "Ben"), come_to(host.link, "Eve", watching=True)
        following = [asyncio.create_task(each.run(lambda _: None)) for each in (ben, eve)]
        await until(lambda: ben.seat == 1 and eve.room is not None)
        server = host.link.server
        async with await Client.open(server, await new_guest(server, "Robo")) as program:
            await program.join(host.link.code)
            await program.does(Sit(2, ready=True))
            await contribute(program)
            await pilot.press("t")
            await until(lambda: isinstance(app.screen, Prompt) and app.screen.is_mounted)
            await pilot.press(*"hello", "enter")
            await until(lambda: "Zoe: hello" in ben.transcript)
            await press_when(app, pilot, "Everyone is ready", "enter")
            await until(lambda: host.has_game and ben.has_game and eve.has_game)
            assert None not in started(host).seeds
            view = eve.state.view
            assert view is not None
            assert all(card is Card.BACK for hand in view.hands for card in hand)
            with pytest.raises(Refusal, match="not playing"):
                eve.act(Draw())
            await asyncio.gather(
                play_until(host, lambda: not host.has_game),
                play_until(ben, lambda: not ben.has_game),
                play_out([program], Random(1)),
            )
        await until(lambda: not eve.has_game)
        for other in (ben, eve):
            assert other.state.game.winners == host.state.game.winners
            assert other.state.sheet.points == host.state.sheet.points
            assert other.state.shared is not None
            assert other.state.shared.has_all
        assert eve.seat is None
        await until(lambda: shows_end(app))
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)

    with run_server(tmp_path / "uno.db") as server:
        visit(new_table(server.url), script)


def test_a_killed_server_is_waited_for_and_the_game_goes_on(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db") as served:

        async def script(app: OnlineApp, pilot: Pilot[None]) -> None:
            table = app.table
            await press_when(app, pilot, "Invite somebody", "b")
            await press_when(app, pilot, "Enter starts with 2", "enter")
            await until(lambda: shows_table(app) and table.state.is_my_turn)
            before = table.state.view
            action = best_action(table)
            assert action is not None
            await asyncio.to_thread(served.kill)
            await until(lambda: not table.online)
            assert instruct(table.state).text == "The server can't be reached."
            table.act(action)
            with pytest.raises(Refusal, match="goes out when the server is back"):
                table.act(action)
            assert table.state.view == before
            await asyncio.to_thread(served.start)
            await until(lambda: table.online and not table.is_moving)
            await play_until(table, lambda: not table.has_game)
            assert table.state.game.winners is not None
            await until(lambda: shows_end(app))

        # With seven cards nobody is out before everyone has had a turn.
        visit(new_table(served.url, replace(QUICK, rules="mattel-2016")), script)


def test_refusals_and_passwords_are_in_words(tmp_path: Path) -> None:
    async def script(app: OnlineApp, pilot: Pilot[None]) -> None:
        await until(lambda: isinstance(app.screen, Prompt))
        await until(text_has(app, "This table has a password"))
        await pilot.press(*"wrong", "enter")
        await until(text_has(app, "This table has a password"))
        await until(lambda: isinstance(app.screen, Prompt) and app.screen.is_mounted)
        await pilot.press(*"word", "enter")
        await until(lambda: app.table.seat is not None)
        own = app.table.room.seats[0]  # type: ignore[union-attr]
        assert isinstance(own, Human)
        app.table.ask(AddBot(1))
        await until(text_has(app, "Only the host"))
        app.table.ask(Say("x" * 301))
        await until(text_has(app, "300 characters"))
        # What the operator tells everyone stays among what happened.
        await asyncio.to_thread(server.do, announce(server, "A restart at ten."))
        await until(lambda: "From the server: A restart at ten." in app.table.transcript)

    async def announce(server: ThreadServer, text: str) -> None:
        await server.hub.context.operator.announce(text, None)
        await server.hub.refresh_operator_settings()

    with run_server(tmp_path / "uno.db") as server:
        token = create_guest(server.url, "Ann")
        link = open_table(server.url, token, QUICK, "word")
        visit(come_to(link, "Zoe"), script)
        closed = visit(come_to(link, "Zed"), _give_up)
        assert "password" in str(closed.failure)


async def _give_up(app: OnlineApp, pilot: Pilot[None]) -> None:
    await until(lambda: isinstance(app.screen, Prompt) and app.screen.is_mounted)
    await pilot.press("escape")
    await until(lambda: app.failure is not None)
