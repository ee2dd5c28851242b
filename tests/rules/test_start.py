from functools import cache
from itertools import count

import pytest

from openuno import Card, Fast, Reason, deal
from openuno.engine.events import (
    ColourAsked,
    ColourNamed,
    Dealt,
    DrawReason,
    Drew,
    Event,
    PutBack,
    Reversed,
    Skipped,
    TurnBegan,
    TurnedUp,
)
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import shuffle
from openuno.engine.state import NamingColour, Turn
from tests.scenario import Table, deal_table, every_edition

SPECIALS = ["WX", "WH", "WC1"]
ADDED = "+swap_cards=8+shuffle_cards=8+blank_cards=8"


def start(rules: str, seats: int, dealer: int, *cards: str) -> Table:
    """A deal in which these cards are turned up first."""
    return deal_table(rules, seats, dealer, Fast(_seed(rules, seats, dealer, *cards)))


@cache
def _seed(rules: str, seats: int, dealer: int, *cards: str) -> int:
    table = parse_rules(rules)
    return next(
        seed
        for seed in count()
        if turned_up(deal(table, seats, dealer, Fast(seed)).events)[: len(cards)] == [*cards]
    )


def turned_up(events: tuple[Event, ...]) -> list[str]:
    return [event.card.value for event in events if isinstance(event, TurnedUp)]


def sizes(table: Table) -> list[int]:
    return [len(hand) for hand in table.round.hands]


def after_a_plain_turn(table: Table) -> Table:
    """The player who starts draws and keeps or, where that is not allowed, lays a number."""
    seat = table.turn
    assert seat is not None
    moves = table.may(seat)
    if "draw" in moves:
        return table.does(seat, "draw").does(seat, "keep")
    return table.does(seat, next(move for move in moves if move[1:].isdigit()))


@pytest.mark.rule("START-1")
@every_edition
@pytest.mark.parametrize(("dealer", "left"), [(0, 1), (1, 2), (3, 0)])
def test_after_a_number_the_player_left_of_the_dealer_starts(
    edition: str, dealer: int, left: int
) -> None:
    begun = start(edition, 4, dealer, "R5")
    assert [type(event) for event in begun.events] == [Dealt, TurnedUp, TurnBegan]
    assert begun.phase == Turn(left)
    assert (begun.discard, begun.colour, begun.round.direction) == ("R5", "R", 1)
    assert sizes(begun) == [7, 7, 7, 7]


@pytest.mark.rule("START-2")
@every_edition
@pytest.mark.parametrize(("dealer", "left", "next_one"), [(0, 1, 2), (2, 3, 0), (3, 0, 1)])
def test_after_a_draw_two_left_of_the_dealer_draws_two_and_misses_the_turn(
    edition: str, dealer: int, left: int, next_one: int
) -> None:
    begun = start(edition, 4, dealer, "GD")
    dealt = begun.events[0]
    assert isinstance(dealt, Dealt)
    drawn = dealt.pile[-2:-4:-1]
    assert begun.events[2:] == (Drew(left, drawn, DrawReason.CARD), Skipped(left))
    assert begun.phase == Turn(next_one)
    assert sizes(begun) == [9 if seat == left else 7 for seat in range(4)]
    assert begun.round.direction == 1


@pytest.mark.rule("START-2")
@every_edition
def test_a_first_draw_two_gives_the_dealer_the_turn_when_two_play(edition: str) -> None:
    begun = start(edition, 2, 0, "GD")
    assert begun.phase == Turn(0)
    assert sizes(begun) == [7, 9]


@pytest.mark.rule("START-2", "MEET-23")
@pytest.mark.parametrize("stacking", ["same", "any"])
def test_a_first_draw_two_is_no_stack(stacking: str) -> None:
    begun = start(f"house+stacking={stacking}", 3, 0, "GD")
    assert begun.phase == Turn(2)
    assert sizes(begun) == [7, 9, 7]


@pytest.mark.rule("START-3")
@every_edition
@pytest.mark.parametrize(("dealer", "right"), [(0, 3), (2, 1), (3, 2)])
def test_after_a_reverse_the_dealer_plays_first_and_then_play_runs_to_the_right(
    edition: str, dealer: int, right: int
) -> None:
    begun = start(edition, 4, dealer, "RR")
    assert [type(event) for event in begun.events] == [Dealt, TurnedUp, Reversed]
    assert begun.phase == Turn(dealer)
    assert begun.round.direction == -1
    assert sizes(begun) == [7, 7, 7, 7]
    assert after_a_plain_turn(begun).turn == right


