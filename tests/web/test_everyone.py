"""For everyone: whatever they see, hear or touch with, read, and how large they need it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from tests.browser import (
    DESKTOP,
    PHONE,
    SMALL_PHONE,
    WORDS,
    Size,
    Theme,
    Visits,
    assert_accessible,
    message_for,
)
from tests.depth import by_depth
from tests.record.games import Setting, play_setting
from tests.server.servers import ThreadServer
from tests.web.playing import act, play, play_now, start_short_game, wait_for_table, wait_for_turn

LANGUAGES = sorted(folder.name for folder in WORDS.iterdir() if folder.is_dir())
SCREENS = (
    *("/", "/new", "/watch", "/learn", "/puzzle/1", "/replay", "/rules", "/history", "/settings"),
    "/nowhere/at/all",
)
GAME = Setting("mattel-2016", "race:60", 3)
ENLARGED = Size("enlarged", DESKTOP.width // 2, DESKTOP.height // 2)
"""A desktop's screen, for who has zoomed to 200 %."""

# As a link of ours does, without loading everything again.
_GO = """async (path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""

_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# A screen is there when it has a title, waits for nothing, and was the same for two frames.
_THERE = """async () => {
  const waits = () => [...document.querySelectorAll("[role=status]")]
    .some((one) => one.textContent.trim().endsWith("…"));
  let before = "";
  for (let same = 0; same < 2; ) {
    await new Promise(requestAnimationFrame);
    const now = document.body.innerHTML;
    same = now === before && document.querySelector("h1, h2") && !waits() ? same + 1 : 0;
    before = now;
  }
}"""

# What is wrong with the page as it is laid out now, in words.
_FAULTS = r"""() => {
  const found = [];
  const root = document.documentElement;
  const name = (one) => `${one.tagName} ${one.className} "${one.textContent.trim().slice(0, 60)}"`;
  const seen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, [data-held]");
  const scrolls = (one) =>
    one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`);
  for (const one of all("button, a, .chip, summary, h1, h2, .player")) {
    if (getComputedStyle(one).display === "inline" || one.matches(".draw")) continue;
    const { left, right } = one.getBoundingClientRect();
    if ((left < -1 || right > root.clientWidth + 1) && !scrolls(one))
      found.push(`beside the page: ${name(one)}`);
    if (one.matches(".player")) continue;
    if (one.scrollWidth > one.clientWidth + 1) found.push(`cut off: ${name(one)}`);
    if (one.matches("button, .button") && one.scrollHeight > one.clientHeight + 1)
      found.push(`too low: ${name(one)}`);
  }
  for (const one of all("button, .button, .chip, nav a")) {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!seen(text.parentElement)) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}]+/gu)) {
        if (/[\u3000-\u9fff]/.test(word)) continue; // lines break anywhere
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word}`);
      }
    }
  }
  const key = /^[a-z]+\.[a-z-]+$/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (key.test(texts.currentNode.data.trim())) found.push(`no text: ${texts.currentNode.data}`);
  for (const which of ["aria-label", "placeholder", "title"])
    for (const one of document.querySelectorAll(`[${which}]`))
      if (key.test(one.getAttribute(which))) found.push(`no text: ${one.getAttribute(which)}`);
  return found;
}"""

# Controls that are smaller than a finger.
_SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([one, { width, height }]) => `${width}x${height}: ${one.outerHTML.slice(0, 120)}`)"""

