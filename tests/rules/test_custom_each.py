"""MEET-42 and CUST-2: neighbours, kinds of cards, and rules for each of several players."""

import pytest

from openuno.engine.state import RoundOver
from tests.rules.test_custom import blank, counts, four
from tests.scenario import Table, table

HANDS = "R7,WC1,WC2/G1,G7/R1,R2,BS,W/Y1"


def kinds(text: str, more: str = "left turn=0") -> Table:
    """Four at the table with cards of every kind, seat 0 to lay its blank."""
    pile = "B5,B6,B7,B8,G5,G6,G8,Y5,Y6"
    return table(f"{blank(text)} hands={HANDS} pile={pile} discard=R9 {more} fast=7@0")


@pytest.mark.rule("MEET-42")
@pytest.mark.parametrize("way", ["left", "right"])
def test_neighbours_do_not_change_sides_when_play_reverses(way: str) -> None:
    start = four(
        "The player on your left draws 2. The player on your right draws 1.", f"{way} turn=0"
    )
    assert counts(start.does(0, "WC1/B")) == [2, 4, 3, 2]


@pytest.mark.rule("MEET-42")
def test_between_two_players_both_neighbours_and_the_next_two_are_the_opponent() -> None:
    for rule in (
        "The player on your left draws 1.",
        "The player on your right draws 1.",
        "The next two players draw 1.",
    ):
        two = table(f"{blank(rule)} hands=B1,B2,WC1/G1,G2 pile=B5,B6,B7 discard=R9 left turn=0")
        assert counts(two.does(0, "WC1/B")) == [2, 3]


@pytest.mark.rule("CUST-2")
def test_the_next_two_players_in_the_direction_of_play() -> None:
    assert counts(four("The next two players draw 1.").does(0, "WC1/B")) == [2, 3, 4, 1]
    skipped = four("Skip the next two players.").does(0, "WC1/B")
    assert skipped.turn == 3
    back = four("The next two players draw 1.", "right turn=0").does(0, "WC1/B")
    assert counts(back) == [2, 2, 4, 2]


@pytest.mark.rule("MEET-42", "MEET-29")
def test_those_of_several_players_who_hold_something() -> None:
    assert counts(kinds("Everyone with a 7 draws 1.").does(0, "WC1/B")) == [3, 3, 4, 1]
    assert counts(kinds("Everyone with a red card draws 1.").does(0, "WC1/B")) == [3, 2, 5, 1]
    assert counts(kinds("Everyone else with a wild card draws 1.").does(0, "WC1/B")) == [2, 2, 5, 1]
    assert counts(kinds("Everyone with fewer than 2 cards draws 3.").does(0, "WC1/B")) == [
        2,
        2,
        4,
        4,
    ]
    lost = kinds("Everyone else with a skip card loses a turn. The next player draws 1.")
    assert lost.does(0, "WC1/B").round.sitting_out == (2,)


@pytest.mark.rule("CUST-2")
def test_all_cards_of_a_kind_are_discarded() -> None:
    assert counts(kinds("Everyone discards all their 7s.").does(0, "WC1/B")) == [1, 1, 4, 1]
    assert counts(kinds("Everyone discards all red cards.").does(0, "WC1/B")) == [1, 2, 2, 1]
    assert counts(kinds("The previous player discards all wild cards.").does(0, "WC1/B"))[3] == 1
    everything = kinds("Everyone else discards all number cards.").does(0, "WC1/B")
    assert everything.round.phase == RoundOver(1), "seat 1 has none left and has gone out"


@pytest.mark.rule("CUST-2")
def test_drawing_until_a_hand_is_full_enough() -> None:
    start = kinds("Everyone draws until they have 3 cards.")
    assert counts(start.does(0, "WC1/B")) == [3, 3, 4, 3]


@pytest.mark.rule("CUST-4")
def test_of_a_last_card_the_others_still_draw_until_they_hold_enough() -> None:
    last = table(
        f"{blank('Everyone draws until they have 3 cards.')}"
        " hands=WC1/G1,G2 pile=B5,B6,B7 discard=R9 left turn=0"
    ).does(0, "WC1/B")
    assert counts(last) == [0, 3]


@pytest.mark.rule("CUST-2")
def test_a_condition_on_the_cards_of_a_hand() -> None:
    assert counts(kinds("If you hold a red card, draw 2.").does(0, "WC1/B"))[0] == 4
    assert counts(kinds("If you hold a blue card, draw 2.").does(0, "WC1/B"))[0] == 2
    assert counts(kinds("If the next player has a 7, they draw 2.").does(0, "WC1/B"))[1] == 4
