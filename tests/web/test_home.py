"""The first thing people see: it is small, quiet, ours alone, and for everyone."""

import gzip
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser import DESKTOP, PHONE, Size, Visits, assert_accessible, message_for
from tests.server.servers import ThreadServer

MOST = 120 * 1024
"""Bytes of script, compressed, that a first visit may load."""
MOST_ELSEWHERE = 137_000
"""Those that somebody may load who begins at another screen."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_the_home_page_opens_without_a_complaint(visit: Visits, size: Size) -> None:
    page = visit(size=size, worker=True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)


def test_a_note_about_a_wrong_code_goes_when_the_code_is_changed(visit: Visits) -> None:
    page = visit()
    visit.expects(page, "404")  # the browser's own word for a table that is not there
    page.goto("/")
    code = page.get_by_label(message_for("home.code"))
    code.fill("NOWHERE")
    code.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    code.press("Backspace")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_first_visit_loads_little_script(visit: Visits, built_pages: Path) -> None:
    page = visit(worker=True)
    loaded = requests_of(page, "script")
    page.goto("/", wait_until="networkidle")
    sizes = {path: packed(built_pages / path[1:]) for path in loaded}
    assert sizes
    assert sum(sizes.values()) <= MOST, sizes


def test_no_screen_needs_much_more_script(visit: Visits, built_pages: Path) -> None:
    for address in ("/new", "/learn", "/puzzle/1", "/replay", "/t/NOTHERE"):
        page = visit()
        visit.expects(page, "404")
        loaded = requests_of(page, "script")
        page.goto(address, wait_until="networkidle")
        sizes = {path: packed(built_pages / path[1:]) for path in loaded}
        assert sum(sizes.values()) <= MOST_ELSEWHERE, (address, sizes)
        page.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_something_is_painted_before_any_script(
    visit: Visits, theme: Literal["dark", "light"]
) -> None:
    page = visit(theme=theme)
    held: list[Route] | None = []

    def hold(route: Route) -> None:
        if held is None:
            route.continue_()
        else:
            held.append(route)

    page.route("**/*.js", hold)
    page.goto("/", wait_until="commit")
    page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint').length > 0"
    )
    assert held
    shell = page.locator("#shell")
    expect(shell).to_be_visible()
    room = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(room)
    waiting, held = held, None
    for route in waiting:
        route.continue_()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(shell).to_have_count(0)
    assert page.evaluate(room) == before


def test_the_page_says_what_it_is_without_script_and_on_a_home_screen(
    browser: Browser, server: ThreadServer
) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto("/")
        expect(page.locator("noscript p")).to_be_visible()
        icon = page.locator('link[rel="apple-touch-icon"]').get_attribute("href")
        assert icon is not None
        assert page.request.get(icon).headers["content-type"] == "image/png"
        for name in ('name="description"', 'name="theme-color"', 'property="og:title"'):
            assert page.locator(f"meta[{name}]").first.get_attribute("content")
    finally:
        context.close()


def test_an_address_that_is_none_says_so(visit: Visits) -> None:
    page = visit()
    visit.expects(page, "404")
    answer = page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize(
    ("language", "script"), [("en", None), ("hi", "devanagari"), ("ar", "arabic")]
)
def test_only_letters_that_are_shown_are_fetched(
    visit: Visits, language: str, script: str | None
) -> None:
    page = visit(language=language)
    loaded = requests_of(page, "font")
    page.goto("/", wait_until="networkidle")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Baloo 2"')
    assert page.evaluate("document.fonts.check('700 1em \"Baloo 2\"', 'openuno')")
    scripts = {path.split("-wght-")[0].rpartition("-")[2] for path in loaded}
    assert scripts == {"latin", script} - {None}
    licence = page.request.get("/fonts-licence.txt")
    assert "SIL OPEN FONT LICENSE" in licence.text()


def requests_of(page: Page, kind: str) -> set[str]:
    """The paths of what the page will have loaded of a kind, as it loads them."""
    loaded: set[str] = set()

    def count(request: Request) -> None:
        if request.resource_type == kind:
            loaded.add(urlsplit(request.url).path)

    page.on("request", count)
    return loaded


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))