# Controls that cannot be brought to where they can be pressed.
_UNREACHABLE = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
  .filter((one) => {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    for (let down = 1; down < 8; down++)
      for (let along = 1; along < 8; along++) {
        const there = document.elementFromPoint(left + width * along / 8, top + height * down / 8);
        if (there && (one.contains(there) || there.contains(one.closest("label")))) return false;
        if (there && one.labels && [...one.labels].some((label) => label.contains(there)))
          return false;
      }
    return true;
  })
  .map((one) => one.outerHTML.slice(0, 120))"""

# What moves; a fade is none.
_MOVING = """() => document.getAnimations().filter((one) =>
  one.effect.getKeyframes().some((frame) => Object.keys(frame).some((name) =>
    !["offset", "computedOffset", "easing", "composite", "opacity"].includes(name)))
).map((one) => {
  const { target } = one.effect;
  return `${target.className} ${one.animationName ?? one.transitionProperty ?? "moves"}`;
})"""


def go(page: Page, address: str) -> None:
    page.evaluate(_GO, address)
    page.evaluate(_THERE)


def see(page: Page, size: Size) -> None:
    if page.viewport_size != _extent(size):
        page.set_viewport_size(_extent(size))
    page.evaluate(_DRAWN)


def _extent(size: Size) -> ViewportSize:
    return {"width": size.width, "height": size.height}


def faults(page: Page) -> list[str]:
    """What is wrong at the smallest size and on a desktop, beginning with the one it has now."""
    found = []
    now = page.viewport_size
    for size in sorted((DESKTOP, SMALL_PHONE), key=lambda size: now != _extent(size)):
        see(page, size)
        found += [f"{page.url} {size.name}: {each}" for each in page.evaluate(_FAULTS)]
    return found


def open_lobby(page: Page, language: str = "en") -> None:
    go(page, "/")
    page.get_by_role("button", name=message_for("home.play-friends", language)).click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name=message_for("lobby.send", language)).wait_for()
    page.evaluate(_THERE)


def open_table(page: Page, language: str = "en") -> None:
    go(page, "/")
    page.get_by_role("button", name=message_for("home.play-now", language)).click()
    wait_for_table(page)
    page.evaluate(_THERE)


# ---- axe ----


@pytest.mark.parametrize(
    ("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)
def test_axe_has_nothing_against_any_screen(visit: Visits, size: Size, theme: Theme) -> None:
    page = visit(size=size, theme=theme)
    page.goto("/")
    for address in (*SCREENS, "/rules/classic"):
        go(page, address)
        assert_accessible(page)
    file: FilePayload = {
        "name": "a.uno",
        "mimeType": "text/plain",
        "buffer": play_setting(GAME).data,
    }
    go(page, "/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("slider")).to_be_visible()
    assert_accessible(page)
    open_lobby(page)
    assert_accessible(page)


@pytest.mark.parametrize(
    ("size", "theme"), [(DESKTOP, "dark"), (PHONE, "light")], ids=["desktop", "phone"]
)
def test_axe_has_nothing_against_the_table_in_any_state(
    visit: Visits, server: ThreadServer, size: Size, theme: Theme
) -> None:
    ann, ben = visit("Ann", size=size, theme=theme, token=server.guest("Ann")[1]), visit("Ben")
    start_short_game(server, ann, ben, format="race:1000")
    watching = visit("Cat", size=size, theme=theme)
    watching.goto(ann.url)
    expect(watching.get_by_text(message_for("table.watching"))).to_be_visible()
    assert_accessible(watching)
    for place in dialogs(ann):
        expect(ann.locator(place)).to_be_visible()
        assert_accessible(ann)


def test_axe_has_nothing_against_the_end_of_a_round(visit: Visits, server: ThreadServer) -> None:
    ann = visit("Ann", size=PHONE, theme="light", token=server.guest("Ann")[1])
    ben = visit("Ben")
    start_short_game(server, ann, ben, format="race:1000")
    play([ann, ben], until=lambda: ann.locator("#round-end").count() > 0)
    expect(ann.locator("button.now")).to_be_focused()
    assert_accessible(ann)
    ann.get_by_role("button", name=message_for("table.score-sheet")).click()
    assert_accessible(ann)


def dialogs(page: Page) -> Iterator[str]:
    """Open what a table has to open, one thing after another."""
    page.get_by_role("button", name=message_for("table.menu"), exact=True).click()
    yield "dialog[open]"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "dialog[open]"
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator("aside input").fill("Hello!")
    page.keyboard.press("Enter")
    yield "aside [role=log] .mine"
    page.locator("aside header button").click()


@pytest.mark.parametrize(
    ("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)
def test_axe_has_nothing_against_any_question(visit: Visits, size: Size, theme: Theme) -> None:
    page = visit(size=size, theme=theme, speed=8)
    page.goto("/learn")
    for place in questions(page):
        expect(page.locator(place).first).to_be_visible()
        assert_accessible(page)


def questions(page: Page) -> Iterator[str]:
    """What the lesson's table asks: a drawn card, a colour, whether someone bluffs, whom to catch.

    The lesson is dealt as it was written, and its table is made of the same parts.
    """
    chapters = page.locator(".chapters button")
    chapters.nth(1).click()
    page.locator(_can("d")).click()
    yield _can("k")
    chapters.nth(3).click()
    page.locator("[data-card=W] button").press("Enter")
    yield '[role="dialog"] button'
    page.keyboard.press("Escape")
    chapters.nth(4).click()
    yield _can("c")
    chapters.nth(5).click()
    yield _can("x")


def _can(key: str) -> str:
    return f'.actions button[aria-keyshortcuts="{key}"]'


# ---- languages ----


# The gate tries those with the longest words, another direction, other letters, no spaces.
@pytest.mark.parametrize(
    "languages",
    by_depth([["ar", "de", "ja"], ["hi", "pl"]], [LANGUAGES[::2], LANGUAGES[1::2]]),
    ids="-".join,
)
def test_every_language_fits_on_every_screen(visit: Visits, languages: list[str]) -> None:
    page = visit(size=SMALL_PHONE)
    page.goto("/")
    found = []
    for language in languages:
        speak(page, language)
        found += [f"{language}: {fault}" for fault in every_fault(page, language)]
    assert not found, "\n".join(found)


def speak(page: Page, language: str) -> None:
    """Choose a language as the settings do, for the next page."""
    page.evaluate(
        """(language) => {
          const prefs = JSON.parse(localStorage.getItem("openuno.prefs"));
          localStorage.setItem("openuno.prefs", JSON.stringify({ ...prefs, language }));
        }""",
        language,
    )
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)


def every_fault(page: Page, language: str) -> list[str]:
    """What is wrong on any screen, in the lobby, at the table and in what a table opens."""
    found = []
    for address in SCREENS:
        go(page, address)
        found += faults(page)
    open_lobby(page, language)
    found += faults(page)
    open_table(page, language)
    found += faults(page)
    buttons = page.locator("header .buttons button")
    buttons.nth(2).click()
    found += faults(page)
    page.keyboard.press("Escape")
    buttons.nth(1).click()
    found += faults(page)
    return found


def test_arabic_is_laid_out_from_right_to_left(visit: Visits) -> None:
    page = visit(language="ar")
    page.goto("/")
    open_table(page, "ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    for size in (DESKTOP, PHONE):
        see(page, size)
        assert left_of(page, '[aria-haspopup="dialog"]') < left_of(page, "header .home")
        assert left_of(page, ".actions") < left_of(page, ".own")
        assert left_of(page, ".discard") < left_of(page, "button.draw")
        # Cards and clocks are no text: they turn neither round nor over.
        turned = page.evaluate("""() => [...document.querySelectorAll("[data-held] svg")]
            .some((one) => getComputedStyle(one).scale.startsWith("-1"))""")
        assert not turned


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"]


# ---- contrast ----

# How the controls that cannot be used look, and whether they still look like the others.
_LIKE_ENABLED = """() => [...document.querySelectorAll("button, select, input")]
  .filter((one) => one.matches(":disabled, [aria-disabled=true]") && !one.matches(".draw"))
  .filter((one) => one.checkVisibility())
  .map((one) => [one, getComputedStyle(one)])
  .map(([one, { outlineStyle, boxShadow, backgroundColor, backgroundImage, opacity }]) => [
    one.outerHTML.slice(0, 90),
    outlineStyle === "dashed" && boxShadow === "none" && backgroundImage === "none"
      && backgroundColor === "rgba(0, 0, 0, 0)" && opacity === "1",
  ])"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_cannot_be_pressed_looks_so_with_more_contrast(visit: Visits, theme: Theme) -> None:
    page = visit(theme=theme, contrast="more")
    page.goto("/")
    seen = 0
    for address in ("/", "/new", "/learn", None):
        if address is None:
            open_lobby(page)
        else:
            go(page, address)
        found = page.evaluate(_LIKE_ENABLED)
        assert [control for control, told in found if not told] == []
        seen += len(found)
    assert seen > 2
    assert_accessible(page)


