import pytest

from openuno import Reason
from openuno.engine.events import DrawReason, Drew, Reversed, Skipped
from openuno.engine.state import FacingDrawFour, FacingStack, RoundOver, Turn
from tests.scenario import Table, every_edition, table


def two(rules: str, hand: str, direction: str = "left") -> Table:
    pile = "G1,G2,G3,G4,G5,G6,G7"
    return table(f"{rules} hands={hand}/B1,B2,BD pile={pile} discard=R5 {direction} turn=0")


@pytest.mark.rule("TWO-1")
@every_edition
@pytest.mark.parametrize(("direction", "turned"), [("left", -1), ("right", 1)])
def test_between_two_a_reverse_acts_as_a_skip(edition: str, direction: str, turned: int) -> None:
    laid = two(edition, "RR,Y1,Y2", direction).does(0, "RR")
    assert laid.events_of(Reversed) == [Reversed(0, turned)]
    assert laid.events_of(Skipped) == [Skipped(1)]
    assert (laid.phase, laid.round.direction) == (Turn(0), turned)
    laid.refused(1, "draw", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("TWO-1")
@every_edition
def test_between_two_both_reverses_can_be_laid_in_a_row(edition: str) -> None:
    laid = two(edition, "BR,RR,Y1,Y2").does(0, "RR").does(0, "BR")
    assert (laid.phase, laid.round.direction) == (Turn(0), 1)


@pytest.mark.rule("TWO-1", "MEET-22")
@every_edition
@pytest.mark.parametrize(("direction", "turned"), [("left", -1), ("right", 1)])
def test_by_the_switch_a_reverse_between_two_only_turns_the_direction(
    edition: str, direction: str, turned: int
) -> None:
    laid = two(f"{edition}+two_player_reverse=off", "RR,Y1,Y2", direction).does(0, "RR")
    assert not laid.events_of(Skipped)
    assert (laid.phase, laid.round.direction) == (Turn(1), turned)


@pytest.mark.rule("TWO-2")
@every_edition
@pytest.mark.parametrize("direction", ["left", "right"])
def test_between_two_the_player_of_a_skip_plays_again(edition: str, direction: str) -> None:
    laid = two(edition, "RS,Y1,Y2", direction).does(0, "RS")
    assert laid.events_of(Skipped) == [Skipped(1)]
    assert laid.phase == Turn(0)


@pytest.mark.rule("TWO-3")
@every_edition
@pytest.mark.parametrize("direction", ["left", "right"])
def test_between_two_the_play_is_back_after_a_draw_two(edition: str, direction: str) -> None:
    laid = two(edition, "RD,Y1,Y2", direction).does(0, "RD")
    assert laid.hands == "Y1,Y2/B1,B2,BD,G1,G2"
    assert laid.phase == Turn(0)


@pytest.mark.rule("TWO-3")
@every_edition
@pytest.mark.parametrize("direction", ["left", "right"])
def test_between_two_the_play_is_back_after_a_wild_draw_four(edition: str, direction: str) -> None:
    laid = two(edition, "W4,Y1,Y2", direction).does(0, "W4/B")
    assert isinstance(laid.phase, FacingDrawFour)
    taken = laid.does(1, "accept")
    assert taken.hands == "Y1,Y2/B1,B2,BD,G1,G2,G3,G4"
    assert (taken.phase, taken.colour) == (Turn(0), "B")


@pytest.mark.rule("TWO-3", "WD4-7")
@every_edition
def test_between_two_the_play_is_back_after_a_challenge_that_failed(edition: str) -> None:
    doubted = two(edition, "W4,Y1,Y2").does(0, "W4/B").does(1, "challenge")
    assert doubted.hands == "Y1,Y2/B1,B2,BD,G1,G2,G3,G4,G5,G6"
    assert doubted.phase == Turn(0)


@pytest.mark.rule("TWO-3", "WD4-6")
@every_edition
def test_between_two_a_challenge_that_holds_gives_the_challenger_the_turn(edition: str) -> None:
    bluff = two(edition, "R1,W4,Y1").does(0, "W4/B").does(1, "challenge")
    assert bluff.hands == "G1,G2,G3,G4,R1,Y1/B1,B2,BD"
    assert (bluff.phase, bluff.colour) == (Turn(1), "B")


@pytest.mark.rule("TWO-3", "HOUSE-6")
@every_edition
def test_between_two_without_bluffing_the_four_are_drawn_at_once(edition: str) -> None:
    laid = two(f"{edition}+bluffing=off", "W4,Y1,Y2").does(0, "W4/B")
    assert [type(event) for event in laid.events[1:]] == [Drew, Skipped]
    assert laid.phase == Turn(0)


@pytest.mark.rule("TWO-3", "HOUSE-1")
def test_between_two_a_stack_goes_to_and_fro_until_one_takes_it() -> None:
    at = two("house+stacking=same", "GD,RD,Y1")
    back = at.does(0, "RD").does(1, "BD").does(0, "GD!")
    assert back.phase == FacingStack(1, 6)
    taken = back.does(1, "accept")
    assert [len(hand) for hand in taken.round.hands] == [1, 8]
    assert taken.phase == Turn(0)


@pytest.mark.rule("TWO-1", "TWO-2", "TWO-3", "OUT-1")
@every_edition
@pytest.mark.parametrize("last", ["RR", "RS", "RD", "W/B", "W4/B"])
def test_between_two_any_action_card_can_be_the_last(edition: str, last: str) -> None:
    out = two(edition, last.partition("/")[0]).does(0, last)
    assert out.phase == RoundOver(0)
    assert not out.events_of(Skipped)


@pytest.mark.rule("TWO-1", "TWO-2")
@every_edition
@pytest.mark.parametrize("card", ["RR", "RS"])
def test_between_two_uno_is_owed_though_the_same_player_goes_on(edition: str, card: str) -> None:
    laid = two(edition, f"R1,{card}").does(0, card)
    assert laid.phase == Turn(0)
    caught = laid.does(1, "catch 0")
    assert caught.events_of(Drew)[0].why is DrawReason.UNO
    assert caught.hands == "G1,G2,R1/B1,B2,BD"
    laid.does(0, "R1")
