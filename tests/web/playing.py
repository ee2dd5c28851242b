"""Playing through the pages alone: what a person does at a table, with the mouse.

ann.goto(f"/t/{code}")
sits_down(ann)
...
play_out([ann, ben], until=lambda: over(ann))
"""

import time
from collections.abc import Callable, Sequence
from random import Random

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Locator, Page, expect

from openuno.room.settings import Clock, Settings
from tests.browser import PATIENCE, message_for
from tests.server.clients import begin, open_table, people_at_table, play_out, request
from tests.server.servers import ThreadServer

AWHILE = 300.0
"""Seconds after which a game that goes on is stuck."""

# All that can be done now, as the page shows it.
_OFFERED = """() => {
  const there = (selector) => {
    const found = document.querySelector(selector);
    return found !== null && found.getClientRects().length > 0;
  };
  const can = (key) => there(`button[aria-keyshortcuts="${key}"]:not([aria-disabled="true"])`);
  return {
    colour: there('[role="dialog"] button[aria-keyshortcuts="1"]'),
    player: there('[aria-labelledby="pick-title"] li button'),
    cards: document.querySelectorAll("[data-held].yes").length,
    hand: document.querySelectorAll("[data-held]").length,
    uno: there('button[aria-keyshortcuts="u"][aria-pressed="false"]:not([aria-disabled="true"])'),
    keep: can("k"),
    take: can("d"),
  };
}"""

_ASKED = "([what, there]) => there && what !== 'hand' && what !== 'uno'"

_STILL = """async () => {
  const frame = () => new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 200); // a page that nobody looks at draws no frames
  });
  const places = () => [...document.querySelectorAll("[data-held], [data-pile], .panel, .picker")]
    .flatMap((one) => Object.values(one.getBoundingClientRect().toJSON())).join();
  await document.fonts.ready;
  let before = "";
  for (let frames = 0, same = 0; frames < 300 && same < 3; frames++) {
    await frame();
    const now = places();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""

# A point of a card where no other lies over it, if there is one.
_SEEN = """(selector) => {
  const card = document.querySelector(selector);
  if (card === null) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let down = 1; down < 12; down++)
    for (let along = 1; along < 24; along++) {
      const [x, y] = [left + (width * along) / 24, top + (height * down) / 12];
      if (document.elementFromPoint(x, y)?.closest("[data-held]") === card) return [x, y];
    }
  return null;
}"""


def play_now(page: Page) -> None:
    """One click on the home page."""
    page.get_by_role("button", name=message_for("home.play-now")).click()


def wait_for_table(page: Page) -> None:
    """The person's cards are there, each in its place."""
    expect(page.locator("[data-held]").first).to_be_visible()
    wait_until_still(page)


def wait_until_still(page: Page) -> None:
    """Wait until cards and piles stay where they are: a page learns its room, then lays them."""
    page.evaluate(_STILL)


def reach_lobby(page: Page) -> None:
    """Be in the lobby, perhaps as someone who only watches: the invitation is passed by."""
    watch = page.get_by_role("button", name=message_for("lobby.only-watch"))
    expect(watch.or_(_seats(page))).to_be_visible()
    if watch.is_visible():
        watch.click()


def _seats(page: Page) -> Locator:
    return page.get_by_role("list", name=message_for("lobby.seats"))


def sit_down(page: Page, seat: int) -> None:
    """Take a free seat in the lobby, counted from 0."""
    reach_lobby(page)
    rows = _seats(page).get_by_role("listitem")
    rows.nth(seat).get_by_role("button", name=message_for("lobby.sit")).click()


def get_ready(page: Page) -> None:
    ready = page.get_by_role("button", name=message_for("lobby.ready"))
    unready = page.get_by_role("button", name=message_for("lobby.unready"))
    expect(ready.or_(unready)).to_be_visible()
    if ready.is_visible():
        ready.click()
    expect(unready).to_be_visible()


def press_start(page: Page) -> None:
    page.get_by_role("button", name=message_for("lobby.start")).click()


