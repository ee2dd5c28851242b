"""CUST: what is written on a blank, carried out."""

import pytest

from openuno import EDITIONS, Card, Colour, Fast, Reason, SetupError, with_switches
from openuno.engine import events
from openuno.engine.events import DrawReason
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import parse_custom_rule, with_custom_rules
from openuno.engine.rng import pick_cards, shuffle
from openuno.engine.rules import check_seats, custom_rule_on, deck
from openuno.engine.state import RoundOver, Turn
from tests.scenario import Table, deal_table, table

FOUR = "B1,WC1,WC2/G1,G2/R1,R2,R3/Y1"
PILE = "B5,B6,B7,B8,G5,G6,G7,G8,Y5,Y6"


def blank(text: str) -> str:
    """The rules of a table whose first blank says this."""
    return f"house+blank_cards=2+written={text.replace(' ', '_')}"


def four(text: str, more: str = "left turn=0") -> Table:
    """Four at the table, seat 0 to lay its blank."""
    return table(f"{blank(text)} hands={FOUR} pile={PILE} discard=R9 {more} fast=7@0")


def counts(found: Table) -> list[int]:
    return [len(hand) for hand in found.round.hands]


@pytest.mark.rule("CUST-1")
def test_each_blank_can_carry_a_rule_of_its_own() -> None:
    rules = with_custom_rules(EDITIONS["wild-112"], "Everyone draws 1.", "", "You play again.")
    assert custom_rule_on(rules, Card.WC1) == parse_custom_rule("Everyone draws 1 card.")
    assert custom_rule_on(rules, Card.WC2) == ()
    assert custom_rule_on(rules, Card.WC3) == parse_custom_rule("You play again.")
    position = "hands=B1,B2,WC1,WC2/G1,G2/Y1,Y2 pile=B5,B6,B7,B8 discard=R5 turn=0"
    start = table(f"{blank('The next player draws 1.|You play again.')} {position}")
    assert counts(start.does(0, "WC1/R")) == [3, 3, 2]
    again = start.does(0, "WC2/R")
    assert again.turn == 0
    assert counts(again) == [3, 2, 2]


@pytest.mark.rule("CUST-1")
def test_another_game_can_have_other_rules() -> None:
    first = with_custom_rules(EDITIONS["wild-112"], "Everyone draws 1.")
    second = with_custom_rules(first, "You play again.", "Play reverses.")
    assert len(first.written) == 1
    assert len(second.written) == 2
    assert with_switches(second, written=()) == EDITIONS["wild-112"]


@pytest.mark.rule("CUST-1", "MEET-38")
@pytest.mark.parametrize(
    ("rules", "switch"),
    [
        ("mattel-2016+written=You_play_again.", "written"),
        ("wild-112+written=You_play_again.|||You_play_again.", "written"),
        ("wild-112+blank_cards=0+written=You_play_again.", "written"),
    ],
)
def test_more_rules_than_blanks_are_refused(rules: str, switch: str) -> None:
    with pytest.raises(ValueError, match=rf"^{switch}: there (are|is) \d+ rules? for \d+ blanks"):
        parse_rules(rules)
    with pytest.raises(SetupError) as refusal:
        with_switches(EDITIONS["house"], written=(parse_custom_rule("You play again."),))
    assert refusal.value.switch == "written"


@pytest.mark.rule("CUST-1")
def test_the_written_rule_changes_nothing_else_about_the_card() -> None:
    start = four("The next player draws 1.")
    assert start.may(0)[:5] == ["WC1/B", "WC1/G", "WC1/R", "WC1/Y", "WC2/B"]
    laid = start.does(0, "WC1/B")
    assert laid.colour == "B"
    assert laid.discard == "WC1,R9"
    start.refused(0, "WC1", Reason.COLOUR_MISSING)
    assert sorted(deck(start.round.rules)) == list(deck(parse_rules("house+blank_cards=2")))


@pytest.mark.rule("CUST-1", "START-8")
def test_by_the_switch_a_blank_turned_up_at_the_start_only_asks_for_a_colour() -> None:
    rules = "house+first_card=acts+blank_cards=8+hand_size=1+written=" + "|".join(
        ["Everyone_draws_3_cards."] * 8
    )
    turned = [deal_table(rules, 3, 0, Fast(seed)) for seed in range(200)]
    blanks = [start for start in turned if start.discard.startswith("WC")]
    assert blanks
    for start in blanks:
        assert counts(start) == [1, 1, 1]
        assert counts(start.does(1, "name R")) == [1, 1, 1]


# Every subject: the next player is 1 to the left, 3 to the right; 2 holds most, 3 fewest.


