"""Where written rules meet the rest: who is chosen, lost turns, the last card, saying UNO."""

import pytest

from openuno import EDITIONS, Card, Colour, Reason, SetupError, with_switches
from openuno.engine.events import (
    DrawReason,
    Drew,
    HonourRuleRead,
    Played,
    Reshuffled,
    RoundEnded,
    Skipped,
    TurnBegan,
    TurnLost,
)
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.state import RoundOver, Turn, owes_uno
from tests.rules.test_custom import PILE, blank, counts, four
from tests.scenario import table

SINGS = blank('"Sing."')


@pytest.mark.rule("MEET-33")
def test_the_player_chosen_is_somebody_else_and_only_where_the_rule_asks() -> None:
    start = four("A player you choose draws 2.|Everyone draws 1.")
    start.refused(0, "WC1/R", Reason.TARGET_MISSING)
    start.refused(0, "WC1/R>0", Reason.TARGET_ONESELF)
    start.refused(0, "WC1/R>4", Reason.TARGET_NOT_AT_TABLE)
    start.refused(0, "WC2/R>1", Reason.TARGET_SUPERFLUOUS)
    assert [text for text in start.may(0) if text.startswith("WC1/B")] == [
        "WC1/B>1",
        "WC1/B>2",
        "WC1/B>3",
    ]


@pytest.mark.rule("MEET-33")
@pytest.mark.parametrize(
    "text",
    [
        "You play again if a player you choose holds fewer than 5 cards.",
        "You draw 1 for each red card a player you choose holds.",
        "You give a random card to a player you choose.",
        "You take a random card from a player you choose.",
        "You swap hands with a player you choose.",
        "You show the hand to a player you choose.",
        "A player you choose shows the hand to you.",
    ],
)
def test_a_player_is_picked_wherever_a_rule_speaks_of_one(text: str) -> None:
    start = four(text)
    start.refused(0, "WC1/R", Reason.TARGET_MISSING)
    start.does(0, "WC1/R>2")


@pytest.mark.rule("MEET-34")
@pytest.mark.parametrize(
    "text",
    [
        "Your_partner_draws_1.",
        "You_swap_hands_with_your_partner.",
        "You_draw_1_if_your_partner_holds_exactly_1_card.",
        "You_draw_1_for_each_red_card_your_partner_holds.",
    ],
)
def test_without_teams_nobody_has_a_partner(text: str) -> None:
    with pytest.raises(ValueError, match="written: nobody has a partner here; switch teams on"):
        parse_rules(f"house+blank_cards=1+written={text}")
    assert parse_rules(f"house+blank_cards=1+teams=on+written={text}").teams


@pytest.mark.rule("MEET-30")
@pytest.mark.parametrize("stacking", ["same", "any"])
def test_cards_drawn_by_a_rule_cannot_be_answered(stacking: str) -> None:
    rules = blank("The next player draws 4.") + f"+stacking={stacking}"
    start = table(f"{rules} hands=B1,B2,WC1/RD,W4/G1,G2 pile={PILE} discard=R9 turn=0")
    laid = start.does(0, "WC1/R")
    assert counts(laid) == [2, 6, 2]
    assert laid.phase == Turn(1)


@pytest.mark.rule("MEET-30")
def test_with_too_few_cards_one_draws_what_there_is() -> None:
    start = table(
        f"{blank('Everyone draws 3.')} hands=B1,WC1/G1/R1 pile=B5,B6 discard=R9,Y1,Y2 turn=0"
    )
    laid = start.does(0, "WC1/R")
    assert [(drew.seat, len(drew.cards)) for drew in laid.events_of(Drew)] == [
        (1, 2),
        (1, 1),
        (2, 2),
    ]
    assert len(laid.events_of(Reshuffled)) == 1
    assert laid.discard == "WC1"


@pytest.mark.rule("MEET-31")
def test_a_turn_lost_is_missed_when_it_comes() -> None:
    laid = four("The previous player loses a turn.").does(0, "WC1/R")
    assert laid.round.sitting_out == (3,)
    assert laid.phase == Turn(1)
    drew = laid.does(1, "draw").does(1, "keep").does(2, "R1")
    assert drew.events == (Played(2, Card.R1), Skipped(3))
    assert drew.phase == Turn(0)
    assert drew.round.sitting_out == ()


@pytest.mark.rule("MEET-31")
def test_nobody_owes_more_than_one_turn() -> None:
    start = four("The previous player loses a turn. The previous player loses a turn.")
    laid = start.does(0, "WC1/R")
    assert laid.events_of(TurnLost) == [TurnLost(3)]
    assert laid.round.sitting_out == (3,)


@pytest.mark.rule("MEET-31")
def test_a_turn_missed_for_another_reason_settles_it() -> None:
    rules = blank("The previous player loses a turn.")
    start = table(f"{rules} hands=B1,B2,WC1/G1,RD/R1,RS/Y1,Y2 pile={PILE} discard=R9 turn=0")
    skipped = start.does(0, "WC1/R").does(1, "draw").does(1, "keep").does(2, "RS")
    assert skipped.events == (Played(2, Card.RS, uno=False), Skipped(3))
    assert skipped.round.sitting_out == ()
    assert skipped.phase == Turn(0)


