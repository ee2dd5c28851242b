"""Cards fly as they would: from where they were to where they lie, in one piece, and once."""

import math
from itertools import pairwise

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser import DESKTOP, PHONE, Size, Visits
from tests.server.servers import ThreadServer
from tests.web.arranged_table import NAMES, arrange_table, log, play_card
from tests.web.playing import start_short_game

HANDS = "classic hands=R7,W,B2,G9,Y4,Y6/R1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5,Y5 turn=0"
SLOW = 0.25
"""Four times as long as usual: frames that a busy machine leaves out make no jump of it."""
FASTEST = 2.4
"""Pixels a millisecond that a card flies at this speed, at most."""
NEAR = 4.0
"""Pixels that count as the same place."""

# Every copy of a card that can be seen, at every frame, with the time of that frame.
_WATCH = """(code) => {
  window.frames_seen = [];
  const look = (now) => {
    const copies = [...document.querySelectorAll(`[data-face="${code}"]`)].filter((one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    window.frames_seen.push([now, copies.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })]);
    window.watching = requestAnimationFrame(look);
  };
  look(document.timeline.currentTime);
}"""
_LOOK_AWAY = "() => { cancelAnimationFrame(window.watching); return window.frames_seen; }"
_MIDDLE = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# A point of a card of the hand that no other covers.
_UNCOVERED = """(code) => {
  const card = document.querySelector(`[data-card="${code}"]`);
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let part = 1; part < 12; part++) {
    const [x, y] = [left + (width * part) / 12, top + height / 3];
    if (document.elementFromPoint(x, y)?.closest("[data-held]") === card) return [x, y];
  }
}"""
# All that flies has landed, and the page has drawn it.
_LANDED = """() => Promise.allSettled(document.getAnimations().map((one) => one.finished))
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""

# As soon as cards of a deal fly, they stop in the air; `deal_at` says what is seen at any time.
_STOP_THE_DEAL = """
const isSeen = (one) => one.checkVisibility({ opacityProperty: true });
const middle = (one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};
new MutationObserver(() => {
  if (window.deal || !document.querySelector("[data-dealing]")) return;
  window.deal = document.getAnimations().filter((one) => one.effect.target?.closest(
    "[data-laid], [data-held], [data-fan], [data-count], [aria-hidden]:has(> [hidden])"));
  for (const one of window.deal) one.pause();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-dealing"] });
window.deal_at = (time) => {
  for (const one of window.deal) one.currentTime = time;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const column = document.querySelector("[data-count]");
  const top = column.parentElement.getBoundingClientRect().top;
  return {
    flying: all("[aria-hidden]:has(> [hidden]) > :not([hidden])").map((one) =>
      isSeen(one) ? middle(one) : null),
    held: all("[data-held] [data-face]").filter(isSeen).length,
    backs: all("[data-fan] > *").filter(isSeen).length,
    count: [...column.children].findIndex((one) => one.getBoundingClientRect().bottom > top + 1),
    first: all('[data-laid="0"] [data-face]').filter(isSeen).length,
  };
};
"""

# A card on top of the discard pile, at a time before its flight.
_STOP_BEFORE_FLIGHT = """(code) => {
  window.stopped = new Promise((done) => {
    let frames = 0;
    const look = () => {
      if (frames++ > 3000) return done(null);
      const card = document.querySelector(`[data-top]:has([data-face="${code}"])`);
      const flights = card?.getAnimations() ?? [];
      if (!flights.length) return requestAnimationFrame(look);
      for (const flight of flights) { flight.pause(); flight.currentTime = -1; }
      const { x, y, width, height } = card.getBoundingClientRect();
      for (const flight of flights) flight.finish();
      done([x + width / 2, y + height / 2]);
    };
    look();
  });
}"""

Point = tuple[float, float]


class DealFrame(msgspec.Struct, frozen=True):
    """What is seen of a deal at one time."""

    flying: tuple[Point | None, ...]
    """Where each copy of a card is, in the air; None while it rests."""
    held: int
    backs: int
    count: int
    """How many cards the other player has, by the count at their seat."""
    first: int


class Frame(msgspec.Struct, array_like=True, frozen=True):
    """Where the copies of a card are at one time."""

    at: float
    copies: tuple[Point, ...]


def middle(page: Page, selector: str) -> Point:
    x, y = page.evaluate(_MIDDLE, selector)
    return x, y


def frames(page: Page) -> list[Frame]:
    page.evaluate(_LANDED)
    return msgspec.convert(page.evaluate(_LOOK_AWAY), list[Frame])


def assert_flies(seen: list[Frame], start: Point, end: Point) -> None:
    """One card, at every frame, from `start` to `end` without a jump and never back."""
    assert [frame for frame in seen if len(frame.copies) != 1] == []
    path = [(frame.at, frame.copies[0]) for frame in seen]
    assert math.dist(path[0][1], start) < NEAR
    assert math.dist(path[-1][1], end) < NEAR
    for (before, one), (after, other) in pairwise(path):
        step = math.dist(one, other)
        assert step <= FASTEST * (after - before) + NEAR, f"a jump of {step} px at {after}"
        back = math.dist(other, end) - math.dist(one, end)
        assert back < NEAR, f"{back} px back at {after}"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_card_flies_from_its_place_to_the_pile(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    table = arrange_table(server, HANDS)
    page = table.opened_by(0, visit, size, motion="full", speed=SLOW)
    top = '[data-pile="discard"] [data-top] [data-face]'

    # Our own: from its place in the hand.
    x, y = page.evaluate(_UNCOVERED, "R7")
    page.mouse.move(x, y)
    page.evaluate(_LANDED)
    start = middle(page, '[data-card="R7"] [data-face]')
    page.evaluate(_WATCH, "R7")
    page.mouse.down()
    page.mouse.up()
    expect(log(page)).to_contain_text("You play Red 7")
    assert_flies(frames(page), start, middle(page, top))

    # Another's: from their seat.
    seat = middle(page, '[data-seat="1"]')
    page.evaluate(_WATCH, "R1")
    table.moves(1, "R1")
    expect(log(page)).to_contain_text(f"{NAMES[1]} plays Red 1")
    seen = [frame for frame in frames(page) if frame.copies]
    one = msgspec.structs.replace
    flight = [one(frame, copies=frame.copies[-1:]) for frame in seen]
    assert math.dist(flight[0].copies[0], seat) < max(size.width, size.height) / 6
    assert_flies(flight, flight[0].copies[0], middle(page, top))


def test_a_card_does_not_lie_on_the_pile_before_it_flies(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, HANDS)
    page = table.opened_by(0, visit, motion="full", speed=SLOW)
    play_card(page, "R7")
    expect(log(page)).to_contain_text("You play Red 7")
    page.evaluate(_STOP_BEFORE_FLIGHT, "R1")
    table.moves(1, "R1")
    stopped = page.evaluate("() => window.stopped")
    assert stopped, "no card flew"
    assert math.dist(stopped, middle(page, '[data-pile="discard"]')) > 50
    assert math.dist(stopped, middle(page, '[data-seat="1"]')) < DESKTOP.width / 6


def test_a_card_that_is_carried_flies_on_from_where_it_is_let_go(
    visit: Visits, server: ThreadServer
) -> None:
    page = arrange_table(server, HANDS).opened_by(0, visit, motion="full", speed=SLOW)
    x, y = page.evaluate(_UNCOVERED, "R7")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 200, steps=6)
    page.evaluate(_LANDED)
    start = middle(page, '[data-card="R7"] [data-face]')
    page.evaluate(_WATCH, "R7")
    page.mouse.up()
    expect(log(page)).to_contain_text("You play Red 7")
    assert_flies(frames(page), start, middle(page, '[data-pile="discard"] [data-top] [data-face]'))


def test_cards_are_dealt_one_by_one_and_the_first_is_turned_over_last(
    visit: Visits, server: ThreadServer
) -> None:
    ann = visit("Ann", motion="full", token=server.guest("Ann")[1])
    ben = visit("Ben")
    ann.add_init_script(_STOP_THE_DEAL)
    start_short_game(server, ann, ben)
    expect(ann.locator("[data-dealing]")).to_be_attached()
    lasts = ann.evaluate("Math.max(...window.deal.map((one) => one.effect.getTiming().duration))")
    step = 8
    deal = [
        msgspec.convert(ann.evaluate("deal_at", time), DealFrame)
        for time in (*range(0, int(lasts), step), lasts)
    ]
    for before, after in pairwise(deal):
        for one in ("held", "backs", "count", "first"):
            assert getattr(after, one) - getattr(before, one) in (0, 1), f"{one}: {before}, {after}"
        for left, right in zip(before.flying, after.flying, strict=True):
            if left and right:  # what has landed rests before it flies again
                assert math.dist(left, right) <= 4 * FASTEST * step + NEAR
        assert after.backs == after.count
        assert not after.first or after.held == after.count == 3
    assert max(sum(map(bool, frame.flying)) for frame in deal) > 1
    assert (deal[0].held, deal[0].count) == (0, 0)
    assert deal[-1].first == 1
    ann.evaluate("for (const one of window.deal) one.finish()")
    expect(ann.locator("[data-dealing]")).to_have_count(0)
    assert ann.locator("[data-held]").count() == 3
