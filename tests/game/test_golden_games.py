"""Whole games on record: they come out as they are written down."""

from typing import get_args

import pytest

from openuno.game.events import Eliminated, RoundBegan
from openuno.game.formats import Format
from openuno.game.notation import parse_format
from tests.golden_games import FOLDER, GAMES, Golden, path, record


@pytest.mark.rule("FMT-1", "FMT-2", "FMT-3", "FMT-4", "FMT-5", "FMT-6", "FMT-7", "FMT-8")
@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_comes_out_as_it_is_written_down(golden: Golden) -> None:
    assert record(golden).text == path(golden).read_text(encoding="utf-8")


def test_there_is_a_golden_game_of_every_format_and_no_other_file() -> None:
    assert {type(parse_format(golden.format)) for golden in GAMES} == set(get_args(Format))
    assert {path(golden) for golden in GAMES} == set(FOLDER.glob("*.txt"))


def test_the_golden_games_show_what_formats_are_about() -> None:
    games = {golden.name: record(golden) for golden in GAMES}
    elimination = games["elimination"]
    assert any(isinstance(e, Eliminated) and len(e.players) > 1 for e in elimination.events)
    seatings = [event.tables for event in elimination.events if isinstance(event, RoundBegan)]
    assert len(seatings[-1][0]) == 2
    assert len(games["low-tally"].game.winners or ()) == 2
    assert games["rotating-four"].game.round_number == 12
    assert games["rotating-eight"].game.round_number == 28
    assert games["best-of-early"].game.round_number < 5
