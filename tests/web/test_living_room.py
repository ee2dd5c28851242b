"""The living room: one screen is the table, phones are the hands; no hand reaches the screen."""

import json
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, WebSocket, expect

from openuno.room.commands import SetUp
from openuno.room.settings import Clock
from tests.browser import (
    LARGE,
    PHONE,
    SMALL_PHONE,
    Size,
    Visits,
    assert_accessible,
    message_for,
)
from tests.server.clients import Client
from tests.server.servers import ThreadServer
from tests.web.playing import play, wait_for_table

SIDEWAYS = Size("sideways", 844, 390, touch=True)
BACK = "??"
PLAYERS = 5
"""Maya, Ruth, Kofi, Omar on Ruth's phone, and a bot."""

# Everything of the hand that could lie over something else, or outside the window.
_BOXES = """() => {
  const box = (selector) => [...document.querySelectorAll(selector)]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ left, top, right, bottom }) => ({ selector, left, top, right, bottom }));
  return ['[data-pile="draw"]', '[data-pile="discard"]', ".sentence .words", ".player .face",
          ".own", ".actions button"].flatMap(box);
}"""


def record_frames(page: Page) -> list[dict[str, Any]]:
    """Every message that the page is sent from now on."""
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(json.loads(data)))

    page.on("websocket", listen)
    return frames


def cards_dealt_to(frames: list[dict[str, Any]]) -> set[str]:
    """The cards in hands that the messages show, while the round they belong to is on."""
    found: set[str] = set()
    for frame in frames:
        views = [
            table["view"] for table in (frame.get("view", {}).get("game") or {}).get("tables", ())
        ]
        for view in views:
            assert view["seat"] is None
            if view["phase"]["phase"] != "over":
                found.update(card for hand in view["hands"] for card in hand)
        assert not frame.get("legal"), "a screen has nothing to do in a round"
        events = [
            event["what"]
            for fact in frame.get("facts", ())
            if fact["fact"] == "moved"
            for event in fact["events"]
            if event["event"] == "at-table"
        ]
        for event in events:
            if event["event"] == "dealt":
                found.update(card for hand in event["hands"] for card in hand)
            elif event["event"] == "drew":
                found.update(event["cards"])
    return found


def sit_down_by_code(visit: Visits, screen: Page, name: str, size: Size) -> Page:
    """Somebody opens the link that the screen's code leads to, and sits down."""
    phone = visit(name, size=size)
    phone.goto(f"/t/{screen.url.rpartition('/')[2]}")
    phone.get_by_role("button", name=message_for("lobby.sit")).click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text(name)
    seats = screen.get_by_role("list", name=message_for("lobby.seats"))
    expect(seats).to_contain_text(name)
    return phone


def share_phone(page: Page, name: str) -> None:
    """Somebody without a phone sits down on this one."""
    page.get_by_role("button", name=message_for("screen.add-player")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(name)
    dialog.get_by_role("button", name=message_for("lobby.sit")).click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("list").get_by_text(name, exact=True)).to_be_visible()


def look(page: Page, name: str) -> None:
    """Somebody who shares the phone asks for their cards."""
    page.get_by_role("button", name=message_for("screen.look")).filter(has_text=name).click()
    expect(page.locator("[data-held]").first).to_be_visible()


def pass_phone(page: Page) -> bool:
    """The player whose turn it is uncovers their cards; nothing if it is somebody else's."""
    named = page.locator("main > button.now")
    if named.is_visible() and not page.locator("[data-held]").count():
        with suppress(BrowserError):  # the clock or the table was quicker
            named.click(timeout=2000)
    return False


def assert_nothing_overlaps(page: Page) -> None:
    boxes = page.evaluate(_BOXES)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert {each["selector"] for each in boxes} >= {".own", ".player .face"}
    for index, one in enumerate(boxes):
        assert min(one["left"], one["top"]) >= 0, one
        assert one["right"] <= width, one
        assert one["bottom"] <= height, one
        for other in boxes[index + 1 :]:
            apart = (
                one["right"] <= other["left"] + 1
                or other["right"] <= one["left"] + 1
                or one["bottom"] <= other["top"] + 1
                or other["bottom"] <= one["top"] + 1
            )
            assert apart, (one, other)


async def shorten_rounds(url: str, token: str, code: str) -> None:
    """The screen, as host, lets fewer cards be dealt and bots hurry."""
    client = await Client.open(url, token)
    async with client:
        await client.join(code)
        settings = client.table.settings
        assert settings.shared_screen
        clock = Clock(move=None, away=3600, between=3600, bots=0)
        short = replace(settings, rules="classic+hand_size=3", clock=clock)
        await client.does(SetUp(short))


