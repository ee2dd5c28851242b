"""HOUSE-1: stacking draw cards."""

import pytest

from openuno import EDITIONS, Card, Colour, Reason
from openuno.engine.events import (
    Accepted,
    Challenged,
    ChallengeOffered,
    DrawReason,
    Drew,
    HandShown,
    Played,
    Skipped,
    StackOffered,
    TurnBegan,
)
from openuno.engine.state import FacingDrawFour, FacingStack, Turn
from tests.scenario import table

PILE = "pile=B0,B1,B2,B3,B4,B5,B6,B7,B8,B9,G0,G1,G2"


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_the_switch_a_draw_two_is_drawn_at_once(edition: str) -> None:
    start = table(f"{edition} hands=R1,R2,RD/BD,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "RD")
    assert laid.events == (
        Played(0, Card.RD),
        Drew(1, (Card.B0, Card.B1), DrawReason.CARD),
        Skipped(1),
    )
    laid.refused(1, "BD", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_the_switch_a_wild_draw_four_is_not_answered_with_another(edition: str) -> None:
    start = table(f"{edition} hands=G1,G2,W4/W4,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "W4/B")
    assert set(laid.may(1)) - {"suggest"} == {"accept", "challenge"}
    laid.refused(1, "W4/B", Reason.WRONG_PHASE)


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize("stacking", ["same", "any"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_draw_two_waits_for_an_answer(edition: str, stacking: str) -> None:
    rules = f"{edition}+stacking={stacking}"
    start = table(f"{rules} hands=R1,R2,RD/BD,R9,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "RD")
    assert laid.events == (Played(0, Card.RD), StackOffered(1, 2))
    assert laid.phase == FacingStack(1, 2)
    assert laid.hands == "R1,R2/BD,R9,Y2/Y3,Y4"
    assert set(laid.may(1)) - {"suggest"} == {"BD", "accept"}


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize("stacking", ["same", "any"])
def test_draw_twos_add_up_until_someone_takes_the_sum(stacking: str) -> None:
    hands = "R1,R2,RD/BD,R9,Y2/Y3,Y4,YD"
    start = table(f"house+stacking={stacking} hands={hands} {PILE} discard=R5 turn=0")
    second = start.does(0, "RD").does(1, "BD")
    assert second.events == (Played(1, Card.BD), StackOffered(2, 4))
    third = second.does(2, "YD")
    assert third.phase == FacingStack(0, 6)
    paid = third.does(0, "accept")
    assert paid.events == (
        Accepted(0),
        Drew(0, (Card.B0, Card.B1, Card.B2, Card.B3, Card.B4, Card.B5), DrawReason.CARD),
        Skipped(0),
    )
    assert paid.phase == Turn(1)
    assert paid.hands == "B0,B1,B2,B3,B4,B5,R1,R2/R9,Y2/Y3,Y4"


@pytest.mark.rule("HOUSE-1")
def test_the_trap_that_paid_cards_are_charged_again() -> None:
    hands = "R1,R2,RD/R9,Y1/Y3,Y4,YD"
    start = table(f"house+stacking=same hands={hands} {PILE} discard=R5 turn=0")
    again = start.does(0, "RD").does(1, "accept").does(2, "YD")
    assert again.events == (Played(2, Card.YD), StackOffered(0, 2))
    paid = again.does(0, "accept")
    assert paid.events_of(Drew) == [Drew(0, (Card.B2, Card.B3), DrawReason.CARD)]


@pytest.mark.rule("HOUSE-1")
def test_same_takes_a_wild_draw_four_on_a_wild_draw_four_and_nothing_else() -> None:
    rules = "house+stacking=same"
    twos = table(f"{rules} hands=R1,R2,RD/BD,W4,Y2/Y3,Y4 {PILE} discard=R5 turn=0").does(0, "RD")
    assert twos.may(1) == ["BD", "accept"]
    twos.refused(1, "W4/B", Reason.CANNOT_STACK)
    fours = table(f"{rules} hands=G1,G2,W4/BD,G4,W4/Y3,Y4 {PILE} discard=R5 turn=0").does(0, "W4/B")
    assert fours.may(1) == ["W4/B", "W4/G", "W4/R", "W4/Y", "accept", "challenge"]
    fours.refused(1, "BD", Reason.CANNOT_STACK)


@pytest.mark.rule("HOUSE-1")
def test_any_takes_either_on_either() -> None:
    rules = "house+stacking=any"
    hands = "G1,G2,RD/G4,W4,Y2/BD,Y3,Y4"
    second = table(f"{rules} hands={hands} {PILE} discard=R5 turn=0").does(0, "RD").does(1, "W4/B")
    assert second.events == (
        Played(1, Card.W4, Colour.BLUE),
        ChallengeOffered(2, 6, 1, Colour.RED),
    )
    assert second.phase == FacingDrawFour(2, 6, 1, Colour.RED, (Card.G4, Card.Y2))
    third = second.does(2, "BD")
    assert third.events == (Played(2, Card.BD), StackOffered(0, 8))
    assert third.phase == FacingStack(0, 8)
    paid = third.does(0, "accept")
    assert len(paid.round.hands[0]) == 10
    assert paid.phase == Turn(1)


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize("stacking", ["same", "any"])
def test_no_other_card_answers_a_stack(stacking: str) -> None:
    rules = f"house+stacking={stacking}"
    start = table(f"{rules} hands=R1,R2,RD/R3,RR,RS,W/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "RD")
    assert laid.may(1) == ["accept"]
    for card in ("R3", "RR", "RS", "W/B"):
        laid.refused(1, card, Reason.CANNOT_STACK)
    laid.refused(1, "draw", Reason.WRONG_PHASE)


@pytest.mark.rule("HOUSE-1", "WD4-4", "WD4-6")
def test_a_stacked_wild_draw_four_can_be_challenged_and_the_bluffer_takes_the_sum() -> None:
    hands = "G1,G2,W4/B1,G4,W4/Y3,Y4"
    start = table(f"house+stacking=same hands={hands} {PILE} discard=R5 turn=0")
    stacked = start.does(0, "W4/B").does(1, "W4/Y")
    assert stacked.phase == FacingDrawFour(2, 8, 1, Colour.BLUE, (Card.B1, Card.G4))
    judged = stacked.does(2, "challenge")
    eight = (Card.B0, Card.B1, Card.B2, Card.B3, Card.B4, Card.B5, Card.B6, Card.B7)
    assert judged.events == (
        Challenged(2, 1, guilty=True),
        HandShown(1, 2, (Card.B1, Card.G4)),
        Drew(1, eight, DrawReason.CHALLENGE),
        TurnBegan(2),
    )
    assert judged.phase == Turn(2)
    assert judged.colour == "Y"


@pytest.mark.rule("HOUSE-1", "WD4-7")
def test_a_stacked_wild_draw_four_laid_lawfully_costs_the_challenger_the_sum_and_two() -> None:
    hands = "G1,G2,W4/G3,G4,W4/Y3,Y4"
    start = table(f"house+stacking=same hands={hands} {PILE} discard=R5 turn=0")
    judged = start.does(0, "W4/B").does(1, "W4/Y").does(2, "challenge")
    assert judged.events_of(Challenged) == [Challenged(2, 1, guilty=False)]
    assert judged.events_of(Drew) == [
        Drew(2, tuple(Card(f"B{face}") for face in range(10)), DrawReason.CHALLENGE)
    ]
    assert judged.phase == Turn(0)


@pytest.mark.rule("HOUSE-1", "TURN-5")
def test_the_trap_that_a_stacked_wild_draw_four_loses_its_colour() -> None:
    hands = "G1,G2,W4/G3,G4,W4/Y3,Y4"
    start = table(f"house+stacking=any hands={hands} {PILE} discard=R5 turn=0")
    stacked = start.does(0, "W4/B").does(1, "W4/Y")
    assert stacked.colour == "Y"
    paid = stacked.does(2, "accept")
    assert paid.colour == "Y"
    assert paid.may(0) == ["draw"]


@pytest.mark.rule("HOUSE-1", "HOUSE-6")
@pytest.mark.parametrize("stacking", ["same", "any"])
def test_without_bluffing_a_stack_of_wild_draw_fours_is_not_challenged(stacking: str) -> None:
    rules = f"house+bluffing=off+stacking={stacking}"
    start = table(f"{rules} hands=G1,G2,W4/G3,G4,W4/B1,W4,Y3 {PILE} discard=R5 turn=0")
    second = start.does(0, "W4/Y").does(1, "W4/B")
    assert second.events == (Played(1, Card.W4, Colour.BLUE), StackOffered(2, 8))
    assert second.may(2) == ["accept"]
    second.refused(2, "W4/Y", Reason.NO_BLUFFING)
    second.refused(2, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("HOUSE-1", "OUT-4")
def test_a_stack_larger_than_the_piles_is_paid_with_what_there_is() -> None:
    hands = "R1,R2,RD/BD,R9,Y2/Y3,Y4"
    start = table(f"house+stacking=same hands={hands} pile=B0 discard=R5 turn=0")
    paid = start.does(0, "RD").does(1, "BD").does(2, "accept")
    assert paid.hands == "R1,R2/R9,Y2/B0,R5,RD,Y3,Y4"
    assert paid.pile == "-"
    assert paid.phase == Turn(0)