@pytest.mark.rule("START-3")
@every_edition
@pytest.mark.parametrize("switch", ["on", "off"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_after_a_reverse_the_dealer_plays_first_when_two_play(
    edition: str, switch: str, dealer: int
) -> None:
    begun = start(f"{edition}+two_player_reverse={switch}", 2, dealer, "BR")
    assert begun.phase == Turn(dealer)


@pytest.mark.rule("START-4")
@every_edition
@pytest.mark.parametrize(("dealer", "left", "next_one"), [(0, 1, 2), (2, 3, 0), (3, 0, 1)])
def test_after_a_skip_left_of_the_dealer_is_skipped(
    edition: str, dealer: int, left: int, next_one: int
) -> None:
    begun = start(edition, 4, dealer, "YS")
    assert begun.events[2:] == (Skipped(left),)
    assert begun.phase == Turn(next_one)
    assert sizes(begun) == [7, 7, 7, 7]
    assert begun.round.direction == 1


@pytest.mark.rule("START-4")
@every_edition
def test_a_first_skip_gives_the_dealer_the_turn_when_two_play(edition: str) -> None:
    assert start(edition, 2, 1, "YS").phase == Turn(1)


@pytest.mark.rule("START-5")
@every_edition
@pytest.mark.parametrize(("dealer", "left"), [(0, 1), (3, 0)])
@pytest.mark.parametrize("colour", "BGRY")
def test_after_a_wild_left_of_the_dealer_names_the_colour_then_plays(
    edition: str, dealer: int, left: int, colour: str
) -> None:
    asked = start(edition, 4, dealer, "W")
    assert asked.events[2:] == (ColourAsked(left),)
    assert (asked.phase, asked.colour) == (NamingColour(left), "-")
    named = asked.does(left, f"name {colour}")
    assert [type(event) for event in named.events] == [ColourNamed]
    assert (named.phase, named.colour) == (Turn(left), colour)
    assert sizes(named) == [7, 7, 7, 7]


@pytest.mark.rule("START-5", "TURN-6")
@every_edition
def test_until_the_colour_is_named_nothing_else_can_be_done(edition: str) -> None:
    asked = start(edition, 3, 0, "W")
    first = asked.round.hands[1][0].value
    assert [name for name in asked.may(1) if name != "suggest"] == [
        "name B",
        "name G",
        "name R",
        "name Y",
    ]
    asked.refused(1, "draw", Reason.WRONG_PHASE)
    asked.refused(1, first, Reason.WRONG_PHASE)
    asked.refused(1, "keep", Reason.WRONG_PHASE)
    asked.refused(0, "name R", Reason.NOT_YOUR_TURN)
    asked.refused(2, "name R", Reason.NOT_YOUR_TURN)
    asked.refused(2, "draw", Reason.NOT_YOUR_TURN)
    asked.does(1, "name R").refused(1, "name R", Reason.WRONG_PHASE)


@pytest.mark.rule("START-6", "START-8")
@pytest.mark.parametrize("rules", ["mattel-2016", "classic", "house+first_card=acts"])
def test_a_wild_draw_four_goes_back_and_another_card_is_turned_up(rules: str) -> None:
    begun = start(rules, 4, 0, "W4", "R5")
    assert [type(event) for event in begun.events] == [
        Dealt,
        TurnedUp,
        PutBack,
        TurnedUp,
        TurnBegan,
    ]
    assert (begun.phase, begun.discard) == (Turn(1), "R5")
    assert sizes(begun) == [7, 7, 7, 7]
    assert len(begun.round.pile) == 108 - 28 - 1


@pytest.mark.rule("START-6")
@pytest.mark.parametrize("rules", ["mattel-2016", "classic", "house+first_card=acts"])
def test_two_wild_draw_fours_in_a_row_both_go_back(rules: str) -> None:
    begun = start(rules, 2, 0, "W4", "W4")
    seen = turned_up(begun.events)
    assert seen[-1] != "W4"
    assert [event.card for event in begun.events_of(PutBack)] == [Card.W4] * (len(seen) - 1)
    assert begun.discard == seen[-1]


@pytest.mark.rule("START-6")
def test_a_wild_draw_four_is_shuffled_in_and_not_put_at_the_bottom() -> None:
    rules = parse_rules("mattel-2016")
    bottoms = []
    for seed in range(300):
        dealt, first, back, *_ = deal(rules, 4, 0, Fast(seed)).events
        assert isinstance(dealt, Dealt)
        if first != TurnedUp(Card.W4):
            continue
        assert isinstance(back, PutBack)
        whole = (*dealt.pile[:-1], Card.W4)
        assert (back.pile, back.spent) == shuffle(whole, Fast(seed, dealt.spent))
        assert sorted(back.pile) == sorted(dealt.pile)
        bottoms.append(back.pile[0])
    assert len(bottoms) > 5
    assert bottoms.count(Card.W4) < len(bottoms) / 2


@pytest.mark.rule("START-7")
@pytest.mark.parametrize("card", ["W", "W4", "WH", "WC1", "WC2", "WC3"])
@pytest.mark.parametrize("seats", [2, 4])
def test_any_wild_turned_up_in_wild_112_only_asks_left_of_the_dealer_for_a_colour(
    card: str, seats: int
) -> None:
    asked = start("wild-112", seats, 0, card)
    assert [type(event) for event in asked.events] == [Dealt, TurnedUp, ColourAsked]
    assert (asked.phase, asked.discard) == (NamingColour(1), card)
    named = asked.does(1, "name G")
    assert (named.phase, named.colour) == (Turn(1), "G")
    dealt = asked.events[0]
    assert isinstance(dealt, Dealt)
    assert named.round.hands == dealt.hands
    assert named.round.pile == dealt.pile[:-1]


@pytest.mark.rule("START-6", "START-7")
def test_wild_112_puts_no_card_back() -> None:
    rules = parse_rules("wild-112")
    for seed in range(200):
        assert len(turned_up(deal(rules, 4, 0, Fast(seed)).events)) == 1


@pytest.mark.rule("START-7", "MEET-23")
def test_nobody_challenges_a_wild_draw_four_that_nobody_laid() -> None:
    asked = start("wild-112", 3, 0, "W4")
    asked.refused(1, "challenge", Reason.NOTHING_TO_CHALLENGE)
    named = asked.does(1, "name R")
    named.refused(1, "challenge", Reason.NOTHING_TO_CHALLENGE)
    named.refused(1, "accept", Reason.WRONG_PHASE)


@pytest.mark.rule("START-8")
@pytest.mark.parametrize("card", ["GD", "BR", "YS", "W", "W4", *SPECIALS])
def test_by_the_switch_a_house_table_puts_everything_back_until_a_number(card: str) -> None:
    begun = start(f"house+first_card=number{ADDED}", 4, 0, card)
    assert begun.events_of(PutBack)[0].card.value == card
    assert begun.round.discard[-1].face.number is not None
    assert begun.phase == Turn(1)
    assert begun.round.direction == 1
    assert sizes(begun) == [7, 7, 7, 7]
    assert not begun.events_of(Skipped)


@pytest.mark.rule("START-8")
def test_by_the_switch_a_number_starts_every_round() -> None:
    rules = parse_rules(f"house+first_card=number{ADDED}")
    for seed in range(100):
        round = deal(rules, 4, 0, Fast(seed)).round
        assert round.discard[-1].face.number is not None
        assert round.phase == Turn(1)


@pytest.mark.rule("START-8")
@pytest.mark.parametrize("card", SPECIALS)
def test_by_the_switch_a_special_wild_turned_up_only_asks_for_a_colour(card: str) -> None:
    asked = start(f"house+first_card=acts{ADDED}", 3, 2, card)
    assert asked.events[2:] == (ColourAsked(0),)
    named = asked.does(0, "name Y")
    assert (named.phase, named.colour) == (Turn(0), "Y")
    dealt = asked.events[0]
    assert isinstance(dealt, Dealt)
    assert named.round.hands == dealt.hands


@pytest.mark.rule("MEET-23")
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_a_7_or_a_0_turned_up_moves_no_hands(card: str) -> None:
    begun = start("house+seven_zero=on", 3, 0, card)
    assert [type(event) for event in begun.events] == [Dealt, TurnedUp, TurnBegan]
    assert begun.phase == Turn(1)


@pytest.mark.rule("MEET-23")
def test_nobody_jumps_in_on_the_card_turned_up() -> None:
    begun = start("house+jump_in=on+decks=8+hand_size=20", 10, 0, "R5")
    assert begun.round.window is None
    holders = [seat for seat, hand in enumerate(begun.round.hands) if Card.R5 in hand and seat != 1]
    assert holders
    for seat in holders:
        begun.refused(seat, "R5", Reason.NO_JUMP_IN)
