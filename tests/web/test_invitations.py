"""Getting others to a table: links that work for them, and tables that the home page shows."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

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
from tests.server.servers import run_server


def play_with_friends(page: Page) -> str:
    """The link that the lobby of a new table shows."""
    page.goto("/")
    page.get_by_role("button", name=message_for("home.play-friends")).click()
    field = page.get_by_role("textbox", name=message_for("lobby.link"))
    field.wait_for()
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
        ben.get_by_role("button", name=message_for("lobby.copy")).click()
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
    expect(page.get_by_text(message_for("common.local-link"))).to_be_visible()
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