def act(page: Page) -> bool:
    """Do the next thing the page offers, a card before anything else; whether it offered any."""
    offered = page.evaluate(_OFFERED)
    try:
        if offered["colour"]:
            _press(page, '[role="dialog"] button[aria-keyshortcuts="1"]')
        elif offered["player"]:
            _press(page, '[aria-labelledby="pick-title"] li button')
        elif offered["cards"]:
            if offered["hand"] == 2 and offered["uno"]:
                _press(page, 'button[aria-keyshortcuts="u"]')
            _play_card(page)
        elif offered["keep"]:
            _press(page, 'button[aria-keyshortcuts="k"]')
        elif offered["take"]:
            _press(page, 'button[aria-keyshortcuts="d"]')
        else:
            return False
    except BrowserError:
        return False  # it was no longer there: the table had moved on
    return True


def wait_for_turn(page: Page) -> None:
    """Wait for a turn: without a clock, nothing happens at the table until this player moves."""
    page.wait_for_function(f"() => Object.entries(({_OFFERED})()).some({_ASKED})")


def play(pages: Sequence[Page], *, until: Callable[[], bool]) -> None:
    """Everyone does what they can, until something has happened."""
    deadline = time.monotonic() + AWHILE
    while not until():
        assert time.monotonic() < deadline, "nothing more happens at this table"
        busy = sum(act(page) for page in pages)
        if not busy:
            pages[0].wait_for_timeout(30)


def wait_until(promise: Callable[[], bool], page: Page) -> None:
    """Wait for what a page does not show; what is still not so after a while fails the test."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not promise():
        assert time.monotonic() < deadline, "it does not come"
        page.wait_for_timeout(50)


def see_result(page: Page) -> None:
    """Go on from the last round of a game to the end of the game."""
    end = page.locator('[aria-labelledby="round-end"]')
    more = end.get_by_role("button", name=message_for("table.more"))
    more.or_(end.get_by_role("button", name=message_for("table.result"))).click()
    expect(page.locator("#game-end")).to_be_focused()


def wait_until_settled(page: Page) -> None:
    """Nothing more comes by itself: everything is loaded, and what moves has arrived."""
    page.wait_for_load_state("networkidle")
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          const lasting = (one) => one.effect?.getComputedTiming().iterations !== Infinity;
          const moving = document.getAnimations().filter(lasting);
          await Promise.allSettled(moving.map((one) => one.finished));
        }"""
    )


def _press(page: Page, selector: str) -> None:
    page.locator(selector).first.click(timeout=2000)


def _play_card(page: Page) -> None:
    """Click where the card can be seen."""
    card = page.locator("[data-held].yes").first
    held = card.get_attribute("data-held", timeout=2000)
    where = page.evaluate(_SEEN, f'[data-held="{held}"].yes')
    if where is not None:
        page.mouse.click(*where)


# ---- tables that programs have set up, to look at ----


def start_short_game(server: ThreadServer, *pages: Page, format: str = "single") -> None:
    """These people sit down in this order and begin; the first has come with a token, and hosts."""
    settings = Settings(
        rules="classic+hand_size=3",
        format=format,
        seats=len(pages),
        clock=Clock(move=None),
        public=False,
    )
    host, *others = pages
    host.goto("/")
    token = host.evaluate("localStorage.getItem('openuno.token')")
    code = server.do(open_table(server.url, token, settings))
    for seat, page in enumerate(pages):
        page.goto(f"/t/{code}")
        sit_down(page, seat)
    for page in others:
        get_ready(page)
    press_start(host)
    for page in pages:
        wait_for_table(page)


def play_finished_game(server: ThreadServer) -> str:
    """The id of a game that three people have played."""
    return server.do(_play_finished_game(server.url))


async def _play_finished_game(url: str) -> str:
    settings = Settings(rules="classic", format="single", seats=3, clock=Clock(move=None))
    async with people_at_table(url, settings, ("Maya", "Ravi", "Lena")) as clients:
        await begin(clients)
        await play_out(clients, Random(7))
        mine = await request(url, "GET", "/api/me/games", token=clients[0].token)
        return str(mine["games"][0]["id"])
