"""MEET-31 and MEET-43: several turns, cards until something is true, and `otherwise`."""

import pytest

from openuno.engine.events import Discarded, Drew, Skipped, TurnLost
from tests.rules.test_custom import blank, counts, four
from tests.rules.test_custom_each import kinds
from tests.scenario import Table, table


def skipped(table: Table) -> list[int]:
    return [event.seat for event in table.events_of(Skipped)]


@pytest.mark.rule("MEET-31")
def test_a_player_misses_as_many_turns_as_the_rule_says() -> None:
    laid = four("The next player loses 2 turns.").does(0, "WC1/B")
    assert laid.events_of(TurnLost) == [TurnLost(1, 2)]
    assert (skipped(laid), laid.turn, laid.round.sitting_out) == ([1], 2, (1,))
    again = laid.does(2, "draw").does(2, "keep").does(3, "draw").does(3, "keep")
    again = again.does(0, "B1")
    assert (skipped(again), again.turn, again.round.sitting_out) == ([1], 2, ())


@pytest.mark.rule("MEET-31")
@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("The previous player loses 3 turns. The previous player loses a turn.", (3, 3, 3)),
        ("The previous player loses a turn. The previous player loses 3 turns.", (3, 3, 3)),
        ("The previous player loses 2 turns. The previous player loses 2 turns.", (3, 3)),
        ("Your neighbours lose 5 turns.", (1, 1, 1, 1, 3, 3, 3, 3, 3)),
    ],
)
def test_rules_that_take_turns_do_not_add_up(rule: str, left: tuple[int, ...]) -> None:
    assert four(rule).does(0, "WC1/B").round.sitting_out == left


@pytest.mark.rule("MEET-31")
def test_everyone_may_lose_turns_and_somebody_still_plays() -> None:
    laid = four("Everyone loses 5 turns.").does(0, "WC1/B")
    assert skipped(laid) == [1, 2, 3, 0] * 5
    assert (laid.turn, laid.round.sitting_out) == (1, ())


@pytest.mark.rule("MEET-42")
@pytest.mark.parametrize(("way", "order"), [("left", [1, 3]), ("right", [3, 1])])
def test_both_neighbours_in_order_of_play(way: str, order: list[int]) -> None:
    laid = four("Both neighbours draw 1.", f"{way} turn=0").does(0, "WC1/B")
    assert [event.seat for event in laid.events_of(Drew)] == order
    two = table(
        f"{blank('Both neighbours draw 1.')} hands=B1,B2,WC1/G1,G2 pile=B5,B6 discard=R9 turn=0"
    )
    assert counts(two.does(0, "WC1/B")) == [2, 3], "between two players the opponent draws once"


@pytest.mark.rule("MEET-43")
def test_drawing_stops_at_a_card_of_the_kind() -> None:
    # The pile gives B5, B6, B7, B8, G5, ...: the fifth card is the first green one.
    assert counts(kinds("You draw until you get a green card.").does(0, "WC1/B")) == [7, 2, 4, 1]
    assert counts(kinds("Everyone draws until a 7 comes.").does(0, "WC1/B"))[1] == 5
    named = kinds("The next player draws until they get the colour you chose.")
    assert counts(named.does(0, "WC1/B"))[1] == 3
    assert counts(named.does(0, "WC1/G"))[1] == 7


@pytest.mark.rule("MEET-43", "OUT-4")
def test_drawing_stops_after_ten_cards_or_with_the_last() -> None:
    pile = "B2,B3,B4,B5,B6,B7,B8,B9,G3,G4,G5,G6"
    start = f"{blank('You draw until a red card comes.')} hands=B1,WC1/G1,G2 discard=R9 turn=0"
    assert counts(table(f"{start} pile={pile}").does(0, "WC1/B")) == [11, 2]
    short = table(f"{start} pile=B5,B6").does(0, "WC1/B")
    # The two cards of the pile, then the discards turned over: R9 comes, and it is red.
    assert counts(short) == [4, 2]
    assert short.round.pile == ()


@pytest.mark.rule("MEET-43")
def test_a_hand_is_cut_down_at_random() -> None:
    laid = kinds("Everyone discards at random down to 2 cards.").does(0, "WC1/B")
    assert counts(laid) == [2, 2, 2, 1]
    (gone,) = laid.events_of(Discarded)
    assert (gone.seat, len(gone.cards)) == (2, 2)
    assert gone.spent > 0


