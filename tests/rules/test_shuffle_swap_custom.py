"""SHUF, SWAP, CUST: the special wilds."""

from itertools import product

import pytest

from openuno import EDITIONS, Card, Colour, Face, Fast, Reason
from openuno.engine.cards import BLANKS
from openuno.engine.events import HandsShuffled, HandsSwapped, Played, RoundEnded
from openuno.engine.rng import shuffle
from openuno.engine.rules import deck
from openuno.engine.state import RoundOver, Turn, owes_uno
from tests.scenario import table

SPECIAL = (Face.SWAP_HANDS, Face.SHUFFLE_HANDS, Face.CUSTOM)
HEAP = (Card.B1, Card.B2, Card.G1, Card.G2, Card.G3, Card.Y1, Card.Y2, Card.Y3)
"""The cards of `HANDS` in the order of the seats, the Shuffle Hands itself laid."""
HANDS = "B1,B2,WH/G1,G2,G3/Y1,Y2,Y3"

with_shuffle = pytest.mark.parametrize("rules", ["wild-112", "house+shuffle_cards=1"])
with_blanks = pytest.mark.parametrize("rules", ["wild-112", "house+blank_cards=8"])


@pytest.mark.rule("SHUF-1")
@with_shuffle
@pytest.mark.parametrize("way", ["left", "right"])
def test_all_hands_are_shuffled_and_dealt_from_the_players_left(rules: str, way: str) -> None:
    start = table(f"{rules} hands={HANDS} pile=B5 discard=R5 {way} turn=0 fast=7@3")
    shuffled = start.does(0, "WH/B")
    order, spent = shuffle(HEAP, Fast(7, 3))
    assert order != HEAP
    dealt = tuple(
        tuple(sorted(order[place] for place in places))
        for places in ((2, 5), (0, 3, 6), (1, 4, 7))  # seat 1 is dealt the first, seat 2 the next
    )
    assert shuffled.events == (
        Played(0, Card.WH, Colour.BLUE),
        HandsShuffled(0, dealt, spent),
    )
    assert shuffled.round.hands == dealt
    assert shuffled.round.rng == Fast(7, 3 + spent)


@pytest.mark.rule("SHUF-1")
@with_shuffle
def test_from_another_seat_the_deal_begins_at_that_seats_left(rules: str) -> None:
    start = table(f"{rules} hands=G1,G2,G3/B1,B2,WH/Y1,Y2,Y3 pile=B5 discard=R5 turn=1 fast=7@0")
    order, _ = shuffle((*HEAP[2:5], *HEAP[:2], *HEAP[5:]), Fast(7))
    shuffled = start.does(1, "WH/B")
    assert shuffled.round.hands[2] == tuple(sorted(order[0::3]))
    assert shuffled.round.hands[0] == tuple(sorted(order[1::3]))
    assert shuffled.round.hands[1] == tuple(sorted(order[2::3]))


@pytest.mark.rule("SHUF-1")
@pytest.mark.parametrize(("way", "following"), [("left", 1), ("right", 2)])
def test_a_shuffle_keeps_the_direction_and_names_the_colour(way: str, following: int) -> None:
    start = table(f"wild-112 hands={HANDS} pile=B5 discard=R5 {way} turn=0")
    for colour in Colour:
        shuffled = start.does(0, f"WH/{colour.value}")
        assert shuffled.round.colour is colour
        assert shuffled.round.direction == start.round.direction
        assert shuffled.phase == Turn(following)
        assert shuffled.discard == "WH,R5"
        assert shuffled.pile == "B5"


@pytest.mark.rule("SHUF-1")
def test_a_shuffle_goes_on_any_card_needs_its_colour_and_takes_no_target() -> None:
    start = table(f"wild-112 hands={HANDS} pile=B5 discard=R5 turn=0")
    assert start.may(0) == ["WH/B", "WH/G", "WH/R", "WH/Y", "draw"]
    start.refused(0, "WH", Reason.COLOUR_MISSING)
    start.refused(0, "WH/B>1", Reason.TARGET_SUPERFLUOUS)


@pytest.mark.rule("SHUF-1")
def test_an_uneven_heap_leaves_uneven_hands() -> None:
    start = table("wild-112 hands=B1,WH/G1/Y1,Y2,Y3,Y4,Y5 pile=B5 discard=R5 turn=0")
    shuffled = start.does(0, "WH/B")
    assert [len(hand) for hand in shuffled.round.hands] == [2, 3, 2]


