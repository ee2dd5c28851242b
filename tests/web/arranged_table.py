"""A table with the cards laid as a test wants them: no need to play until they lie so.

    table = arrange_table(server, "house hands=R7,G1/B1,B2 pile=Y1,Y2,Y3 discard=R5 turn=0")
    ann = table.opened_by(0, visit)
    table.moves(1, "B1")

People sit at it in the order of `NAMES`, the first is host, and nobody hurries them. People
without a browser are there only for as long as they move.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Self

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from openuno.engine.notation.actions import parse_action
from openuno.engine.state import Round
from openuno.room.commands import Move, RoomCommand
from openuno.room.settings import Clock, Settings
from openuno.room.snapshot import write_snapshot
from openuno.room.state import Human, Room
from openuno.server.store import StoredSnapshot
from openuno.server.store.snapshot_version import snapshot_version
from tests.browser import DESKTOP, Size, Visits, message_for
from tests.room.driver import RoomDriver
from tests.room.games import game_of
from tests.server.clients import Client, begin, people_at_table, play_out
from tests.server.servers import ThreadServer
from tests.web.playing import wait_for_table

NAMES = ("Ann", "Ben", "Cat", "Dan")
PATIENT = Clock(move=None, away=3600, between=3600)


class ArrangedTable(msgspec.Struct, frozen=True):
    """A table, and the tokens of those who sit at it."""

    server: ThreadServer
    code: str
    tokens: tuple[str, ...]

    def opened_by(
        self, seat: int, visit: Visits, size: Size = DESKTOP, *, slow: bool = False, **prefs: Any
    ) -> Page:
        """One of the people opens a browser, and their cards are there.

        `slow`: the page's clock can be stopped, with `stop_clock`.
        """
        page = visit(NAMES[seat], token=self.tokens[seat], size=size, **prefs)
        if slow:
            page.clock.install()
        page.goto(f"/t/{self.code}")
        wait_for_table(page)
        return page

    def comes_next(self, seat: int, page: Page) -> None:
        """One of the people takes over a page that was open at another table of this server.

        A page that is there already is ready three times as fast as a new one.
        """
        page.evaluate("(token) => localStorage.setItem('openuno.token', token)", self.tokens[seat])
        page.goto(f"/t/{self.code}")
        wait_for_table(page)

    def moves(self, seat: int, action: str) -> None:
        """Someone moves, wherever they are, as soon as they may.

        A page shows a move at once, and the server has it a moment later.
        """
        self.asks(seat, Move(parse_action(action)))

    def asks(self, seat: int, command: RoomCommand) -> None:
        self.server.do(self._asks(seat, command))

    def round(self) -> Round:
        """The truth; what a page has asked for is part of it once the page's log tells of it."""
        return game_of(self.server.do(self._table())).tables[0].round

    def hand(self, seat: int) -> list[str]:
        return [card.value for card in self.round().hands[seat]]

    def puts(self, position: str) -> Self:
        """Lay the cards so; a page that is open has to be loaded again."""
        self.server.do(self._puts(position))
        return self

    def long_gone(self) -> None:
        """Those who are away have been away for long."""
        self.server.do(self._long_gone())

    def plays_out(self) -> None:
        """The game comes to its end."""
        self.server.do(self._plays_out())

    def held_up(self) -> Callable[[], None]:
        """Let the table answer nobody, as a slow disk would, until this is called."""
        released = self.server.do(self._hold())

        def release() -> None:
            self.server.loop.call_soon_threadsafe(released.set)

        return release

    async def _hold(self) -> asyncio.Event:
        released = asyncio.Event()

        async def wait() -> None:
            await released.wait()

        (await self.server.hub.find_actor(self.code)).submit(wait)
        return released

    async def _table(self) -> Room:
        actor = await self.server.hub.find_actor(self.code)
        await actor.wait_until_idle()
        return actor.room

    async def _asks(self, seat: int, command: RoomCommand) -> None:
        client = await Client.open(self.server.url, self.tokens[seat])
        try:
            await client.join(self.code)
            if isinstance(command, Move):
                await client.wait_for(lambda it: command.action in it.legal)
            await client.does(command)
        finally:
            await client.drop()

    async def _plays_out(self) -> None:
        clients = [await Client.open(self.server.url, token) for token in self.tokens]
        try:
            for client in clients:
                await client.join(self.code)
            await play_out(clients, Random(7))
        finally:
            for client in clients:
                await client.drop()

    async def _puts(self, position: str) -> None:
        actor = await self.server.hub.find_actor(self.code)
        await actor.wait_until_idle()
        actor._log.room = RoomDriver(actor.room, [], now=actor.room.at).puts(position).table
        await self._keep(actor.room)

    async def _long_gone(self) -> None:
        actor = await self.server.hub.find_actor(self.code)
        await actor.wait_until_idle()
        seats = tuple(
            replace(seat, away=0) if isinstance(seat, Human) and seat.away is not None else seat
            for seat in actor.room.seats
        )
        actor._log.room = replace(actor.room, seats=seats, resumed=1)
        await self._keep(actor.room)

    async def _keep(self, room: Room) -> None:
        """Let the store have the table as it lies: one that nobody follows soon leaves memory."""
        kept = StoredSnapshot(room.seq, snapshot_version(), write_snapshot(room))
        await self.server.hub.context.store.keep_snapshot(self.code, kept)


def arrange_table(server: ThreadServer, position: str, *, format: str = "race") -> ArrangedTable:
    """A new table at which the position lies; its first word is the rules."""
    rules, _, cards = position.partition(" ")
    seats = cards.partition(" ")[0].count("/") + 1
    # A game in teams sets the switch itself.
    return deal_table(server, rules.replace("+teams=on", ""), seats, format=format).puts(position)


def deal_table(
    server: ThreadServer, rules: str, seats: int, *, format: str = "race"
) -> ArrangedTable:
    """A new table as chance would have it."""
    settings = Settings(rules=rules, format=format, seats=seats, clock=PATIENT, public=False)
    return server.do(_gather(server, settings))


async def _gather(server: ThreadServer, settings: Settings) -> ArrangedTable:
    async with people_at_table(server.url, settings, NAMES) as clients:
        await begin(clients)
        code = clients[0].code
        assert code is not None
        return ArrangedTable(server, code, tuple(client.token for client in clients))


# ---- what a page shows, and what is done there ----


def stop_clock(page: Page) -> None:
    """Stop the clock of a page that was opened `slow`: from now on `run_for` alone moves it."""
    # A clock stops at a time that is still to come; after 30 s a page takes its server for gone.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)


def card(page: Page, code: str) -> Locator:
    """A card of the hand, as a button."""
    return page.locator(f'[data-card="{code}"] button').first


def play_card(page: Page, code: str) -> None:
    """Lay a card as one does who has no mouse."""
    card(page, code).press("Enter")


def key(page: Page, which: str) -> Locator:
    """The button below the hand that this key stands for."""
    return page.get_by_role("group", name=message_for("table.actions")).locator(
        f'button[aria-keyshortcuts="{which}"]'
    )


def log(page: Page) -> Locator:
    """The last moves, as they are read and spoken."""
    return page.get_by_role("log", name=message_for("log.title"))


def expect_hand(page: Page, count: int) -> None:
    expect(page.locator("[data-held]")).to_have_count(count)
