"""An event in the browser: the host's page, the screen for everyone, and a phone."""

import re

from playwright.sync_api import Page, expect

from tests.browser import LARGE, PHONE, Visits, assert_accessible
from tests.server.events.visitors import Visitor
from tests.server.servers import ThreadServer

ROTATING = {"kind": {"kind": "rotating"}, "rounds": 4}


def test_an_event_from_the_first_page_to_a_table(visit: Visits) -> None:
    host, phone, screen = visit("Host"), visit("Ann", size=PHONE), visit(size=LARGE)
    code = open_event(host)

    screen.goto(f"/e/{code}/screen")
    expect(screen.get_by_text(code, exact=True)).to_be_visible()
    # Who cannot scan types the code on the first page.
    phone.goto("/")
    phone.get_by_label("Join by code or link").fill(code.lower())
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone).to_have_url(re.compile(f"/e/{code}$"))
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Wait for the draw.")).to_be_visible()
    assert_accessible(phone)
    expect(screen.get_by_text("Ann")).to_be_visible()

    visit.expects(host, "422")
    host.get_by_role("button", name="Draw the tables").click()
    expect(host.get_by_role("alert")).to_have_text(re.compile("at least 4 people"))
    # There are four of us, and the host is one of them.
    host.get_by_role("button", name="I play, too").click()
    expect(screen.get_by_text("Host", exact=True)).to_be_visible()
    for name in ("Ben", "Cem"):
        host.get_by_placeholder("Name of someone without a phone").fill(name)
        host.get_by_role("button", name="Add", exact=True).click()
        expect(host.get_by_text(name, exact=True)).to_be_visible()
    host.get_by_role("button", name="Draw the tables").click()
    expect(phone.get_by_text("You sit at table 1.")).to_be_visible()
    expect(host.get_by_role("link", name="Go to the table")).to_be_visible()
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
    expect(screen.get_by_role("list")).to_contain_text("120")
    expect(host.get_by_role("table")).to_contain_text("120")
    assert_accessible(host)
    for page in (host, screen):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    lead_to_the_next_table(host, phone, code)
    check_paper(host)
    check_arabic(visit, code)


def test_sixty_people_can_be_read_on_one_screen(visit: Visits, server: ThreadServer) -> None:
    host = Visitor(server, "Host")
    code = host.open_event({"title": "Spring tournament of the card club", **ROTATING})
    screen = visit(size=LARGE)
    screen.goto(f"/e/{code}/screen")
    host.host(code, "join", names=[f"Player {number} of 60" for number in range(1, 61)])
    expect(screen.get_by_role("listitem")).to_have_count(60)
    assert_fits(screen)
    host.host(code, "draw")
    expect(screen.get_by_role("heading", name="Table 15")).to_be_visible()
    assert_fits(screen)
    for table in range(1, 16):
        host.host(code, "enter-result", table=table, points=[10 * table, 100_000 - table])
    expect(screen.get_by_role("heading", name="Standings")).to_be_visible()
    expect(screen.get_by_role("listitem")).to_have_count(60)
    assert_fits(screen)


def test_teams_and_changed_rules_are_chosen_and_printed(visit: Visits) -> None:
    host = visit("Host")
    host.goto("/event")
    host.get_by_label("Name of the event").fill("Class 7b")
    host.get_by_role("radio", name="Swiss").check()
    expect(host.get_by_role("group", name="People at a table")).to_be_visible()
    host.get_by_role("group", name="People in a team").get_by_role("button").last.click()
    expect(host.get_by_role("group", name="People at a table")).to_have_count(0)
    host.get_by_role("button", name="Change the rules").click()
    host.get_by_role("switch", name="Seven-zero").click()
    assert_accessible(host)
    host.get_by_role("button", name="Open the event").click()
    # People can form teams of two, and the sheet says what is not as printed.
    for name in ("Ben", "Cem"):
        host.get_by_placeholder("Name of someone without a phone").fill(name)
        host.get_by_role("button", name="Add", exact=True).click()
    expect(host.get_by_text("Who plays together?")).to_be_visible()
    host.get_by_role("main").get_by_role("link", name="Rules", exact=True).click()
    expect(host.locator("#own")).to_contain_text("Seven-zero: yes")
    assert_accessible(host)


def lead_to_the_next_table(host: Page, phone: Page, code: str) -> None:
    """Draw, share the host's page with a phone, and take the draw back there."""
    # A phone that is still at the old table is told where to go next.
    expect(phone.get_by_role("link", name="Back to the event")).to_be_visible()
    host.get_by_role("button", name="Draw the tables").click()
    expect(phone.get_by_text("Next, you sit at table 1.")).to_be_visible()
    host.get_by_text("Ann", exact=True).first.click()
    host.get_by_role("button", name="Let them host, too").click()
    phone.goto(f"/e/{code}")
    expect(phone.get_by_role("status")).to_have_text("Everyone at their table? Start the tables.")
    phone.get_by_role("button", name="Take the draw back").click()
    expect(phone.get_by_role("heading", name="Sitting 1").first).to_be_visible()


def check_paper(host: Page) -> None:
    """Table cards and score sheets, on the screen and on paper."""
    host.get_by_role("link", name="Print", exact=True).click()
    expect(host.get_by_role("heading", name="Table 1")).to_be_visible()
    assert_accessible(host)
    host.get_by_role("button", name="Score sheets").click()
    expect(host.get_by_role("rowheader", name="Total")).to_be_visible()
    host.emulate_media(media="print")
    expect(host.get_by_role("button", name="Score sheets")).to_be_hidden()


def check_arabic(visit: Visits, code: str) -> None:
    """The same pages from right to left."""
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


def assert_fits(screen: Page) -> None:
    """Nothing is outside the screen, and everything can be read from 4 m."""
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert letters_fill_the_screen(screen)


def letters_fill_the_screen(screen: Page) -> bool:
    """Whether names can be read from 4 m: at 1080 lines, 26 pixels and more."""
    size = screen.evaluate("parseFloat(getComputedStyle(document.querySelector('li')).fontSize)")
    return bool(size >= 26)
