"""While a player decides, nothing hides the piles, the colour in force or their own cards."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser import SIZES, SMALL_PHONE, Size, Visits
from tests.depth import by_depth
from tests.server.servers import ThreadServer
from tests.web.arranged_table import NAMES, ArrangedTable, arrange_table, key, play_card
from tests.web.playing import wait_for_table, wait_until_still

ON_ITS_SIDE = Size("on-its-side", 740, 360, touch=True)
TOUCHED = (*(size for size in SIZES if size.touch), ON_ITS_SIDE)
POINTED = tuple(size for size in SIZES if not size.touch)
EVERY = pytest.mark.parametrize("sizes", [TOUCHED, POINTED], ids=["touch", "mouse"])

HANDS = "hands=R7,W,B2,G9,YS,R1,W4/B1,G2,Y9,R2/G1,R3/W4,B5,B6"
PILE = "pile=G3,Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8,G8 discard=R5"
FOUR = f"classic {HANDS} {PILE} turn=3"
COLOUR = f"classic {HANDS} {PILE} turn=0"
WHOM = f"house+seven_zero=on {HANDS} {PILE} turn=0"
DRAWN = COLOUR.replace("R7,W,B2,G9,YS,R1,W4", "B2,B7,B8")

# What of the table another thing lies over: the middle of a card's strip, of the pill, of a pile.
_HIDDEN = """() => {
  const over = (element, along, down) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width * along, top + height * down);
    return found !== null && (element.contains(found) || found.contains(element));
  };
  const places = [0.08, 0.5, 0.92];
  const hidden = [];
  for (const selector of ['[data-pile="draw"]', '[data-pile="discard"]', ".force"]) {
    const element = document.querySelector(selector);
    for (const along of places)
      for (const down of places)
        if (!over(element, along, down)) hidden.push(`${selector} at ${along}, ${down}`);
  }
  for (const card of document.querySelectorAll("[data-held]")) {
    const { left, top, width, height } = card.getBoundingClientRect();
    const at = (along, down) =>
      document.elementFromPoint(left + width * along, top + height * down);
    const found = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9].flatMap((along) =>
      [0.15, 0.3, 0.45, 0.6, 0.75].map((down) => at(along, down)));
    const held = found.map((one) => one?.closest("[data-held]") ?? null);
    if (!held.includes(card)) hidden.push(`${card.dataset.card} cannot be seen`);
    for (const one of found)
      if (one?.closest(".panel, .picker")) hidden.push(`${card.dataset.card} is covered`);
  }
  return [...new Set(hidden)];
}"""


def assert_in_sight(page: Page, sizes: Sequence[Size]) -> None:
    """Nothing is hidden, whatever the size of the window."""
    for size in sizes:
        page.set_viewport_size({"width": size.width, "height": size.height})
        wait_until_still(page)
        assert page.evaluate(_HIDDEN) == [], size.name


def opened(
    table: ArrangedTable, visit: Visits, size: Size, *, language: str = "en", reading: str = "usual"
) -> Page:
    page = visit(NAMES[0], token=table.tokens[0], size=size, language=language, reading=reading)
    page.goto(f"/t/{table.code}")
    wait_for_table(page)
    return page


@EVERY
def test_a_challenge_hides_nothing_one_decides_by(
    visit: Visits, server: ThreadServer, sizes: tuple[Size, ...]
) -> None:
    table = arrange_table(server, FOUR)
    table.moves(3, "W4/B")
    page = opened(table, visit, sizes[0])
    expect(page.locator(".doubt")).to_be_visible()
    assert_in_sight(page, sizes)
    key(page, "c").click()
    expect(page.locator(".doubt")).to_be_hidden()


@EVERY
def test_naming_a_colour_or_a_player_hides_nothing_one_decides_by(
    visit: Visits, server: ThreadServer, sizes: tuple[Size, ...]
) -> None:
    page = opened(arrange_table(server, WHOM), visit, sizes[0])
    play_card(page, "R7")
    expect(page.locator("#pick-title")).to_be_visible()
    assert_in_sight(page, sizes)
    page.keyboard.press("Escape")
    play_card(page, "W")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_in_sight(page, sizes)


@EVERY
def test_a_drawn_card_is_shown_beside_the_others_and_over_none(
    visit: Visits, server: ThreadServer, sizes: tuple[Size, ...]
) -> None:
    page = opened(arrange_table(server, DRAWN), visit, sizes[0], reading="until")
    key(page, "d").click()
    expect(key(page, "k")).to_be_visible()
    assert_in_sight(page, sizes)


@pytest.mark.parametrize("language", by_depth(["de", "ar"], ["de", "pl", "hi", "ar", "ja"]))
def test_a_challenge_hides_nothing_on_a_small_phone_in_long_words(
    visit: Visits, server: ThreadServer, language: str
) -> None:
    table = arrange_table(server, FOUR)
    table.moves(3, "W4/B")
    page = opened(table, visit, SMALL_PHONE, language=language)
    expect(page.locator(".doubt")).to_be_visible()
    assert_in_sight(page, [SMALL_PHONE])
