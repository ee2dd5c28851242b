"""The client without a terminal: a table from a seed, what the screen shows, and a player."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from openuno.bots.bot import Bot
from openuno.bots.registry import BOTS
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
)
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast
from openuno.game.events import RoundBegan
from openuno.game.notation import parse_format
from openuno.game.play import new_game, start_game
from openuno.game.state import Game, GameStep, Table
from openuno.local.bot_player import BotPlayer
from openuno.record.lines import Header, SeededDeal
from openuno.terminal.client.app import UnoApp
from openuno.terminal.client.dialogs import Curtain, Question
from openuno.terminal.client.table.hand import Hand
from openuno.terminal.client.table.round_end import RoundEnd
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.preferences import Look, Pace, Preferences
from openuno.terminal.saves import Save, create_save
from openuno.terminal.tables.local import LocalTable
from openuno.terminal.tables.table import TableState

SMALL, LARGE = (80, 24), (140, 40)
NAMES = ("Zoe", "Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy")
ACTIONS: dict[type[Action], str] = {
    Draw: "draw",
    Keep: "keep",
    Pass: "pass_turn",
    Accept: "accept",
    SayUno: "uno",
    Catch: "catch",
}
LIMIT = 60.0
"""Seconds after which a test has hung."""

Script = Callable[[UnoApp, Pilot[None]], Awaitable[None]]
"""What a test does at the keys."""


class StillTable(LocalTable):
    """A table where no time passes: bots think until they are hurried."""

    async def _input_until(self, ends: float | None) -> Any:
        if ends == self.now():
            return await super()._input_until(ends)
        return await self._inputs.get_within(None)


def make_table(
    rules: str = "mattel-2016",
    format: str = "single",
    *,
    players: int = 4,
    people: tuple[int, ...] = (0,),
    bot: str | Bot = "regular",
    seed: int = 1,
    game: Game | None = None,
    preferences: Preferences | None = None,
    save: Save | None = None,
    kind: type[LocalTable] = LocalTable,
) -> LocalTable:
    """A table in this process; every game with this seed is the same, and its clock stands."""
    form = parse_format(format)
    players = players if game is None else len(game.scores)
    first = start_game(parse_rules(rules), form, players, Fast(seed))
    if game is not None:
        began = RoundBegan(2, tuple(table.players for table in game.tables), (0,))
        first = GameStep(game, (began,))
    play = BOTS[bot] if isinstance(bot, str) else bot
    everyone = {player: BotPlayer(play, b"%d" % seed, player, form) for player in range(players)}
    return kind(
        first,
        NAMES[:players],
        bots={player: each for player, each in everyone.items() if player not in people},
        advisers={player: everyone[player] for player in people},
        save=save,
        preferences=preferences or Preferences(pace=Pace.INSTANT, call_seconds=None),
        clock=lambda: 0.0,
    )


def make_saved_table(path: Path, seed: int) -> tuple[LocalTable, Save]:
    """A table whose game is written to this file, and the file."""
    header = Header(
        parse_rules("mattel-2016"), parse_format("race"), NAMES[:4], SeededDeal(str(seed))
    )
    first = start_game(header.rules, header.format, 4, Fast(seed))
    save = create_save(path, header, first.events, None, ("person", *("regular",) * 3))
    return make_table(format="race", seed=seed, save=save), save


def game_at(position: str, format: str = "race") -> Game:
    """A game in its second round, which stands at this position."""
    round = parse_round(position)
    players = len(round.hands)
    return replace(
        new_game(round.rules, parse_format(format), players, Fast(1)),
        dealer=0,
        round_number=2,
        tables=(Table(tuple(range(players)), round),),
        scores=tuple(40 * player for player in range(players)),
        wins=(0, 1, *(0,) * (players - 2)),
    )


def make_app(table: LocalTable, look: Look = Look.NIGHT) -> UnoApp:
    """The client at that table, with the preferences of the table."""
    preferences = table.preferences
    preferences.look = look
    return UnoApp(table, preferences)


def screen_text(app: App[Any]) -> str:
    """What is on the screen, as text: the table, and a dialog above it."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=StringIO(), record=True, safe_box=False, _environ={}
    )
    console.print(
        app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    )
    lines = [line.rstrip() for line in console.export_text().splitlines()]
    return "\n".join(lines).rstrip("\n") + "\n"


