"""Reports that commands write as HTML, on a phone: nothing is cut off or too small to read."""

from playwright.sync_api import Browser

from openuno.lab.report.html import html_chart, html_document, html_table
from openuno.local.analysis.page import write_page
from openuno.local.analysis.report import Account, Analysis, Point, RoundReport
from tests.browser import PHONE
from tests.lab.test_svg import BARS

LONG = "a name of thirty-five characters or so"
READABLE = 9
"""Dots that letters are high, at least."""
_LETTERS = """texts => texts.map(each => each.getBoundingClientRect().height)"""


def assert_fits(browser: Browser, page_text: str) -> None:
    page = browser.new_page(viewport={"width": PHONE.width, "height": PHONE.height})
    page.set_content(page_text)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE.width
    heights = page.locator("svg text").evaluate_all(_LETTERS)
    assert heights
    assert min(heights) >= READABLE
    page.close()


def test_an_analysis_fits_a_phone(browser: Browser) -> None:
    points = tuple(Point(line, (line / 10, 1 - line / 10)) for line in range(10))
    round = RoundReport(
        number=1, table=0, players=(0, 1), winners=(0,), points=points, moves=(), draw_fours=()
    )
    account = Account(player=0, rounds=1, won=1, par=0.5, deal=0.1, play=-0.2, rest=0.6)
    found = Analysis((LONG, "Ben"), 20, 0, (round,), (account,))
    assert_fits(browser, write_page(found, ("Best of 3, mattel-2016",), teams=False))


def test_tables_and_charts_of_the_lab_and_the_arena_fit_a_phone(browser: Browser) -> None:
    heads = ("", "rounds", "won", "lost a decision", "lost a round", "skill")
    table = html_table(heads, [(LONG, "4", "50.0 ± 32.9", "3.0 ± 12.9", "68.0 ± 20.1", "–")])
    assert_fits(browser, html_document("A report", html_chart(BARS) + table))
