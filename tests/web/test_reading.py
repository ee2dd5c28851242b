"""Replays with their verifier, the rules and the lesson, as people read them."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from openuno import edition, play_game, record_bytes
from openuno.engine.pencil.parser import write_on_blanks
from openuno.game.formats import Format, LowTally, Single
from tests.browser import DESKTOP, PHONE, Size, Visits, assert_accessible, message_for
from tests.record.games import Setting, play_setting
from tests.server.servers import ThreadServer
from tests.web.playing import play_finished_game

GAME = Setting("mattel-2016", "race:60", 3)
LESSON = Path(__file__).parents[2] / "web" / "src" / "learn" / "lesson.json"
COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue"}
FACES = {"S": "Skip", "R": "Reverse", "D": "Draw Two"}


def open_file(page: Page, data: bytes) -> None:
    page.goto("/replay")
    file: FilePayload = {"name": "game.uno", "mimeType": "application/x-ndjson", "buffer": data}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("slider")).to_be_visible()


def verify(page: Page) -> None:
    page.get_by_role("button", name=message_for("replay.verify")).click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_a_true_record_is_dealt_again_in_the_browser(visit: Visits, size: Size) -> None:
    page = visit(size=size)
    open_file(page, play_setting(GAME).data)
    verify(page)
    expect(page.locator("[data-verdict=true]")).to_contain_text(message_for("replay.true"))
    page.get_by_role("button", name=message_for("replay.chances-show")).click()
    expect(page.locator(".chances path[data-seat]")).to_have_count(6)  # three, and their legend
    expect(page.locator(".chances .legend")).to_contain_text("%")
    luck = page.get_by_role("table", name=message_for("replay.luck")).get_by_role("row")
    expect(luck).to_have_count(4)
    expect(luck.nth(1)).to_have_text(re.compile(r"^\D+0\.33[-+]?0\.\d\d[-+]0\.\d\d[01] *$"))
    assert_accessible(page)
    if size == DESKTOP:  # all of it scrolls beside the table, and the page itself does not
        assert page.evaluate("document.documentElement.scrollHeight") == size.height


def test_the_curve_under_written_rules_says_which_card_is_meant(visit: Visits) -> None:
    rules = write_on_blanks(edition("house"), ["You draw 10 cards."], each=8)
    played = play_game(["casual", "relaxed"], rules, seed=0)  # who play wilds without a thought
    page = visit(size=PHONE)
    open_file(page, record_bytes(played.record))
    page.get_by_role("button", name=message_for("replay.chances-show")).click()
    expect(page.locator(".chances path[data-seat]")).to_have_count(4)
    expect(page.locator(".chances")).to_contain_text("Wild Customisable: You draw 10 cards (")


@pytest.mark.parametrize("format", [Single(), LowTally(1)], ids=["single", "low-tally"])
def test_moves_are_judged_whatever_the_game_is_played_for(visit: Visits, format: Format) -> None:
    played = play_game(["casual", "relaxed"], edition("classic"), format, seed=4)
    page = visit()
    open_file(page, record_bytes(played.record))
    page.get_by_role("button", name=message_for("replay.chances-show")).click()
    expect(page.locator(".chances path[data-seat]")).to_have_count(4)
    judged = page.locator(".chances").get_by_text(message_for("replay.rather"), exact=True)
    expect(judged).to_have_count(1)


def test_a_tampered_record_is_refused_at_its_line(visit: Visits) -> None:
    lines = play_setting(GAME).data.decode().split("\n")
    line = next(at for at, text in enumerate(lines) if at > 20 and '"drew"' in text)
    entry = json.loads(lines[line])
    drew = next(each["what"] for each in entry["events"] if each["what"]["event"] == "drew")
    drew["cards"] = ["R1" if card != "R1" else "B2" for card in drew["cards"]]
    lines[line] = json.dumps(entry, separators=(",", ":"))
    page = visit()
    open_file(page, "\n".join(lines).encode())
    verify(page)
    expect(page.locator("[data-verdict=false]")).to_contain_text(f"{line + 1}")
    page.get_by_role("button", name=message_for("replay.show-line")).click()
    expect(page.get_by_role("slider")).to_have_value(f"{line - 1}")


def test_what_is_no_record_is_said_to_be_none(visit: Visits) -> None:
    page = visit()
    page.goto("/replay")
    file: FilePayload = {"name": "a.uno", "mimeType": "text/plain", "buffer": b"hello\n"}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text(message_for("replay.fault-not-json"))


def test_a_finished_game_is_replayed_by_its_link_and_with_keys(
    visit: Visits, server: ThreadServer
) -> None:
    page = visit()
    page.goto(f"/replay/{play_finished_game(server)}")
    bar = page.get_by_role("slider")
    start = int(bar.input_value())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(bar).to_have_value(f"{start + 1}")
    page.keyboard.press("End")
    expect(bar).to_have_value(bar.get_attribute("max") or "")
    verify(page)
    expect(page.locator("[data-verdict=true]")).to_be_visible()


def test_one_seats_eyes_see_one_hand(visit: Visits) -> None:
    page = visit()
    open_file(page, play_setting(GAME).data)
    hands = page.locator(".hands ul")
    expect(hands).to_have_count(3)
    page.locator("select").first.select_option("1")
    expect(hands).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: size.name)
def test_the_rules_are_searched_and_compared(visit: Visits, size: Size) -> None:
    page = visit(size=size)
    page.goto("/rules/classic")
    expect(page.locator("#PEN-1")).to_be_visible()
    expect(page.locator("#DECK-2")).to_have_count(0)
    page.get_by_role("switch").check()
    expect(page.locator("#DECK-2")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("searchbox").fill("challenge bluff")
    expect(page.locator("#WD4-6 mark").first).to_be_visible()
    expect(page.locator("#TURN-1")).to_have_count(0)


def test_the_lesson_is_learnt_by_keyboard_alone(visit: Visits) -> None:
    page = visit(speed=8)
    page.goto("/learn")
    assert_accessible(page)
    do(page, {"do": "draw"})  # allowed, but not what is asked for
    coach = page.locator(".coach p")
    expect(coach).to_contain_text(message_for("reason.play"))
    chapters = json.loads(LESSON.read_text(encoding="utf-8"))
    for chapter in chapters:
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            message_for(f"learn.{chapter['key']}-title")
        )
        for move in chapter["moves"]:
            if move["by"] == 0:
                expect(coach).not_to_have_text(message_for("learn.watch"))
                do(page, move["action"])
        expect(coach).to_have_text(message_for(f"learn.{chapter['key']}-done"))
        page.get_by_role("button", name=message_for("learn.finish")).or_(
            page.get_by_role("button", name=message_for("learn.next"), exact=True)
        ).press("Enter")
    expect(page.get_by_role("heading", level=2)).to_have_text(message_for("learn.end-title"))


def do(page: Page, action: dict[str, str]) -> None:
    keys = {"draw": "d", "keep": "k", "challenge": "c", "catch": "x"}
    if action["do"] in keys:
        page.keyboard.press(keys[action["do"]])
        return
    if action["uno"]:
        page.keyboard.press("u")
    card = action["card"]
    name = "Wild" if card == "W" else f"{COLOURS[card[0]]} {FACES.get(card[1], card[1])}"
    page.locator(f'[data-held] button[aria-label^="{name},"]').press("Enter")
    if action["colour"]:
        page.keyboard.press(str("RYGB".index(action["colour"]) + 1))
