"""Getting others to a table: links that work for them, and tables that the home page shows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from openuno.room.settings import Clock, Settings
from openuno.server.net.addresses import http_url
from tests.browser import (
    DESKTOP,
    EASY,
    NETWORK,
    PHONE,
    Size,
    Visits,
    assert_accessible,
    message_for,
)
from tests.server.clients import open_table
from tests.server.servers import ThreadServer, run_server
from tests.web.playing import sit_down, wait_for_table


def play_with_friends(page: Page) -> str:
    """The link that the lobby of a new table shows."""
    page.goto("/")
    page.get_by_role("button", name=message_for("home.play-friends")).click()
    field = page.locator("input[readonly]")  # a phone has no room for it
    field.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    return field.input_value()


@pytest.mark.skipif(not NETWORK, reason="this machine has no address that others could open")
def test_a_friend_on_the_network_joins_by_the_link(
    built_pages: Path, tmp_path: Path, visiting: Callable[[str], Visits]
) -> None:
    assert built_pages.is_dir()
    with run_server(tmp_path / "uno.db", host="0.0.0.0", limits=EASY) as server:
        lan = http_url(NETWORK[0], int(server.url.rpartition(":")[2]))
        ann = visiting(server.url)("Ann")
        ann.goto("/")
        others = ann.get_by_role("region", name=message_for("home.others"))
        expect(others.get_by_text(lan)).to_be_visible()
        expect(others.get_by_role("img")).to_be_visible()
        assert_accessible(ann)
        link = play_with_friends(ann)
        assert link == f"{lan}/t/{ann.url.rpartition('/')[2]}"
        expect(ann.get_by_text(message_for("common.local-link"))).to_have_count(0)

        friends = visiting(lan)
        ben = friends("Ben", size=PHONE)
        friends.expects(ben, "Cross-Origin-Opener-Policy")  # browsers want HTTPS for it
        ben.goto(link)
        # Far fewer interfaces than at home: what the page needs has to be among them.
        assert ben.evaluate("isSecureContext") is False
        ben.get_by_role("button", name=message_for("lobby.sit")).first.click()
        expect(ann.get_by_role("list", name=message_for("lobby.seats"))).to_contain_text("Ben")
        ben.get_by_role("button", name=message_for("lobby.send")).click()
        expect(ben.get_by_role("button", name=message_for("lobby.copied"))).to_be_visible()
        ben.goto("/")
        expect(ben.get_by_role("heading", level=1)).to_be_visible()
        expect(ben.get_by_role("region", name=message_for("home.others"))).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_link_that_only_works_here_says_so_and_how_to_change_it(
    visit: Visits, size: Size
) -> None:
    page = visit(size=size)
    link = play_with_friends(page)
    assert link == page.url
    assert_accessible(page)
    page.get_by_text(message_for("common.local-link")).click()
    expect(page.get_by_text("uno serve --lan")).to_be_visible()
    assert_accessible(page)
    page.goto("/")
    others = page.get_by_role("region", name=message_for("home.others"))
    expect(others.get_by_text(message_for("common.local-page"))).to_be_visible()
    expect(others.get_by_text("uno serve --lan")).to_be_visible()
    assert_accessible(page)


def test_one_tap_opens_a_public_table_takes_a_seat_or_watches(visit: Visits) -> None:
    ann, ben, cleo = (visit(name, size=size) for name, size in
                      (("Ann", DESKTOP), ("Ben", PHONE), ("Cleo", DESKTOP)))  # fmt: skip
    ann.goto("/")
    ann.get_by_role("button", name=message_for("home.open-public")).click()
    seats = ann.get_by_role("list", name=message_for("lobby.seats"))
    expect(seats).to_contain_text("Ann")

    ben.goto("/")
    ben.get_by_role("button", name=message_for("lobby.sit")).wait_for()
    assert_accessible(ben)
    ben.get_by_role("button", name=message_for("lobby.sit")).click()
    ben.wait_for_url("**/t/*")
    expect(seats).to_contain_text("Ben")

    cleo.goto("/")
    cleo.locator('main a[href^="/t/"]').click()
    cleo.wait_for_url("**/t/*")
    expect(ann.get_by_text("Cleo")).to_be_visible()
    expect(seats).not_to_contain_text("Cleo")


def test_a_guest_picks_a_name_and_a_face_sits_down_and_plays(
    visit: Visits, server: ThreadServer
) -> None:
    """From the link to the first card: one tap, nothing to ask the host."""
    token = server.guest("Ruth")[1]
    ruth, maya = visit("Ruth", token=token), visit("", size=PHONE)
    settings = Settings(seats=3, clock=Clock(move=None), public=False)
    address = f"/t/{server.do(open_table(server.url, token, settings))}"
    ruth.goto(address)
    sit_down(ruth, 0)
    maya.goto(address)
    expect(maya.get_by_role("heading", level=1)).to_have_text("Ruth has kept a seat for you")
    name = maya.get_by_label(message_for("home.name"))
    expect(name).to_be_focused()
    assert_accessible(maya)
    maya.keyboard.type("Maya")  # over the name that was made up
    maya.keyboard.press("Tab")
    maya.keyboard.press("ArrowRight")
    chosen = maya.get_by_role("radio", checked=True)
    expect(chosen).to_have_accessible_name("Face 2")
    face = chosen.get_attribute("value")
    # Nobody is asked again whether they are ready.
    maya.keyboard.press("Enter")
    seats = ruth.get_by_role("list", name=message_for("lobby.seats"))
    expect(seats.get_by_role("listitem").nth(1)).to_contain_text("Maya")
    assert prefs(maya) == ("Maya", face)

    # The next guest finds the table full, until a seat is free.
    ruth.get_by_role("button", name="Add a bot", exact=True).click()
    zoe = visit("Zoe", size=PHONE)
    zoe.goto(address)
    expect(zoe.get_by_role("heading", level=1)).to_have_text("Ruth’s table is full")
    assert_accessible(zoe)
    seats.get_by_role("listitem").nth(2).locator("summary").click()
    assert_accessible(ruth)
    seats.get_by_role("button", name="away").click()
    expect(zoe.get_by_role("button", name=message_for("lobby.sit"))).to_be_visible()

    ruth.get_by_role("button", name="Start with 2").click()
    for page in (ruth, maya):
        wait_for_table(page)
    # The name changes for everyone, while the cards are on the table.
    maya.get_by_role("button", name=message_for("table.menu"), exact=True).click()
    maya.get_by_role("button", name=message_for("common.rename")).click()
    expect(maya.get_by_label(message_for("home.name"))).to_have_value("Maya")
    assert_accessible(maya)
    maya.get_by_label(message_for("home.name")).fill("Maya the Bee")
    maya.get_by_role("button", name=message_for("common.save")).click()
    expect(ruth.locator(".player")).to_contain_text("Maya the Bee")
    assert prefs(maya) == ("Maya the Bee", face)
    _report(maya, server)
    _announce(server, ruth, zoe)


def _report(maya: Page, server: ThreadServer) -> None:
    """The menu is still open: Maya tells the operator about Ruth."""
    maya.get_by_role("button", name=message_for("table.report")).click()
    expect(maya.get_by_label(message_for("report.who"))).to_contain_text("Ruth")
    maya.get_by_label(message_for("report.what")).fill("She sings.")
    assert_accessible(maya)
    maya.get_by_role("button", name=message_for("report.send")).click()
    expect(maya.get_by_text(message_for("report.sent"))).to_be_visible()
    (kept,) = server.do(server.hub.context.store.reports(9))
    assert (kept.reported_name, kept.text) == ("Ruth", "She sings.")


def _announce(server: ThreadServer, player: Page, guest: Page) -> None:
    """What the operator tells everyone is shown over the table, on a phone and at home."""

    async def tell(text: str | None) -> None:
        operator = server.hub.context.operator
        await (operator.end_announcement() if text is None else operator.announce(text, None))
        await server.hub.refresh_operator_settings()

    server.do(tell("A restart at <b>ten</b>."))
    for page in (player, guest):
        expect(page.get_by_text("A restart at <b>ten</b>.")).to_be_visible()
        assert_accessible(page)
    banner = player.get_by_role("status").filter(has_text="A restart")
    banner.get_by_role("button", name=message_for("common.close")).click()
    expect(player.get_by_text("A restart")).to_have_count(0)
    expect(guest.get_by_text("A restart")).to_be_visible()
    server.do(tell("Now."))
    player.goto("/")
    expect(player.get_by_text("Now.", exact=True)).to_be_visible()
    server.do(tell(None))
    expect(guest.get_by_text("Now.", exact=True)).to_have_count(0)


def prefs(page: Page) -> tuple[str, str | None]:
    """What the browser remembers of a person: the name and the face."""
    page.wait_for_function("JSON.parse(localStorage['openuno.prefs'] ?? '{}').name")
    kept = page.evaluate("JSON.parse(localStorage['openuno.prefs'])")
    return kept["name"], kept["face"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)
def test_the_lobby_says_in_full_what_a_bot_does(visit: Visits, size: Size) -> None:
    page = visit("Ann", size=size)
    play_with_friends(page)
    page.get_by_label("Add a bot to seat 2").click()
    choice = page.get_by_role("button", name=message_for("lobby.add-expert"))
    expect(choice).to_have_accessible_description(message_for("lobby.expert-note"))
    assert_accessible(page)
    choice.click()
    state = page.get_by_text("master bot that thinks ahead", exact=True)
    expect(state).to_be_visible()
    assert state.evaluate("(it) => it.scrollWidth <= it.clientWidth"), "nothing is cut off"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)
def test_the_host_seats_a_bot_of_a_level_or_a_character(visit: Visits, size: Size) -> None:
    page = visit("Ann", size=size)
    play_with_friends(page)
    seats = page.get_by_role("list", name=message_for("lobby.seats"))
    page.get_by_label("Add a bot to seat 2").click()
    page.get_by_role("button", name="Master bot", exact=True).click()
    expect(seats).to_contain_text("Mia")

    page.get_by_label("Add a bot to seat 3").click()
    page.get_by_role("button", name=message_for("lobby.choose-bot")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Bo")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_have_count(12)
    assert_accessible(page)
    dialog.get_by_role("button", name="Bo").click()
    expect(dialog).to_have_count(0)
    expect(seats).to_contain_text("Bo")

    page.get_by_label("Bo: what the host can do").click()
    page.get_by_role("button", name=message_for("lobby.choose-bot")).click()
    expect(dialog.get_by_role("listitem").filter(has_text="Bo")).to_have_text(
        re.compile("At the table")
    )
    dialog.get_by_role("button", name="Cleo").click()
    expect(seats).to_contain_text("Cleo")
    expect(seats).not_to_contain_text("Bo")
