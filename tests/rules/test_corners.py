"""Corners that only a close look at two clauses together shows."""

import pytest

from openuno import Reason
from openuno.engine.events import Drew
from openuno.engine.state import FacingStack, RoundOver
from tests.scenario import table

PILE = "pile=B1,B2,B3,B4,B5,B6,B7,B8,B9,G1"
DOUBT = "discard=W4,R5 colour=B laid=2 doubt=0:4:2:R:Y3,Y4"


@pytest.mark.rule("MEET-13")
def test_a_last_wild_draw_four_on_a_stack_is_paid_in_full() -> None:
    end = table(f"house+stacking=same hands=W4/G2,G3/Y3,Y4 {PILE} {DOUBT}").does(0, "W4/R")
    assert end.phase == RoundOver(0)
    assert [(drew.seat, len(drew.cards)) for drew in end.events_of(Drew)] == [(1, 8)]


@pytest.mark.rule("MEET-14")
@pytest.mark.parametrize("switch", ["forced_play=on", "renege=off"])
def test_nobody_has_to_answer_a_wild_draw_four_with_another(switch: str) -> None:
    start = table(f"house+stacking=same+{switch} hands=B3,W4/G2,G3/Y3,Y4 pile=B1 {DOUBT}")
    assert {"accept", "challenge", "W4/B"} <= set(start.may(0))


@pytest.mark.rule("MEET-15")
def test_nobody_jumps_in_with_a_wild_on_its_like() -> None:
    swapped = "discard=WX,R5 colour=B laid=2 turn=0"
    for rules, at in (("", DOUBT), ("+stacking=any", DOUBT), ("+swap_cards=2", swapped)):
        wild = "WX" if at is swapped else "W4"
        start = table(f"house+jump_in=on{rules} hands=B3,G9/G2,{wild}/Y3,Y4 {PILE} {at}")
        assert start.may(1) == []
        start.refused(1, f"{wild}/R" + (">0" if wild == "WX" else ""), Reason.NO_JUMP_IN)


@pytest.mark.rule("MEET-16")
def test_one_of_two_jumps_in_on_their_own_card() -> None:
    laid = table(f"house+jump_in=on hands=R5,R5,R8/G2,G3 {PILE} discard=R1 turn=0").does(0, "R5")
    assert laid.turn == 1
    again = laid.does(0, "R5")
    assert (again.turn, again.hands) == (1, "R8/G2,G3")


@pytest.mark.rule("MEET-18")
def test_one_of_two_adds_to_their_own_stack_by_jumping_in() -> None:
    start = f"house+jump_in=on+stacking=same hands=R8,RD,RD/G2,G3 {PILE} discard=R1 turn=0"
    laid = table(start).does(0, "RD")
    assert laid.phase == FacingStack(1, 2)
    assert laid.does(0, "RD").phase == FacingStack(1, 4)


@pytest.mark.rule("MEET-6")
@pytest.mark.parametrize("said", ["", "!"])
def test_a_pass_closes_the_window_said_or_not(said: str) -> None:
    start = table(f"house hands=B1/Y8/Y3,Y4 pile=- discard=R5 turn=1 laid=0{said}")
    assert start.does(1, "pass").round.window is None


@pytest.mark.rule("UNO-4")
def test_taking_a_stack_begins_a_turn_so_the_catch_is_over() -> None:
    stack = "house+stacking=same hands=B1/G2,G3/Y3,Y4"
    start = table(f"{stack} {PILE} discard=RD,R1 laid=0 stacked=1:2")
    assert "catch 0" in start.may(2)
    start.does(1, "accept").refused(2, "catch 0", Reason.NOTHING_TO_CATCH)
