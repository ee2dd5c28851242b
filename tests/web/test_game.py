"""Whole games in real browsers, by what each of them shows."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from openuno.room.settings import Clock, Settings
from tests.browser import DESKTOP, EASY, PHONE, Size, Visits, assert_accessible, message_for
from tests.server.clients import open_table
from tests.server.servers import ServerProcess, ThreadServer
from tests.web.arranged_table import stop_clock
from tests.web.playing import (
    get_ready,
    play,
    play_now,
    press_start,
    see_result,
    sit_down,
    start_short_game,
    wait_for_table,
    wait_for_turn,
)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_one_click_puts_cards_on_the_table(visit: Visits, size: Size) -> None:
    page = visit(size=size, worker=True)
    page.goto("/")
    play_now(page)
    wait_for_table(page)
    expect(page.locator("[data-held]").nth(6)).to_be_visible()  # or more: a Draw Two may come first
    letters = "getComputedStyle(document.querySelector('p.sentence')).fontSize"
    assert float(page.evaluate(letters).removesuffix("px")) >= 16
    assert_accessible(page)


def test_four_browsers_play_a_whole_game_together(visit: Visits, server: ThreadServer) -> None:
    token = server.guest("Ann")[1]
    pages = [visit("Ann", token=token), *map(visit, ("Ben", "Cat")), visit("Dan", size=PHONE)]
    start_short_game(server, *pages)
    play(pages, until=lambda: all(is_over(page) for page in pages))
    for page in pages:
        expect(page.locator("#round-end")).to_be_visible()
        expect(page.locator('[aria-labelledby="round-end"] button.now')).to_be_focused()
        assert_accessible(page)
        see_result(page)
        expect(page.locator("img.picture")).to_have_js_property("naturalWidth", 1200)
        assert_accessible(page)


def test_a_server_that_was_killed_is_back_within_two_seconds(
    visiting: Callable[[str], Visits], built_pages: Path, tmp_path: Path
) -> None:
    assert built_pages.is_dir()
    with ServerProcess(tmp_path / "uno.db", "--limit", f"messages={EASY.messages}") as served:
        visits = visiting(served.url)
        page = visits(worker=True)
        visits.expects(page, r"WebSocket|ERR_CONNECTION_(?:REFUSED|RESET)")
        page.goto("/")
        play_now(page)
        wait_for_turn(page)
        before = cards_of(page)
        page.clock.install()
        served.kill()
        expect(page.get_by_text(message_for("table.offline"))).to_be_visible()
        page.wait_for_timeout(4000)  # long enough to have tried in vain, more than once
        stop_clock(page)
        served.start()
        page.clock.run_for(2000)  # by the page's own clock: the machine may be busy
        for trouble in ("table.offline", "table.connecting"):
            expect(page.get_by_text(message_for(trouble))).to_be_hidden()
        page.clock.resume()
        assert cards_of(page) == before
        play([page], until=lambda: cards_of(page) != before)


def is_over(page: Page) -> bool:
    return page.locator("#round-end").count() > 0


def cards_of(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator("[data-held]").all()]


def test_two_friends_start_a_table_of_four(visit: Visits, server: ThreadServer) -> None:
    token = server.guest("Ann")[1]
    ann, ben = visit("Ann", token=token), visit("Ben", size=PHONE)
    settings = Settings(seats=4, clock=Clock(move=None), public=False)
    address = f"/t/{server.do(open_table(server.url, token, settings))}"
    for page, seat in ((ann, 0), (ben, 2)):
        page.goto(address)
        sit_down(page, seat)
    get_ready(ben)
    ann.get_by_role("button", name="Start with 2").click()
    for page in (ann, ben):
        wait_for_table(page)
        expect(page.locator(".player")).to_have_count(1)  # the seats that were empty are gone


def test_a_round_against_bots_becomes_a_match(visit: Visits, server: ThreadServer) -> None:
    token = server.guest("Ann")[1]
    page = visit("Ann", token=token)
    settings = Settings(
        rules="classic+hand_size=2",
        format="single",
        seats=2,
        clock=Clock(move=None, bots=0.1, window=0),
        public=False,
    )
    page.goto(f"/t/{server.do(open_table(server.url, token, settings))}")
    sit_down(page, 0)
    page.get_by_role("button", name="Add a bot").click()
    press_start(page)
    play([page], until=lambda: is_over(page))
    page.get_by_role("button", name=message_for("table.start-match")).click()
    wait_for_table(page)
    expect(page.locator("header .played")).to_contain_text("500")
