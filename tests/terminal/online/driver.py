"""The client at a table of a real server: waits, and a player who does what is allowed."""

import asyncio
from collections.abc import Callable

from openuno.engine.actions import Action, Catch, Play, Suggest
from openuno.room.settings import Clock, Settings
from openuno.terminal.client.online.app import OnlineApp
from openuno.terminal.client.table.round_end import RoundEnd
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.preferences import Look, Pace, Preferences
from openuno.terminal.remote.api import create_guest, open_table
from openuno.terminal.remote.link import TableLink
from openuno.terminal.tables.remote import RemoteTable

LIMIT = 120.0
"""Seconds after which a test has hung."""
QUICK = Settings(
    rules="mattel-2016+hand_size=3",
    format="single",
    seats=3,
    clock=Clock(move=None, bots=0, window=0.2, between=60),
    public=False,
)


def new_table(server: str, settings: Settings = QUICK, name: str = "Zoe") -> RemoteTable:
    """A new table on the server, followed by its host."""
    token = create_guest(server, name)
    return RemoteTable(open_table(server, token, settings, None), token)


def come_to(link: TableLink, name: str, *, watching: bool = False) -> RemoteTable:
    """The table as somebody else follows it."""
    return RemoteTable(link, create_guest(link.server, name), watching=watching)


def make_online_app(table: RemoteTable) -> OnlineApp:
    """The client at that table."""
    return OnlineApp(table, Preferences(pace=Pace.INSTANT, look=Look.NIGHT))


async def until(happened: Callable[[], object]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(LIMIT):
        while not happened():
            await asyncio.sleep(0.005)


def best_action(table: RemoteTable) -> Action | None:
    """What is allowed now and costs nothing; a card before anything else."""
    if not table.has_game or table.is_moving or not table.online:
        return None
    view = table.state.view
    legal = () if view is None else view.legal
    choices = [action for action in legal if not isinstance(action, (Catch, Suggest))]
    if not table.state.is_my_turn:
        return None
    return min(choices, key=_rank, default=None)


def _rank(action: Action) -> tuple[bool, bool]:
    return not isinstance(action, Play), not getattr(action, "uno", False)


async def play_until(table: RemoteTable, over: Callable[[], object]) -> None:
    """Make every move that is due, until something has happened."""
    async with asyncio.timeout(LIMIT):
        while not over():
            action = best_action(table)
            if action is not None:
                table.act(action)
            await asyncio.sleep(0.005)


def shows_table(app: OnlineApp) -> bool:
    """Whether the person sees the game, perhaps with a question about it on top."""
    return any(isinstance(each, TableScreen) and each.is_mounted for each in app.screen_stack)


def shows_end(app: OnlineApp) -> bool:
    """Whether the round is being counted out."""
    return isinstance(app.screen, RoundEnd) and app.screen.is_mounted