@pytest.mark.rule("CUST-2", "MEET-29")
@pytest.mark.parametrize(
    ("who", "left", "right"),
    [
        ("You draw", [0], [0]),
        ("The next player draws", [1], [3]),
        ("The previous player draws", [3], [1]),
        ("Everyone draws", [1, 2, 3, 0], [3, 2, 1, 0]),
        ("Everyone else draws", [1, 2, 3], [3, 2, 1]),
        ("Whoever holds the most cards draws", [2], [2]),
        ("Whoever holds the fewest cards draws", [3], [3]),
    ],
)
def test_every_subject_in_order_of_play(who: str, left: list[int], right: list[int]) -> None:
    for way, seats in (("left", left), ("right", right)):
        laid = four(f"{who} 2.", f"{way} turn=0").does(0, "WC1/R")
        assert [drew.seat for drew in laid.events_of(events.Drew)] == seats
        assert all(
            len(drew.cards) == 2 and drew.why is DrawReason.CARD
            for drew in laid.events_of(events.Drew)
        )


@pytest.mark.rule("CUST-2", "MEET-33")
@pytest.mark.parametrize("target", [1, 2, 3])
def test_a_player_you_choose_is_picked_with_the_card(target: int) -> None:
    start = four("A player you choose draws 2. The chosen player loses a turn.")
    laid = start.does(0, f"WC1/R>{target}")
    assert [drew.seat for drew in laid.events_of(events.Drew)] == [target]
    assert laid.events_of(events.TurnLost) == [events.TurnLost(target)]
    assert laid.events_of(events.Played) == [events.Played(0, Card.WC1, Colour.RED, target)]


@pytest.mark.rule("CUST-2", "MEET-34")
@pytest.mark.parametrize(
    ("seats", "partners"),
    [
        (4, [2, 3, 0, 1]),
        (6, [2, 3, 4, 5, 0, 1]),
        (8, [4, 5, 6, 7, 0, 1, 2, 3]),
        (10, [2, 3, 4, 5, 6, 7, 8, 9, 0, 1]),
    ],
)
def test_your_partner_is_opposite_or_the_next_team_mate(seats: int, partners: list[int]) -> None:
    rules = blank("Your partner draws 2.") + "+teams=on"
    check_seats(parse_rules(rules), seats)
    for seat, partner in enumerate(partners):
        hands = [f"G{other}" if other != seat else "Y1,WC1" for other in range(seats)]
        start = table(f"{rules} hands={'/'.join(hands)} pile={PILE} discard=R9 turn={seat}")
        laid = start.does(seat, "WC1/R")
        assert [drew.seat for drew in laid.events_of(events.Drew)] == [partner]
        assert (partner - seat) % 2 == 0, "of the same team"


@pytest.mark.rule("CUST-2")
def test_draws() -> None:
    laid = four("The next player draws 3.").does(0, "WC1/R")
    assert laid.events == (
        events.Played(0, Card.WC1, Colour.RED),
        events.Drew(1, (Card.B5, Card.B6, Card.B7), DrawReason.CARD),
    )
    assert laid.phase == Turn(1), "a draw costs no turn"


@pytest.mark.rule("CUST-2", "MEET-31")
@pytest.mark.parametrize(
    ("who", "lost", "turn"),
    [
        ("The next player loses", [1], 2),
        ("The previous player loses", [3], 1),
        ("Everyone else loses", [1, 2, 3], 0),
        ("Everyone loses", [1, 2, 3, 0], 1),
        ("You lose", [0], 1),
    ],
)
def test_loses_a_turn(who: str, lost: list[int], turn: int) -> None:
    laid = four(f"{who} a turn.").does(0, "WC1/R")
    assert [event.seat for event in laid.events_of(events.TurnLost)] == lost
    assert laid.phase == Turn(turn)
    missed = [event.seat for event in laid.events_of(events.Skipped)]
    assert sorted((*missed, *laid.round.sitting_out)) == sorted(lost)


@pytest.mark.rule("CUST-2", "MEET-32")
def test_discards_at_random_under_the_top_card() -> None:
    laid = four("Whoever holds the most cards discards 2 cards at random.").does(0, "WC1/R")
    cards, spent = pick_cards((Card.R1, Card.R2, Card.R3), 2, Fast(7))
    assert laid.events_of(events.Discarded) == [events.Discarded(2, cards, spent)]
    assert laid.round.discard == (Card.R9, *cards, Card.WC1)
    assert counts(laid) == [2, 2, 1, 1]
    assert laid.round.rng == Fast(7, spent)


@pytest.mark.rule("CUST-2", "MEET-32")
def test_discards_all_of_the_colour_named() -> None:
    rules = blank("Everyone discards all cards of the colour named.")
    start = table(f"{rules} hands=B1,R1,RD,WC1/G1,G2/R2,RS,W pile={PILE} discard=R9 turn=0")
    laid = start.does(0, "WC1/R")
    assert laid.events_of(events.Discarded) == [
        events.Discarded(2, (Card.R2, Card.RS), 0),
        events.Discarded(0, (Card.R1, Card.RD), 0),
    ]
    assert laid.hands == "B1/G1,G2/W"
    assert laid.discard == "WC1,RD,R1,RS,R2,R9"
    assert laid.phase == Turn(1), "a card discarded has no effect"


