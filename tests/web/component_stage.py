"""One part of the table on a page of its own, in a real browser and without a server.

    def test_a_hand(open_stage: StagePages) -> None:
        stage = open_stage(PHONE)
        stage.show("hand", cards=["R1", "B2"], legal=[])
        stage.heard()

The page is made from `web/stage/`, for tests alone. The tests of a file share a page for each kind
of window and load it again: to start a page takes ten times as long.
"""

import fcntl
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from hatch_build import run_npm, sources
from tests.browser import DESKTOP, FAILED, ROOT, Size, Visits
from tests.chance import chance_of

BUILT = ROOT / "build" / "stage"
NOWHERE = "http://127.0.0.1:9"
"""Nobody listens there: what the page asks for is answered from the files."""


class Box(msgspec.Struct, frozen=True):
    """Where something is on the page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def within(self, other: "Box", slack: float = 1) -> bool:
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def covers(self, other: "Box", slack: float = 1) -> bool:
        """Whether they overlap, by more than a hair."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )


class Stage:
    """The page, and what its part has asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def show(self, part: str, **given: object) -> None:
        """Show the part with this; what it is given may be the server's own values."""
        shown = msgspec.json.decode(msgspec.json.encode({"part": part, **given}))
        self.page.evaluate("(shown) => show(shown)", shown)
        self.page.evaluate(_DRAWN)

    def heard(self) -> list[list[str]]:
        """What was asked for since one last listened."""
        heard: list[list[str]] = self.page.evaluate("heard.splice(0)")
        return heard

    def boxes(self, selector: str) -> list[Box]:
        """Where all of these are, in the order of the page."""
        return msgspec.convert(self.page.evaluate(_BOXES, selector), list[Box])

    def box(self, selector: str) -> Box:
        (box,) = self.boxes(selector)
        return box


# Two frames: in the first the part hears how much room there is, in the second it is laid out so.
_DRAWN = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
_BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height };
})"""


def build_stage() -> Path:
    """The page, built if a source is newer; one process builds and the others wait."""
    BUILT.parent.mkdir(exist_ok=True)
    with (ROOT / "build" / "stage.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        page = BUILT / "index.html"
        made_of = [*sources(ROOT), *(ROOT / "web" / "stage").iterdir()]
        newest = max(source.stat().st_mtime for source in made_of)
        if not page.is_file() or page.stat().st_mtime < newest:
            run_npm(ROOT, "stage")
    return BUILT


class StagePages:
    """Opens the stage: a page for each kind of window, loaded again whenever it is asked for."""

    def __init__(self, browser: Browser) -> None:
        self._visits = Visits(browser, NOWHERE)
        self._pages: dict[str, Page] = {}
        self._files = build_stage()

    def __call__(self, size: Size = DESKTOP, **prefs: Any) -> Stage:
        """Someone opens the page, on which nothing is shown yet."""
        kind = f"{size.touch} {sorted(prefs.items())}"
        if kind not in self._pages:
            with chance_of(f"stage {kind}"):  # not that of the test which happens to come first
                self._pages[kind] = self._visits("Ann", size=size, **prefs)
            self._pages[kind].route(f"{NOWHERE}/**", self._answer)
        page = self._pages[kind]
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.mouse.move(0, 0)  # the last one may have left it over a card
        page.goto("/")
        page.wait_for_function("() => 'show' in window")
        return Stage(page)

    def check(self) -> None:
        """Fail if anything went wrong on a page since the last check."""
        try:
            self._visits.check()
        finally:
            self._visits.troubles.clear()

    def pictures(self, folder: Path) -> None:
        self._visits.pictures(folder)

    def close(self) -> None:
        self._visits.close()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(NOWHERE).lstrip("/") or "index.html"
        kind, _ = mimetypes.guess_type(path)
        route.fulfill(path=self._files / path, content_type=kind or "text/plain")


@pytest.fixture(scope="module")
def stage_pages(browser: Browser) -> Iterator[StagePages]:
    pages = StagePages(browser)
    yield pages
    pages.close()


@pytest.fixture
def open_stage(
    stage_pages: StagePages, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[StagePages]:
    yield stage_pages
    if request.node.stash.get(FAILED, False):
        stage_pages.pictures(tmp_path / "screens")
    stage_pages.check()
