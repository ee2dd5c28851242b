"""A tournament of rotating partners: who plays with whom, where, and what comes next."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from openuno.game import schedule
from openuno.game.formats import ROUNDS_PER_PARTNER, Rotating, player_counts
from openuno.game.partnerships import partner_points, partnerships
from openuno.room.commands import AddBot, Sit, Start
from openuno.room.settings import Clock, Settings
from tests.browser import PHONE, Visits, message_for
from tests.server.clients import Client, contribute, open_table
from tests.server.servers import ThreadServer
from tests.web.node import Runner
from tests.web.playing import play, wait_for_table


def game_at(players: int, stage: int, hand: int, cycles: int) -> dict[str, Any]:
    """As much of a game as its stages are found by; `stage` and `hand` count from 0."""
    return {
        "format": {"format": "rotating", "cycles": cycles},
        "hand": stage * ROUNDS_PER_PARTNER + hand + 1,
        "scores": [0] * players,
        "tables": [
            {"players": table}
            for table in schedule.tables_at_stage(players, stage % schedule.stage_count(players))
        ],
    }


def asked(node: Runner, games: list[dict[str, Any]]) -> list[Any]:
    found: list[Any] = json.loads(bytes(node.ask("stages", games)))
    return found


@pytest.mark.parametrize("players", player_counts(Rotating()))
def test_the_page_knows_with_whom_one_goes_on_and_where(players: int, node: Runner) -> None:
    last = ROUNDS_PER_PARTNER - 1
    stages = 2 * schedule.stage_count(players)
    found = asked(node, [game_at(players, stage, last, 2) for stage in range(stages)])
    for stage, told in enumerate(found):
        assert told["now"] == {"stage": stage + 1, "stages": stages}
        if stage + 1 == stages:
            assert told["next"] == [None] * players
            continue
        tables = schedule.tables_at_stage(players, (stage + 1) % schedule.stage_count(players))
        for place, table in enumerate(tables):
            for seat, player in enumerate(table):
                partner = table[(seat + 2) % 4]
                expected = {"stage": stage + 2, "partner": partner, "table": place}
                assert told["next"][player] == expected


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("players", player_counts(Rotating()))
@pytest.mark.parametrize("hands", [1, 5, 4 * 7, 4 * 23 * 2])
def test_the_page_adds_up_the_points_of_each_partnership(
    players: int, hands: int, node: Runner
) -> None:
    sheet = [[7 * hand + player for player in range(players)] for hand in range(hands)]
    for hand, points in enumerate(sheet):  # partners have the same
        stage = hand // ROUNDS_PER_PARTNER % schedule.stage_count(players)
        for table in schedule.tables_at_stage(players, stage):
            for seat in range(2):
                points[table[seat + 2]] = points[table[seat]]
    stage, hand = divmod(hands - 1, ROUNDS_PER_PARTNER)
    game = game_at(players, stage, hand, 8)
    told = json.loads(bytes(node.ask("partnerships", [game, sheet])))
    stages = partnerships(sheet)
    assert [
        [(tuple(pair["players"]), tuple(told["hands"]), tuple(pair["points"])) for pair in pairs]
        for told in told["stages"]
        for pairs in [told["pairs"]]
    ] == [[(p.players, p.rounds, p.points) for p in one] for one in stages]
    together = partner_points(players, stages)
    assert [[points or 0 for points in row] for row in told["together"]] == [
        list(row) for row in together
    ]


def test_the_partner_stays_until_everyone_has_dealt(node: Runner) -> None:
    for told in asked(node, [game_at(8, 3, hand, 1) for hand in range(ROUNDS_PER_PARTNER - 1)]):
        assert told["now"]["stage"] == 4
        assert told["next"] == [None] * 8


async def _begun(url: str, token: str) -> str:
    settings = Settings(
        rules="classic+hand_size=2",
        format="rotating",
        seats=8,
        clock=Clock(move=None, bots=0, between=3600),
    )
    code = await open_table(url, token, settings)
    client = await Client.open(url, token)
    try:
        await client.join(code)
        await client.does(Sit(0))
        for seat in range(1, settings.seats):
            await client.does(AddBot(seat))
        await contribute(client)
        await client.does(Start())
    finally:
        await client.drop()
    return code


def test_a_player_of_a_tournament_sees_table_stage_partner_and_what_comes_next(
    visit: Visits, server: ThreadServer
) -> None:
    _, token = server.guest("Ann")
    code = server.do(_begun(server.url, token))
    page = visit("Ann", token=token, size=PHONE)
    page.goto(f"/t/{code}")
    wait_for_table(page)
    places = schedule.tables_at_stage(8, 0)
    mine = next(place for place, table in enumerate(places) if 0 in table)
    expect(page.locator("header .played")).to_contain_text(f"Stage 1 of 7 · Table {mine + 1}")
    expect(page.locator(".own")).to_contain_text(message_for("table.with-partner"))
    for hand in range(ROUNDS_PER_PARTNER):
        play((page,), until=lambda: page.locator("#round-end").count() > 0)
        end = page.get_by_role("region").filter(has=page.locator("#round-end"))
        told = end.get_by_text("Then stage 2: you play with")
        on = end.get_by_role("button", name=message_for("table.next"))
        expect(on).to_be_visible()  # the other table is done, too
        expect(told).to_have_count(int(hand == ROUNDS_PER_PARTNER - 1))
        on.click()
        expect(page.locator("header .played")).to_contain_text(f"Round {hand + 2}")
    expect(page.locator("header .played")).to_contain_text("Stage 2 of 7")
