"""Everything the table asks, by what comes of each answer."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from openuno.engine.state import NamingColour, Turn
from openuno.room.commands import Say, Vote
from tests.browser import DESKTOP, PHONE, SMALL_PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import (
    ArrangedTable,
    arrange_table,
    card,
    deal_table,
    expect_hand,
    key,
    log,
    play_card,
    stop_clock,
)
from tests.web.playing import see_result

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
LAST = "classic+first_card=number hands=R7/B1,G2,RS pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
HUSHED = WILD.replace("classic", "classic+suggestion_penalty=2")
CALLS = "house+wrong_catch_penalty=1 hands=R7,B2,B3/B1/G1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
GRACE = 900
"""Milliseconds in which nobody is caught, and a little more."""
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


# ---- UNO ----


def test_uno_is_said_with_the_card(visit: Visits, server: ThreadServer) -> None:
    page = arrange_table(server, NEARLY).opened_by(0, visit)
    key(page, "u").click()
    expect(key(page, "u")).to_have_attribute("aria-pressed", "true")
    play_card(page, "R7")
    expect(log(page)).to_contain_text("UNO!")
    expect_hand(page, 1)


def test_a_forgotten_uno_is_said_in_time(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, NEARLY)
    page = table.opened_by(0, visit, PHONE)
    play_card(page, "R7")
    expect(log(page)).to_contain_text("You play Red 7")
    expect(key(page, "u")).to_be_visible()
    key(page, "u").click()
    expect(log(page)).to_contain_text("You say “UNO!”")
    expect_hand(page, 1)


def test_uno_said_while_the_card_is_on_its_way_counts_for_that_card(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, NEARLY)
    page = table.opened_by(0, visit)
    release = table.held_up()
    try:
        play_card(page, "R7")
        expect_hand(page, 1)
        page.keyboard.press("u")
    finally:
        release()
    expect(log(page)).to_contain_text("You say “UNO!”")


def test_whoever_forgets_uno_is_caught_but_not_in_the_moments_grace(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, NEARLY)
    ben = table.opened_by(1, visit, reading="until")
    noon = 1_800_000_000_000
    ben.clock.set_fixed_time(noon)  # his clock is wrong, and stands still
    sent: list[str] = []
    ben.on("websocket", lambda line: line.on("framesent", lambda it: sent.append(str(it))))
    ben.reload()
    expect_hand(ben, 3)
    catch = key(ben, "x")

    table.moves(0, "R7")
    expect(log(ben)).to_contain_text("Ann plays Red 7")
    expect(catch).to_have_count(0)
    ben.keyboard.press("x")
    play_card(ben, "B1")  # what is sent arrives in order: of a catch one would know by now
    expect(ben.get_by_role("status").filter(has_text="Blue 1")).to_have_count(1)
    assert not [each for each in sent if '"catch"' in each]
    assert len(table.hand(0)) == 1

    ben.wait_for_timeout(GRACE)
    ben.clock.set_fixed_time(noon + GRACE)
    expect(catch).to_be_visible()
    expect(catch).to_have_accessible_name("Catch Ann")
    catch.click()
    expect(log(ben)).to_contain_text("You catch Ann")
    assert len([each for each in sent if '"catch"' in each]) == 1
    assert len(table.hand(0)) == 3


def test_of_several_who_could_be_called_out_one_is_chosen(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, CALLS)
    page = table.opened_by(0, visit)
    expect(key(page, "x")).to_be_visible()
    page.keyboard.press("x")
    picker = page.get_by_role("group", name=message_for("table.whom-catch"))
    expect(picker.locator("li button")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    page.keyboard.press("x")
    picker.get_by_role("button", name=re.compile("Cat")).click()
    expect(log(page)).to_contain_text("You call out Cat for nothing")
    expect_hand(page, 4)


# ---- what cannot be done ----


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_card_that_cannot_be_played_says_why(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    page = arrange_table(server, WILD).opened_by(0, visit, size, reading="until")
    if size.touch:
        card(page, "B2").tap()
    else:
        play_card(page, "B2")
    sentence = "Blue 2 matches neither Red nor 5"
    expect(page.get_by_role("status").filter(has_text=sentence)).to_have_count(1)
    expect_hand(page, 3)


def test_a_suggestion_is_held_back_until_one_says_it_anyway(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, HUSHED)
    page = table.opened_by(0, visit)
    page.keyboard.press("t")
    field = page.get_by_role("textbox", name=message_for("table.say"))
    expect(field).to_be_focused()
    page.keyboard.type("Play your red card now")
    page.keyboard.press("Enter")
    warning = page.get_by_role("alert").filter(has_text="costs 2 cards")
    warning.get_by_role("button", name=message_for("table.say-not")).click()
    expect(warning).to_be_hidden()
    expect_hand(page, 3)
    field.press("Enter")
    warning.get_by_role("button", name=re.compile("Say it")).click()
    said_so = page.get_by_role("log", name=message_for("table.sayings"))
    expect(said_so).to_contain_text("Play your red card now")
    expect_hand(page, 5)
    expect(log(page)).to_contain_text("for a suggestion")


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("size", [DESKTOP, SMALL_PHONE], ids=lambda size: size.name)
def test_a_player_is_accused_of_a_hint_and_the_table_decides(
    visit: Visits, server: ThreadServer, size: Size
) -> None:
    three = (
        "classic+suggestion_penalty=2 hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    )
    table = arrange_table(server, three)
    ann, ben, cat = (table.opened_by(seat, visit, size) for seat in range(3))
    for page in (ann, cat):
        page.keyboard.press("t")
    table.asks(1, Say("you know which one"))
    accuse = cat.get_by_role("button", name=message_for("table.accuse"))
    expect(accuse).to_be_visible()
    accuse.click()
    cat.keyboard.press("Escape")
    asked = "Cat says that Ben has given a hint:"
    for page in (ann, ben, cat):
        expect(page.get_by_text(asked)).to_be_visible()
    expect(ann.locator(".accusation")).to_contain_text("you know which one")
    expect(ann.locator(".accusation")).to_contain_text("1 of 2 votes")
    assert cat.locator(".accusation button").count() == 0, "the accuser has judged"
    ben.get_by_role("button", name=message_for("table.accusation-no")).click()
    expect(ben.locator(".accusation button")).to_have_count(0)
    ann.get_by_role("button", name=message_for("table.accusation-yes")).click()
    for page in (ann, ben, cat):
        expect(page.locator(".accusation")).to_have_count(0)
    expect_hand(ben, 4)
    expect(log(ben)).to_contain_text("The table has decided: you gave a hint")
    expect(log(ben)).to_contain_text("for a suggestion")


@pytest.mark.rule("PEN-2")
def test_an_honour_rule_is_read_out_and_the_table_says_who_did_not_keep_it(
    visit: Visits, server: ThreadServer
) -> None:
    three = (
        'house+blank_cards=1+written="Everyone_hums." hands=WC1,G1,G2/B1,B2/Y3,Y4 '
        "pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    )
    table = arrange_table(server, three)
    sizes = (DESKTOP, SMALL_PHONE, PHONE)
    ann, ben, cat = (table.opened_by(seat, visit, size) for seat, size in enumerate(sizes))
    rule = ann.get_by_role("button", name="Honour rule: Everyone hums.")
    expect(rule).to_have_count(0)
    play_card(ann, "WC1")
    ann.keyboard.press("1")
    for page in (ann, ben, cat):
        expect(log(page)).to_contain_text("The rule says: “Everyone hums.”")
    rule.press("Enter")
    panel = ann.get_by_role("dialog", name="The rule says: “Everyone hums.”")
    who = panel.get_by_role("listitem")
    expect(who).to_have_text(["I did not", "Ben", "Cat"])
    expect(who.first.get_by_role("button")).to_be_focused()
    ann.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(rule).to_be_focused()
    cat.get_by_role("button", name="Honour rule: Everyone hums.").tap()
    cat.get_by_role("dialog").get_by_role("button", name="Ben").tap()
    for page in (ann, ben, cat):
        asked = page.locator(".accusation")
        expect(asked).to_contain_text("Cat says that Ben did not keep the rule:")
        expect(asked).to_contain_text("1 of 2 votes")
    ben.get_by_role("button", name=message_for("table.honour-no")).tap()
    expect(ben.locator(".accusation button")).to_have_count(0)
    ann.get_by_role("button", name=message_for("table.honour-yes")).click()
    expect_hand(ben, 4)
    expect(log(ben)).to_contain_text("The table has decided: you did not keep the rule")
    expect(log(ben)).to_contain_text("You take 2 cards for an honour rule")
    rule.click()
    expect(who).to_have_text(["I did not", "Cat"])


# ---- the end of a hand, and of a game ----

# Whether the scene has moved at any time.
_WATCH_THE_END = """() => {
  window.end_moved = false;
  new MutationObserver(() => {
    window.end_moved ||= document.querySelector('.moving[aria-labelledby="round-end"]') !== null;
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""


@pytest.mark.parametrize(
    ("size", "motion"), [(DESKTOP, "full"), (PHONE, "less")], ids=["desktop", "phone, less motion"]
)
def test_a_round_that_is_over_is_laid_open_and_counted_on_the_table(
    visit: Visits, server: ThreadServer, size: Size, motion: str
) -> None:
    table = arrange_table(server, LAST)
    # Slowly enough that the scene still moves when it is looked at.
    page = table.opened_by(0, visit, size, motion=motion, speed=0.25)
    page.evaluate(_WATCH_THE_END)
    play_card(page, "R7")
    end = page.locator('[aria-labelledby="round-end"]')
    expect(end.get_by_role("heading").first).to_contain_text("You went out!")
    expect(end.get_by_role("list", name="Ben’s cards").get_by_role("listitem")).to_have_count(3)
    told = "You went out! – Points in hand: Ben 23. Together 23."
    expect(end.get_by_role("status")).to_have_text(told)
    if motion == "full":
        page.mouse.click(size.width / 2, size.height / 2)  # a tap skips
    else:
        page.wait_for_function("document.getAnimations().length === 0")
    expect(end).not_to_have_class(re.compile(r"\bmoving\b"))
    assert page.evaluate("window.end_moved") is (motion == "full")
    expect(end.locator(".total")).to_have_text("+23")
    expect(end.locator(".crown")).to_have_count(1)
    on = end.get_by_role("button", name=message_for("table.next"))
    expect(on).to_be_focused()
    end.get_by_role("button", name=message_for("table.score-sheet")).click()
    mine = page.get_by_role("dialog").get_by_role("row", name=re.compile("Ann"))
    expect(mine.locator(".sum")).to_have_text("23")
    page.keyboard.press("Escape")
    on.click()
    expect(end).to_be_hidden()
    expect_hand(page, 7)


def test_a_game_that_is_over_is_kept_and_played_again(visit: Visits, server: ThreadServer) -> None:
    table = deal_table(server, "classic+hand_size=2+first_card=number", 2, format="single")
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    table.plays_out()
    for page in (ann, ben):
        see_result(page)
        expect(page.get_by_role("button", name=message_for("table.rematch"))).to_be_visible()
    with ben.expect_download() as picture:
        ben.get_by_role("link", name=message_for("table.save-picture")).click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    with ann.expect_download() as download:
        ann.get_by_role("link", name=message_for("table.download")).click()
    assert download.value.suggested_filename.endswith(".uno")
    assert download.value.path().read_bytes().startswith(b"{")
    link = ben.get_by_role("link", name=message_for("table.replay")).get_attribute("href")
    assert link == f"/replay/{download.value.suggested_filename.removesuffix('.uno')}"
    replay = ben.context.new_page()
    replay.goto(link)
    expect(replay.get_by_role("slider")).to_be_visible()
    ann.get_by_role("button", name=message_for("table.rematch")).click()
    expect_hand(ann, 2)
    expect_hand(ben, 2)


# ---- the host ----


def menu(page: Page) -> None:
    page.get_by_role("button", name=message_for("table.menu"), exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_host_hands_over_and_is_sent_away(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, STACK)
    ann = table.opened_by(0, visit)
    ben = table.opened_by(1, visit, PHONE)
    menu(ann)
    row = ann.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ben")
    row.get_by_role("button", name=message_for("table.hand-over")).click()
    expect(ann.get_by_text(message_for("table.host-title"))).to_be_hidden()
    menu(ben)
    expect(ben.get_by_text(message_for("table.host-title"))).to_be_visible()
    row = ben.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ann")
    row.get_by_role("button", name=message_for("table.kick")).click()
    row.get_by_role("button", name=message_for("table.sure")).click()
    expect(ann.locator("[data-held]")).to_have_count(0)
    expect(ann.get_by_text(message_for("table.gone-kicked"))).to_be_visible()


def test_the_host_ends_the_game_for_everyone(visit: Visits, server: ThreadServer) -> None:
    table = deal_table(server, "classic", 2)
    ann, ben = table.opened_by(0, visit), table.opened_by(1, visit, PHONE)
    menu(ann)
    ann.get_by_role("button", name=message_for("table.end")).click()
    ann.get_by_role("button", name=message_for("table.sure")).click()
    for page in (ann, ben):
        expect(page.locator("#game-end")).to_have_text(message_for("table.game-broken"))


def test_those_at_the_table_vote_on_people_who_are_away(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, STACK)  # Ann, who is host, and Cat have gone
    ben = table.opened_by(1, visit, PHONE, reading="until")
    menu(ben)
    row = ben.get_by_role("dialog").get_by_role("listitem").filter(has_text="Cat")
    row.get_by_role("button", name="Vote to remove (0 of 2)").click()
    # She may be on her way back.
    expect(ben.locator(".notice")).to_contain_text("Cat has only just gone")
    table.long_gone()
    row.get_by_role("button", name="Vote to remove (0 of 2)").click()
    expect(row.get_by_role("button", name="Take back your vote (1 of 2)")).to_be_visible()
    row.get_by_role("button", name="Take back your vote (1 of 2)").click()
    expect(row.get_by_role("button", name="Vote to remove (0 of 2)")).to_be_visible()
    ben.get_by_role("button", name="Vote to end the game (0 of 2)").click()
    expect(ben.get_by_role("button", name="Take back your vote (1 of 2)")).to_be_visible()
    table.asks(2, Vote())
    expect(ben.locator("#game-end")).to_have_text(message_for("table.game-broken"))
