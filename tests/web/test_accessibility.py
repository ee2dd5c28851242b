"""What a player hears and feels of the table, and how a turn is noticed elsewhere."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Visits
from tests.server.servers import ThreadServer
from tests.web.arranged_table import (
    NAMES,
    ArrangedTable,
    arrange_table,
    card,
    expect_hand,
    key,
    play_card,
)

PLAY = "classic hands=R7,R8,B2/R1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
NEARLY = "classic hands=R7,B2/R1,G2,Y9 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
FORGOTTEN = "classic hands=R7,B2,G4/R1,G2 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=1"
LAST = "classic hands=R7/R1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn={seat}"

# Every sound that is started, without changing any; how each sounds is measured in test_sounds.py.
_LISTEN = """
  window.started = 0;
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = prototype;
    prototype.start = function (...when) {
      window.started++;
      return start.apply(this, when);
    };
  }
"""

_FEELING = """
  window.felt = [];
  Navigator.prototype.vibrate = (pattern) => window.felt.push(pattern) > 0;
  window.told = [];
  window.Notification = class {
    static permission = PERMISSION;
    static requestPermission = async () => PERMISSION;
    constructor(title, options) { window.told.push([title, options]); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => HIDDEN });
"""


def opened(
    table: ArrangedTable,
    visit: Visits,
    script: str,
    *,
    volume: float = 0,
    vibrate: bool = True,
    notify: bool = False,
) -> Page:
    """Ann's page, with our script listening or acting in it; she has touched it."""
    page = visit(NAMES[0], token=table.tokens[0], volume=volume, vibrate=vibrate, notify=notify)
    page.add_init_script(script)
    page.goto(f"/t/{table.code}")
    expect(page.locator("[data-held]").first).to_be_visible()
    page.get_by_role("log").locator("..").click(position={"x": 5, "y": 5}, force=True)
    return page


def assert_audible(page: Page) -> None:
    """A sound has started since the last look, or soon does."""
    page.wait_for_function("() => started > 0")
    page.evaluate("started = 0")


def assert_silent(page: Page) -> None:
    assert page.evaluate("started") == 0


def test_a_card_a_draw_and_ones_turn_are_heard(visit: Visits, server: ThreadServer) -> None:
    table = arrange_table(server, PLAY)
    page = opened(table, visit, _LISTEN, volume=1)
    assert_silent(page)
    play_card(page, "R7")
    expect_hand(page, 2)
    expect(page.get_by_text("You play Red 7")).to_be_visible()
    assert_audible(page)
    table.moves(1, "draw")
    expect(page.get_by_text("Ben draws a card")).to_be_visible()
    assert_audible(page)
    table.moves(1, "keep")
    expect(key(page, "d")).to_be_visible()
    assert_audible(page)


def test_uno_and_who_forgot_it_are_heard(visit: Visits, server: ThreadServer) -> None:
    page = opened(arrange_table(server, NEARLY), visit, _LISTEN, volume=1)
    key(page, "u").click()
    play_card(page, "R7")
    expect(page.get_by_text("UNO!", exact=False).first).to_be_visible()
    expect_hand(page, 1)
    assert_audible(page)

    table = arrange_table(server, FORGOTTEN)
    page = opened(table, visit, _LISTEN, volume=1)
    table.moves(1, "R1")
    caught = key(page, "x")
    expect(caught).to_be_visible()
    page.evaluate("started = 0")
    caught.click()
    expect(caught).to_have_count(0)
    assert_audible(page)


@pytest.mark.parametrize("winner", [0, 1])
def test_the_end_of_a_hand_is_heard(visit: Visits, server: ThreadServer, winner: int) -> None:
    table = arrange_table(server, LAST.format(seat=winner))
    page = opened(table, visit, _LISTEN, volume=1)
    if winner:
        table.moves(1, "R1")
    else:
        card(page, "R7").press("Enter")
    expect(page.locator("#round-end")).to_be_visible()
    assert_audible(page)


def test_who_wants_silence_hears_nothing(visit: Visits, server: ThreadServer) -> None:
    page = opened(arrange_table(server, PLAY), visit, _LISTEN, volume=0)
    play_card(page, "R7")
    expect_hand(page, 2)
    assert_silent(page)


def feeling(permission: str = "granted", *, hidden: bool = True) -> str:
    told = _FEELING.replace("PERMISSION", f'"{permission}"')
    return told.replace("HIDDEN", "true" if hidden else "false")


def has_turn(
    visit: Visits, server: ThreadServer, script: str, *, vibrate: bool = True, notify: bool
) -> tuple[Any, Any]:
    """Ben moves, and it is Ann's turn: what her device was asked to do about it."""
    table = arrange_table(server, PLAY.replace("turn=0", "turn=1"))
    page = opened(table, visit, script, vibrate=vibrate, notify=notify)
    table.moves(1, "R1")
    expect(key(page, "d")).to_be_visible()
    return page.evaluate("felt"), page.evaluate("told")


def test_a_turn_vibrates_and_notifies_a_player_who_looks_elsewhere(
    visit: Visits, server: ThreadServer
) -> None:
    felt, told = has_turn(visit, server, feeling(), vibrate=True, notify=True)
    assert felt == [60]
    assert told == [["Your turn", {"tag": "openuno-turn", "icon": "/icon.svg"}]]


def test_nobody_is_notified_who_does_not_want_it_or_is_looking(
    visit: Visits, server: ThreadServer
) -> None:
    assert has_turn(visit, server, feeling(), vibrate=False, notify=False) == ([], [])
    felt, told = has_turn(visit, server, feeling("denied"), notify=True)
    assert (felt, told) == ([60], [])
    felt, told = has_turn(visit, server, feeling(hidden=False), notify=True)
    assert (felt, told) == ([60], [])
