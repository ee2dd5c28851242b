"""The score sheet shows every hand, whenever one has come."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from openuno.game import schedule
from openuno.game.partnerships import partner_points, partnerships
from openuno.game.state import Table as GameTable
from openuno.room.commands import DealNextRound
from openuno.room.settings import Settings
from openuno.room.view import RoomView, view_room
from tests.browser import DESKTOP, PHONE, SMALL_PHONE, Size, Visits, message_for
from tests.room.driver import start_game
from tests.server.servers import ThreadServer
from tests.web.arranged_table import arrange_table
from tests.web.component_stage import Stage, StagePages

FIRST = "classic hands=R7/R1,G2 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=0"
SECOND = "classic hands=R7,G9/R1 pile=Y1,Y2,Y3,Y4,Y5 discard=R5 turn=1"
# Ann wins what Ben has left in the first round, Ben what Ann has in the second.
STANDINGS = [["1", "Ben", "16"], ["2", "Ann", "3"]]
ROUNDS = [["2", "16", "0"], ["1", "0", "3"]]  # the latest first, Ben's column before Ann's


def rows(page: Page, table: str) -> list[list[str]]:
    found = page.locator(f"table.{table} tbody tr")
    expect(found.first).to_be_visible()
    cells = [row.locator("td, th") for row in found.all()]
    return [[text.strip() for text in row.all_inner_texts()] for row in cells]


def expect_sheet(page: Page) -> None:
    assert rows(page, "standings") == STANDINGS
    assert rows(page, "rounds") == ROUNDS


def test_who_comes_late_or_loads_the_page_again_sees_every_hand(
    visit: Visits, server: ThreadServer
) -> None:
    table = arrange_table(server, FIRST)
    table.moves(0, "R7")
    table.asks(0, DealNextRound())
    table.puts(SECOND)
    ann = table.opened_by(0, visit, PHONE)
    table.moves(1, "R1")
    for _ in range(2):
        expect(ann.locator("#round-end")).to_be_visible()
        ann.get_by_role("button", name=message_for("table.score-sheet")).click()
        expect_sheet(ann)
        ann.reload()
    late = visit("Zoe", token=server.guest("Zoe")[1])
    late.goto(f"/t/{table.code}")
    late.get_by_role("button", name=message_for("table.score-sheet")).click()
    expect_sheet(late)


LONG = ("Maximiliane", "Łukasz", "Christopher-Lee", "Bo", "Ann-Kathrin", "Zoe", "Ida", "Wilhelmina")


def tournament(players: int = 8) -> RoomView:
    """A tournament after its last hand; one pair at each table has scored, by turns."""
    table = start_game(players, Settings(rules="classic", format="rotating"))
    game = table.on.game
    stages = schedule.stage_count(players)
    sheet = []
    for hand in range(4 * stages):
        points = [0] * players
        for place, (north, east, south, west) in enumerate(
            schedule.tables_at_stage(players, hand // 4)
        ):
            for player in (north, south) if hand % 3 else (east, west):
                points[player] = 400 - 13 * hand - place
        sheet.append(tuple(points))
    last = schedule.tables_at_stage(players, stages - 1)
    game = replace(
        game,
        round_number=len(sheet),
        tables=tuple(
            GameTable(seats, table.round) for seats, table in zip(last, game.tables, strict=True)
        ),
        scores=tuple(map(sum, zip(*sheet, strict=True))),
    )
    names = replace(table.on.started, names=LONG[:players])
    on = replace(table.on, game=game, sheet=tuple(sheet), started=names)
    seats = tuple(
        replace(seat, name=name) for seat, name in zip(table.table.seats, LONG, strict=True)
    )
    return view_room(replace(table.table, game=on, seats=seats), 2)


def long_race(players: int = 10, rounds: int = 28) -> RoomView:
    """A race after many rounds, each won by another player."""
    table = start_game(players, Settings(rules="classic", format="race:5000", seats=players))
    sheet = tuple(
        tuple(200 + 13 * number if player == number % players else 0 for player in range(players))
        for number in range(rounds)
    )
    names = (*LONG, "Bartholomäus", "Ng")[:players]
    scores = tuple(map(sum, zip(*sheet, strict=True)))
    on = replace(
        table.on,
        game=replace(table.on.game, round_number=rounds, scores=scores),
        sheet=sheet,
        started=replace(table.on.started, names=names),
    )
    seats = tuple(
        replace(seat, name=name) for seat, name in zip(table.table.seats, names, strict=True)
    )
    return view_room(replace(table.table, game=on, seats=seats), 2)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_28_rounds_are_read_on_a_small_phone(open_stage: StagePages, players: int) -> None:
    view = long_race(players)
    stage = open_stage(size=SMALL_PHONE)
    stage.show("sheet", view=view)
    page = stage.page
    assert [row[0] for row in rows(page, "rounds")] == ["28", "27", "26", "25", "24"]
    assert page.evaluate(_WIDER_THAN_SHOWN) == []
    page.get_by_role("button", name="28").click()
    shown = rows(page, "rounds")
    assert [int(row[0]) for row in shown] == list(range(28, 0, -1))
    assert page.evaluate(_WIDER_THAN_SHOWN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE.width
    sums = [sum(int(row[column]) for row in shown) for column in range(1, players + 1)]
    totals = page.locator(".rounds .total")
    assert [int(text) for text in totals.all_inner_texts()] == sums
    assert totals.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    page.locator(".rounds tbody tr").last.scroll_into_view_if_needed()
    for column in page.locator(".rounds thead th").all():
        expect(column).to_be_in_viewport(ratio=1)  # whose it is stays in sight


# What is cut off with dots, or hidden from sight on purpose, does not count.
_WIDER_THAN_SHOWN = """() => [...document.querySelectorAll("#app *")].filter((one) => {
  if (one.closest(".unseen") || getComputedStyle(one).clipPath !== "none") return false;
  const { textOverflow, display } = getComputedStyle(one);
  const wider = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
  return wider && textOverflow !== "ellipsis" && display !== "inline";
}).map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.rule("FMT-5")
@pytest.mark.parametrize("size", [SMALL_PHONE, DESKTOP], ids=lambda size: size.name)
def test_28_hands_by_partnership_need_no_scrolling_sideways(
    open_stage: StagePages, size: Size
) -> None:
    view = tournament()
    stage = open_stage(size=size)
    stage.show("sheet", view=view)
    page = stage.page
    expect(page.get_by_text(message_for("table.sheet-partners"))).to_be_visible()
    page.get_by_text(message_for("table.sheet-hands")).click()
    assert page.evaluate(_WIDER_THAN_SHOWN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    stages = partnerships(view.sheet)
    assert by_partner(stage) == {
        LONG[player]: {LONG[other]: points for other, points in enumerate(row) if other != player}
        for player, row in enumerate(partner_points(8, stages))
    }
    rows = page.locator("details tbody tr:not(:first-child)")
    expect(rows).to_have_count(28)
    shown = [row.locator("td:not(.sum)").all_inner_texts() for row in rows.all()]
    expected = [[str(points) for points in pair.points] for one in stages for pair in one]
    assert shown == expected


def by_partner(stage: Stage) -> dict[str, dict[str, int]]:
    players = stage.page.locator("ol > li").all()
    return {
        player.locator("strong").inner_text(): {
            pair.locator("dt").inner_text(): int(pair.locator("dd").inner_text())
            for pair in player.locator("dl > div").all()
        }
        for player in players
    }
