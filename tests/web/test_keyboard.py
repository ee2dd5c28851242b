"""A whole game without a mouse: the focus is never lost, and every move is spoken once."""

from playwright.sync_api import Locator, Page, expect

from openuno.engine.events import Played
from openuno.game.events import AtTable
from openuno.room.settings import Clock, Settings
from openuno.server.rooms.loading import game_events
from tests.browser import Visits, message_for
from tests.server.clients import open_table
from tests.server.servers import ThreadServer
from tests.web.arranged_table import arrange_table, expect_hand, key, log, play_card

QUICK = Settings(
    rules="classic+hand_size=4",
    format="single",
    seats=2,
    clock=Clock(move=None, bots=0),
    public=False,
)
NEARLY = "classic hands=R7,B2/B1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
MOST = 600
"""Keys after which a game of four cards each is stuck, or a control cannot be come to."""

# Keeps all that the log, which is a live region, will have said from now on.
_LISTENING = """() => {
  window.spoken = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        const lines = node.matches("li") ? [node] : node.querySelectorAll("li");
        for (const line of lines)
          if (line.closest('[role="log"]')) window.spoken.push(line.textContent);
      }
  }).observe(document.body, { subtree: true, childList: true });
}"""

# What can be done, or that all is over.
_NEXT = """() => {
  const can = (key) => document.querySelector(
    `[role="group"] button[aria-keyshortcuts="${key}"]`) !== null;
  if (document.querySelector("#round-end")) return "over";
  if (document.querySelector('[role="dialog"] button[aria-keyshortcuts="1"]')) return "colour";
  if (document.querySelector("[data-held].yes")) return "card";
  for (const key of ["c", "k", "d"]) if (can(key)) return key;
  return null;
}"""
_FOCUS_IS_KEPT = "() => document.activeElement !== document.body"


def tab_to(page: Page, control: Locator) -> None:
    """Go to a control as the keyboard does."""
    expect(control).to_be_visible()
    for _ in range(MOST):
        if control.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not come to it")


def lay_a_card(page: Page) -> None:
    """Go along the hand to a card that can be laid, and lay it."""
    tab_to(page, page.locator('[data-held] button[tabindex="0"]'))
    page.keyboard.press("Home")
    for _ in range(MOST):
        if page.locator("[data-held].yes button:focus").count():
            break
        page.keyboard.press("ArrowRight")
    if page.locator("[data-held]").count() == 2 and key(page, "u").count():
        page.keyboard.press("u")
    page.keyboard.press("Enter")


def test_a_whole_game_is_played_by_keyboard_alone(visit: Visits, server: ThreadServer) -> None:
    _, token = server.guest("Ann")
    code = server.do(open_table(server.url, token, QUICK))
    page = visit("Ann", token=token, speed=8)
    page.goto(f"/t/{code}")
    seats = page.get_by_role("list", name=message_for("lobby.seats")).get_by_role("listitem")
    tab_to(page, seats.nth(0).get_by_role("button", name=message_for("lobby.sit")))
    page.keyboard.press("Enter")
    bots = seats.nth(1).locator("details")
    tab_to(page, bots.locator("summary"))
    page.keyboard.press("Enter")
    tab_to(page, bots.get_by_role("button").first)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name=message_for("lobby.start")))
    page.evaluate(_LISTENING)
    page.keyboard.press("Enter")
    done = 0
    for _ in range(MOST):
        what = page.wait_for_function(_NEXT).json_value()
        page.wait_for_function(_FOCUS_IS_KEPT)
        if what == "over":
            break
        done += 1
        if what == "card":
            lay_a_card(page)
        else:
            page.keyboard.press({"colour": "3"}.get(what, what))
        page.wait_for_function(_FOCUS_IS_KEPT)
    assert done, "a game in which she never had a turn proves nothing"
    expect(page.locator('[aria-labelledby="round-end"] button.now')).to_be_focused()
    laid_cards = [line for line in page.evaluate("spoken") if " play" in line]
    assert len(laid_cards) == cards_laid(server, code)


