"""Seats that are to miss a turn: in the line of a position and in every view."""

import pytest

from openuno import NotationError, view
from openuno.engine.notation.rounds import parse_round, round_text

REST = "hands=B1,B2/G1,G2/Y1,Y2 pile=B5 discard=RD"


@pytest.mark.rule("MEET-31")
@pytest.mark.parametrize("phase", ["turn=0", "drawn=0:B1", "stacked=1:2", "over=1"])
def test_who_sits_out_is_in_the_line_and_in_every_view(phase: str) -> None:
    round = parse_round(f"house+stacking=same {REST} {phase} misses=1,2")
    assert round.sitting_out == (1, 2)
    assert " misses=1,2 fast=" in round_text(round)
    assert parse_round(round_text(round)) == round
    for seat in (None, 0, 1, 2):
        assert view(round, seat).sitting_out == (1, 2)


def test_nobody_is_the_usual_case_and_left_out() -> None:
    round = parse_round(f"house {REST} turn=0")
    assert round.sitting_out == ()
    assert "misses" not in round_text(round)


@pytest.mark.parametrize(
    ("line", "at", "sentence"),
    [
        (f"house {REST} turn=0 misses=0", 63, "it is the turn of seat 0"),
        (f"house {REST} drawn=0:B1 misses=0", 67, "it is the turn of seat 0"),
        (f"house {REST} turn=0 misses=1,1,1,1,1,1", 73, "at most 5"),
        (f"house {REST} turn=0 misses=2,1", 65, "the lowest seat first"),
        (f"house {REST} turn=0 misses=3", 63, "a seat is a number from 0 to 2"),
        (f"house {REST} turn=0 misses=", 63, "a seat is a number from 0 to 2"),
        (f"house {REST} turn=0 misses=1,", 65, "a seat is a number from 0 to 2"),
        (f"house {REST} turn=0 misses", 62, "misses takes a value"),
        (f"house {REST} turn=0 misses=1 misses=2", 65, "a second field for the missed turns"),
        ("house hands=-/- pile=B5 discard=- undealt misses=1", 49, "before the deal"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str, at: int, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence) as refusal:
        parse_round(line)
    assert refusal.value.at == at
