"""The end of a round and of a game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import DESKTOP, PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import arrange_table, deal_table, expect_hand, play_card
from tests.web.playing import see_result

LAST = "classic+first_card=number hands=R7/B1,G2,RS pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"


# Whether the scene has moved at any time.
_WATCH_THE_END = """() => {
  window.end_moved = false;
  new MutationObserver(() => {
    window.end_moved ||= document.querySelector('.moving[aria-labelledby="round-end"]') !== null;
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""


@pytest.mark.parametrize(
    ("size", "motion"), [(DESKTOP, "full"), (PHONE, "less")], ids=["desktop", "phone, less motion"]
)
def test_a_round_that_is_over_is_laid_open_and_counted_on_the_table(
    visit: Visits, server: ThreadServer, size: Size, motion: str
) -> None:
    table = arrange_table(server, LAST)
    # Slowly enough that the scene still moves when it is looked at.
    page = table.opened_by(0, visit, size, motion=motion, speed=0.25)
    page.evaluate(_WATCH_THE_END)
    play_card(page, "R7")
    end = page.locator('[aria-labelledby="round-end"]')
    expect(end.get_by_role("heading").first).to_contain_text("You went out!")
    expect(end.get_by_role("list", name="Ben’s cards").get_by_role("listitem")).to_have_count(3)
    told = "You went out! – Points in hand: Ben 23. Together 23."
    expect(end.get_by_role("status")).to_have_text(told)
    if motion == "full":
        page.mouse.click(size.width / 2, size.height / 2)  # a tap skips
    else:
        page.wait_for_function("document.getAnimations().length === 0")
    expect(end).not_to_have_class(re.compile(r"\bmoving\b"))
    assert page.evaluate("window.end_moved") is (motion == "full")
    expect(end.locator(".total")).to_have_text("+23")
    expect(end.locator(".crown")).to_have_count(1)
    on = end.get_by_role("button", name=message_for("table.next"))
    expect(on).to_be_focused()
    end.get_by_role("button", name=message_for("table.score-sheet")).click()
    mine = page.get_by_role("dialog").get_by_role("row", name=re.compile("Ann"))
    expect(mine.locator(".sum")).to_have_text("23")
    page.keyboard.press("Escape")
    on.click()
    expect(end).to_be_hidden()
    expect_hand(page, 7)


def test_a_game_that_is_over_is_kept_and_played_again(visit: Visits, server: ThreadServer) -> None:
    table = deal_table(server, "classic+hand_size=2+first_card=number", 2, format="single")
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    table.plays_out()
    for page in (ann, ben):
        see_result(page)
        expect(page.get_by_role("button", name=message_for("table.rematch"))).to_be_visible()
    with ben.expect_download() as picture:
        ben.get_by_role("link", name=message_for("table.save-picture")).click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    with ann.expect_download() as download:
        ann.get_by_role("link", name=message_for("table.download")).click()
    assert download.value.suggested_filename.endswith(".uno")
    assert download.value.path().read_bytes().startswith(b"{")
    link = ben.get_by_role("link", name=message_for("table.replay")).get_attribute("href")
    assert link == f"/replay/{download.value.suggested_filename.removesuffix('.uno')}"
    replay = ben.context.new_page()
    replay.goto(link)
    expect(replay.get_by_role("slider")).to_be_visible()
    ann.get_by_role("button", name=message_for("table.rematch")).click()
    expect_hand(ann, 2)
    expect_hand(ben, 2)
