"""What people say to each other: UNO, a catch, a hint, an accusation."""

import re

import pytest
from playwright.sync_api import expect

from openuno.room.commands import Say
from tests.browser import DESKTOP, PHONE, SMALL_PHONE, Size, Visits, message_for
from tests.server.servers import ThreadServer
from tests.web.arranged_table import arrange_table, card, expect_hand, key, log, play_card

CARDS = "hands=R7,W,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8 discard=R5 turn=0"
WILD = f"classic {CARDS}"
NEARLY = "classic hands=R7,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
HUSHED = f"classic+suggestion_penalty=2 {CARDS}"
CALLS = "house+wrong_catch_penalty=1 hands=R7,B2,B3/B1/G1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
GRACE = 900
"""Milliseconds in which nobody is caught, and a little more."""


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


def test_a_player_who_forgets_uno_is_caught_but_only_after_the_grace_period(
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
    sentence = "Blue 2 matches neither red nor 5"
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
