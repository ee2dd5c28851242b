"""Countdowns go by the server's clock, whatever the device believes."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import EASY, Visits
from tests.server.servers import run_server
from tests.web.arranged_table import arrange_table, play_card

LAST = "classic hands=R7/B1,G2,RS pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
MINUTES = 600_000


def test_a_player_who_comes_back_to_a_quiet_table_sees_the_time_that_is_left(
    visiting: Callable[[str], Visits], built_pages: Path, tmp_path: Path
) -> None:
    assert built_pages.is_dir()
    passed = 0

    def now() -> int:
        return time.time_ns() // 1_000_000 - 7 * MINUTES + passed

    with run_server(tmp_path / "uno.db", limits=EASY, now=now) as server:
        table = arrange_table(server, LAST)
        page = table.opened_by(0, visiting(server.url))
        play_card(page, "R7")
        on = page.locator("button.now")
        expect(on).to_have_text(re.compile(r"Next round 60 min"))
        expect(on).to_have_accessible_description("60 minutes")
        passed += MINUTES
        # A second window of the same person: nobody has come, so the table has nothing new to tell.
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.locator("button.now")).to_have_text(re.compile(r"Next round (49|50) min"))
        for each in (page, other):
            each.close()  # else they would miss their server
