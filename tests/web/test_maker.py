"""The table maker: four questions on one screen, and every rule behind one button."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import DESKTOP, PHONE, SMALL_PHONE, Size, Visits, assert_accessible, message_for
from tests.server.servers import ThreadServer
from tests.web.test_everyone import go, see

SIZES = (Size("wide", 1440, 900), Size("tablet", 1024, 768), PHONE, SMALL_PHONE)

# What of the form cannot be seen without scrolling, or lies under something else.
_OUT_OF_SIGHT = """() => [...document.querySelectorAll("form button, form input, form h2")]
  .filter((one) => {
    const target = one.labels?.[0] && one.matches(".unseen") ? one.labels[0] : one;
    const { left, top, right, bottom } = target.getBoundingClientRect();
    if (top < 0 || left < 0 || right > innerWidth || bottom > innerHeight) return true;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(target.contains(there) || there.contains(target));
  })
  .map((one) => one.outerHTML.slice(0, 100))"""

_REPEATED = """() => {
  const named = "main :is(h1, h2, strong, button, label):not(:has(button))";
  const texts = [...document.querySelectorAll(named)]
    .map((one) => one.textContent.trim())
    .filter(Boolean);
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}"""


def change_rules(page: Page) -> Locator:
    page.get_by_role("button", name=message_for("maker.change-rules")).click()
    return page.locator(".rules")


def segment(page: Page, label: str, option: str) -> Locator:
    group = page.get_by_role("radiogroup", name=message_for(label))
    return group.get_by_role("radio", name=message_for(option))


def test_the_maker_is_one_screen_that_says_each_thing_once(visit: Visits) -> None:
    page = visit(size=PHONE)
    page.goto("/new")
    page.locator(".games").wait_for()
    for size in SIZES:
        see(page, size)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, size.name
        assert page.evaluate(_OUT_OF_SIGHT) == [], size.name
        assert page.evaluate(_REPEATED) == [], size.name


def test_everything_that_a_table_can_be_set_to_is_in_the_maker(
    visit: Visits, server: ThreadServer
) -> None:
    choices = server.ask("GET", "/api/editions").json
    page = visit(size=PHONE, theme="light")
    page.goto("/new")
    page.get_by_role("button", name=message_for("maker.more-games")).click()
    games = page.locator(".games input")
    offered = {games.nth(n).get_attribute("value") for n in range(games.count())}
    assert {edition["name"] for edition in choices["editions"]} < offered
    segment(page, "maker.length", "maker.length-other").check(force=True)
    formats = page.locator(f'select[aria-label="{message_for("maker.format").pattern}"] option')
    assert formats.evaluate_all("all => all.map((one) => one.value)") == [
        each["name"] for each in choices["formats"]
    ]
    page.get_by_role("button", name=message_for("maker.add-password")).click()
    expect(page.get_by_label(message_for("maker.password"), exact=True)).to_be_focused()
    rules = change_rules(page)
    closed = rules.locator("details.group:not([open]) > summary")
    while closed.count():
        closed.first.click()
    elsewhere = {"teams", "written"}  # set by the format, and by writing on the blanks
    known = [each["name"] for each in choices["switches"] if each["name"] not in elsewhere]
    expect(rules.locator(".row h4")).to_have_count(len(known))
    expect(rules.get_by_role("combobox", name=message_for("maker.clock"))).to_be_visible()
    rules.get_by_role("button", name=message_for("maker.add-blank")).click()
    expect(rules.locator("textarea")).to_have_count(1)
    assert_accessible(page)


def test_a_table_is_made_with_the_keyboard_alone(visit: Visits, server: ThreadServer) -> None:
    page = visit("Ann", size=DESKTOP, token=server.guest("Ann")[1])
    page.goto("/new")
    page.locator(".games input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".games input[value=family]")).to_be_checked()
    page.keyboard.press("Tab")  # to how long it takes
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    change = page.get_by_role("button", name=message_for("maker.change-rules"))
    change.press("Enter")
    expect(change).to_have_attribute("aria-expanded", "true")
    search = page.get_by_role("searchbox", name=message_for("maker.find-rule"))
    search.fill("jump")
    expect(page.locator(".rules .row h4")).to_have_count(1)
    page.get_by_role("switch", name=message_for("maker.switch-jump_in")).press("Space")
    search.fill("")
    page.get_by_role("switch", name=message_for("maker.switch-seven_zero")).press("Space")
    changed = page.locator(".rules ul .chip")
    expect(changed).to_have_count(2)  # against the family's game, not the printed deck
    changed.first.press("Enter")
    expect(changed).to_have_text([re.compile("seven-zero")])
    page.get_by_role("button", name=message_for("maker.open")).press("Enter")
    page.wait_for_url("**/t/*")
    listed = server.ask("GET", "/api/tables").json["tables"]
    assert listed == []  # a person with the link can come; nobody else learns of the table
    chips = page.locator("ul .chip")
    for text in ("stacking", "jump-in", "seven-zero", "single round"):
        expect(chips.filter(has_text=text).first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, SMALL_PHONE], ids=["desktop", "phone"])
def test_what_the_server_minds_is_shown_where_it_is_until_something_changes(
    visit: Visits, size: Size
) -> None:
    page = visit(size=size)
    visit.expects(page, "422")  # the browser's own word for settings not taken
    page.goto("/")
    go(page, "/new")
    rules = change_rules(page)
    rules.get_by_role("button", name=message_for("maker.add-blank")).click()
    rules.locator("textarea").fill("Your partner draws 1 card.")
    change_rules(page)
    expect(rules.locator("textarea")).to_have_count(0)
    page.get_by_role("button", name=message_for("maker.open")).click()
    minded = page.get_by_role("alert")
    expect(minded).to_have_count(1)  # the rules have opened to show it
    expect(minded).to_be_in_viewport()
    rules.locator("textarea").fill("Everyone else draws 1 card.")
    expect(minded).to_have_count(0)


def choose(page: Page, question: str, option: str) -> None:
    """Answer a question of the builder: with a chip, or in a list where there is little room."""
    group = page.get_by_role("group", name=message_for(question))
    group.wait_for()
    listed = group.get_by_role("combobox")
    if listed.count():
        listed.select_option(label=option)
    else:
        group.locator("label", has_text=re.compile(rf"^\s*{option}\s*$")).click()


@pytest.mark.parametrize("size", [DESKTOP, SMALL_PHONE], ids=["desktop", "phone"])
def test_a_card_is_built_opened_again_and_picked(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    page = visit("Ann", size=size, token=server.guest("Ann")[1])
    page.goto("/new")
    rules = change_rules(page)
    rules.get_by_role("button", name=message_for("maker.add-blank")).click()
    paper = rules.locator("textarea")
    build = rules.get_by_role("button", name=message_for("maker.build"))
    build.click()
    expect(paper).to_have_value("The next player draws 2 cards.")
    choose(page, "builder.who", "Everyone else")
    number = page.locator(".tool").get_by_role("spinbutton")
    number.fill("3")
    number.press("Tab")
    expect(paper).to_have_value("Everyone else draws 3 cards.")
    page.get_by_role("button", name=message_for("builder.add")).click()
    choose(page, "builder.what", "Reverse")
    choose(page, "builder.when", "If a certain colour is named")
    built = "Everyone else draws 3 cards. Play reverses if the colour named is red."
    expect(paper).to_have_value(built)
    expect(page.locator(".told strong").last).to_have_text(built.partition(". ")[2])
    expect(page.locator(".pencil > .picture [role=img]")).to_have_accessible_name(
        re.compile(re.escape(built))
    )
    assert_accessible(page)
    build.click()
    paper.fill("draw until you have 7, then go again!")
    expect(page.locator(".told strong").first).to_have_text("You draw until you hold 7 cards.")
    build.click()
    page.get_by_role("radio", name="Sentence 2").press("ArrowLeft")
    expect(page.get_by_role("radio", name="Draw up to a number")).to_be_checked()
    number.fill("5")
    number.press("Tab")
    expect(paper).to_have_value("You draw until you hold 5 cards. You play again.")
    rules.get_by_role("button", name=message_for("maker.pick-card")).click()
    page.get_by_role("radio", name=message_for("builder.mood-chaotic")).press("Space")
    carousel = page.get_by_role("button", name=re.compile("^Carousel"))
    expect(carousel).to_be_visible()
    assert_accessible(page)
    carousel.click()
    expect(paper).to_have_value("Hands pass left. Play reverses.")
    expect(page.locator(".told strong")).to_have_text(["Hands pass left.", "Play reverses."])
    page.get_by_role("button", name=message_for("maker.open")).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Hands pass left. Play reverses.").first).to_be_visible()
