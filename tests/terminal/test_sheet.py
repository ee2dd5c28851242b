from typing import get_args

import pytest

from openuno import Fast, Format, Game, begin, edition, parse_format
from openuno.game.events import HandBegan, HandScored
from openuno.game.evolve import evolve_game
from openuno.terminal import sheet
from openuno.terminal.telling import Names

NAMES = Names(("Zoe", "Ada", "Bo", "Cleo"))
EVERYONE = ((0, 1, 2, 3),)


def scored(format: str, *hands: tuple[int | None, tuple[int, ...]]) -> tuple[sheet.Sheet, Game]:
    game = begin(edition("classic"), parse_format(format), 4, Fast(1)).game
    written = sheet.blank(4)
    for number, (winner, points) in enumerate(hands, start=1):
        for event in (HandBegan(number, EVERYONE, (0,)), HandScored(0, winner, points)):
            game = evolve_game(game, event)
            written = sheet.write_down(written, event)
    return written, game


def shown(format: str, *hands: tuple[int | None, tuple[int, ...]], width: int = 80) -> list[str]:
    written, game = scored(format, *hands)
    return sheet.score_sheet(written, game, NAMES, width).plain.splitlines()


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


def test_old_hands_make_room() -> None:
    rows = shown("race:9999", *[(1, (0, 100 + hand, 0, 0)) for hand in range(20)], width=40)
    assert max(map(len, rows)) <= 40
    assert rows[0].split() == ["16", "17", "18", "19", "20", "total"]
    assert rows[1].split() == ["1", "Ada", "115", "116", "117", "118", "119", "2190"]


def test_figures_fall_into_blocks_where_there_is_no_room() -> None:
    written, game = scored("race", (1, (0, 57, 0, 0)))
    wide = sheet.figures_sheet(written, game, NAMES, 80).plain.splitlines()
    assert len(wide) == 5
    narrow = sheet.figures_sheet(written, game, NAMES, 40).plain.splitlines()
    assert max(map(len, narrow)) <= 40
    assert len(narrow) % 5 == 0
    assert " ".join(wide[0].split()) == " ".join(" ".join(narrow[::5]).split())


@pytest.mark.parametrize("format", get_args(Format))
def test_every_format_has_words(format: type[Format]) -> None:
    assert sheet.format_words(format())
