"""The replay of a game that the server has, analysed deeper by the server."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from openuno.local.analysis import judging
from openuno.local.analysis.analyse import Options
from openuno.server.search import analyses
from openuno.server.search.analyses import Analyses
from tests.browser import DESKTOP, EASY, PHONE, Size, Visits, assert_accessible, message_for
from tests.server.servers import ThreadServer, run_server
from tests.web.playing import play_finished_game

SHALLOW = Options(worlds=5)


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server looks less deep, to be quick, and takes chance for mistakes, to find some."""
    monkeypatch.setattr(judging, "BATCHES", 1)
    monkeypatch.setattr(judging, "BEYOND_CHANCE", 0.01)
    monkeypatch.setattr("openuno.server.process.app.Analyses", partial(Analyses, options=SHALLOW))


def ask_for_it(page: Page, server: ThreadServer) -> None:
    page.goto(f"/replay/{play_finished_game(server)}")
    page.get_by_role("button", name=message_for("replay.chances-show")).click()
    luck = page.get_by_role("table", name=message_for("replay.luck"))
    expect(luck).to_contain_text(message_for("replay.luck-play"))
    page.get_by_role("button", name=message_for("replay.deeper-button")).press("Enter")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_the_server_analyses_deeper_and_the_replay_shows_it(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    page = visit(size=size)
    ask_for_it(page, server)
    section = page.locator("section.chances")
    expect(section.get_by_role("status")).to_be_focused()
    expect(section.get_by_role("progressbar")).to_be_visible()
    assert_accessible(page)
    luck = page.get_by_role("table", name=message_for("replay.luck"))
    expect(luck).to_contain_text(message_for("replay.luck-mistakes"), timeout=120_000)
    expect(section).to_be_focused()
    expect(luck.get_by_role("row")).to_have_count(4)
    expect(luck.get_by_role("row").nth(1)).to_have_text(
        re.compile(r"^\D+0\.33[-+]?0\.\d\d-?\d\.\d\d[-+]?\d\.\d\d[01] *$")
    )
    expect(section.locator("path[data-seat]")).to_have_count(6)  # three, and their legend
    expect(section).to_contain_text(message_for("replay.costly"))
    looks = section.get_by_role("radiogroup", name=message_for("replay.look"))
    expect(looks.get_by_label(message_for("replay.look-deep"))).to_be_checked()
    looks.get_by_text(message_for("replay.look-quick")).click()
    expect(luck).to_contain_text(message_for("replay.luck-play"))
    expect(section).to_contain_text(message_for("replay.rather"))
    assert len(message_for("reason.general").findall(section.inner_text())) <= 1, "said once"
    expect(section).to_contain_text(message_for("replay.looks-differ"))
    assert_accessible(page)
    looks.get_by_text(message_for("replay.look-deep")).click()
    move = section.get_by_role("listitem").get_by_role("button").first
    expect(move).to_contain_text(re.compile(r"\+\d+%"))
    move.click()
    expect(page.locator(".watch .felt")).to_be_in_viewport(ratio=0.9)
    expect(move).to_be_focused()
    assert int(page.get_by_role("slider").input_value()) > 1
    section.get_by_role("button").filter(has_text="took the cards: chance").first.click()
    expect(page.locator('[aria-current="step"]')).to_contain_text("takes 4 cards")
    assert_accessible(page)
    if size == DESKTOP:  # all of it scrolls beside the table, and the page itself does not
        assert page.evaluate("document.documentElement.scrollHeight") == size.height
    else:
        assert page.evaluate("document.documentElement.scrollWidth") <= size.width


@pytest.mark.usefixtures("built_pages")
def test_a_server_that_analyses_nothing_says_so_and_what_does(
    tmp_path: Path, visiting: Callable[[str], Visits]
) -> None:
    with run_server(tmp_path / "uno.db", limits=EASY, search_workers=0) as server:
        visits = visiting(server.url)
        page = visits()
        visits.expects(page, "status of 501")
        ask_for_it(page, server)
        section = page.locator("section.chances")
        expect(section.get_by_role("alert")).to_have_text(message_for("replay.deeper-none"))
        expect(section).to_contain_text("uno analyse")
        expect(page.get_by_role("button", name=message_for("replay.deeper-button"))).to_have_count(
            0
        )
        assert_accessible(page)


def test_a_busy_server_is_asked_again_later(
    visit: Visits, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 0)
    page = visit()
    visit.expects(page, "status of 503")
    ask_for_it(page, server)
    alert = page.locator("section.chances").get_by_role("alert")
    expect(alert).to_have_text(message_for("replay.deeper-busy"))
    monkeypatch.setattr(analyses, "MAX_WAITING", 8)
    page.get_by_role("button", name=message_for("replay.deeper-button")).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
