"""The puzzle of the day in the browser, and hints for somebody who plays with bots alone."""

import json
import re

from playwright.sync_api import Page, expect

from openuno.engine.actions import Play
from openuno.local.puzzles.puzzle import Puzzle, load_puzzles
from tests.browser import PHONE, Visits, assert_accessible, message_for
from tests.web.playing import play_now, wait_for_table, wait_for_turn
from tests.web.test_reading import COLOURS, FACES

NOON = "2026-11-{day:02}T12:00:00Z"


def solution(day: int) -> Puzzle:
    return load_puzzles()[day - 1]


def first_plain_day() -> int:
    """A day whose best move is a coloured card, and so a single key."""
    for day, puzzle in enumerate(load_puzzles()[:20], start=1):
        best = puzzle.options[0].action
        if isinstance(best, Play) and best.card.colour is not None:
            return day
    raise AssertionError("no such puzzle")


def open_day(page: Page, day: int) -> None:
    page.clock.set_fixed_time(NOON.format(day=day))
    page.goto("/puzzle")
    expect(page.get_by_role("heading", level=1)).to_contain_text(message_for("puzzle.title"))
    expect(page.locator("[data-held]")).to_have_count(len(solution(day).view.hands[0]))


def solve(page: Page, day: int) -> None:
    """Play the best card of a plain day by keyboard."""
    best = solution(day).options[0].action
    assert isinstance(best, Play)
    code = best.card.value
    name = f"{COLOURS[code[0]]} {FACES.get(code[1], code[1])}"
    page.locator(f'[data-held] button[aria-label^="{name},"]').first.press("Enter")
    expect(page.locator(".task")).to_have_text(message_for("puzzle.right"))


def test_the_puzzle_of_the_day_is_solved_by_keyboard(visit: Visits) -> None:
    day = first_plain_day()
    page = visit()
    open_day(page, day)
    assert_accessible(page)
    expect(page.locator("p.sentence")).not_to_be_empty()
    solve(page, day)
    expect(page.locator(".puzzle ol li")).to_have_count(len(solution(day).options))
    expect(page.locator("p.sentence")).to_have_text("")  # the table waits for nothing
    expect(page.locator(".days")).to_have_count(0)  # one day is no row
    assert_accessible(page)
    # On the next day the puzzle before can still be looked at.
    open_day(page, day + 1)
    page.get_by_role("link", name=message_for("puzzle.earlier")).click()
    expect(page).to_have_url(re.compile(rf"/puzzle/{day}$"))


def test_days_in_a_row_are_counted_from_the_second_on(visit: Visits) -> None:
    day = first_plain_day()
    page = visit()
    yesterday = {"day": day - 2, "days": 1}  # days count from 0
    page.goto("/")
    page.evaluate("kept => localStorage.setItem('openuno.puzzles', kept)", json.dumps(yesterday))
    open_day(page, day)
    solve(page, day)
    expect(page.locator(".days")).to_have_text("2 days in a row")


def test_a_puzzle_of_a_day_to_come_stays_unseen(visit: Visits) -> None:
    page = visit(size=PHONE)
    page.clock.set_fixed_time(NOON.format(day=2))
    page.goto("/puzzle/3")
    expect(page.locator("[data-held]")).to_have_count(0)
    expect(page.get_by_role("link", name=message_for("puzzle.later"))).to_have_count(0)


def test_somebody_alone_with_bots_can_ask_for_a_hint(visit: Visits) -> None:
    page = visit()
    page.goto("/")
    play_now(page)
    wait_for_table(page)
    hint = page.get_by_role("button", name=message_for("hint.hint"), exact=True)
    expect(hint).to_be_visible()
    wait_for_turn(page)
    hint.click()
    expect(page.locator(".notice")).not_to_be_empty()
    expect(page.locator(".notice")).not_to_have_text(message_for("hint.none"))
    page.keyboard.press("?")
    explained = page.get_by_role("dialog", name=message_for("table.keys"))
    expect(explained.get_by_text(message_for("keys.hint"))).to_be_visible()
