"""A card carried to the pile by mouse or finger is laid; one that is let go comes back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser import DESKTOP, PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import ArrangedTable, arrange_table, expect_hand, log

HAND = "classic hands=R7,W,B2,G9/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5 turn=0"
STILL = 160
"""Milliseconds after which a hand that rests no longer throws."""
Point = tuple[float, float]
BY = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["mouse", "finger"])

# A point of a card that no other covers, and the middle of the discard pile.
_WHERE = """(code) => {
  const card = document.querySelector(`[data-card="${code}"]`);
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let part = 1; part < 12; part++) {
    const [x, y] = [left + (width * part) / 12, top + height / 3];
    if (document.elementFromPoint(x, y)?.closest("[data-held]") === card) return [x, y];
  }
  return null;
}"""
_PILE = """() => {
  const { x, y, width, height } =
    document.querySelector("[data-pile=discard]").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


class Grip:
    """A mouse button held down, or a finger on the glass."""

    def __init__(self, page: Page, touches: CDPSession | None, at: Point) -> None:
        self._page = page
        self._touches = touches
        self.at = at

    def moves(self, to: Point, steps: int = 8) -> None:
        """Go there, on a straight line."""
        (x, y), (far_x, far_y) = self.at, to
        for step in range(1, steps + 1):
            part = step / steps
            self.at = (x + (far_x - x) * part, y + (far_y - y) * part)
            self.does("touchMove")

    def by(self, dx: float, dy: float) -> None:
        self.moves((self.at[0] + dx, self.at[1] + dy))

    def does(self, what: str) -> None:
        if self._touches:
            points = [] if what == "touchEnd" else [{"x": self.at[0], "y": self.at[1]}]
            self._touches.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})
        elif what == "touchMove":
            self._page.mouse.move(*self.at)
        elif what == "touchStart":
            self._page.mouse.move(*self.at)
            self._page.mouse.down()
        else:
            self._page.mouse.up()


@contextmanager
def held(page: Page, size: Size, code: str) -> Iterator[Grip]:
    """Take a card of the hand; it is let go when the block ends."""
    at = page.evaluate(_WHERE, code)
    assert at is not None, f"{code} is covered"
    touches = page.context.new_cdp_session(page) if size.touch else None
    grip = Grip(page, touches, (at[0], at[1]))
    grip.does("touchStart")
    yield grip
    grip.does("touchEnd")


def opened(visit: Visits, server: ThreadServer, size: Size) -> tuple[ArrangedTable, Page]:
    table = arrange_table(server, HAND)
    page = table.opened_by(0, visit, size, reading="until")
    expect(page.locator("[data-held].yes")).to_have_count(2)
    return table, page


@BY
def test_a_card_dropped_on_the_pile_is_laid(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    table, page = opened(visit, server, size)
    with held(page, size, "R7") as grip:
        grip.moves(tuple(page.evaluate(_PILE)))
        expect(page.locator(".carried")).to_have_attribute("data-card", "R7")
        assert len(table.hand(0)) == 4, "it is still in the hand"
    expect(log(page)).to_contain_text("You play Red 7")
    expect_hand(page, 3)
    assert table.round().discard[-1].value == "R7"


@BY
def test_a_card_thrown_upwards_is_laid(visit: Visits, server: ThreadServer, size: Size) -> None:
    table, page = opened(visit, server, size)
    with held(page, size, "R7") as grip:
        grip.by(0, -100)
    expect(log(page)).to_contain_text("You play Red 7")
    assert table.round().discard[-1].value == "R7"


@BY
def test_a_card_let_go_near_the_hand_comes_back(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    table, page = opened(visit, server, size)
    with held(page, size, "R7") as grip:
        grip.by(0, -40)
        expect(page.locator(".carried")).to_have_count(1)
        page.wait_for_timeout(STILL)
        grip.by(0, 1)
    expect(page.locator(".carried")).to_have_count(0)
    expect_hand(page, 4)
    assert len(table.hand(0)) == 4
    # And the gesture is over: a later touch begins anew.
    with held(page, size, "R7") as grip:
        grip.moves(tuple(page.evaluate(_PILE)))
    expect(log(page)).to_contain_text("You play Red 7")


@BY
def test_a_card_that_does_not_fit_says_why_and_comes_back(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    table, page = opened(visit, server, size)
    with held(page, size, "B2") as grip:
        grip.moves(tuple(page.evaluate(_PILE)))
    sentence = "Blue 2 matches neither red nor 5"
    expect(page.get_by_role("status").filter(has_text=sentence)).to_have_count(1)
    expect_hand(page, 4)
    assert len(table.hand(0)) == 4


@BY
def test_a_wild_dropped_on_the_pile_asks_for_its_colour(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    _, page = opened(visit, server, size)
    with held(page, size, "W") as grip:
        grip.moves(tuple(page.evaluate(_PILE)))
    picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
    picker.locator("button[aria-keyshortcuts]").nth(2).click()
    expect(page.get_by_text("Green is in force")).to_be_visible()
    expect_hand(page, 3)


def test_a_finger_that_slides_along_the_hand_looks_at_the_cards_and_lays_none(
    visit: Visits, server: ThreadServer
) -> None:
    table, page = opened(visit, server, PHONE)
    last = page.locator('[data-card="W"]').bounding_box()
    assert last is not None
    with held(page, PHONE, "R7") as grip:
        grip.moves((last["x"] + last["width"] - 6, grip.at[1]), steps=24)
        expect(page.locator(".forward")).to_have_attribute("data-card", "W")
        expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".forward")).to_have_attribute("data-card", "W")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(table.hand(0)) == 4
