"""UNO: saying it, forgetting it, catching."""

import pytest

from openuno import EDITIONS, Card, Colour, IllegalAction, Reason, apply
from openuno.engine.actions import Catch
from openuno.engine.events import (
    Caught,
    CaughtWrongly,
    DrawReason,
    Drew,
    Kept,
    Played,
    SaidUno,
    Skipped,
)
from openuno.engine.state import AfterDraw, FacingDrawFour, Turn, Window, owes_uno
from tests.scenario import Table, table

PILE = "pile=B2,B3,B4,B5,B6,B7,B8"
REST = f"Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0"

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def before(edition: str) -> Table:
    return table(f"{edition} hands=G1,R7/{REST}")


def forgotten(edition: str) -> Table:
    """Seat 0 has laid the last card but one and said nothing."""
    return before(edition).does(0, "R7")


def calls(at: Table, seat: int) -> list[str]:
    return [action for action in at.may(seat) if action == "uno" or action.startswith("catch")]


@pytest.mark.rule("UNO-1")
@every_edition
def test_uno_is_said_with_the_last_card_but_one(edition: str) -> None:
    start = before(edition)
    assert {"R7", "R7!"} <= set(start.may(0))
    said = start.does(0, "R7!")
    assert said.events == (Played(0, Card.R7, uno=True),)
    assert said.round.window == Window(0, settled=True)
    assert owes_uno(said.round) is None
    for seat in (1, 2):
        assert calls(said, seat) == []
        said.refused(seat, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("UNO-1")
@every_edition
def test_without_the_word_it_is_owed(edition: str) -> None:
    laid = forgotten(edition)
    assert laid.events == (Played(0, Card.R7),)
    assert laid.round.window == Window(0)
    assert owes_uno(laid.round) == 0
    assert calls(laid, 0) == ["uno"]


@pytest.mark.rule("UNO-1")
@every_edition
def test_uno_cannot_be_said_with_more_or_fewer_cards(edition: str) -> None:
    three = table(f"{edition} hands=G1,G2,R7/{REST}")
    assert "R7!" not in three.may(0)
    three.refused(0, "R7!", Reason.UNO_TOO_EARLY)
    last = table(f"{edition} hands=R7/{REST}")
    assert "R7!" not in last.may(0)
    last.refused(0, "R7!", Reason.UNO_TOO_EARLY)


@pytest.mark.rule("UNO-1")
def test_more_than_one_card_left_owes_nothing() -> None:
    laid = table(f"mattel-2016 hands=G1,G2,R7/{REST}").does(0, "R7")
    assert owes_uno(laid.round) is None
    laid.refused(0, "uno", Reason.UNO_NOT_OWED)
    laid.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("UNO-1")
def test_the_trap_that_the_colour_picker_hides_uno() -> None:
    start = table(f"mattel-2016 hands=G1,W/{REST}")
    said = start.does(0, "W/B!")
    assert said.events == (Played(0, Card.W, Colour.BLUE, uno=True),)
    assert owes_uno(said.round) is None
    assert owes_uno(start.does(0, "W/B").round) == 0


@pytest.mark.rule("UNO-1", "TURN-2")
@every_edition
def test_uno_goes_with_a_drawn_card_too(edition: str) -> None:
    start = table(f"{edition} hands=G1/Y1,Y2/Y3,Y4 pile=R9,B3 discard=R5 turn=0")
    drawn = start.does(0, "draw")
    assert set(drawn.may(0)) - {"suggest"} == {"R9", "R9!", "keep"}
    assert owes_uno(drawn.does(0, "R9!").round) is None
    assert owes_uno(drawn.does(0, "R9").round) == 0


@pytest.mark.rule("UNO-1")
def test_one_who_draws_back_to_two_cards_owes_nothing() -> None:
    kept = table(f"mattel-2016 hands=G1/{REST}").does(0, "draw").does(0, "keep")
    assert kept.events == (Kept(0),)
    assert kept.hands == "B2,G1/Y1,Y2/Y3,Y4"
    assert owes_uno(kept.round) is None


@pytest.mark.rule("UNO-2")
@every_edition
def test_caught_without_the_word_one_draws_two(edition: str) -> None:
    caught = forgotten(edition).does(2, "catch 0")
    assert caught.events == (Caught(2, 0), Drew(0, (Card.B2, Card.B3), DrawReason.UNO))
    assert caught.hands == "B2,B3,G1/Y1,Y2/Y3,Y4"
    assert caught.phase == Turn(1)
    assert caught.round.window == Window(0, settled=True)


@pytest.mark.rule("UNO-2", "OUT-3")
def test_the_penalty_is_drawn_from_the_reshuffled_discards_if_need_be() -> None:
    start = table("classic hands=G1,R7/Y1,Y2 pile=B2 discard=R5 turn=0")
    caught = start.does(0, "R7").does(1, "catch 0")
    assert caught.hands == "B2,G1,R5/Y1,Y2"
    assert caught.discard == "R7"
    assert caught.phase == Turn(1)


@pytest.mark.rule("UNO-3")
@every_edition
def test_nobody_is_caught_before_the_card_lies_on_the_pile(edition: str) -> None:
    start = before(edition)
    for seat in (1, 2):
        assert calls(start, seat) == []
        start.refused(seat, "catch 0", Reason.NOTHING_TO_CATCH)
    start.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-3")
def test_a_drawn_card_still_in_the_hand_is_no_reason_to_catch() -> None:
    drawn = table("classic hands=G1/Y1,Y2 pile=R9 discard=R5 turn=0").does(0, "draw")
    assert drawn.phase == AfterDraw(0, Card.R9)
    drawn.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("UNO-4")
@every_edition
def test_the_trap_that_the_catch_never_expires(edition: str) -> None:
    position = f"{edition} hands=G1,R7/B1,Y1,Y7/Y3,Y4 {PILE} discard=R5 turn=0"
    played = table(position).does(0, "R7").does(1, "Y7")
    drew = table(f"{edition} hands=G1,R7/{REST}").does(0, "R7").does(1, "draw")
    for begun in (played, drew, drew.does(1, "keep")):
        assert len(begun.round.hands[0]) == 1
        assert owes_uno(begun.round) is None
        begun.refused(2, "catch 0", Reason.NOTHING_TO_CATCH)
        begun.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-4", "ACT-1")
@every_edition
def test_a_forced_draw_does_not_begin_a_turn(edition: str) -> None:
    laid = table(f"{edition} hands=G1,RD/{REST}").does(0, "RD")
    assert laid.events == (
        Played(0, Card.RD),
        Drew(1, (Card.B2, Card.B3), DrawReason.CARD),
        Skipped(1),
    )
    assert owes_uno(laid.round) == 0
    for seat in (1, 2):
        assert calls(laid, seat) == ["catch 0"]
    assert laid.does(1, "catch 0").hands == "B4,B5,G1/B2,B3,Y1,Y2/Y3,Y4"


@pytest.mark.rule("UNO-4")
@pytest.mark.parametrize("card", ["RS", "RR"])
def test_a_missed_turn_or_a_turned_direction_does_not_begin_one(card: str) -> None:
    laid = table(f"classic hands=G1,{card}/{REST}").does(0, card)
    assert owes_uno(laid.round) == 0
    assert laid.does(1, "catch 0").hands == "B2,B3,G1/Y1,Y2/Y3,Y4"


@pytest.mark.rule("UNO-4", "WD4-1")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
@every_edition
def test_answering_a_wild_draw_four_begins_a_turn(edition: str, answer: str) -> None:
    laid = table(f"{edition} hands=G1,W4/{REST}").does(0, "W4/B")
    assert isinstance(laid.phase, FacingDrawFour)
    assert calls(laid, 2) == ["catch 0"]
    answered = laid.does(1, answer)
    assert len(answered.round.hands[0]) == 1
    answered.refused(2, "catch 0", Reason.NOTHING_TO_CATCH)
    answered.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-5")
@every_edition
def test_one_who_says_it_late_but_uncaught_is_safe(edition: str) -> None:
    said = forgotten(edition).does(0, "uno")
    assert said.events == (SaidUno(0),)
    assert said.round.window == Window(0, settled=True)
    assert said.phase == Turn(1)
    for seat in (1, 2):
        said.refused(seat, "catch 0", Reason.NOTHING_TO_CATCH)
    said.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-5", "UNO-2")
def test_one_who_says_it_after_being_caught_has_paid() -> None:
    caught = forgotten("classic").does(1, "catch 0")
    caught.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-6")
@every_edition
def test_every_other_player_may_catch_in_turn_or_not(edition: str) -> None:
    laid = forgotten(edition)
    for seat in (1, 2):
        assert calls(laid, seat) == ["catch 0"]
        assert laid.does(seat, "catch 0").events_of(Caught) == [Caught(seat, 0)]
    laid.refused(0, "catch 0", Reason.TARGET_ONESELF)


@pytest.mark.rule("UNO-6")
@every_edition
def test_a_wrong_catch_is_refused_and_costs_nothing(edition: str) -> None:
    laid = forgotten(edition)
    laid.refused(0, "catch 1", Reason.NOTHING_TO_CATCH)
    laid.refused(2, "catch 1", Reason.NOTHING_TO_CATCH)
    laid.refused(1, "catch 3", Reason.TARGET_NOT_AT_TABLE)


@pytest.mark.rule("UNO-6")
@pytest.mark.parametrize("seat", [-1, 3])
def test_the_trap_that_a_spectator_can_catch(seat: int) -> None:
    laid = forgotten("mattel-2016")
    with pytest.raises(IllegalAction, match=f"there is no seat {seat} at this table") as refusal:
        apply(laid.round, seat, Catch(0))
    assert refusal.value.reason is Reason.NO_SUCH_SEAT


@pytest.mark.rule("UNO-6")
def test_the_trap_that_a_button_hammered_blindly_catches_every_time() -> None:
    laid = forgotten("mattel-2016")
    once = laid.does(1, "catch 0")
    once.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)
    laid.does(0, "uno").refused(1, "catch 0", Reason.NOTHING_TO_CATCH)
    before("mattel-2016").refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("UNO-6", "HOUSE-7")
