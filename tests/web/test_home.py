"""The first thing people see: it is small, quiet, ours alone, and for everyone."""

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser import DESKTOP, PHONE, Size, Visits, assert_accessible

MOST = 120_000
"""Bytes of script, compressed, that a first visit may load."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_the_home_page_opens_without_a_complaint(visit: Visits, size: Size) -> None:
    page = visit(size=size, worker=True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)


def test_a_first_visit_loads_little_script(visit: Visits, built_pages: Path) -> None:
    page = visit(worker=True)
    loaded = requests_of(page, "script")
    page.goto("/", wait_until="networkidle")
    sizes = {path: packed(built_pages / path[1:]) for path in loaded}
    assert sizes
    assert sum(sizes.values()) <= MOST, sizes


def test_no_screen_needs_much_more_script(visit: Visits, built_pages: Path) -> None:
    for address in ("/new", "/learn", "/replay", "/t/NOTHERE"):
        page = visit()
        visit.expects(page, "404")
        loaded = requests_of(page, "script")
        page.goto(address, wait_until="networkidle")
        sizes = {path: packed(built_pages / path[1:]) for path in loaded}
        assert sum(sizes.values()) <= MOST, (address, sizes)
        page.close()


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