def test_phones_play_a_round_at_a_screen_that_sees_no_hand(
    server: ThreadServer, visit: Visits
) -> None:
    screen = visit("Ann", size=LARGE)
    frames = record_frames(screen)
    screen.goto("/")
    screen.get_by_role("link", name=message_for("home.to-screen")).click()
    expect(screen.get_by_role("img", name=message_for("lobby.qr"))).to_be_visible()
    assert_accessible(screen)
    token = screen.evaluate("JSON.parse(localStorage.getItem('openuno.screen')).token")
    server.do(shorten_rounds(server.url, token, screen.url.rpartition("/")[2]))
    phones = [
        sit_down_by_code(visit, screen, name, size)
        for name, size in (("Maya", PHONE), ("Ruth", SMALL_PHONE), ("Kofi", SIDEWAYS))
    ]
    maya, ruth, _ = phones
    assert_accessible(maya)
    share_phone(ruth, "Omar")
    maya.get_by_role("button", name=message_for("screen.add-bot")).click()
    expect(screen.get_by_role("list", name=message_for("lobby.seats")).locator("li")).to_have_count(
        PLAYERS
    )
    expect(maya.locator("main li")).to_have_count(PLAYERS)
    maya.locator("button.now").click()
    # Two people share Ruth's phone: nobody's cards are there until one of them asks for them.
    expect(ruth.get_by_role("button", name=message_for("screen.look"))).to_have_count(2)
    expect(ruth.locator("[data-held]")).to_have_count(0)
    assert_accessible(ruth)
    look(ruth, "Omar")
    for phone in phones:
        wait_for_table(phone)
    held = {
        card
        for phone in phones
        for card in phone.locator("[data-held]").evaluate_all(
            "cards => cards.map((card) => card.dataset.held)"
        )
    }
    assert held
    expect(screen.locator("[data-held]")).to_have_count(0)
    expect(
        screen.get_by_role("list", name=message_for("table.players")).locator("li")
    ).to_have_count(PLAYERS)
    expect(screen.get_by_role("img", name=message_for("lobby.qr"))).to_be_visible()
    assert_accessible(screen)
    for phone in phones:
        assert_nothing_overlaps(phone)
        assert_accessible(phone)

    # A phone that comes back by the code has its own hand again, and the screen is the same.
    maya.reload()
    wait_for_table(maya)
    screen.reload()
    expect(
        screen.get_by_role("list", name=message_for("table.players")).locator("li")
    ).to_have_count(PLAYERS)

    end = screen.locator('[aria-labelledby="round-end"]')
    play(phones, until=lambda: pass_phone(ruth) or end.count() > 0)
    assert cards_dealt_to(frames) == {BACK}
    expect(end.get_by_role("button", name=message_for("table.next"))).to_be_focused()
    assert_accessible(screen)
    end.get_by_role("button", name=message_for("table.next")).click()
    expect(end).to_have_count(0)
    expect(ruth.get_by_role("button", name=message_for("screen.look"))).to_have_count(2)
    look(ruth, "Ruth")
    for phone in phones:
        wait_for_table(phone)
    assert cards_dealt_to(frames) == {BACK}


def test_people_without_a_phone_play_at_the_screen(visit: Visits) -> None:
    screen = visit(size=LARGE)
    screen.goto("/screen")
    for name in ("Zoe", "Uncle Bartholomew"):
        screen.get_by_role("button", name=message_for("screen.add-here")).click()
        dialog = screen.get_by_role("dialog")
        dialog.get_by_role("textbox").fill(name)
        assert_accessible(screen)
        dialog.get_by_role("button", name=message_for("lobby.sit")).click()
        expect(dialog).to_have_count(0)
        seats = screen.get_by_role("list", name=message_for("lobby.seats"))
        expect(seats).to_contain_text(name)
    screen.locator(".words button.now").click()
    # Everyone sees the screen: nobody's cards are there until whose turn it is asks for them.
    hands = screen.locator(".hands button")
    expect(hands).to_have_count(2)
    expect(screen.locator("[data-held]")).to_have_count(0)
    assert_accessible(screen)
    turn = screen.locator(".hands button.now")
    expect(turn).to_be_visible()
    turn.focus()
    screen.keyboard.press("Enter")
    expect(screen.locator("[data-held]").first).to_be_visible()
    screen.get_by_role("button", name=message_for("screen.cover")).click()
    expect(screen.locator("[data-held]")).to_have_count(0)
    expect(hands).to_have_count(2)
    assert_nothing_is_cut(screen)


def assert_nothing_is_cut(screen: Page) -> None:
    """Every name can be read in full."""
    cut = screen.locator(".plate .line").evaluate_all(
        "names => names.filter((it) => it.scrollWidth > it.clientWidth + 1)"
        ".map((it) => it.textContent)"
    )
    assert cut == []