@pytest.mark.rule("MEET-31")
def test_who_sits_out_still_answers_a_draw_card_calls_and_jumps_in() -> None:
    rules = blank("The previous player loses a turn.") + "+stacking=same+jump_in=on"
    start = table(f"{rules} hands=B1,B2,WC1/G1,R4/RD,Y3,G3/R4,RD,Y2 pile={PILE} discard=R9 turn=0")
    laid = start.does(0, "WC1/R").does(1, "R4")
    assert laid.may(3) == ["R4", "catch 1"]
    stacked = laid.does(2, "RD")
    assert stacked.turn == 3
    assert "RD" in stacked.may(3)
    paid = stacked.does(3, "accept")
    assert paid.round.sitting_out == ()
    assert paid.phase == Turn(0)


@pytest.mark.rule("MEET-31")
def test_the_winner_of_a_challenge_who_sits_out_misses_the_turn_it_brings() -> None:
    start = table(
        f"house hands=B1,B2/G1,G2/Y1,Y2 pile={PILE} discard=W4 colour=B"
        " doubt=1:4:0:B:B1,B2 misses=1"
    )
    challenged = start.does(1, "challenge")
    assert challenged.events[-2:] == (TurnBegan(1), Skipped(1))
    assert challenged.phase == Turn(2)


@pytest.mark.rule("MEET-31", "OUT-4")
def test_who_sits_out_has_not_passed() -> None:
    start = table("house hands=B1/B2/R1 pile=- discard=R5 turn=0 misses=2")
    passed = start.does(0, "pass").does(1, "pass")
    assert passed.events[-1] == Skipped(2)
    assert passed.phase == Turn(0)
    assert passed.round.passes == 0
    assert passed.does(0, "pass").does(1, "pass").may(2) == ["R1"]


@pytest.mark.rule("MEET-35", "MEET-31")
def test_to_play_again_and_lose_a_turn_cancel_out() -> None:
    laid = four("You play again. You lose a turn.").does(0, "WC1/R")
    assert laid.events[-2:] == (TurnBegan(0), Skipped(0))
    assert laid.phase == Turn(1)


@pytest.mark.rule("CUST-4")
def test_as_the_last_card_only_its_draws_are_carried_out_and_count() -> None:
    rules = blank(
        "The next player draws 2. Play reverses. Everyone else loses a turn. Hands pass left."
    )
    start = table(f"{rules} hands=WC1/G1,G2/Y1,Y2 pile=B5,B6 discard=R9 turn=0")
    ended = start.does(0, "WC1/R")
    assert ended.events == (
        Played(0, Card.WC1, Colour.RED),
        Drew(1, (Card.B5, Card.B6), DrawReason.CARD),
        RoundEnded(0, ended.round.hands, (0, 14, 3)),
    )
    assert ended.phase == RoundOver(0)


@pytest.mark.rule("CUST-4", "MEET-36")
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("You draw 3. Everyone else draws 1.", [0, 1, 1]),
        ("Everyone draws 2.", [0, 2, 2]),
        ("Whoever holds the fewest cards draws 2.", [0, 0, 2]),
        ("Whoever holds the most cards draws 2.", [0, 2, 0]),
        ("The next player draws 2 if you hold fewer than 1 card.", [0, 2, 0]),
        ("The next player draws 2 if everyone holds at least 1 card.", [0, 2, 0]),
        ("The next player draws 1 for each card you hold.", [0, 0, 0]),
        ("The next player draws 2 if the colour named is red.", [0, 2, 0]),
        ("The next player draws 2 if the colour named is blue.", [0, 0, 0]),
        ("Play reverses. The next player draws 2.", [0, 2, 0]),
    ],
)
def test_who_lays_the_last_card_is_out(text: str, drawn: list[int]) -> None:
    start = table(f"{blank(text)} hands=WC1/G1,G2/Y1 pile={PILE} discard=R9 turn=0")
    ended = start.does(0, "WC1/R")
    assert ended.phase == RoundOver(0)
    assert counts(ended) == [0, 2 + drawn[1], 1 + drawn[2]]


@pytest.mark.rule("MEET-36")
def test_an_honour_rule_on_the_last_card_is_still_read() -> None:
    start = table(f"{SINGS} hands=WC1/G1,G2/Y1 pile={PILE} discard=R9 turn=0")
    assert start.does(0, "WC1/R").events_of(HonourRuleRead) == [HonourRuleRead(0, "Sing.")]


