"""Everything the table asks, by what comes of each answer."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from openuno.engine.state import NamingColour, Turn
from tests.browser import DESKTOP, PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import (
    ArrangedTable,
    arrange_table,
    card,
    expect_hand,
    key,
    log,
    play_card,
    stop_clock,
)

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
GLANCE = 1800
"""Milliseconds for which a drawn card is shown that is then kept."""
COLOURS = ("Red", "Yellow", "Green", "Blue")


def whose_turn(table: ArrangedTable) -> int:
    phase = table.round().phase
    assert isinstance(phase, Turn)
    return phase.seat


# ---- a colour ----


def test_each_of_the_four_colours_can_be_named(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, WILD)
    page = table.opened_by(0, visit, PHONE)
    for place, colour in enumerate(COLOURS):
        play_card(page, "W")
        picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
        buttons = picker.locator("button[aria-keyshortcuts]")
        expect(buttons).to_have_count(4)
        if place % 2:
            buttons.nth(place).tap()
        else:
            page.keyboard.press(f"{place + 1}")
        expect(picker).to_be_hidden()
        expect(page.get_by_text(f"{colour} is in force")).to_be_visible()
        expect_hand(page, 2)
        expect(log(page)).to_contain_text(f"You play Wild: {colour}")
        table.puts(WILD)
        page.reload()
        expect_hand(page, 3)


def test_a_wild_can_be_taken_back_before_its_colour_is_named(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, WILD)
    page = table.opened_by(0, visit)
    play_card(page, "W")
    picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
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
    visit: Visits, server: ThreadServer
) -> None:
    page = arrange_table(
        server, "classic hands=R1,B4/B3,G2 pile=R9,B2,G7 discard=W naming=0"
    ).opened_by(0, visit)
    picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
    expect(picker.get_by_role("button")).to_have_count(4)  # and no way back
    page.keyboard.press("Escape")
    expect(picker).to_be_visible()
    picker.get_by_role("button").nth(3).click()
    expect(picker).to_be_hidden()
    expect(page.get_by_text("Blue is in force")).to_be_visible()


def test_the_dealer_chooses_whom_the_first_card_is_about(
    visit: Visits, server: ThreadServer
) -> None:
    hands = "hands=R1,B4/B3,G2/Y1,Y2,Y3"
    table = arrange_table(
        server, f"house+swap_cards=1 {hands} pile=R9,B2,G7 discard=WX choosing=0 dealer=0"
    )
    page = table.opened_by(0, visit)
    picker = page.get_by_role("group", name=message_for("table.whom-swap"))
    expect(picker.get_by_role("button")).to_have_count(2)  # and no way back
    page.keyboard.press("Escape")
    expect(picker).to_be_visible()
    picker.get_by_role("button").nth(1).click()
    expect(picker).to_be_hidden()
    expect_hand(page, 3)
    assert table.hand(0) == ["Y1", "Y2", "Y3"]
    assert table.hand(2) == ["B4", "R1"]
    assert table.round().phase == NamingColour(1)


# ---- written rules ----

WRITTEN = (
    "house+blank_cards=2+written=Everyone_discards_2_cards_of_their_choice."
    "|Nobody_may_play_red_cards_until_your_next_turn. "
    "hands=R1,R7,B4,Y8,WC1/B1,G2,G3,WC2 pile=B9,B8,Y2,Y3,Y4 discard=R5 turn=0"
)


def test_a_written_rule_lets_people_choose_cards_and_forbids_others_for_a_while(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, WRITTEN)
    page = table.opened_by(0, visit, reading="until")
    play_card(page, "WC1")
    picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
    picker.get_by_role("button", name=re.compile("Red")).click()
    expect(sentence(page)).to_have_text("Ben is choosing a card")
    for chosen in ("choose G2", "choose G3"):
        table.moves(1, chosen)
    expect(sentence(page)).to_have_text("Choose 2 cards to discard")
    # Any card will do here, whether or not it could be played.
    expect(page.locator("[data-held].yes")).to_have_count(4)
    play_card(page, "Y8")
    expect(sentence(page)).to_have_text("Choose a card to discard")
    play_card(page, "B4")
    expect_hand(page, 2)
    expect(log(page)).to_contain_text("You discard Blue 4")
    assert table.hand(0) == ["R1", "R7"]

    table.moves(1, "WC2/R")
    lasting = page.locator(".lasting")
    expect(lasting).to_have_text("No red cards until Ben’s next turn")
    expect(sentence(page)).to_have_text("Nothing fits: draw a card")
    expect(page.locator("[data-held].yes")).to_have_count(0)
    play_card(page, "R7")
    expect(page.locator(".notice")).to_have_text("A rule forbids Red 7 for now")
    expect_hand(page, 2)
    key(page, "d").click()
    key(page, "k").click()  # who reads for as long as they like keeps the card by hand
    expect(log(page)).to_contain_text("No longer: No red cards until Ben’s next turn")
    expect(lasting).to_have_count(0)


DECIDED = (
    "house+blank_cards=1+written=The_next_player_draws_2_cards_if_you_want_to._Otherwise_you_play"
    "_again. hands=R1,R7,B4,WC1/B1,G2,G3 pile=B9,B8,Y2,Y3,Y4 discard=R5 turn=0"
)


def test_a_written_rule_asks_whether_a_player_wants_it(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, DECIDED)
    page = table.opened_by(0, visit, PHONE, reading="until")
    play_card(page, "WC1")
    picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
    picker.get_by_role("button", name=re.compile("Red")).click()
    asked = "Do you want this? The next player draws 2 cards. Otherwise you play again."
    expect(sentence(page)).to_have_text(asked)
    key(page, "y").click()
    expect(log(page)).to_contain_text("You say yes")
    expect(sentence(page)).to_have_text("Ben’s turn")
    assert len(table.hand(1)) == 5


def sentence(page: Page) -> Locator:
    """What is to be done now."""
    return page.locator(".sentence")


# ---- a drawn card ----


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_drawn_card_is_played(visit: Visits, server: ThreadServer, size: Size) -> None:
    table = arrange_table(server, DRAWING)
    page = table.opened_by(0, visit, size)
    page.locator('[data-pile="draw"]').click()
    expect(sentence(page)).to_have_text("Play the Red 3 — or keep it")
    page.get_by_role("button", name=message_for("table.play-it"), exact=True).click()
    expect_hand(page, 2)
    expect(log(page)).to_contain_text("You play Red 3")
    assert table.round().discard[-1].value == "R3"


def test_a_drawn_card_is_kept(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, DRAWING)
    page = table.opened_by(0, visit)
    key(page, "d").click()
    key(page, "k").click()
    expect_hand(page, 3)
    expect(log(page)).to_contain_text("and keep it")
    assert whose_turn(table) == 1
    page.reload()
    expect(log(page)).to_contain_text("You draw Red 3 and keep it")


def test_a_drawn_card_that_does_not_fit_is_kept_without_a_question(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, DRAWING.replace("pile=R3", "pile=G3"))
    page = table.opened_by(0, visit, slow=True)
    stop_clock(page)
    key(page, "d").click()
    expect(sentence(page)).to_contain_text("so you keep it")
    page.clock.run_for(GLANCE)
    expect(sentence(page)).not_to_contain_text("so you keep it")
    expect(log(page)).to_contain_text("and keep it")
    assert whose_turn(table) == 1


# ---- a Wild Draw Four, and stacks ----


def doubted(visit: Visits, server: ThreadServer, position: str, size: Size = DESKTOP) -> Page:
    """Ben is given four, and asked what he thinks of it."""
    table = arrange_table(server, position)
    table.moves(0, "W4/B")
    page = table.opened_by(1, visit, size)
    asked = page.get_by_role("region", name="Ann gives you 4 cards")
    # What it costs either way, and what there is to go by.
    expect(asked).to_contain_text("Ann takes 4 cards")
    expect(asked).to_contain_text("You take 6 cards")
    expect(asked).to_contain_text(re.compile(r"\d+\s?% that Ann held red"))
    return page


def test_a_wild_draw_four_is_accepted(visit: Visits, server: ThreadServer) -> None:
    page = doubted(visit, server, BLUFF)
    expect(sentence(page)).to_have_text("Take 4 cards — or challenge Ann")
    key(page, "d").click()
    expect_hand(page, 7)


@pytest.mark.parametrize(
    ("position", "outcome", "cards"),
    [(BLUFF, "it was a bluff", 3), (HONEST, "it was no bluff", 9)],
    ids=["bluff", "no bluff"],
)
def test_a_wild_draw_four_is_challenged(
    visit: Visits, server: ThreadServer, position: str, outcome: str, cards: int
) -> None:
    size = PHONE if position == BLUFF else DESKTOP
    page = doubted(visit, server, position, size)
    key(page, "c").click()
    expect(log(page)).to_contain_text(outcome)
    expect_hand(page, cards)


def test_a_stack_is_taken(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, STACK)
    table.moves(0, "RD")
    page = table.opened_by(1, visit)
    expect(sentence(page)).to_have_text("Add a draw card — or take 2")
    expect(page.get_by_role("img", name=re.compile("2 cards to draw"))).to_be_visible()
    key(page, "d").click()
    expect_hand(page, 5)
    assert whose_turn(table) == 2


def test_a_stack_is_added_to(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, STACK)
    table.moves(0, "RD")
    page = table.opened_by(1, visit, PHONE)
    expect(page.locator("[data-held].yes")).to_have_count(1)
    play_card(page, "YD")
    expect(page.get_by_role("img", name=re.compile("4 cards to draw"))).to_be_visible()
    expect_hand(page, 2)


# ---- whom ----


@pytest.mark.parametrize(
    ("position", "laid_card"), [(SEVENS, "R7"), (SWAP, "WX")], ids=["a seven", "a swap card"]
)
def test_hands_are_swapped_with_whom_one_chooses(
    visit: Visits, server: ThreadServer, position: str, laid_card: str
) -> None:
    table = arrange_table(server, position)
    page = table.opened_by(0, visit, PHONE if laid_card == "WX" else DESKTOP)
    play_card(page, laid_card)
    if laid_card == "WX":
        page.keyboard.press("4")
    picker = page.locator('[aria-labelledby="pick-title"]')
    expect(picker.locator("li button")).to_have_count(2)
    picker.get_by_role("button", name=message_for("table.cancel")).click()
    expect(picker).to_be_hidden()
    expect_hand(page, 3)
    play_card(page, laid_card)
    if laid_card == "WX":
        page.keyboard.press("4")
    picker.get_by_role("button", name=re.compile("Ben")).click()
    expect_hand(page, 4)
    expect(card(page, "Y9")).to_be_visible()
    assert table.hand(1) == ["B2", "B3"]