@pytest.mark.rule("CUST-2")
def test_swaps_hands() -> None:
    laid = four("The next player swaps hands with whoever holds the most cards.").does(0, "WC1/R")
    assert laid.events_of(events.HandsSwapped) == [events.HandsSwapped(1, 2, laid.round.hands)]
    assert laid.hands == "B1,WC2/R1,R2,R3/G1,G2/Y1"
    start = table(
        f"{blank('You swap hands with whoever holds the most cards.')}"
        f" hands=B1,B2,B3,WC1/G1,G2 pile={PILE} discard=R9 turn=0"
    )
    assert start.does(0, "WC1/R").events_of(events.HandsSwapped) == [], (
        "the fullest hand is your own"
    )


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The next player shows the hand to you.", [(1, 0)]),
        ("You show the hand to everyone.", [(0, 1), (0, 2), (0, 3)]),
        ("Everyone shows the hand to the next player.", [(2, 1), (3, 1), (0, 1)]),
    ],
)
def test_shows_the_hand(text: str, shown: list[tuple[int, int]]) -> None:
    laid = four(text).does(0, "WC1/R")
    hands = laid.round.hands
    assert laid.events_of(events.HandShown) == [
        events.HandShown(seat, to, hands[seat]) for seat, to in shown
    ]


@pytest.mark.rule("CUST-2", "MEET-32")
@pytest.mark.parametrize(
    ("text", "giver", "taker"),
    [
        ("Whoever holds the most cards gives 2 random cards to you.", 2, 0),
        ("You take 2 random cards from whoever holds the most cards.", 2, 0),
        ("The previous player takes two cards at random from whoever has the most cards.", 2, 3),
    ],
)
def test_gives_and_takes(text: str, giver: int, taker: int) -> None:
    laid = four(text).does(0, "WC1/R")
    cards, spent = pick_cards((Card.R1, Card.R2, Card.R3), 2, Fast(7))
    assert laid.events_of(events.CardsGiven) == [events.CardsGiven(giver, taker, cards, spent)]
    assert set(cards) <= set(laid.round.hands[taker])


@pytest.mark.rule("CUST-2")
def test_giving_goes_round_and_nobody_gives_to_themselves() -> None:
    laid = four("Everyone gives a random card to whoever holds the most cards.").does(0, "WC1/R")
    assert [(e.seat, e.to) for e in laid.events_of(events.CardsGiven)] == [(1, 2), (3, 2)]
    assert laid.phase == RoundOver(3), "the last card was given away"


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize(("way", "direction", "turn"), [("left", -1, 3), ("right", 1, 1)])
def test_play_reverses(way: str, direction: int, turn: int) -> None:
    laid = four("Play reverses.", f"{way} turn=0").does(0, "WC1/R")
    assert laid.events_of(events.Reversed) == [events.Reversed(0, direction)]
    assert laid.phase == Turn(turn)


@pytest.mark.rule("MEET-35")
@pytest.mark.parametrize(("switch", "turn"), [("on", 0), ("off", 1)])
def test_between_two_players_it_skips_where_a_reverse_would(switch: str, turn: int) -> None:
    rules = blank("Play reverses.") + f"+two_player_reverse={switch}"
    start = table(f"{rules} hands=B1,B2,WC1/G1,G2 pile={PILE} discard=R9 turn=0")
    assert start.does(0, "WC1/R").phase == Turn(turn)


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize(
    ("side", "hands", "way"),
    [("left", "Y1/B1,WC2/G1,G2/R1,R2,R3", 1), ("right", "G1,G2/R1,R2,R3/Y1/B1,WC2", -1)],
)
@pytest.mark.parametrize("direction", ["left", "right"])
def test_hands_pass_to_a_side_whatever_the_direction(
    side: str, hands: str, way: int, direction: str
) -> None:
    laid = four(f"Hands pass {side}.", f"{direction} turn=0").does(0, "WC1/R")
    assert laid.hands == hands
    assert laid.events_of(events.HandsPassed) == [events.HandsPassed(0, laid.round.hands, way)]


@pytest.mark.rule("CUST-2", "SHUF-1")
def test_all_hands_are_shuffled() -> None:
    start = four("All hands are shuffled.")
    laid = start.does(0, "WC1/R")
    heap = (Card.B1, Card.WC2, Card.G1, Card.G2, Card.R1, Card.R2, Card.R3, Card.Y1)
    order, spent = shuffle(heap, Fast(7))
    assert laid.round.hands[1] == tuple(sorted(order[0::4]))
    assert laid.events_of(events.HandsShuffled) == [
        events.HandsShuffled(0, laid.round.hands, spent)
    ]


