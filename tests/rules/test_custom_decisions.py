"""MEET-49 to MEET-51: players across and in a row, discarding down by choice, may, or, if so."""

import pytest

from openuno import Card, Reason, view
from openuno.engine.events import (
    CardsAsked,
    Decided,
    DecisionAsked,
    Discarded,
    Drew,
    TurnBegan,
    TurnLost,
)
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.state import Deciding, RoundOver, Turn
from openuno.engine.view import redact
from tests.rules.test_custom import blank, counts, four
from tests.scenario import Table, table

PILE = "B6,B7,B8,G5,G6,G7,G8,Y5,Y6,Y7,Y8"


def seats(number: int, rule: str, way: str = "left") -> Table:
    """That many at the table with two cards each, seat 0 with the blank as its third."""
    hands = "/".join([f"B{n},G{n}" for n in range(number)])
    hands = hands.replace("G0", "G0,WC1", 1)
    return table(f"{blank(rule)} hands={hands} pile=R1,R2,R3,R4,R5,R6 discard=R9 {way} turn=0")


@pytest.mark.rule("MEET-49")
@pytest.mark.parametrize(("number", "across"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_the_player_across_sits_half_way_round_in_either_direction(
    number: int, across: int
) -> None:
    for way in ("left", "right"):
        laid = seats(number, "The player across from you draws 1.", way).does(0, "WC1/R")
        assert [drew.seat for drew in laid.events_of(Drew)] == [across]


@pytest.mark.rule("MEET-49")
@pytest.mark.parametrize(("number", "left", "right"), [(2, 1, 1), (3, 2, 1), (4, 2, 2), (6, 2, 4)])
def test_the_player_after_the_next_follows_the_direction_of_play(
    number: int, left: int, right: int
) -> None:
    for way, seat in (("left", left), ("right", right)):
        laid = seats(number, "The player after the next draws 1.", way).does(0, "WC1/R")
        assert [drew.seat for drew in laid.events_of(Drew)] == [seat]


@pytest.mark.rule("MEET-49")
def test_the_next_three_are_all_the_others_at_a_smaller_table() -> None:
    rule = "Each of the next 3 players draws 1 card."
    drawn = seats(6, rule).does(0, "WC1/R").events_of(Drew)
    assert [drew.seat for drew in drawn] == [1, 2, 3]
    drawn = seats(6, rule, "right").does(0, "WC1/R").events_of(Drew)
    assert [drew.seat for drew in drawn] == [5, 4, 3]
    assert [drew.seat for drew in seats(3, rule).does(0, "WC1/R").events_of(Drew)] == [1, 2]


@pytest.mark.rule("MEET-49")
@pytest.mark.parametrize(
    ("rule", "drawn"),
    [
        ("The next player draws 1 card for each player.", 5),
        ("The next player draws 1 card for each other player.", 4),
        ("The next player draws 1 card for each other player, at most 3.", 3),
        ("The next player draws 2 cards for each neighbour.", 4),
        ("The next player draws 1 card for each one of the next 3 players.", 3),
    ],
)
def test_players_are_counted(rule: str, drawn: int) -> None:
    assert counts(seats(5, rule).does(0, "WC1/R"))[1] == 2 + drawn


@pytest.mark.rule("MEET-50")
def test_each_discards_down_by_choice_and_who_holds_few_is_not_asked() -> None:
    hands = "B1,WC1,WC2/G1,G2,G3,G4/R1,R2/Y1,Y2,Y3"
    line = f"{blank('Everyone discards down to 2.')} hands={hands} pile={PILE} discard=R9 turn=0"
    laid = table(line).does(0, "WC1/R")
    assert laid.events_of(CardsAsked)[0].seats == (1, 3)
    assert laid.may(1) == ["choose G1", "choose G2", "choose G3", "choose G4"]
    one = laid.does(1, "choose G2")
    assert one.events == (Discarded(1, (Card.G2,), 0),)
    assert one.turn == 1
    two = one.does(1, "choose G3")
    assert two.turn == 3
    assert parse_round(round_text(two.round)) == two.round
    done = two.does(3, "choose Y3")
    assert done.phase == Turn(1)
    assert counts(done) == [2, 2, 2, 2]


@pytest.mark.rule("MEET-50")
def test_nobody_chooses_more_than_ten_cards() -> None:
    many = "B1,B2,B3,B4,B5,G1,G2,G3,G4,G5,Y1,Y2,Y3,Y4"
    line = f"{blank('The next player discards down to 1.')} hands=R1,WC1/{many} pile=- discard=R9"
    laid = table(f"{line} turn=0").does(0, "WC1/R")
    for card in ["B1", "B2", "B3", "B4", "B5", "G1", "G2", "G3", "G4", "G5"]:
        assert laid.turn == 1
        laid = laid.does(1, f"choose {card}")
    assert laid.phase == Turn(1)
    assert counts(laid) == [1, 4]


@pytest.mark.rule("MEET-50")
def test_nobody_is_asked_if_all_hold_few_cards() -> None:
    assert four("Everyone discards down to 5.").does(0, "WC1/R").phase == Turn(1)


@pytest.mark.rule("MEET-51")
def test_who_may_do_something_is_asked_and_can_decline() -> None:
    asked = four("You may draw 2 cards.").does(0, "WC1/R")
    (event,) = asked.events_of(DecisionAsked)
    assert event.seat == 0
    assert redact(event, None) == event
    assert asked.phase == Deciding(0, event.rule)
    assert view(asked.round, 2).phase == asked.phase
    assert asked.may(0) == ["yes", "no"]
    assert asked.may(1) == []
    asked.refused(0, "draw", Reason.WRONG_PHASE)
    asked.refused(0, "B1", Reason.WRONG_PHASE)
    asked.refused(1, "yes", Reason.NOT_YOUR_TURN)
    no = asked.does(0, "no")
    assert no.events == (Decided(0, yes=False),)
    assert no.phase == Turn(1)
    yes = asked.does(0, "yes")
    assert [type(event) for event in yes.events] == [Decided, Drew]
    assert counts(yes)[0] == 4
    yes.refused(1, "yes", Reason.WRONG_PHASE)


@pytest.mark.rule("MEET-51")
def test_of_two_things_no_means_the_other() -> None:
    asked = four("The next player draws 2 or loses a turn.").does(0, "WC1/R")
    assert asked.turn == 1
    assert counts(asked.does(1, "yes"))[1] == 4
    lost = asked.does(1, "no")
    assert lost.events_of(TurnLost) == [TurnLost(1)]
    assert lost.phase == Turn(2)


@pytest.mark.rule("MEET-51", "MEET-44")
def test_what_one_wants_can_ask_for_cards() -> None:
    asked = four("The next player may discard a card.")
    chosen = asked.does(0, "WC1/R").does(1, "yes")
    assert chosen.may(1) == ["choose G1", "choose G2"]
    assert chosen.does(1, "choose G1").phase == Turn(1)


@pytest.mark.rule("MEET-51")
def test_if_so_follows_the_last_answer_or_condition() -> None:
    asked = four("You may draw 1. If you do, go again.").does(0, "WC1/R")
    assert [type(event) for event in asked.does(0, "yes").events] == [Decided, Drew, TurnBegan]
    assert asked.does(0, "no").phase == Turn(1)
    held = four("If you have a wild card, draw 1 and the next player draws 2.").does(0, "WC1/R")
    assert counts(held) == [3, 4, 3, 1]
    none = four("If you have a 7, draw 1 and the next player draws 2.").does(0, "WC1/R")
    assert counts(none) == [2, 2, 3, 1]


@pytest.mark.rule("MEET-51", "CUST-4")
def test_of_a_last_card_nobody_is_asked() -> None:
    rule = "The next player loses a turn if the next player wants to. Otherwise they draw 2."
    last = table(f"{blank(rule)} hands=WC1/G1,G2 pile=B1,B2,B3 discard=R9 turn=0")
    out = last.does(0, "WC1/R")
    assert out.phase == RoundOver(0)
    assert counts(out) == [0, 4]


@pytest.mark.rule("MEET-51", "MEET-46")
def test_nobody_owes_uno_before_the_answer() -> None:
    position = f"hands=B1,WC1/G1,G2/R1,R2 pile={PILE} discard=R9 turn=0"
    asked = table(f"{blank('You may draw 1.')} {position}").does(0, "WC1/R")
    assert asked.may(1) == []
    assert asked.does(0, "no").may(1)[-1] == "catch 0"


@pytest.mark.rule("MEET-51")
def test_a_position_that_waits_for_a_decision_is_read_back() -> None:
    asked = four("A player you choose draws 3 or loses a turn.").does(0, "WC1/R>2")
    line = round_text(asked.round)
    assert " deciding=2:0:0:2:0 " in line
    assert parse_round(line) == asked.round
