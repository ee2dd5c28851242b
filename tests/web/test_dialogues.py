"""Everything the table asks, by what comes of each answer."""

import re

import pytest
from playwright.sync_api import Page, expect

from openuno.engine.state import Turn
from tests.browser import DESKTOP, PHONE, Size, Visits, said
from tests.server.running import Running
from tests.web.laid import Laid, card, dealt, expect_hand, key, laid, lay, log

WILD = "classic hands=R7,W,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8 discard=R5 turn=0"
DRAWING = "classic hands=B7,B8/B1,G2,R9 pile=R3,Y2,Y3,Y4,Y5 discard=R5 turn=0"
# Ann gives Ben four; R7 makes it a bluff, G7 does not.
BLUFF = "classic hands=R7,W4,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8 discard=R5 turn=0"
HONEST = BLUFF.replace("R7", "G7")
STACK = (
    "house+stacking=same hands=RD,B2,B3/YD,G2,Y9/GD,R1,R2 "
    "pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8 discard=R5 turn=0"
)
SEVENS = (
    "house+seven_zero=on hands=R7,B2,B3/B1,G2,Y9,Y8/G1,R1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
)
SWAP = "house+swap_cards=1 hands=WX,B2,B3/B1,G2,Y9,Y8/G1,R1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
NEARLY = "classic hands=R7,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
LAST = "classic hands=R7/B1,G2,RS pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
HUSHED = WILD.replace("classic", "classic+suggestion_penalty=2")
COLOURS = ("Red", "Yellow", "Green", "Blue")


def whose_turn(table: Laid) -> int:
    phase = table.round().phase
    assert isinstance(phase, Turn)
    return phase.seat


# ---- a colour ----


def test_each_of_the_four_colours_can_be_named(visit: Visits, server: Running) -> None:
    table = laid(server, WILD)
    page = table.opened_by(0, visit, PHONE)
    for place, colour in enumerate(COLOURS):
        lay(page, "W")
        picker = page.get_by_role("dialog", name=said("hand.name-a-colour"))
        buttons = picker.locator("button[aria-keyshortcuts]")
        expect(buttons).to_have_count(4)
        if place % 2:
            buttons.nth(place).tap()
        else:
            page.keyboard.press(f"{place + 1}")
        expect(picker).to_be_hidden()
        expect(page.get_by_text(f"{colour} is in force")).to_be_visible()
        expect_hand(page, 2)
        table.puts(WILD)
        page.reload()
        expect_hand(page, 3)


def test_a_wild_can_be_taken_back_before_its_colour_is_named(
    visit: Visits, server: Running
) -> None:
    table = laid(server, WILD)
    page = table.opened_by(0, visit)
    lay(page, "W")
    picker = page.get_by_role("dialog", name=said("hand.name-a-colour"))
    expect(picker).to_be_visible()
    # The hand and the piles stay in sight.
    for place in ('[data-card="R7"]', '[data-pile="discard"]'):
        assert page.locator(place).is_visible()
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    expect(card(page, "W")).to_be_focused()
    expect_hand(page, 3)
    assert table.hand(0) == ["B2", "R7", "W"]


def test_the_colour_of_a_wild_that_starts_the_hand_must_be_named(
    visit: Visits, server: Running
) -> None:
    page = laid(server, "classic hands=R1,B4/B3,G2 pile=R9,B2,G7 discard=W naming=0").opened_by(
        0, visit
    )
    picker = page.get_by_role("dialog", name=said("hand.name-a-colour"))
    expect(picker.get_by_role("button")).to_have_count(4)  # and no way back
    page.keyboard.press("Escape")
    expect(picker).to_be_visible()
    picker.get_by_role("button").nth(3).click()
    expect(picker).to_be_hidden()
    expect(page.get_by_text("Blue is in force")).to_be_visible()


# ---- a drawn card ----


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_drawn_card_is_played(visit: Visits, server: Running, size: Size) -> None:
    table = laid(server, DRAWING)
    page = table.opened_by(0, visit, size)
    page.locator('[data-pile="draw"]').click()
    asked = page.get_by_role("region", name=said("table.drew"))
    asked.get_by_role("button", name=said("table.play-it")).click()
    expect(asked).to_be_hidden()
    expect_hand(page, 2)
    assert table.round().discard[-1].value == "R3"


def test_a_drawn_card_is_kept(visit: Visits, server: Running) -> None:
    table = laid(server, DRAWING)
    page = table.opened_by(0, visit)
    key(page, "d").click()
    asked = page.get_by_role("region", name=said("table.drew"))
    asked.get_by_role("button", name=said("table.keep")).click()
    expect(asked).to_be_hidden()
    expect_hand(page, 3)
    assert whose_turn(table) == 1


def test_a_drawn_card_that_does_not_fit_is_kept_without_a_question(
    visit: Visits, server: Running
) -> None:
    table = laid(server, DRAWING.replace("pile=R3", "pile=G3"))
    page = table.opened_by(0, visit)
    key(page, "d").click()
    asked = page.get_by_role("region", name=said("table.drew-no"))
    expect(asked).to_be_visible()
    expect(asked).to_be_hidden()
    assert whose_turn(table) == 1