@pytest.mark.rule("CUST-2", "MEET-35")
@pytest.mark.parametrize(
    "text", ["You play again.", "You play again. Play reverses.", "You go again. You play again."]
)
def test_you_play_again(text: str) -> None:
    laid = four(text).does(0, "WC1/R")
    assert laid.phase == Turn(0)
    assert laid.events[-1] == events.TurnBegan(0)


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize(
    ("condition", "applies"),
    [
        ("you hold fewer than 3 cards", True),
        ("you hold fewer than 2 cards", False),
        ("you hold more than 1 card", True),
        ("you hold more than 2 cards", False),
        ("you hold exactly 2 cards", True),
        ("you hold 3 cards", False),
        ("you hold at least 2 cards", True),
        ("you hold at least 3 cards", False),
        ("you hold at most 2 cards", True),
        ("you hold at most 1 card", False),
        ("the next player holds exactly 2 cards", True),
        ("the previous player holds exactly 2 cards", False),
        ("everyone holds at most 3 cards", True),
        ("everyone else holds more than 1 card", False),
        ("whoever holds the most cards holds exactly 3 cards", True),
        ("the colour named is red", True),
        ("the colour named is blue", False),
        ("you name red", True),
    ],
)
def test_a_sentence_is_done_only_if_its_condition_holds(condition: str, applies: bool) -> None:
    for text in (f"The next player draws 1 if {condition}.", f"If {condition}, you play again."):
        laid = four(text).does(0, "WC1/R")
        assert (len(laid.events) > 1) is applies


@pytest.mark.rule("MEET-29")
def test_a_condition_is_asked_when_its_sentence_is_reached() -> None:
    laid = four("You draw 3. You play again if you hold exactly 5 cards.").does(0, "WC1/R")
    assert laid.phase == Turn(0)
    turned = four("Play reverses. The next player draws 1.").does(0, "WC1/R")
    assert [drew.seat for drew in turned.events_of(events.Drew)] == [3]


@pytest.mark.rule("CUST-2", "MEET-29")
@pytest.mark.parametrize(
    ("each", "drawn"),
    [
        ("1 for each red card you hold", 2),
        ("2 for each red card you hold", 4),
        ("2 cards per red card in your hand, at most 3", 3),
        ("1 for each wild card you hold", 2),
        ("1 for each card you hold", 5),
        ("1 for each green card you hold", 0),
        ("1 for each yellow card the previous player holds", 2),
        ("5 for each card you hold", 10),
    ],
)
def test_for_each_counts_the_cards_of_one_hand(each: str, drawn: int) -> None:
    rules = blank(f"The next player draws {each}.")
    start = table(f"{rules} hands=B1,R1,R2,W,W4,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0")
    laid = start.does(0, "WC1/R")
    assert sum(len(drew.cards) for drew in laid.events_of(events.Drew)) == drawn


@pytest.mark.rule("MEET-29")
def test_what_is_counted_is_counted_before_a_card_moves() -> None:
    rules = blank("You draw 2 for each card you hold, at most 8.")
    start = table(f"{rules} hands=B1,B2,WC1/G1,G2 pile={PILE} discard=R9 turn=0")
    assert counts(start.does(0, "WC1/R")) == [6, 2]
    rules = blank("Everyone draws 1 for each card the next player holds.")
    start = table(f"{rules} hands=B1,B2,WC1/G1,G2/Y1 pile={PILE} discard=R9 turn=0")
    assert counts(start.does(0, "WC1/R")) == [4, 4, 3]


@pytest.mark.rule("MEET-29")
@pytest.mark.parametrize(("way", "fullest"), [("left", 1), ("right", 2)])
def test_of_equal_hands_the_first_in_order_of_play(way: str, fullest: int) -> None:
    rules = blank("Whoever holds the most cards draws 1. Whoever holds the fewest cards draws 1.")
    start = table(f"{rules} hands=B1,B2,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 {way} turn=0")
    drew = start.does(0, "WC1/R").events_of(events.Drew)
    assert [event.seat for event in drew] == [fullest, 3 - fullest]


@pytest.mark.rule("CUST-2")
def test_an_honour_rule_is_read_out_and_nothing_more() -> None:
    start = four('"Everyone draws 3 cards." The next player draws 1.')
    laid = start.does(0, "WC1/R")
    assert laid.events[1:] == (
        events.HonourRuleRead(0, "Everyone draws 3 cards."),
        events.Drew(1, (Card.B5,), DrawReason.CARD),
    )
    alone = four('"Sing!"').does(0, "WC1/R")
    assert alone.events[1:] == (events.HonourRuleRead(0, "Sing!"),)
    assert alone.phase == Turn(1)
