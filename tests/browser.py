"""A real browser for tests: Chromium, driven by Playwright, on the pages as they are built.

- `server`: a `ThreadServer` for this test alone, with its pages.
- `visit(name, size=..., theme=...)`: someone opens a browser of their own; gives Playwright's
  `Page`, on which every address is one of the server's (`page.goto("/new")`). An error on the
  console, something the content policy forbids or a request to any other host fails the test;
  `visit.expects(page, "WebSocket")` lets those through that say so.
- `assert_accessible(page)`: axe finds nothing.
- `said("home.play")`: what the page says there, as a regular expression: a test knows no wording.

The Chromium is the one on PATH, else the one Playwright has installed.
"""

import asyncio
import fcntl
import json
import re
from asyncio import AbstractEventLoop
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as BrowserError

from hatch_build import PAGES, build_pages
from openuno.server.limits import Limits
from openuno.server.net.addresses import network_addresses
from tests.chance import new_bytes
from tests.install_browser import LEFT_OUT, find_chromium
from tests.server.servers import ThreadServer, run_server

ROOT = Path(__file__).parents[1]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WORDS = ROOT / "web" / "src" / "i18n"
PATIENCE = 30_000
"""Milliseconds after which something that does not come is missing; nothing should need them."""
expect.set_options(timeout=PATIENCE)  # its own five seconds are little on a busy machine
EASY = Limits(messages=10_000, guests=10_000, changes=1_000, settings=1_000, openings=1_000)
"""Every browser of a test comes from one address."""
NETWORK = network_addresses("0.0.0.0")
"""Where other devices would find a server of this machine."""
FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--mute-audio"),
    "--host-resolver-rules="
    + ", ".join(("MAP * ~NOTFOUND", *(f"EXCLUDE {each}" for each in ("127.0.0.1", *NETWORK)))),
)
Theme = Literal["dark", "light"]


class Size(msgspec.Struct, frozen=True):
    """A screen."""

    name: str
    width: int
    height: int
    touch: bool = False