# ---- a Wild Draw Four, and stacks ----


def doubted(visit: Visits, server: Running, position: str, size: Size = DESKTOP) -> Page:
    """Ben is given four, and asked what he thinks of it."""
    table = laid(server, position)
    table.moves(0, "W4/B")
    page = table.opened_by(1, visit, size)
    asked = page.get_by_role("region", name="Ann gives you 4 cards")
    # What it costs either way, and what there is to go by.
    expect(asked).to_contain_text("Ann takes 4 cards")
    expect(asked).to_contain_text("You take 6 cards")
    expect(asked).to_contain_text(re.compile(r"red \d+\s?% of the time", re.IGNORECASE))
    return page


def test_a_wild_draw_four_is_accepted(visit: Visits, server: Running) -> None:
    page = doubted(visit, server, BLUFF)
    asked = page.get_by_role("region", name="Ann gives you 4 cards")
    asked.get_by_role("button", name="Take 4 cards").click()
    expect_hand(page, 7)


@pytest.mark.parametrize(
    ("position", "told", "cards"),
    [(BLUFF, "challenge-won", 3), (HONEST, "challenge-lost", 9)],
    ids=["bluff", "no bluff"],
)
def test_a_wild_draw_four_is_challenged(
    visit: Visits, server: Running, position: str, told: str, cards: int
) -> None:
    page = doubted(visit, server, position, PHONE)
    page.get_by_role("button", name=re.compile("risk 6")).click()
    outcome = {"challenge-won": "it was a bluff", "challenge-lost": "it was no bluff"}[told]
    expect(log(page)).to_contain_text(outcome)
    expect_hand(page, cards)


def test_a_stack_is_taken(visit: Visits, server: Running) -> None:
    table = laid(server, STACK)
    table.moves(0, "RD")
    page = table.opened_by(1, visit)
    expect(page.get_by_text("Add a draw card, or take 2 cards")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("2 cards to draw"))).to_be_visible()
    key(page, "d").click()
    expect_hand(page, 5)
    assert whose_turn(table) == 2


def test_a_stack_is_added_to(visit: Visits, server: Running) -> None:
    table = laid(server, STACK)
    table.moves(0, "RD")
    page = table.opened_by(1, visit, PHONE)
    expect(page.locator("[data-held].yes")).to_have_count(1)
    lay(page, "YD")
    expect(page.get_by_role("img", name=re.compile("4 cards to draw"))).to_be_visible()
    expect_hand(page, 2)


# ---- whom ----


@pytest.mark.parametrize(
    ("position", "laid_card"), [(SEVENS, "R7"), (SWAP, "WX")], ids=["a seven", "a swap card"]
)
def test_hands_are_swapped_with_whom_one_chooses(
    visit: Visits, server: Running, position: str, laid_card: str
) -> None:
    table = laid(server, position)
    page = table.opened_by(0, visit, PHONE if laid_card == "WX" else DESKTOP)
    lay(page, laid_card)
    if laid_card == "WX":
        page.keyboard.press("4")
    picker = page.locator('[aria-labelledby="pick-title"]')
    expect(picker.locator("li button")).to_have_count(2)
    picker.get_by_role("button", name=said("table.cancel")).click()
    expect(picker).to_be_hidden()
    expect_hand(page, 3)
    lay(page, laid_card)
    if laid_card == "WX":
        page.keyboard.press("4")
    picker.get_by_role("button", name=re.compile("Ben")).click()
    expect_hand(page, 4)
    expect(card(page, "Y9")).to_be_visible()
    assert table.hand(1) == ["B2", "B3"]


# ---- UNO ----


def test_uno_is_said_with_the_card(visit: Visits, server: Running) -> None:
    page = laid(server, NEARLY).opened_by(0, visit)
    key(page, "u").click()
    expect(key(page, "u")).to_have_attribute("aria-pressed", "true")
    lay(page, "R7")
    expect(log(page)).to_contain_text("UNO!")
    expect_hand(page, 1)


def test_a_forgotten_uno_is_said_in_time(visit: Visits, server: Running) -> None:
    table = laid(server, NEARLY)
    page = table.opened_by(0, visit, PHONE)
    lay(page, "R7")
    expect(key(page, "u")).to_have_attribute("aria-disabled", "false")
    key(page, "u").click()
    expect(log(page)).to_contain_text("You say “UNO!”")
    expect_hand(page, 1)


def test_whoever_forgets_uno_is_caught_after_a_moments_grace(
    visit: Visits, server: Running
) -> None:
    table = laid(server, NEARLY)
    ben = table.opened_by(1, visit)
    ann = table.opened_by(0, visit)
    catch = key(ben, "x")
    expect(catch).to_have_attribute("aria-disabled", "true")
    ben.evaluate("""() => {
      const button = document.querySelector('[aria-keyshortcuts="x"]');
      const pile = document.querySelector('[data-pile="discard"]');
      new MutationObserver(() => {
        window.early ??= button.ariaDisabled === "true";
      }).observe(pile, { subtree: true, childList: true });
    }""")
    lay(ann, "R7")
    expect(catch).to_have_attribute("aria-disabled", "false")
    expect(catch).to_contain_text("Ann")
    assert ben.evaluate("window.early")  # as the card fell, they could still say it
    catch.click()
    expect(log(ben)).to_contain_text("You catch Ann")
    expect_hand(ann, 3)


