from typing import get_args

import pytest
from rich.cells import cell_len

from openuno import Fast, Format, Game, edition, parse_format, start_game
from openuno.game import schedule
from openuno.game.events import GameEvent, RoundBegan, RoundScored
from openuno.game.evolve import evolve_game
from openuno.terminal.text import score_sheet
from openuno.terminal.text.narration import Names

NAMES = Names(("Zoe", "Ada", "Bo", "Cleo"))
EVERYONE = ((0, 1, 2, 3),)


def scored(
    format: str, *hands: tuple[int | None, tuple[int, ...]]
) -> tuple[score_sheet.Sheet, Game]:
    game = start_game(edition("classic"), parse_format(format), 4, Fast(1)).game
    written = score_sheet.blank_sheet(4)
    for number, (winner, points) in enumerate(hands, start=1):
        for event in (RoundBegan(number, EVERYONE, (0,)), RoundScored(0, winner, points)):
            game = evolve_game(game, event)
            written = score_sheet.add_to_sheet(written, event)
    return written, game


def shown(format: str, *hands: tuple[int | None, tuple[int, ...]], width: int = 80) -> list[str]:
    written, game = scored(format, *hands)
    return score_sheet.score_table(written, game, NAMES, width).plain.splitlines()


def test_the_leader_comes_first_and_ties_share_a_rank() -> None:
    assert shown("race", (1, (0, 57, 0, 0)), (3, (0, 0, 0, 120)), (None, (0, 0, 0, 0))) == [
        "           1    2  3  total",
        "  1 Cleo   ·  120  ·    120",
        "  2 Ada   57    ·  ·     57",
        "  3 Zoe    ·    ·  ·      0",
        "  3 Bo     ·    ·  ·      0",
    ]


def test_teams_are_a_row() -> None:
    assert shown("partners", (1, (0, 57, 0, 57))) == [
        "                 1  total",
        "  1 Ada & Cleo  57     57",
        "  2 Zoe & Bo     ·      0",
    ]


def test_a_best_of_counts_wins() -> None:
    assert shown("best-of:3", (1, (0, 57, 0, 0)), (1, (0, 4, 0, 0))) == [
        "          1  2  won",
        "  1 Ada   1  1    2",
        "  2 Zoe   ·  ·    0",
        "  2 Bo    ·  ·    0",
        "  2 Cleo  ·  ·    0",
    ]


def test_old_rounds_make_room() -> None:
    rows = shown("race:9999", *[(1, (0, 100 + hand, 0, 0)) for hand in range(20)], width=40)
    assert max(map(len, rows)) <= 40
    assert rows[0].split() == ["16", "17", "18", "19", "20", "total"]
    assert rows[1].split() == ["1", "Ada", "115", "116", "117", "118", "119", "2190"]


def test_figures_fall_into_blocks_where_there_is_no_room() -> None:
    written, game = scored("race", (1, (0, 57, 0, 0)))
    wide = score_sheet.figures_table(written, game, NAMES, 80).plain.splitlines()
    assert len(wide) == 5
    narrow = score_sheet.figures_table(written, game, NAMES, 40).plain.splitlines()
    assert max(map(len, narrow)) <= 40
    assert len(narrow) % 5 == 0
    assert " ".join(wide[0].split()) == " ".join(" ".join(narrow[::5]).split())


@pytest.mark.parametrize("format", get_args(Format))
def test_every_format_has_words(format: type[Format]) -> None:
    assert score_sheet.format_name(format())


EIGHT = Names(
    ("Zoe", "Maximiliane", "Bo", "Cleo", "Łukasz", "Eli", "Christopher-Lee", "Christopher-Bo")
)


def rotated(hands: int, players: int = 8) -> tuple[score_sheet.Sheet, Game]:
    """A tournament of which this many rounds are played: at each table the first pair scores."""
    game = start_game(edition("classic"), parse_format("rotating"), players, Fast(1)).game
    written = score_sheet.blank_sheet(players)
    for hand in range(hands):
        tables = schedule.tables_at_stage(players, hand // 4 % (players - 1))
        events: list[GameEvent] = [RoundBegan(hand + 1, tables, tuple(t[0] for t in tables))]
        for index, table in enumerate(tables):
            points = [0] * players
            points[table[0]] = points[table[2]] = 100 * (index + 1) + hand
            events.append(RoundScored(index, table[0], tuple(points)))
        for event in events:
            game = evolve_game(game, event)
            written = score_sheet.add_to_sheet(written, event)
    return written, game


@pytest.mark.rule("FMT-4")
def test_with_rotating_partners_points_stand_by_partnership() -> None:
    written, game = rotated(6, players=4)
    assert score_sheet.score_table(written, game, NAMES, 80).plain.splitlines() == [
        "  points with each partner",
        "          total  Cleo  Zoe  Ada  Bo",
        "  1 Cleo    615     –  406  209   ·",
        "  2 Zoe     406   406    –    ·   ·",
        "  3 Ada     209   209    ·    –   ·",
        "  4 Bo        0     ·    ·    ·   –",
        "  round by round",
        "  1–4  Zoe & Cleo  100  101  102  103     Ada & Bo      ·    ·    ·    ·",
        "  5–6  Ada & Cleo  104  105     Zoe & Bo      ·    ·",
    ]


@pytest.mark.rule("FMT-5")
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_all_28_rounds_of_eight_players_can_be_read(width: int) -> None:
    written, game = rotated(28)
    rows = score_sheet.score_table(written, game, EIGHT, width).plain.splitlines()
    assert max(map(cell_len, rows)) <= width
    hands = rows[rows.index("  round by round") + 1 :]
    points = [word for row in hands for word in row.split() if word.isdecimal()]
    assert sorted(map(int, points)) == sorted(
        100 * (index + 1) + hand for hand in range(28) for index in range(2)
    )


@pytest.mark.rule("FMT-5")
def test_eight_names_share_a_row_of_80_columns_and_are_told_apart() -> None:
    written, game = rotated(28)
    names = Names(("Zoe", "Maximiliane", "Bo", "Cleo", "Łukasz", "Eli", "Gus", "Christopher-Lee"))
    rows = score_sheet.score_table(written, game, names, 80).plain.splitlines()
    assert rows.index("  round by round") == 1 + 1 + 8
    alike = score_sheet.score_table(written, game, EIGHT, 80).plain
    assert "Christopher-Lee" in alike.split("round by round")[0].replace("4 Christopher-Lee", "")


def test_between_rounds_only_the_stage_under_way_is_listed() -> None:
    written, game = rotated(6)
    rows = score_sheet.score_table(written, game, EIGHT, 80, whole=False).plain.splitlines()
    assert rows[rows.index("  round by round") + 1].startswith("  5–6  ")
