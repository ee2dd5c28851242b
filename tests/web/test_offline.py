"""What can be read without a server: the rules, the lesson, and every replay seen here."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from openuno.server.http import pages
from tests.browser import EASY, Visits, message_for
from tests.server.servers import ThreadServer, run_server
from tests.web.playing import play_finished_game, play_now, wait_for_table, wait_until

GONE = r"net::ERR_|Failed to load resource|WebSocket"

# Everything the browser keeps for us beside its own cache, as text.
_KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      kept[new URL(request.url).pathname + new URL(request.url).search] = [
        JSON.stringify([...request.headers]), JSON.stringify([...answer.headers]),
        await answer.text(),
      ].join("\\n");
    }
  }
  return kept;
}"""

_WORKERS = """async () => {
  const { active, waiting } = await navigator.serviceWorker.ready;
  return [active.state, waiting?.state ?? null];
}"""


class Leaving:
    """A server that can be stopped, and started again, while its visitors stay."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._port = 0
        self._until = ExitStack()
        self.start()

    def start(self) -> None:
        served = run_server(self._database, limits=EASY, port=self._port)
        self.server = self._until.enter_context(served)
        self._port = urlsplit(self.server.url).port or 0

    def stop(self) -> None:
        self._until.close()


@pytest.fixture
def leaving(built_pages: Path, tmp_path: Path) -> Iterator[Leaving]:
    assert (built_pages / "sw.js").is_file()
    server = Leaving(tmp_path / "uno.db")
    yield server
    server.stop()


def test_the_rules_the_lesson_and_a_replay_are_there_without_the_server(
    leaving: Leaving, visiting: Callable[[str], Visits]
) -> None:
    server: ThreadServer = leaving.server
    visits = visiting(server.url)
    page = visits(worker=True)
    replay = f"/replay/{play_finished_game(server)}"
    page.goto(replay)
    expect(page.get_by_role("slider")).to_be_visible()
    is_kept(page, re.compile(r"\.uno$"), re.compile(r"^/api/rulebook$"))
    leaving.stop()

    visits.expects(page, GONE)
    page.reload()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name=message_for("replay.verify")).click()
    expect(page.locator("[data-verdict=true]")).to_be_visible()
    page.goto("/rules/classic")  # never seen before, nor is the lesson
    expect(page.locator("#PEN-1")).to_be_visible()
    page.goto("/learn")
    expect(page.get_by_role("heading", level=1)).to_contain_text(message_for("learn.turn-title"))
    wait_for_table(page)


def test_a_replay_gone_to_from_within_is_kept_too(
    leaving: Leaving, visiting: Callable[[str], Visits]
) -> None:
    server = leaving.server
    visits = visiting(server.url)
    page = visits(worker=True)
    game = play_finished_game(server)
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(f"/replay/{game}")
    expect(page.get_by_role("slider")).to_be_visible()
    is_kept(page, re.compile(r"\.uno$"))
    leaving.stop()
    visits.expects(page, GONE)
    page.goto("/")
    page.goto(f"/replay/{game}")
    expect(page.get_by_role("slider")).to_be_visible()


def test_nothing_is_kept_that_is_someones_own(visit: Visits, server: ThreadServer) -> None:
    guest, token = server.guest("Ann")
    page = visit("Ann", token=token, worker=True)
    page.goto("/rules")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for address in ("/rules/classic", "/history", "/new", "/"):
        page.goto(address, wait_until="networkidle")
    play_now(page)
    wait_for_table(page)
    page.reload()
    wait_for_table(page)
    is_kept(page, re.compile(r"^/api/rulebook$"))
    everything = kept(page)
    allowed = re.compile(r"/|/assets/[\w.-]+|/api/(rulebook|editions)|/[\w-]+\.(svg|webmanifest)")
    assert not [path for path in everything if not allowed.fullmatch(path)]
    assert not [path for path, text in everything.items() if token in text or guest in text]
    assert not [path for path, text in everything.items() if "authorization" in text.split("\n")[0]]
    assert "invites you" not in everything["/"]  # as the page of a table says


def test_a_new_version_comes_with_the_next_visit_and_never_over_an_open_table(
    leaving: Leaving,
    visiting: Callable[[str], Visits],
    built_pages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits = visiting(leaving.server.url)
    page = visits(worker=True)
    visits.expects(page, GONE)
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    play_now(page)
    wait_for_table(page)
    leaving.stop()
    monkeypatch.setattr(pages, "FOLDER", newer(built_pages, tmp_path / "newer"))
    leaving.start()

    expect(page.get_by_text(message_for("table.offline"))).to_be_hidden()
    page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    wait_until(lambda: page.evaluate(_WORKERS) == ["activated", "installed"], page)
    wait_for_table(page)
    # A screen of the old version is still to be had, though the server no longer has it.
    old = next(path for path in kept(page) if path.startswith("/assets/Settings-"))
    assert leaving.server.ask("GET", old).status == 404
    assert page.evaluate("async (path) => (await fetch(path)).status", old) == 200

    again = visited_later(page)
    wait_until(lambda: again.evaluate(_WORKERS) == ["activated", None], again)
    wait_until(lambda: old not in kept(again), again)


def newer(built: Path, folder: Path) -> Path:
    """The pages of another build: a script of it has another name."""
    copytree(built, folder, ignore=ignore_patterns("sw.js.*", "Settings-*.js.*"))
    (script,) = (folder / "assets").glob("Settings-*.js")
    script.rename(script.with_name("Settings-newer.js"))
    worker = folder / "sw.js"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(text.replace(script.name, "Settings-newer.js"), encoding="utf-8")
    return folder


def visited_later(page: Page) -> Page:
    """
    The first visit after this one that the new worker serves.

    A browser counts a page as open for a moment after it was closed, and a person who comes back
    within that moment is still served by the worker of before.
    """
    context = page.context
    for _ in range(60):
        page.close()
        page = context.new_page()
        page.wait_for_timeout(500)
        page.goto("/")
        if page.evaluate(_WORKERS)[1] is None:
            break
    return page


def is_kept(page: Page, *paths: re.Pattern[str]) -> None:
    """Wait until the worker has these; it keeps them while the page is already there."""
    wait_until(lambda: all(any(map(path.search, kept(page))) for path in paths), page)


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_KEPT)
    return found