def test_every_key_of_the_table_does_what_it_says(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(
        server,
        "classic hands=B7,W,R1,R2/G1,W4,Y3 pile=R3,Y2,Y4,Y5,Y6,Y7,Y8,Y9,B3,B4,B5 discard=R5 turn=0",
    )
    page = table.opened_by(0, visit)
    page.evaluate(_LISTENING)

    def presses(*keys: str) -> None:
        for each in keys:
            page.keyboard.press(each)
            page.wait_for_function(_FOCUS_IS_KEPT)

    presses("d")
    expect(log(page)).to_contain_text("You draw Red 3")
    presses("k")
    expect(log(page)).to_contain_text("and keep it")
    table.moves(1, "W4/R")
    expect(page.locator("#doubt-title")).to_be_visible()
    presses("c")
    expect(log(page)).to_contain_text("it was no bluff")
    expect_hand(page, 11)
    table.moves(1, "draw")
    table.moves(1, "keep")
    expect(page.locator('[data-card="W"].yes')).to_be_visible()  # the page has heard of it
    tab_to(page, page.locator('[data-held] button[tabindex="0"]'))
    presses("End")
    while page.locator('[data-card="W"] button:focus').count() == 0:
        presses("ArrowLeft")
    presses("Enter", "2")
    expect(page.get_by_text("Yellow is in force")).to_be_visible()
    table.moves(1, "Y3")
    expect(log(page)).to_contain_text("Ben plays Yellow 3")
    spoken = [line for line in page.evaluate("spoken") if "away" not in line]
    assert len(spoken) == len(set(spoken))
    presses("?")
    expect(page.get_by_role("dialog", name=message_for("table.keys"))).to_be_visible()
    presses("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    presses("t")
    expect(page.get_by_role("textbox", name=message_for("table.say"))).to_be_focused()
    presses("d", "k")
    expect(page.get_by_role("textbox", name=message_for("table.say"))).to_have_value("dk")


def test_the_keys_that_are_explained_are_those_tried_here(
    visit: Visits, server: ThreadServer
) -> None:
    page = arrange_table(server, NEARLY).opened_by(0, visit)
    page.keyboard.press("?")
    explained = page.get_by_role("dialog", name=message_for("table.keys")).locator("kbd")
    expect(explained).to_have_text(
        ["←  →", "↑  ↓", "Enter", "D", "K", "U", "X", "C", "1 2 3 4", "T", "M", "Esc", "?"]
    )


def test_u_says_uno_with_the_card_or_when_it_is_owed(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, NEARLY)
    page = table.opened_by(0, visit)
    page.keyboard.press("u")
    expect(key(page, "u")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("u")
    expect(key(page, "u")).to_have_attribute("aria-pressed", "false")
    play_card(page, "R7")
    expect_hand(page, 1)
    owed = key(page, "u")
    expect(owed).to_be_visible()
    page.keyboard.press("u")
    expect(log(page)).to_contain_text("You say “UNO!”")
    expect(owed).to_have_count(0)


def test_x_catches_a_player_who_has_not_said_uno(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, NEARLY)
    page = table.opened_by(1, visit)
    page.keyboard.press("x")  # nobody owes it yet
    table.moves(0, "R7")
    expect(key(page, "x")).to_be_visible()
    page.keyboard.press("x")
    expect(log(page)).to_contain_text("You catch Ann without UNO")
    assert len(table.hand(0)) == 3


def test_a_digit_names_its_colour_and_escape_takes_the_card_back(
    visit: Visits, server: ThreadServer
) -> None:
    position = NEARLY.replace("B2", "B2,W")
    page = arrange_table(server, position).opened_by(0, visit)
    for digit, colour in enumerate(("Red", "Yellow", "Green", "Blue"), 1):
        arrange_table(server, position).comes_next(0, page)
        picker = page.get_by_role("dialog", name=message_for("hand.name-a-colour"))
        play_card(page, "W")
        expect(picker).to_be_visible()
        page.keyboard.press("Escape")
        expect(picker).to_be_hidden()
        expect_hand(page, 3)
        play_card(page, "W")
        expect(picker.get_by_role("button").nth(digit - 1)).to_contain_text(colour)
        page.keyboard.press(str(digit))
        expect(page.get_by_text(f"{colour} is in force")).to_be_visible()


def test_m_silences_the_table_and_lets_it_be_heard_again(
    visit: Visits, server: ThreadServer
) -> None:
    page = arrange_table(server, NEARLY).opened_by(0, visit)
    silence = page.get_by_role("button", name=message_for("table.silence"))
    expect(silence).to_have_attribute("aria-pressed", "true")
    for pressed in ("false", "true"):
        page.keyboard.press("m")
        expect(silence).to_have_attribute("aria-pressed", pressed)


def test_the_arrows_go_from_card_to_card(visit: Visits, server: ThreadServer) -> None:
    page = arrange_table(server, NEARLY.replace("R7,B2", "R7,Y1,G3,B2")).opened_by(0, visit)
    tab_to(page, page.locator('[data-held] button[tabindex="0"]'))
    for pressed, card in (("Home", "R7"), ("ArrowRight", "Y1"), ("ArrowRight", "G3")):
        page.keyboard.press(pressed)
        expect(page.locator(f'[data-card="{card}"] button')).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-card="Y1"] button')).to_be_focused()
    # They go round, and up and down stop only at what can be played.
    for pressed, card in (("Home", "R7"), ("ArrowLeft", "B2"), ("ArrowRight", "R7")):
        page.keyboard.press(pressed)
        expect(page.locator(f'[data-card="{card}"] button')).to_be_focused()
    for pressed in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(pressed)
    expect(page.locator('[data-card="R7"] button')).to_be_focused()


def test_the_last_card_does_not_take_the_focus_with_it(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, "classic hands=R7/B1,G2,RS pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0")
    page = table.opened_by(0, visit)
    release = table.held_up()
    try:
        play_card(page, "R7")
        expect_hand(page, 0)
        page.wait_for_function(_FOCUS_IS_KEPT)
    finally:
        release()
    expect(page.locator('[aria-labelledby="round-end"] button.now')).to_be_focused()


def cards_laid(server: ThreadServer, code: str) -> int:
    """How many cards were laid at the table, by its own log."""
    entries = server.do(server.hub.context.store.entries(code, 0))
    events = (event for entry in entries for event in game_events(entry))
    return sum(isinstance(each, AtTable) and isinstance(each.what, Played) for each in events)
