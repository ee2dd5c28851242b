"""A smoke run in Firefox: the home page, one click to cards, one card laid, and no complaint."""

from pathlib import Path

import pytest

from tests.browser import page_chance
from tests.chance import new_bytes
from tests.server.servers import ThreadServer
from tests.web.firefox import find_firefox, start_firefox

FIREFOX = find_firefox()

_PLAY_NOW = """(() => {
  const box = document.querySelector(".play .now")?.getBoundingClientRect();
  return box ? `${box.x + box.width / 2} ${box.y + box.height / 2}` : null;
})()"""

# Where a card that can be played shows itself, and which one it is.
_PLAYABLE = """(() => {
  for (const card of document.querySelectorAll("[data-held].yes:not([data-card^=W])")) {
    const { left, top, width, height } = card.getBoundingClientRect();
    for (let along = 1; along < 12; along++) {
      const [x, y] = [left + (width * along) / 12, top + height * 0.3];
      if (document.elementFromPoint(x, y)?.closest("[data-held]") === card)
        return `${x} ${y} ${card.dataset.held}`;
    }
  }
  return null;
})()"""

# Nothing fits: draw a card, and keep it.
_DRAW = """document.querySelector(
  '.actions button:is([aria-keyshortcuts="k"], [aria-keyshortcuts="d"])'
)?.click()"""


@pytest.mark.skipif(FIREFOX is None, reason="no firefox on PATH (Debian: apt install firefox-esr)")
def test_a_card_is_played_in_firefox(server: ThreadServer, tmp_path: Path) -> None:
    assert FIREFOX is not None
    with start_firefox(FIREFOX, tmp_path / "profile") as firefox:
        firefox.resize(1280, 800)
        firefox.add_script(page_chance(server.url, new_bytes(4)))
        firefox.goto(server.url)
        button = firefox.wait_for(_PLAY_NOW)
        firefox.click(*map(float, button.split()))
        firefox.wait_for("document.querySelectorAll('[data-held]').length > 0")
        x, y, held = firefox.wait_for(f"{_PLAYABLE} ?? ({_DRAW}, null)").split()
        firefox.click(float(x), float(y))
        firefox.wait_for(f"document.querySelector('[data-held=\"{held}\"]') === null")
        assert firefox.troubles == []
