"""The score sheet shows every hand, whenever one has come."""

from playwright.sync_api import Page, expect

from openuno.table.commands import Next
from tests.browser import PHONE, Visits
from tests.server.running import Running
from tests.web.laid import laid

FIRST = "classic hands=R7/R1,G2 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
SECOND = "classic hands=R7,G9/R1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=1"
# Ann wins what Ben has left in the first hand, Ben what Ann has in the second.
EXPECTED = [["1", "Ben", "0", "16", "16"], ["2", "Ann", "3", "0", "3"]]


def sheet(page: Page) -> list[list[str]]:
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(2)
    cells = [row.locator("td, th") for row in rows.all()]
    return [[text.strip() for text in row.all_inner_texts()] for row in cells]


def test_who_comes_late_or_loads_the_page_again_sees_every_hand(
    visit: Visits, server: Running
) -> None:
    table = laid(server, FIRST)
    table.moves(0, "R7")
    table.asks(0, Next())
    table.puts(SECOND)
    ann = table.opened_by(0, visit, PHONE)
    table.moves(1, "R1")
    for _ in range(2):
        expect(ann.locator("#round-end")).to_be_visible()
        assert sheet(ann) == EXPECTED
        ann.reload()
    late = visit("Zoe", token=server.guest("Zoe")[1])
    late.goto(f"/t/{table.code}")
    assert sheet(late) == EXPECTED
