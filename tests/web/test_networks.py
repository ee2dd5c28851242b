"""Bad networks: people who come back are in their seat, and every move was made once."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from openuno.room.facts import Entry, Moved
from openuno.room.settings import Clock, Settings
from openuno.room.state import Room
from tests.browser import Visits, message_for
from tests.room.games import game_of
from tests.server.clients import begin, people_at_table
from tests.server.servers import ThreadServer
from tests.web.arranged_table import stop_clock
from tests.web.playing import play, wait_for_table, wait_for_turn, wait_until
from tests.web.unreliable_line import UnreliableLine, Way, open_line

BROKEN = r"WebSocket|net::ERR_|Failed to load resource"

ASKED = '[data-held].yes, [role="dialog"] button[aria-keyshortcuts="1"]'
"""There while a card may be laid, or its colour is to be named."""


class Pair:
    """Two people at a table, each behind the same bad line."""

    def __init__(self, server: ThreadServer, visits: Visits, wire: UnreliableLine) -> None:
        self.server = server
        self.wire = wire
        self.code, tokens = server.do(_begun(server.url))
        self.ann, self.ben = (visits(token=token, worker=True) for token in tokens)
        for page in (self.ann, self.ben):
            visits.expects(page, BROKEN)
            page.goto(f"/t/{self.code}")
            wait_for_table(page)

    @property
    def table(self) -> Room:
        async def look() -> Room:
            actor = await self.server.hub.find_actor(self.code)
            await actor.wait_until_idle()
            return actor.room

        return self.server.do(look())

    @property
    def moves(self) -> list[Entry]:
        """What was done in the game, in order."""
        log = self.server.do(self.server.hub.context.store.entries(self.code, 0))
        return [entry for entry in log if any(isinstance(fact, Moved) for fact in entry.facts)]

    def to_move(self) -> Page:
        """Whose turn it is."""
        pages = (self.ann, self.ben)

        def can_lay(page: Page) -> bool:
            return page.locator("[data-held].yes").count() > 0

        play(pages, until=lambda: any(map(can_lay, pages)))
        return next(filter(can_lay, pages))

    def agree(self, *pages: Page) -> None:
        """Every page shows the hand that its person has, and there is no word of trouble."""
        for page in pages or (self.ann, self.ben):
            expect(page.get_by_text(message_for("table.offline"))).to_be_hidden()
            expect(page.get_by_text(message_for("table.connecting"))).to_be_hidden()
            wait_until(partial(self._agrees, page), page)

    def _agrees(self, page: Page) -> bool:
        return cards_of(page) == self.hand(page)

    def hand(self, page: Page) -> list[str]:
        game = game_of(self.table)
        seat = 0 if page.context == self.ann.context else 1
        return sorted(card.value for card in game.tables[0].round.hands[seat])


async def _begun(url: str) -> tuple[str, list[str]]:
    """A game between two people who have just gone: its table and their tokens."""
    settings = Settings(rules="classic", format="single", seats=2, clock=Clock(move=None))
    async with people_at_table(url, settings, ("Ann", "Ben")) as clients:
        await begin(clients)
        assert clients[0].code is not None
        return clients[0].code, [client.token for client in clients]


@pytest.fixture
def pair(server: ThreadServer, visiting: Callable[[str], Visits]) -> Iterator[Pair]:
    with open_line(server) as wire:
        yield Pair(server, visiting(wire.url), wire)


def cards_of(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('[data-held]')].map((each) => each.dataset.card)"
    )
    return sorted(found)


def test_who_reloads_keeps_the_seat(pair: Pair) -> None:
    page = pair.to_move()
    page.reload()
    wait_for_turn(page)
    pair.agree()
    before = len(pair.moves)
    play([page], until=lambda: len(pair.moves) > before)
    pair.agree()


def test_a_second_tab_is_the_same_seat(pair: Pair) -> None:
    first = pair.to_move()
    second = first.context.new_page()
    second.goto(first.url)
    wait_for_turn(second)
    pair.agree(first, second)
    before = len(pair.moves)
    play([second], until=lambda: len(pair.moves) > before)
    pair.agree(first, second)
    assert cards_of(first) == cards_of(second)
    second.close()
    pair.agree()


@pytest.mark.parametrize("lost", ["asked", "answered"])
def test_a_move_that_the_network_lost_is_made_once(pair: Pair, lost: Way) -> None:
    page = pair.to_move()
    before = len(pair.moves)
    pair.wire.lost = lost
    play([page], until=lambda: page.locator(ASKED).count() == 0)
    if lost == "answered":
        wait_until(lambda: len(pair.moves) > before, page)
    page.wait_for_timeout(300)  # time enough for what must not come
    assert len(pair.moves) == before + (lost == "answered")
    pair.wire.cut()
    expect(page.get_by_text(message_for("table.offline"))).to_be_visible()
    pair.wire.mend()
    pair.agree()
    page.wait_for_timeout(300)  # time enough to say it twice
    assert len(pair.moves) == before + 1
    asked = [entry.command for entry in pair.moves]
    assert len(set(asked)) == len(asked)


def test_a_page_that_slept_comes_back_to_what_has_happened(pair: Pair) -> None:
    awake = pair.to_move()
    asleep = pair.ben if awake is pair.ann else pair.ann
    devtools = asleep.context.new_cdp_session(asleep)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    before = len(pair.moves)
    play([awake], until=lambda: len(pair.moves) > before)
    pair.wire.cut()  # nobody keeps a connection for who sleeps
    pair.wire.mend()
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    pair.agree()
    before = len(pair.moves)
    play([pair.ann, pair.ben], until=lambda: len(pair.moves) > before)
    pair.agree()


def test_a_browser_that_goes_offline_says_so_and_comes_back(pair: Pair) -> None:
    page = pair.to_move()
    # Its clock stands still: it does not come back because it tries again now and then.
    page.clock.install()
    stop_clock(page)
    page.context.set_offline(True)
    pair.wire.cut()
    expect(page.get_by_text(message_for("table.offline"))).to_be_visible()
    before = len(pair.moves)
    play([page], until=lambda: page.locator(ASKED).count() == 0)
    assert len(pair.moves) == before
    pair.wire.mend()
    page.context.set_offline(False)
    expect(page.get_by_text(message_for("table.offline"))).to_be_hidden()
    pair.agree()
    assert len(pair.moves) == before + 1