def test_a_wrong_catch_may_have_a_price() -> None:
    rules = "house+wrong_catch_penalty=3"
    said = before(rules).does(0, "R7!")
    assert calls(said, 1) == calls(said, 2) == ["catch 0"]
    wrong = said.does(1, "catch 0")
    assert wrong.events == (
        CaughtWrongly(1, 0),
        Drew(1, (Card.B2, Card.B3, Card.B4), DrawReason.WRONG_CATCH),
    )
    assert wrong.hands == "G1/B2,B3,B4,Y1,Y2/Y3,Y4"
    assert wrong.phase == Turn(1)
    assert wrong.round.window == Window(0, settled=True)


@pytest.mark.rule("UNO-7", "SWAP-1")
def test_a_swap_by_another_leaves_nothing_owed() -> None:
    start = table(f"house+swap_cards=1 hands=G1,WX/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    swapped = start.does(0, "WX/B>1")
    assert swapped.hands == "Y1,Y2/G1/Y3,Y4"
    assert owes_uno(swapped.round) is None
    for seat in (0, 2):
        swapped.refused(seat, "catch 1", Reason.NOTHING_TO_CATCH)
    swapped.refused(1, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-7", "SHUF-1")
def test_a_shuffle_by_another_leaves_nothing_owed() -> None:
    start = table("wild-112 hands=G1,G2,WH/Y1/Y3 pile=B2,B3 discard=R5 turn=0")
    shuffled = start.does(0, "WH/B")
    assert [len(hand) for hand in shuffled.round.hands] == [1, 2, 1]
    assert owes_uno(shuffled.round) == 0
    for seat in (0, 1):
        shuffled.refused(seat, "catch 2", Reason.NOTHING_TO_CATCH)
    shuffled.refused(2, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("UNO-7", "HOUSE-3")
def test_a_hand_passed_on_by_another_leaves_nothing_owed() -> None:
    start = table(f"house+seven_zero=on hands=G1,R0/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    passed = start.does(0, "R0")
    assert passed.hands == "Y3,Y4/G1/Y1,Y2"
    assert owes_uno(passed.round) is None
    passed.refused(2, "catch 1", Reason.NOTHING_TO_CATCH)
    passed.refused(1, "uno", Reason.UNO_NOT_OWED)