# ---- what cannot be done ----


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_card_that_cannot_be_played_says_why(visit: Visits, server: Running, size: Size) -> None:
    page = laid(server, WILD).opened_by(0, visit, size)
    if size.touch:
        card(page, "B2").tap()
    else:
        lay(page, "B2")
    sentence = "Blue 2 matches neither Red nor 5"
    expect(page.get_by_role("status").filter(has_text=sentence)).to_have_count(1)
    expect_hand(page, 3)


def test_a_suggestion_is_held_back_until_one_says_it_anyway(visit: Visits, server: Running) -> None:
    table = laid(server, HUSHED)
    page = table.opened_by(0, visit)
    page.keyboard.press("t")
    field = page.get_by_role("textbox", name=said("table.say"))
    expect(field).to_be_focused()
    page.keyboard.type("Play your red card now")
    page.keyboard.press("Enter")
    warning = page.get_by_role("alert").filter(has_text="costs 2 cards")
    warning.get_by_role("button", name=said("table.say-not")).click()
    expect(warning).to_be_hidden()
    expect_hand(page, 3)
    field.press("Enter")
    warning.get_by_role("button", name=re.compile("Say it")).click()
    said_so = page.get_by_role("log", name=said("table.sayings"))
    expect(said_so).to_contain_text("Play your red card now")
    expect_hand(page, 5)
    expect(log(page)).to_contain_text("for a suggestion")


# ---- the end of a hand, and of a game ----


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_hand_that_is_over_is_laid_open_and_counted(
    visit: Visits, server: Running, size: Size
) -> None:
    table = laid(server, LAST)
    page = table.opened_by(0, visit, size)
    lay(page, "R7")
    end = page.locator('[aria-labelledby="round-end"]')
    expect(end.get_by_role("heading").first).to_contain_text("You went out!")
    expect(end.get_by_role("list", name="Ben’s cards").get_by_role("listitem")).to_have_count(3)
    expect(end.get_by_role("status", name="23 points")).to_have_text("23")
    mine = end.get_by_role("row", name=re.compile("Ann"))
    expect(mine.locator(".sum")).to_have_text("23")
    end.get_by_role("button", name=said("table.next")).click()
    expect(end).to_be_hidden()
    expect_hand(page, 7)


def test_a_game_that_is_over_is_kept_and_played_again(visit: Visits, server: Running) -> None:
    table = dealt(server, "classic+hand_size=2", 2, format="single")
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    table.plays_out()
    expect(ann.locator("#game-end")).to_be_focused()
    expect(ben.get_by_text(said("table.rematch-host"))).to_be_visible()
    with ann.expect_download() as download:
        ann.get_by_role("link", name=said("table.download")).click()
    assert download.value.suggested_filename.endswith(".uno")
    assert download.value.path().read_bytes().startswith(b"{")
    link = ben.get_by_role("link", name=said("table.replay")).get_attribute("href")
    assert link == f"/replay/{download.value.suggested_filename.removesuffix('.uno')}"
    replay = ben.context.new_page()
    replay.goto(link)
    expect(replay.get_by_role("slider")).to_be_visible()
    ann.get_by_role("button", name=said("table.rematch")).click()
    expect_hand(ann, 2)
    expect_hand(ben, 2)


# ---- the host ----


def menu(page: Page) -> None:
    page.get_by_role("button", name=said("table.menu"), exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_host_hands_over_and_is_sent_away(visit: Visits, server: Running) -> None:
    table = laid(server, STACK)
    ann = table.opened_by(0, visit)
    ben = table.opened_by(1, visit, PHONE)
    menu(ann)
    row = ann.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ben")
    row.get_by_role("button", name=said("table.hand-over")).click()
    expect(ann.get_by_text(said("table.host-title"))).to_be_hidden()
    menu(ben)
    expect(ben.get_by_text(said("table.host-title"))).to_be_visible()
    row = ben.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ann")
    row.get_by_role("button", name=said("table.kick")).click()
    row.get_by_role("button", name=said("table.sure")).click()
    expect(ann.locator("[data-held]")).to_have_count(0)
    expect(ann.get_by_text(said("table.gone-kicked"))).to_be_visible()


def test_the_host_ends_the_game_for_everyone(visit: Visits, server: Running) -> None:
    table = dealt(server, "classic", 2)
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    menu(ann)
    ann.get_by_role("button", name=said("table.end")).click()
    ann.get_by_role("button", name=said("table.sure")).click()
    for page in (ann, ben):
        expect(page.locator("#game-end")).to_have_text(said("table.game-broken"))
