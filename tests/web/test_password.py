"""The door of a locked table: what it says to people who try."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from openuno.room.settings import Settings
from openuno.server.limits import Limits
from openuno.server.rooms.guesses import FIRST_WAIT
from tests.browser import EASY, Visits, assert_accessible, message_for
from tests.server.clients import new_guest, open_table
from tests.server.inside import PushedClock
from tests.server.servers import ThreadServer, run_server


def test_a_locked_table_says_when_to_wait_and_lets_those_in_who_know(
    visiting: Callable[[str], Visits], built_pages: Path, tmp_path: Path
) -> None:
    assert built_pages.is_dir()
    clock = PushedClock().stop()
    with run_server(tmp_path / "uno.db", limits=EASY, now=clock) as server:
        page = visiting(server.url)("Ben")
        guess_and_wait(page, server, clock)
        page.close()  # else it would miss its server


def guess_and_wait(page: Page, server: ThreadServer, clock: PushedClock) -> None:
    async def opened() -> str:
        token = await new_guest(server.url, "Ann")
        return await open_table(server.url, token, Settings(public=False), "sesame")

    code = server.do(opened())
    page.goto("/")
    # As people bring it: in small letters and in groups.
    page.get_by_label(message_for("home.code")).fill(f"{code[:5]}-{code[5:]}".lower())
    page.get_by_role("button", name=message_for("home.go"), exact=True).click()
    expect(page).to_have_url(re.compile(f"/t/{code}$"))
    field = page.get_by_label(message_for("table.password"), exact=True)
    enter = page.get_by_role("button", name=message_for("table.enter"))
    alert = page.get_by_role("alert")
    field.fill("wrong")
    enter.click()
    expect(alert).to_have_text(message_for("refused.wrong-password"))
    for number in range(4 * Limits().wrong_passwords):
        field.fill(f"wrong {number}")
        enter.click()
        page.wait_for_timeout(300)
        if message_for("refused.wrong-passwords").search(alert.text_content() or ""):
            break
    expect(alert).to_have_text(message_for("refused.wrong-passwords"))
    assert_accessible(page)
    clock.push(FIRST_WAIT)
    field.fill("sesame")
    enter.click()
    expect(page.get_by_role("button", name=message_for("lobby.only-watch"))).to_be_visible()
