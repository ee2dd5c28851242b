"""HOUSE-2: jumping in with the identical card."""

import pytest

from openuno import EDITIONS, Card, Reason
from openuno.engine.events import DrawReason, Drew, HandsSwapped, Played, Reversed, Skipped
from openuno.engine.state import RoundOver, Turn, Window, owes_uno
from tests.scenario import table

PILE = "pile=B0,B1,B2,B3,B4,B5"
ON = "house+jump_in=on"


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_identical_card_may_be_laid_out_of_turn(edition: str) -> None:
    hands = "R1,R7,Y1/G1,G2/G3,R7,Y2"
    start = table(f"{edition}+jump_in=on hands={hands} {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert set(laid.may(2)) - {"suggest"} == {"R7"}
    jumped = laid.does(2, "R7")
    assert jumped.events == (Played(2, Card.R7),)
    assert jumped.hands == "R1,Y1/G1,G2/G3,Y2"
    assert jumped.discard == "R7,R7,R5"
    assert jumped.round.window == Window(2)


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize(("way", "following"), [("left", 3), ("right", 1)])
def test_play_goes_on_from_the_one_who_jumped_in(way: str, following: int) -> None:
    hands = "R1,R7,Y1/G1,G2/G3,R7,Y2/Y3,Y4"
    start = table(f"{ON} hands={hands} {PILE} discard=R5 {way} turn=0")
    assert start.does(0, "R7").does(2, "R7").phase == Turn(following)


@pytest.mark.rule("HOUSE-2", "TURN-6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_the_switch_nobody_plays_out_of_turn(edition: str) -> None:
    start = table(f"{edition} hands=R1,R7,Y1/G1,G2/G3,R7,Y2 {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert set(laid.may(2)) - {"suggest"} == set()
    laid.refused(2, "R7", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize("card", ["B7", "R8", "RS", "W/B"])
def test_only_colour_and_face_together_will_do(card: str) -> None:
    start = table(f"{ON} hands=R1,R7,Y1/G1,G2/B7,R8,RS,W {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert laid.may(2) == []
    laid.refused(2, card, Reason.NO_JUMP_IN)


@pytest.mark.rule("HOUSE-2")
def test_the_card_jumped_in_must_be_held() -> None:
    start = table(f"{ON} hands=R1,R7,Y1/G1,G2/B7,R8 {PILE} discard=R5 turn=0")
    start.does(0, "R7").refused(2, "R7", Reason.CARD_NOT_HELD)


@pytest.mark.rule("HOUSE-2")
def test_the_trap_that_it_works_after_the_next_player_has_begun() -> None:
    start = table(f"{ON} hands=R1,R7,Y1/G1,G2/G3,R7,Y2 {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert laid.may(2) == ["R7"]
    drew = laid.does(1, "draw")
    assert drew.may(2) == []
    drew.refused(2, "R7", Reason.NO_JUMP_IN)
    late = table(f"{ON} hands=R7,Y8/G1,Y9/Y3,Y4 {PILE} discard=R7,R5 turn=2")
    assert late.may(0) == []
    late.refused(0, "R7", Reason.NO_JUMP_IN)


@pytest.mark.rule("HOUSE-2")
def test_the_seat_to_act_plays_its_twin_as_an_ordinary_turn() -> None:
    start = table(f"{ON} hands=R1,R7,Y1/G1,R7,Y9/G3,Y2 {PILE} discard=R5 turn=0")
    played = start.does(0, "R7").does(1, "R7")
    assert played.events == (Played(1, Card.R7),)
    assert played.phase == Turn(2)


@pytest.mark.rule("HOUSE-2", "ACT-1")
def test_a_draw_two_jumped_in_makes_the_next_after_it_draw() -> None:
    start = table(f"{ON} hands=R1,RD,Y1/G1,G2/G3,Y2/RD,Y3,Y4 {PILE} discard=R5 turn=0")
    jumped = start.does(0, "RD").does(3, "RD")
    assert jumped.events == (
        Played(3, Card.RD),
        Drew(0, (Card.B2, Card.B3), DrawReason.CARD),
        Skipped(0),
    )
    assert jumped.hands == "B2,B3,R1,Y1/B0,B1,G1,G2/G3,Y2/Y3,Y4"
    assert jumped.phase == Turn(1)


@pytest.mark.rule("HOUSE-2", "ACT-2", "ACT-3")
def test_a_skip_or_reverse_jumped_in_acts_from_there() -> None:
    hands = "G1,RS,Y1/G2,G4/G3,Y2/RS,Y3,Y4"
    skipped = table(f"{ON} hands={hands} {PILE} discard=R5 turn=0").does(0, "RS").does(3, "RS")
    assert skipped.events == (Played(3, Card.RS), Skipped(0))
    assert skipped.phase == Turn(1)
    hands = "G1,RR,Y1/G2,G4/G3,RR,Y2/Y3,Y4"
    turned = table(f"{ON} hands={hands} {PILE} discard=R5 turn=0").does(0, "RR").does(2, "RR")
    assert turned.events == (Played(2, Card.RR), Reversed(2, 1))
    assert turned.phase == Turn(3)


@pytest.mark.rule("HOUSE-2", "UNO-1")
def test_one_who_jumps_in_down_to_one_card_owes_uno() -> None:
    start = table(f"{ON} hands=R1,R7,Y1/G1,G2/G3,R7 {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert laid.may(2) == ["R7", "R7!"]
    assert owes_uno(laid.does(2, "R7").round) == 2
    said = laid.does(2, "R7!")
    assert said.events == (Played(2, Card.R7, uno=True),)
    assert owes_uno(said.round) is None


@pytest.mark.rule("HOUSE-2", "HOUSE-3")
def test_a_seven_jumped_in_swaps_for_the_one_who_jumped_in() -> None:
    rules = "house+jump_in=on+seven_zero=on"
    start = table(f"{rules} hands=R1,R7,Y1/G1,G2/G3,Y2/R7,Y3,Y4 {PILE} discard=R5 turn=0")
    swapped = start.does(0, "R7>1")
    assert swapped.hands == "G1,G2/R1,Y1/G3,Y2/R7,Y3,Y4"
    assert swapped.may(3) == ["R7>0", "R7>1", "R7>2"]
    jumped = swapped.does(3, "R7>0")
    assert jumped.events == (
        Played(3, Card.R7, target=0),
        HandsSwapped(3, 0, jumped.round.hands),
    )
    assert jumped.hands == "Y3,Y4/R1,Y1/G3,Y2/G1,G2"
    assert jumped.phase == Turn(0)


@pytest.mark.rule("HOUSE-2", "OUT-1")
def test_the_trap_that_a_jump_in_passes_over_a_win() -> None:
    start = table(f"{ON} hands=R7/G1,G2/G3,R7,Y2 {PILE} discard=R5 turn=0")
    won = start.does(0, "R7")
    assert won.phase == RoundOver(0)
    assert won.may(2) == []
    won.refused(2, "R7", Reason.ROUND_OVER)


@pytest.mark.rule("HOUSE-2")
def test_one_jump_in_may_follow_another() -> None:
    hands = "R1,R7,Y1/R7,Y5,Y6/G3,R7,Y2/Y3,Y4"
    start = table(f"house+decks=2+jump_in=on hands={hands} {PILE} discard=R5 turn=0")
    twice = start.does(0, "R7").does(2, "R7").does(1, "R7")
    assert twice.discard == "R7,R7,R7,R5"
    assert twice.phase == Turn(2)
    assert twice.round.window == Window(1)
