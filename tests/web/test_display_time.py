"""What goes by itself can be read by everyone: it says so, and waits for who asks it to."""

from playwright.sync_api import Page, expect

from tests.browser import Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import (
    ArrangedTable,
    arrange_table,
    card,
    expect_hand,
    key,
    log,
    stop_clock,
)

UNFIT = "classic hands=B7,B8/B1,G2,R9 pile=G3,Y2,Y3,Y4,Y5 discard=R5 turn=0"
WHY = "classic hands=B7,R8/B1,G2,R9 pile=G3,Y2,Y3,Y4,Y5 discard=R5 turn=0"
LONG = 6_000
"""Milliseconds after which whatever is going to go has gone."""


def opened(table: ArrangedTable, visit: Visits, reading: str) -> Page:
    """Ann's page; its clock runs only when we let it."""
    page = table.opened_by(0, visit, slow=True, reading=reading)
    expect_hand(page, 2)
    stop_clock(page)
    return page


def test_a_drawn_card_that_cannot_be_played_says_that_it_is_kept(
    visit: Visits, server: ThreadServer
) -> None:
    page = opened(arrange_table(server, UNFIT), visit, "usual")
    # Who cannot see it is told by a line that was there before.
    spoken = page.get_by_role("status").filter(has_text="so you keep it")
    key(page, "d").click()
    expect(spoken).to_have_count(1)
    page.clock.run_for(LONG)
    expect(log(page)).to_contain_text("and keep it")
    expect_hand(page, 3)


def test_who_needs_more_time_keeps_a_drawn_card_themselves(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, UNFIT)
    page = opened(table, visit, "until")
    key(page, "d").click()
    asked = page.locator(".sentence").filter(has_text="it cannot be played")
    expect(asked).to_be_visible()
    page.clock.run_for(LONG)
    expect(asked).to_be_visible()
    assert len(table.hand(0)) == 3
    key(page, "k").click()
    expect(asked).to_be_hidden()


def test_a_note_goes_by_itself_or_stays_until_one_acts(visit: Visits, server: ThreadServer) -> None:
    for reading, stays in (("usual", False), ("longer", True), ("until", True)):
        page = opened(arrange_table(server, WHY), visit, reading)
        card(page, "B7").press("Enter")
        note = page.locator(".notice")
        expect(note).to_be_visible()
        page.clock.run_for(LONG)
        expect(note).to_have_count(int(stays))
        page.keyboard.press("Escape")
        expect(note).to_have_count(0)


def test_how_long_there_is_to_read_is_a_setting(visit: Visits) -> None:
    page = visit()
    page.goto("/settings")
    choice = page.get_by_role("radio", name=message_for("settings.reading-until"))
    page.get_by_text(message_for("settings.reading-until")).click()
    page.reload()
    expect(choice).to_be_checked()