@pytest.mark.rule("MEET-43", "MEET-29")
def test_each_of_several_players_counts_their_own_cards() -> None:
    laid = kinds("Everyone draws a card for each 7 they hold.").does(0, "WC1/B")
    assert counts(laid) == [3, 3, 4, 1]
    given = kinds("Everyone else gives a random card to you for each red card they hold.")
    assert counts(given.does(0, "WC1/B")) == [4, 2, 2, 1]
    taken = kinds("Everyone else takes a random card from you for each green card they hold.")
    assert counts(taken.does(0, "WC1/B")) == [0, 4, 4, 1]


@pytest.mark.rule("MEET-43")
@pytest.mark.parametrize(
    ("rule", "drawn"),
    [
        ("If you hold a red card, draw 1. Otherwise draw 2.", 1),
        ("If you hold a blue card, draw 1. Otherwise draw 2.", 2),
        # What the first sentence changes does not matter: the condition was true.
        ("If you hold fewer than 3 cards, draw 2. Otherwise draw 3.", 2),
        ("If you hold a blue card, reverse. Draw 1. Otherwise draw 2.", 3),
        ("If you chose red, draw 1, otherwise draw 2 and go again.", 2),
    ],
)
def test_otherwise_is_about_the_last_condition(rule: str, drawn: int) -> None:
    assert counts(kinds(rule).does(0, "WC1/B"))[0] == 2 + drawn


@pytest.mark.rule("MEET-43", "CUST-4")
def test_of_a_last_card_otherwise_still_knows_the_condition() -> None:
    rule = "If the next player holds a 7, reverse. Otherwise everyone else draws 2."
    for hand, drawn in (("G7,G1", 0), ("G1,G2", 2)):
        last = table(f"{blank(rule)} hands=WC1/{hand} pile=B5,B6,B7 discard=R9 turn=0")
        assert counts(last.does(0, "WC1/B")) == [0, 2 + drawn]


@pytest.mark.rule("CUST-4", "MEET-33")
@pytest.mark.parametrize(
    ("rule", "action"),
    [
        ("Play reverses if a player you choose holds a 7. Everyone else draws 1.", "WC1/B"),
        ("Play reverses if a player you choose holds a 7. Otherwise everyone draws 1.", "WC1/B>1"),
    ],
)
def test_of_a_last_card_a_player_is_picked_only_if_a_draw_depends_on_it(
    rule: str, action: str
) -> None:
    last = table(f"{blank(rule)} hands=WC1/G1,G2 pile=B5,B6,B7 discard=R9 turn=0")
    assert counts(last.does(0, action)) == [0, 3]


@pytest.mark.rule("MEET-42")
def test_those_who_do_not_hold_something() -> None:
    assert counts(kinds("Everyone without a 7 draws 1.").does(0, "WC1/B")) == [2, 2, 5, 2]
    assert counts(kinds("If you have no red card, draw 2.").does(0, "WC1/B"))[0] == 2
    assert counts(kinds("Draw 2 unless you have a blue card.").does(0, "WC1/B"))[0] == 4
    not_red = kinds("If the colour is not red, draw 1.")
    assert [counts(not_red.does(0, f"WC1/{c}"))[0] for c in "RB"] == [2, 3]
    nobody = kinds("Play reverses if nobody else holds a draw card.").does(0, "WC1/B")
    assert nobody.round.direction == -1
    one = kinds("Play reverses if nobody else holds a 7.").does(0, "WC1/B")
    assert one.round.direction == 1, "one of them holds a 7"


@pytest.mark.rule("CUST-2")
def test_draw_cards_and_action_cards() -> None:
    hands = "B1,WC1,W4/GD,W4,W/RS,W/YR,Y1"
    for rule, left in (
        ("Everyone discards all draw cards.", [1, 1, 2, 2]),
        ("Everyone discards all action cards.", [2, 2, 1, 1]),
    ):
        start = table(f"{blank(rule)} hands={hands} pile=B5,B6 discard=R9 turn=0")
        assert counts(start.does(0, "WC1/B")) == left
