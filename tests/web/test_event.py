"""An event in the browser: the host's page, the screen for everyone, and a phone."""

import re

from playwright.sync_api import Page, expect

from tests.browser import LARGE, PHONE, Visits, assert_accessible


def test_an_event_from_the_first_page_to_a_table(visit: Visits) -> None:
    host, phone, screen = visit("Host"), visit("Ann", size=PHONE), visit(size=LARGE)
    code = open_event(host)

    screen.goto(f"/e/{code}/screen")
    expect(screen.get_by_text(code, exact=True)).to_be_visible()
    phone.goto(f"/e/{code}")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Wait for the draw.")).to_be_visible()
    assert_accessible(phone)
    expect(screen.get_by_text("Ann")).to_be_visible()

    visit.expects(host, "422")
    host.get_by_role("button", name="Draw the tables").click()
    expect(host.get_by_role("alert")).to_have_text(re.compile("at least 4 people"))
    for name in ("Ben", "Cem", "Dee"):
        host.get_by_placeholder("Name of someone without a phone").fill(name)
        host.get_by_role("button", name="Add", exact=True).click()
        expect(host.get_by_role("rowheader", name=name)).to_be_visible()
    host.get_by_role("button", name="Draw the tables").click()
    expect(phone.get_by_text("You sit at table 1.")).to_be_visible()
    expect(screen.get_by_role("heading", name="Table 1")).to_be_visible()
    assert letters_fill_the_screen(screen)
    assert_accessible(screen)

    phone.get_by_role("link", name="Go to the table").click()
    expect(phone.get_by_text("The host starts this table.")).to_be_visible()
    host.get_by_role("button", name="Start the tables").click()
    expect(phone.get_by_text("The host starts this table.")).to_have_count(0)
    host.get_by_role("button", name="Pause").click()
    expect(phone.get_by_role("status").filter(has_text="The game is paused.")).to_be_visible()
    expect(screen.get_by_text("The event is paused.")).to_be_visible()
    host.get_by_role("button", name="Go on").click()
    expect(phone.get_by_role("status").filter(has_text="The game is paused.")).to_have_count(0)

    # The host enters what a table has played, and everyone sees it.
    host.get_by_text("Enter points", exact=True).first.click()
    for field, points in zip(host.get_by_role("spinbutton").all(), ("120", "45"), strict=True):
        field.fill(points)
    host.get_by_role("button", name="Enter points").click()
    expect(screen.get_by_role("table")).to_contain_text("120")
    expect(host.get_by_role("table")).to_contain_text("120")
    assert_accessible(host)
    for page in (host, screen):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Paper, and the same pages from right to left.
    host.get_by_role("link", name="Print", exact=True).click()
    expect(host.get_by_role("heading", name="Table 1")).to_be_visible()
    assert_accessible(host)
    host.get_by_role("button", name="Score sheets").click()
    expect(host.get_by_role("rowheader", name="Total")).to_be_visible()
    host.emulate_media(media="print")
    expect(host.get_by_role("button", name="Score sheets")).to_be_hidden()
    arabic = visit("Layla", size=PHONE, language="ar")
    for address in (f"/e/{code}", f"/e/{code}/screen", "/event"):
        arabic.goto(address)
        expect(arabic.locator("h1").first).to_be_visible()
        assert_accessible(arabic)
        assert arabic.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_event(host: Page) -> str:
    """Open an event of single rounds on phones; its code."""
    host.goto("/new")
    host.get_by_role("link", name="Many people? Plan an event").click()
    title = host.get_by_label("Name of the event")
    title.fill("Friday")
    assert_accessible(host)
    # By the keyboard alone: the form is sent where one types.
    title.press("Enter")
    expect(host).to_have_url(re.compile("/e/[A-Z0-9]{6}$"))
    expect(host.get_by_role("heading", name="Friday")).to_be_visible()
    return host.url.rpartition("/")[2]


def letters_fill_the_screen(screen: Page) -> bool:
    """Whether names can be read from 4 m: at 1080 lines, 26 pixels and more."""
    size = screen.evaluate("parseFloat(getComputedStyle(document.querySelector('li')).fontSize)")
    return bool(size >= 26)