def screenshot(app: App[Any], title: str) -> str:
    """What is on the screen, as SVG for a page of the docs."""
    svg = app.export_screenshot(title=title)
    # Fonts would be fetched from elsewhere; any monospaced one will do.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


async def until(app: UnoApp, happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(LIMIT):
        while not happened():
            assert app.is_running, "the client has ended"
            await asyncio.sleep(0)


async def settled(read: Callable[[], str], pinned: Path) -> str:
    """What is read once it is as pinned, since a screen is drawn in steps of its own pace.

    What it has become if that does not happen; where nothing is pinned, what it is after a while.
    """
    if not pinned.exists():
        await asyncio.sleep(0.3)
        return read()
    expected = pinned.read_text(encoding="utf-8")
    with suppress(TimeoutError):
        async with asyncio.timeout(LIMIT / 4):
            while read() != expected:
                await asyncio.sleep(0.02)
    return read()


def is_ready(app: UnoApp) -> bool:
    """Whether the client waits for the person: a dialog is open, or they can do something."""
    if not isinstance(app.screen, TableScreen):
        return app.screen.is_mounted
    state = app.table.state
    if state.game.winners is not None or state.is_round_over:
        return False  # it is about to be counted out
    return bool(state.offered) or state.is_my_turn


class Robot:
    """Plays in the client, doing what the hint says."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self.seen: set[str] = set()
        """The screens and dialogs it has met."""

    async def play_to_end(self) -> None:
        """Play until the game is over and the client closes."""
        while self._app.is_running and self._app.return_code is None:
            await self.step()

    async def step(self) -> None:
        """Answer a dialog or make one move, and wait until it has led to something."""
        app = self._app
        await until(app, lambda: is_ready(app) or app.return_code is not None)
        screen, state = app.screen, app.table.state
        self.seen.add(type(screen).__name__)
        match screen:
            case RoundEnd():
                await screen.run_action("go_on")
            case Curtain():
                await screen.run_action("open")
            case Question():
                screen.dismiss(self._answer(screen))
            case _:
                await self._do(screen, app.table.hint())
        await until(app, lambda: self._has_led_on(screen, state))

    def _has_led_on(self, screen: Screen[Any], state: TableState) -> bool:
        """Whether the game has gone on, or a dialog is open or closed."""
        app = self._app
        another = app.screen is not screen and not isinstance(app.screen, TableScreen)
        closed = not isinstance(screen, TableScreen) and app.screen is not screen
        return app.table.state is not state or another or closed or app.return_code is not None

    def _answer(self, question: Question[Any]) -> object:
        """The answer that the hint has, or else the first."""
        values = [answer.value for answer in question.answers]
        match self._app.table.hint():
            case Play(colour=colour, target=target):
                wanted: list[object] = [colour, target]
            case NameColour(colour):
                wanted = [colour]
            case ChoosePlayer(target):
                wanted = [target]
            case action:
                wanted = [action]
        return next((value for value in values if value in wanted), values[0])

    async def _do(self, screen: Screen[Any], action: Action | None) -> None:
        assert isinstance(screen, TableScreen), "every dialog is answered above"
        match action:
            case None:
                await screen.run_action("let_go")
            case Play(card, uno=uno):
                if uno and not screen.moves.uno_ready:
                    await screen.run_action("uno")
                hand = screen.query_one(Hand)
                hand.put_cursor(hand.cards.index(card))
                await screen.run_action("play")
            case ChooseCard(card):
                hand = screen.query_one(Hand)
                hand.put_cursor(hand.cards.index(card))
                await screen.run_action("play")
            case Challenge():
                await screen.run_action("challenge")
            case NameColour() | ChoosePlayer():
                await screen.run_action("moves")
            case _:
                await screen.run_action(ACTIONS[type(action)])


def play(table: LocalTable, script: Script, **how: Look) -> UnoApp:
    """Run the client at the table with this script at its keys."""
    app = make_app(table, **how)

    async def run() -> None:
        async with app.run_test() as pilot:
            await script(app, pilot)
            app.exit()

    asyncio.run(run())
    return app


async def until_ended(app: UnoApp) -> None:
    """Wait until the client has ended by itself."""
    async with asyncio.timeout(LIMIT):
        while app.return_code is None and app.is_running:
            await asyncio.sleep(0)


def at(position: str, **how: object) -> LocalTable:
    """A table whose round stands at this position."""
    return make_table(game=game_at(position), **how)  # type: ignore[arg-type]