@pytest.mark.rule("MEET-33", "CUST-4")
def test_with_the_last_card_a_player_is_picked_only_for_a_draw() -> None:
    rest = f"hands=WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0"
    draws = table(f"{blank('A player you choose draws 2. Play reverses.')} {rest}")
    draws.refused(0, "WC1/R", Reason.TARGET_MISSING)
    assert counts(draws.does(0, "WC1/R>2")) == [0, 2, 4]
    for text in (
        "You swap hands with a player you choose.",
        "You draw 1 for each card a player you choose holds.",
        "A player you choose loses a turn. The next player draws 1.",
    ):
        other = table(f"{blank(text)} {rest}")
        other.refused(0, "WC1/R>1", Reason.TARGET_SUPERFLUOUS)
        assert other.does(0, "WC1/R").phase == RoundOver(0)


@pytest.mark.rule("CUST-4")
@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("Everyone else discards 2 cards at random.", 1),
        ("Everyone discards 2 cards at random.", 1),
        ("The previous player discards 1 card at random.", 3),
        ("You discard 2 cards at random.", 0),
        ("You discard all cards of the colour named.", 0),
        ("The previous player gives a random card to you.", 3),
        ("You take a random card from the previous player.", 3),
        ("You give 5 random cards to the next player.", 0),
    ],
)
def test_a_hand_that_a_rule_empties_ends_the_round_for_its_player(text: str, winner: int) -> None:
    rules = blank(f"{text} Everyone draws 1.")
    start = table(f"{rules} hands=B1,B2,WC1/G1,G2/R1,R2,R3/Y1 pile={PILE} discard=R9 turn=0")
    ended = start.does(0, "WC1/B")
    assert ended.phase == RoundOver(winner)
    assert ended.events_of(Drew) == [], "the rest of the rule is dropped"
    assert ended.round.hands[winner] == ()
    assert ended.round.window is None


@pytest.mark.rule("CUST-4")
def test_the_first_hand_emptied_wins_and_the_others_keep_their_cards() -> None:
    laid = four("Everyone discards 3 cards at random.", "right turn=0").does(0, "WC1/R")
    assert laid.phase == RoundOver(3)
    assert counts(laid) == [2, 2, 3, 0]


# Saying UNO.


@pytest.mark.rule("MEET-37", "UNO-1", "MEET-3")
def test_uno_goes_with_a_rule_that_leaves_the_own_hand_alone() -> None:
    rest = f"hands=B1,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0"
    for text in (
        "The next player draws 2.",
        "A player you choose loses a turn.",
        "Everyone shows the hand to you.",
        "The next player swaps hands with the previous player.",
        "You play again.",
        '"Sing."',
    ):
        start = table(f"{blank(text)} {rest}")
        said = [action for action in start.may(0) if action.endswith("!")]
        assert said
        assert owes_uno(start.does(0, said[0]).round) is None
        assert owes_uno(start.does(0, said[0].rstrip("!")).round) == 0


@pytest.mark.rule("MEET-37", "MEET-3")
@pytest.mark.parametrize(
    ("text", "owing"),
    [
        ("You draw 1.", None),
        ("Everyone draws 1.", None),
        ("Whoever holds the fewest cards draws 1.", None),
        ("Hands pass left.", None),
        ("All hands are shuffled.", 0),
        ("You swap hands with the next player.", None),
        ("The next player gives a random card to you.", None),
        ("You discard all cards of the colour named.", 0),
        ("You draw 1 if the colour named is blue.", 0),
    ],
)
def test_uno_is_said_after_a_rule_that_can_change_the_own_hand(
    text: str, owing: int | None
) -> None:
    start = table(f"{blank(text)} hands=B1,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0")
    start.refused(0, "WC1/R!", Reason.UNO_TOO_EARLY)
    assert owes_uno(start.does(0, "WC1/R").round) == owing


@pytest.mark.rule("MEET-37", "MEET-3", "UNO-1")
def test_uno_is_owed_when_the_own_rule_leaves_one_card() -> None:
    start = table(
        f"{blank('You discard 1 card at random.')}"
        f" hands=B1,B2,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0"
    )
    laid = start.does(0, "WC1/R")
    assert owes_uno(laid.round) == 0
    assert counts(laid.does(1, "catch 0")) == [3, 2, 2]
    assert owes_uno(laid.does(0, "uno").round) is None


@pytest.mark.rule("UNO-7")
def test_who_comes_to_one_card_by_another_players_rule_owes_nothing() -> None:
    start = table(
        f"{blank('The next player discards 1 card at random.')}"
        f" hands=B1,B2,WC1/G1,G2/Y1,Y2 pile={PILE} discard=R9 turn=0"
    )
    laid = start.does(0, "WC1/R")
    assert counts(laid) == [2, 1, 2]
    assert owes_uno(laid.round) is None
    assert laid.may(2) == []


@pytest.mark.rule("MEET-38")
def test_a_rule_has_at_most_four_sentences() -> None:
    rule = parse_custom_rule("You draw 1. " * 4)
    with pytest.raises(SetupError, match="at most 4 sentences") as refusal:
        with_switches(EDITIONS["wild-112"], written=((*rule, rule[0]),))
    assert refusal.value.switch == "written"