@pytest.mark.rule("SWAP-1")
@pytest.mark.parametrize(
    ("target", "hands"), [(1, "G1,G2/B1,B2/Y1,Y2,Y3"), (2, "Y1,Y2,Y3/G1,G2/B1,B2")]
)
def test_the_whole_hand_is_swapped_with_the_player_chosen(target: int, hands: str) -> None:
    rules = "house+swap_cards=1"
    start = table(f"{rules} hands=B1,B2,WX/G1,G2/Y1,Y2,Y3 pile=B5 discard=R5 turn=0")
    swapped = start.does(0, f"WX/G>{target}")
    assert swapped.events == (
        Played(0, Card.WX, Colour.GREEN, target),
        HandsSwapped(0, target, swapped.round.hands),
    )
    assert swapped.hands == hands
    assert swapped.colour == "G"
    assert swapped.phase == Turn(1)


@pytest.mark.rule("SWAP-1")
def test_a_swap_may_be_with_anyone_else_in_any_colour() -> None:
    rules = "house+swap_cards=1"
    start = table(f"{rules} hands=G1,G2/B1,B2,WX/Y1,Y2,Y3 pile=B5 discard=R5 turn=1")
    assert start.may(1) == [
        *(f"WX/{colour}>{target}" for colour, target in product("BGRY", (0, 2))),
        "draw",
    ]
    start.refused(1, "WX/G>1", Reason.TARGET_ONESELF)
    start.refused(1, "WX/G>3", Reason.TARGET_NOT_AT_TABLE)
    start.refused(1, "WX/G", Reason.TARGET_MISSING)
    start.refused(1, "WX>0", Reason.COLOUR_MISSING)


@pytest.mark.rule("CUST-3")
@pytest.mark.parametrize(
    ("rules", "blank"),
    [
        *product(["wild-112"], BLANKS[:3]),
        *product(["house+blank_cards=8", "mattel-2016+blank_cards=8"], BLANKS),
    ],
)
def test_a_blank_nobody_has_written_on_is_a_plain_wild(rules: str, blank: Card) -> None:
    rest = "Y1,Y2/Y3,Y4 pile=B5 discard=R5 turn=0"
    start = table(f"{rules} hands=B1,B2,{blank.value}/{rest}")
    plain = table(f"{rules} hands=B1,B2,W/{rest}")
    assert start.may(0) == [action.replace("W", blank.value) for action in plain.may(0)]
    laid = start.does(0, f"{blank.value}/Y")
    assert laid.events == (Played(0, blank, Colour.YELLOW),)
    assert laid.hands == "B1,B2/Y1,Y2/Y3,Y4"
    assert laid.colour == "Y"
    assert laid.phase == Turn(1)
    start.refused(0, blank.value, Reason.COLOUR_MISSING)
    start.refused(0, f"{blank.value}/Y>1", Reason.TARGET_SUPERFLUOUS)


@pytest.mark.rule("CUST-3", "UNO-1")
@with_blanks
def test_uno_is_said_with_a_blank_as_with_a_wild(rules: str) -> None:
    start = table(f"{rules} hands=B1,WC1/Y1,Y2 pile=B5 discard=R5 turn=0")
    assert owes_uno(start.does(0, "WC1/Y!").round) is None
    assert owes_uno(start.does(0, "WC1/Y").round) == 0


@pytest.mark.rule("CUST-3", "OUT-1")
@with_blanks
def test_a_blank_laid_last_ends_the_round(rules: str) -> None:
    ended = table(f"{rules} hands=WC1/Y1,Y2 pile=B5 discard=R5 turn=0").does(0, "WC1/Y")
    assert ended.events == (
        Played(0, Card.WC1, Colour.YELLOW),
        RoundEnded(0, ((), (Card.Y1, Card.Y2)), (0, 3)),
    )
    assert ended.phase == RoundOver(0)


@pytest.mark.rule("SHUF-1", "SWAP-1", "CUST-3")
def test_special_wilds_are_in_a_deck_only_where_the_rules_put_them() -> None:
    found = {
        slug: sorted(card.value for card in deck(rules) if card.face in SPECIAL)
        for slug, rules in EDITIONS.items()
    }
    assert found == {
        "mattel-2016": [],
        "classic": [],
        "wild-112": ["WC1", "WC2", "WC3", "WH"],
        "house": [],
    }
