"""HOUSE-3: a 7 swaps two hands, a 0 passes them all on."""

import pytest

from openuno import EDITIONS, Card, Reason
from openuno.engine.events import HandsPassed, HandsSwapped, Played
from openuno.engine.state import Turn, owes_uno
from tests.scenario import table

PILE = "pile=B0,B1,B2,B3"
ON = "house+seven_zero=on"


@pytest.mark.rule("HOUSE-3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("target", "hands"), [(1, "G1,G2,G3/R1,R2/Y1,Y2"), (2, "Y1,Y2/G1,G2,G3/R1,R2")]
)
def test_a_seven_swaps_hands_with_the_player_chosen(edition: str, target: int, hands: str) -> None:
    rules = f"{edition}+seven_zero=on"
    start = table(f"{rules} hands=R1,R2,R7/G1,G2,G3/Y1,Y2 {PILE} discard=R5 turn=0")
    swapped = start.does(0, f"R7>{target}")
    assert swapped.events == (
        Played(0, Card.R7, target=target),
        HandsSwapped(0, target, swapped.round.hands),
    )
    assert swapped.hands == hands
    assert swapped.phase == Turn(1)
    assert swapped.colour == "R"


@pytest.mark.rule("HOUSE-3")
def test_a_seven_names_someone_else_at_the_table() -> None:
    start = table(f"{ON} hands=G1,G2/R7,Y1,Y2/B1,B2 {PILE} discard=R5 turn=1")
    assert start.may(1) == ["R7>0", "R7>2", "draw"]
    start.refused(1, "R7", Reason.TARGET_MISSING)
    start.refused(1, "R7>1", Reason.TARGET_ONESELF)
    start.refused(1, "R7>3", Reason.TARGET_NOT_AT_TABLE)
    start.refused(1, "R7/B>0", Reason.COLOUR_SUPERFLUOUS)


@pytest.mark.rule("HOUSE-3")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("way", "hands", "following"),
    [("left", "Y1,Y2/R1,R2/G1,G2,G3", 1), ("right", "G1,G2,G3/Y1,Y2/R1,R2", 2)],
)
def test_a_zero_passes_all_hands_on_in_the_direction_of_play(
    edition: str, way: str, hands: str, following: int
) -> None:
    rules = f"{edition}+seven_zero=on"
    start = table(f"{rules} hands=R0,R1,R2/G1,G2,G3/Y1,Y2 {PILE} discard=R5 {way} turn=0")
    passed = start.does(0, "R0")
    assert passed.events == (Played(0, Card.R0), HandsPassed(0, passed.round.hands))
    assert passed.hands == hands
    assert passed.phase == Turn(following)


@pytest.mark.rule("HOUSE-3")
def test_a_zero_takes_no_target() -> None:
    start = table(f"{ON} hands=R0,R1,R2/G1,G2,G3 {PILE} discard=R5 turn=0")
    start.refused(0, "R0>1", Reason.TARGET_SUPERFLUOUS)


@pytest.mark.rule("HOUSE-3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_the_switch_a_seven_and_a_zero_are_plain_numbers(edition: str) -> None:
    start = table(f"{edition} hands=R0,R7,Y1,Y9/G1,G2,G3/Y1,Y2 {PILE} discard=R5 turn=0")
    seven = start.does(0, "R7")
    assert seven.events == (Played(0, Card.R7),)
    assert seven.hands == "R0,Y1,Y9/G1,G2,G3/Y1,Y2"
    zero = start.does(0, "R0")
    assert zero.events == (Played(0, Card.R0),)
    assert zero.hands == "R7,Y1,Y9/G1,G2,G3/Y1,Y2"
    start.refused(0, "R7>1", Reason.TARGET_SUPERFLUOUS)


@pytest.mark.rule("HOUSE-3")
@pytest.mark.parametrize("card", ["R6", "R9", "RS"])
def test_no_other_card_moves_hands(card: str) -> None:
    start = table(f"{ON} hands={card},Y1,Y2/G1,G2,G3/B1,B2 {PILE} discard=R5 turn=0")
    assert start.does(0, card).hands == "Y1,Y2/G1,G2,G3/B1,B2"


@pytest.mark.rule("HOUSE-3", "TURN-2")
def test_a_drawn_seven_swaps_the_hand_it_was_drawn_into() -> None:
    start = table(f"{ON} hands=Y1,Y2/G1/B1,B2 pile=R7 discard=R5 turn=0")
    drawn = start.does(0, "draw")
    assert drawn.may(0) == ["R7>1", "R7>2", "keep"]
    assert drawn.does(0, "R7>1").hands == "G1/Y1,Y2/B1,B2"


@pytest.mark.rule("HOUSE-3")
def test_between_two_a_seven_and_a_zero_do_the_same() -> None:
    start = table(f"{ON} hands=R0,R7,Y1/G1,G2 {PILE} discard=R5 turn=0")
    assert start.does(0, "R7>1").hands == "G1,G2/R0,Y1"
    assert start.does(0, "R0").hands == "G1,G2/R7,Y1"


@pytest.mark.rule("HOUSE-3", "UNO-1", "MEET-3")
@pytest.mark.parametrize(("card", "hands"), [("R7>1", "G1/Y1,Y2/B1,B2"), ("R0", "B1/Y1,Y2/G1,G2")])
def test_one_whose_own_card_brings_one_card_owes_uno(card: str, hands: str) -> None:
    others = "G1/B1,B2" if card == "R7>1" else "G1,G2/B1"
    start = table(f"{ON} hands={card[:2]},Y1,Y2/{others} {PILE} discard=R5 turn=0")
    moved = start.does(0, card)
    assert moved.hands == hands
    assert owes_uno(moved.round) == 0
    assert moved.may(2) == ["catch 0"]