SMALL_PHONE = Size("small-phone", 360, 740, touch=True)
PHONE = Size("phone", 390, 844, touch=True)
TABLET = Size("tablet", 768, 1024, touch=True)
DESKTOP = Size("desktop", 1280, 800)
LARGE = Size("large", 1920, 1080)
SIZES = (SMALL_PHONE, PHONE, TABLET, DESKTOP, LARGE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = _launched(playwright)
        try:
            yield browser
        finally:
            browser.close()


def _launched(playwright: Playwright) -> Browser:
    if LEFT_OUT.exists():
        pytest.skip(LEFT_OUT.read_text("utf-8"))
    try:
        return playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
    except BrowserError as error:
        pytest.fail(
            "There is no Chromium to test with: make browser installs one, or says what to do.\n"
            f"{error}",
            pytrace=False,
        )


class Visits:
    """The browsers of a test, each with a memory of its own, and what went wrong in them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self._allowed: dict[Page, list[str]] = {}
        self.troubles: list[tuple[Page, str]] = []

    def __call__(
        self,
        name: str = "Ann",
        *,
        size: Size = DESKTOP,
        theme: Theme = "dark",
        language: str = "en",
        motion: Literal["less", "full"] = "less",
        token: str | None = None,
        worker: bool = False,
        chance: bool = True,
        **prefs: object,
    ) -> Page:
        """Someone comes with these choices in their browser, and a token if they were here.

        Theirs has no service worker, as in a private window: to install one, with all that it
        keeps, costs as much as the page. Who is to have it asks for a `worker`. What their page
        leaves to chance comes from the test's seed, unless the test brings one itself.
        """
        chosen = {"language": language, "name": name, "volume": 0, **prefs}
        kept = {"openuno.prefs": json.dumps(chosen)}
        if token is not None:
            kept["openuno.token"] = token
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.touch,
            color_scheme=theme,
            locale=language,
            reduced_motion="reduce" if motion == "less" else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_TELLING + _remembering(self._url, kept))
        if chance:
            context.add_init_script(page_chance(self._url, new_bytes(4)))
        if not worker:
            context.add_init_script("delete Navigator.prototype.serviceWorker;")
        self._contexts.append(context)
        context.on("page", self._watch)
        return context.new_page()

    def expects(self, page: Page, *patterns: str) -> None:
        """Let troubles of this page pass that match."""
        self._allowed.setdefault(page, []).extend(patterns)

    def check(self) -> None:
        """Fail if anything went wrong that nobody expected."""
        found = [
            said
            for page, said in self.troubles
            if not any(re.search(each, said) for each in self._allowed.get(page, ()))
        ]
        assert not found, "\n".join(found)

    def pictures(self, folder: Path) -> None:
        """Keep what every page shows now, to look at after a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        open_pages = (page for context in self._contexts for page in context.pages)
        for number, page in enumerate(open_pages):
            page.screenshot(path=folder / f"{number}.png")

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _watch(self, page: Page) -> None:
        def trouble(said: str) -> None:
            self.troubles.append((page, f"{urlsplit(page.url).path}: {said}"))

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                trouble(f"{message.text} ({message.location.get('url')})")

        def request(request: Request) -> None:
            asked = urlsplit(request.url)
            if asked.scheme not in ("blob", "data") and asked.netloc != urlsplit(self._url).netloc:
                trouble(f"a request to another host: {request.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: trouble(f"not caught: {error}"))
        page.on("request", request)


_TELLING = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`forbidden by ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
"""


def _remembering(url: str, kept: dict[str, str]) -> str:
    """A script that puts this into the browser's memory when nothing of ours is there yet.

    Playwright's own way would open a page more for each visitor. Ours runs before every page, and
    does something before the first alone: what the page keeps, it never throws away as a whole.
    """
    return f"""
if (location.origin === {json.dumps(url)} && localStorage.getItem("openuno.prefs") === null)
  for (const [key, value] of Object.entries({json.dumps(kept)})) localStorage.setItem(key, value);
"""


def page_chance(url: str, seed: bytes) -> str:
    """A script that gives the page the same random bytes in every run, and others at each load."""
    return f"""
if (location.origin === {json.dumps(url)}) {{
  const loads = Number(localStorage.getItem("tests.loads"));
  localStorage.setItem("tests.loads", String(loads + 1));
  let state = (0x{seed.hex()} + Math.imul(loads, 0x9e3779b9)) | 0;
  crypto.getRandomValues = (array) => {{
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) {{
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      bytes[at] = mixed ^ (mixed >>> 14);
    }}
    return array;
  }};
}}
"""


@pytest.fixture(scope="session")
def built_pages() -> Path:
    """The pages, built if a source is newer; one process builds and the others wait."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "pages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_pages(ROOT)
    return ROOT / PAGES


@pytest.fixture
def server(built_pages: Path, tmp_path: Path) -> Iterator[ThreadServer]:
    assert (built_pages / "index.html").is_file()
    with run_server(tmp_path / "uno.db", limits=EASY) as place:
        yield place


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    with chromium() as found:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield found, loop
        asyncio._set_running_loop(loop)


# Started once for the run, lent to a file: while Playwright's event loop is the running one, tests
# elsewhere that start their own could not.
@pytest.fixture(scope="module")
def browser(launched: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    found, loop = launched
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


@pytest.fixture
def visiting(
    browser: Browser, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[[str], Visits]]:
    """For a test that has a server of its own: `visiting(url)` gives what `visit` is."""
    made: list[Visits] = []

    def at(url: str) -> Visits:
        made.append(Visits(browser, url))
        return made[-1]

    yield at
    try:
        for visits in made:
            if request.node.stash.get(FAILED, False):
                visits.pictures(tmp_path / "screens")
            visits.check()
    finally:
        for visits in made:
            visits.close()


@pytest.fixture
def visit(server: ThreadServer, visiting: Callable[[str], Visits]) -> Visits:
    return visiting(server.url)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test failed, so that its pages can be looked at."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def assert_accessible(page: Page, *, without: tuple[str, ...] = ()) -> None:
    """Axe has nothing against the page as it is now, by WCAG 2.2 AA and its own best practices."""
    # A screen comes a moment after its page.
    page.locator("h1").first.wait_for(state="attached")
    # Evaluated, not added to the page: its policy would forbid that.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async (rules) => (await axe.run({ rules })).violations", _off(without))
    assert not found, "\n".join(_complaint(each) for each in found)


def _off(rules: tuple[str, ...]) -> dict[str, dict[str, bool]]:
    return {rule: {"enabled": False} for rule in rules}


def _complaint(violation: dict[str, Any]) -> str:
    places = (
        f"    {node['html'][:160]}\n      {node['failureSummary']}" for node in violation["nodes"]
    )
    return "\n".join((f"{violation['id']} ({violation['impact']}): {violation['help']}", *places))


def message_for(key: str, language: str = "en") -> re.Pattern[str]:
    """What the page says for a key; what fills a place of the message may be anything."""
    area, _, name = key.partition(".")
    text = json.loads((WORDS / language / f"{area}.json").read_text(encoding="utf-8"))[name]
    assert "{" not in re.sub(r"\{\w+\}", "", text), f"{key} is no plain message"
    parts = re.split(r"\{\w+\}", text.replace("''", "'"))
    return re.compile(".+".join(re.escape(part) for part in parts))