# ---- motion, size, fingers ----


def test_nothing_moves_for_who_wants_less_of_it(visit: Visits) -> None:
    page = visit(motion="less")
    page.goto("/")
    for address in SCREENS:
        go(page, address)
        assert page.evaluate(_MOVING) == []
    open_table(page)
    wait_for_turn(page)
    assert page.evaluate(_MOVING) == []
    act(page)
    assert page.evaluate(_MOVING) == []


def test_everything_is_within_reach_at_twice_the_size(visit: Visits) -> None:
    page = visit(size=ENLARGED)
    page.goto("/")
    found = []
    for address in SCREENS:
        go(page, address)
        found += out_of_reach(page)
    open_lobby(page)
    found += out_of_reach(page)
    open_table(page)
    found += out_of_reach(page)
    assert not found, "\n".join(found)


def out_of_reach(page: Page) -> list[str]:
    return [f"{page.url}: {each}" for each in page.evaluate(_UNREACHABLE) + page.evaluate(_FAULTS)]


def test_everything_at_the_table_is_as_large_as_a_finger(visit: Visits) -> None:
    page = visit(size=SMALL_PHONE)
    page.goto("/")
    play_now(page)
    wait_for_turn(page)
    assert page.evaluate(_SMALL) == []
    for place in dialogs(page):
        expect(page.locator(place)).to_be_visible()
        assert page.evaluate(_SMALL) == []
