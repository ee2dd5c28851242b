"""MEET: what happens where two rules or two switches meet."""

import pytest

from openuno import (
    Card,
    Colour,
    Reason,
    redact,
)
from openuno.engine.events import (
    Caught,
    Challenged,
    DrawReason,
    Drew,
    HandShown,
    Played,
    RoundEnded,
    StackOffered,
)
from openuno.engine.state import FacingDrawFour, FacingStack, RoundOver, Turn, Window, owes_uno
from tests.scenario import table

PILE = "pile=B1,B2,B3,B4,B6,B7,B8,B9"
DRY = "pile=- discard=R5 turn=0"


# Saying UNO and catching.


@pytest.mark.rule("MEET-3", "UNO-1", "SWAP-1")
def test_who_swaps_for_a_single_card_owes_uno_and_says_it_after() -> None:
    rules = "house+swap_cards=1"
    start = table(f"{rules} hands=G1,G2,WX/Y1/Y3,Y4 {PILE} discard=R5 turn=0")
    swapped = start.does(0, "WX/B>1")
    assert swapped.hands == "Y1/G1,G2/Y3,Y4"
    assert owes_uno(swapped.round) == 0
    assert swapped.does(0, "uno").round.window == Window(0, settled=True)
    caught = swapped.does(2, "catch 0")
    assert caught.events == (Caught(2, 0), Drew(0, (Card.B1, Card.B2), DrawReason.UNO))


@pytest.mark.rule("MEET-3", "UNO-1", "SHUF-1")
def test_who_shuffles_down_to_a_single_card_owes_uno() -> None:
    start = table(f"wild-112 hands=G1,G2,WH/Y1/Y3 {PILE} discard=R5 turn=0")
    shuffled = start.does(0, "WH/B")
    assert [len(hand) for hand in shuffled.round.hands] == [1, 2, 1]
    assert owes_uno(shuffled.round) == 0
    assert shuffled.may(2) == ["catch 0"]


@pytest.mark.rule("MEET-3", "MEET-4")
@pytest.mark.parametrize(
    ("rules", "card", "action", "hands"),
    [
        ("house+swap_cards=1", "WX", "WX/B>1", "Y1,Y2/G1/Y3,Y4"),
        ("house+seven_zero=on", "R7", "R7>1", "Y1,Y2/G1/Y3,Y4"),
        ("house+seven_zero=on", "R0", "R0", "Y3,Y4/G1/Y1,Y2"),
    ],
)
def test_one_card_left_is_given_away_before_uno_is_counted(
    rules: str, card: str, action: str, hands: str
) -> None:
    start = table(f"{rules} hands=G1,{card}/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    assert f"{action}!" not in start.may(0)
    start.refused(0, f"{action}!", Reason.UNO_TOO_EARLY)
    moved = start.does(0, action)
    assert moved.hands == hands
    assert owes_uno(moved.round) is None


@pytest.mark.rule("MEET-4", "SHUF-1")
def test_uno_is_not_said_with_a_shuffle_but_after_it() -> None:
    start = table(f"wild-112 hands=G1,WH/Y1/Y3 {PILE} discard=R5 turn=0")
    start.refused(0, "WH/B!", Reason.UNO_TOO_EARLY)
    shuffled = start.does(0, "WH/B")
    assert [len(hand) for hand in shuffled.round.hands] == [1, 1, 1]
    assert shuffled.does(0, "uno").round.window == Window(0, settled=True)


@pytest.mark.rule("MEET-5", "UNO-2", "OUT-4")
def test_nobody_is_caught_twice_even_with_nothing_to_draw() -> None:
    owing = table("classic hands=G1/Y1,Y2/Y3,Y4 pile=- discard=R7 laid=0 turn=1")
    caught = owing.does(1, "catch 0")
    assert caught.events == (Caught(1, 0),)
    assert caught.hands == "G1/Y1,Y2/Y3,Y4"
    assert caught.round.window == Window(0, settled=True)
    for seat in (1, 2):
        caught.refused(seat, "catch 0", Reason.NOTHING_TO_CATCH)
    caught.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("MEET-6", "UNO-4", "OUT-4")
def test_a_pass_begins_a_turn() -> None:
    owing = table("classic hands=G1/Y1,Y2/Y3,Y4 pile=- discard=R7 laid=0 turn=1")
    assert owing.may(2) == ["catch 0"]
    passed = owing.does(1, "pass")
    assert passed.round.window is None
    passed.refused(2, "catch 0", Reason.NOTHING_TO_CATCH)
    passed.refused(0, "uno", Reason.UNO_NOT_OWED)


@pytest.mark.rule("MEET-7", "UNO-6")
def test_a_wrong_catch_is_tried_on_a_single_card_only_and_while_it_can_be_paid() -> None:
    rules = "house+wrong_catch_penalty=2"
    start = table(f"{rules} hands=G1/Y1,Y2/Y3 {PILE} discard=R5 laid=2 turn=0")
    assert [action for action in start.may(0) if "catch" in action] == ["catch 2"]
    assert start.may(1) == ["catch 2", "catch 0"]
    assert start.may(2) == ["uno", "catch 0"]
    start.refused(0, "catch 1", Reason.NOTHING_TO_CATCH)
    start.refused(0, "catch 0", Reason.TARGET_ONESELF)
    assert start.does(1, "catch 2").events_of(Drew) == [Drew(2, (Card.B1, Card.B2), DrawReason.UNO)]
    assert start.does(1, "catch 0").events_of(Drew) == [
        Drew(1, (Card.B1, Card.B2), DrawReason.WRONG_CATCH)
    ]
    dry = table(f"{rules} hands=G1/Y1,Y2/Y3 pile=- discard=R5 laid=2 turn=0")
    assert dry.may(1) == ["catch 2"]
    dry.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("MEET-7", "UNO-6")
def test_a_wrong_catch_leaves_an_owed_uno_owed() -> None:
    rules = "house+wrong_catch_penalty=2"
    start = table(f"{rules} hands=G1/Y1,Y2/Y3 {PILE} discard=R5 laid=2 turn=0")
    wrong = start.does(1, "catch 0")
    assert owes_uno(wrong.round) == 2
    assert wrong.phase == Turn(0)


# The challenge.


@pytest.mark.rule("MEET-9", "WD4-2", "UNO-2")
def test_penalty_cards_neither_convict_nor_are_shown() -> None:
    start = table("house hands=G1,W4/Y1,Y2/Y3,Y4 pile=R1,R2,B1,B2,B3,B4,B6,B7 discard=R5 turn=0")
    caught = start.does(0, "W4/G").does(2, "catch 0")
    assert caught.hands == "G1,R1,R2/Y1,Y2/Y3,Y4"
    assert caught.phase == FacingDrawFour(1, 4, 0, Colour.RED, (Card.G1,))
    judged = caught.does(1, "challenge")
    assert judged.events_of(Challenged) == [Challenged(1, 0, guilty=False)]
    assert judged.events_of(HandShown) == [HandShown(0, 1, (Card.G1,))]


@pytest.mark.rule("MEET-9", "PEN-1")
def test_a_hint_paid_for_during_a_challenge_does_not_clear_a_bluff() -> None:
    start = table(f"classic hands=G1,R1,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    hinted = start.does(0, "W4/G").does(0, "suggest")
    assert hinted.hands == "B1,B2,B3,B4,G1,R1/Y1,Y2/Y3,Y4"
    judged = hinted.does(1, "challenge")
    assert judged.events_of(Challenged) == [Challenged(1, 0, guilty=True)]
    (shown,) = judged.events_of(HandShown)
    assert shown == HandShown(0, 1, (Card.G1, Card.R1))
    assert redact(shown, 2) == HandShown(0, 1, (Card.BACK, Card.BACK))


# Stacks.


@pytest.mark.rule("MEET-10", "HOUSE-1", "TURN-5")
def test_a_draw_two_on_a_wild_draw_four_needs_the_colour_named() -> None:
    rules = "house+stacking=any"
    start = table(f"{rules} hands=G1,G2,W4/BD,GD,Y2/Y3,Y4 {PILE} discard=RD,R5 turn=0")
    laid = start.does(0, "W4/B")
    assert laid.may(1) == ["BD", "accept", "challenge"]
    laid.refused(1, "GD", Reason.NO_MATCH)


@pytest.mark.rule("MEET-11", "HOUSE-1", "WD4-2")
@pytest.mark.parametrize(("named", "guilty"), [("B", True), ("R", False)])
def test_a_stacked_wild_draw_four_is_judged_by_the_colour_then_in_force(
    named: str, guilty: bool
) -> None:
    hands = "G1,G2,W4/BS,G4,W4/Y3,Y4"
    start = table(f"house+stacking=same hands={hands} {PILE} discard=R5 turn=0")
    judged = start.does(0, f"W4/{named}").does(1, "W4/Y").does(2, "challenge")
    assert judged.events_of(Challenged) == [Challenged(2, 1, guilty)]


@pytest.mark.rule("MEET-11", "HOUSE-1", "WD4-4")
def test_who_adds_to_a_wild_draw_four_gives_up_the_challenge() -> None:
    hands = "R1,R2,W4/B5,BD,Y2/G3,G4"
    start = table(f"house+stacking=any hands={hands} {PILE} discard=R5 turn=0")
    added = start.does(0, "W4/B").does(1, "BD")
    assert added.phase == FacingStack(2, 6)
    assert added.may(2) == ["accept"]
    added.refused(1, "challenge", Reason.NOT_YOUR_TURN)
    added.refused(2, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("MEET-12", "HOUSE-1", "WD4-6", "WD4-7")
@pytest.mark.parametrize(("hand", "loser", "total", "turn"), [("R1", 1, 6, 2), ("G1", 2, 8, 0)])
def test_the_loser_of_a_challenge_on_a_stack_takes_it_all(
    hand: str, loser: int, total: int, turn: int
) -> None:
    hands = f"G8,G9,RD/{hand},G4,W4/Y3,Y4"
    start = table(f"house+stacking=any hands={hands} {PILE} discard=R5 turn=0")
    judged = start.does(0, "RD").does(1, "W4/Y").does(2, "challenge")
    (drew,) = judged.events_of(Drew)
    assert (drew.seat, len(drew.cards), drew.why) == (loser, total, DrawReason.CHALLENGE)
    assert judged.phase == Turn(turn)


@pytest.mark.rule("MEET-13", "HOUSE-1", "OUT-2")
@pytest.mark.parametrize(("last", "action", "total"), [("BD", "BD", 4), ("W4", "W4/G", 6)])
def test_when_the_stacker_goes_out_the_next_takes_the_whole_sum(
    last: str, action: str, total: int
) -> None:
    start = table(f"house+stacking=any hands=G8,G9,RD/{last}/BD,W4 {PILE} discard=R5 turn=0")
    ended = start.does(0, "RD").does(1, action)
    taken = (Card.B1, Card.B2, Card.B3, Card.B4, Card.B6, Card.B7)[:total]
    points = (17, 0, 70 + {4: 10, 6: 23}[total])
    assert ended.events_of(Drew) == [Drew(2, taken, DrawReason.CARD)]
    assert ended.events_of(RoundEnded) == [RoundEnded(1, ended.round.hands, points)]
    assert ended.phase == RoundOver(1)


@pytest.mark.rule("MEET-14", "HOUSE-1", "HOUSE-5", "TURN-4")
@pytest.mark.parametrize("rules", ["house+forced_play=on+stacking=same", "wild-112+stacking=same"])
def test_nobody_has_to_add_to_a_stack(rules: str) -> None:
    start = table(f"{rules} hands=G1,G2,RD/BD,RD,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "RD")
    assert laid.may(1) == ["BD", "RD", "accept"]
    assert laid.does(1, "accept").hands == "G1,G2/B1,B2,BD,RD,Y2/Y3,Y4"


# Jumping in.


@pytest.mark.rule("MEET-15", "HOUSE-2")
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_a_wild_cannot_be_jumped_in(wild: str) -> None:
    rules = "house+bluffing=off+jump_in=on"
    start = table(f"{rules} hands=G1,G2,{wild}/Y1,Y2/Y3,Y4/G3,{wild} {PILE} discard=R5 turn=0")
    laid = start.does(0, f"{wild}/B")
    assert laid.may(3) == []
    laid.refused(3, f"{wild}/B", Reason.NO_JUMP_IN)


@pytest.mark.rule("MEET-16", "HOUSE-2")
def test_the_one_who_laid_the_card_may_jump_in_on_it() -> None:
    start = table(f"house+jump_in=on hands=G1,R7,R7/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert laid.may(0) == ["R7", "R7!"]
    again = laid.does(0, "R7!")
    assert again.hands == "G1/Y1,Y2/Y3,Y4"
    assert again.phase == Turn(1)


@pytest.mark.rule("MEET-17", "HOUSE-2", "UNO-4")
def test_a_jump_in_closes_the_window_on_an_owed_uno_and_opens_its_own() -> None:
    start = table(f"house+jump_in=on hands=G1,R7/Y1,Y2/R7,Y4 {PILE} discard=R5 turn=0")
    jumped = start.does(0, "R7").does(2, "R7")
    assert jumped.round.window == Window(2)
    assert jumped.may(1)[-1] == "catch 2"
    jumped.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("MEET-18", "HOUSE-1", "HOUSE-2")
@pytest.mark.parametrize(("jumper", "following"), [(3, 0), (2, 3), (0, 1)])
def test_a_jump_in_adds_to_an_open_stack(jumper: int, following: int) -> None:
    hands = ["G1,G2,RD", "Y1,Y2", "Y3,Y4", "G3,G4"]
    hands[jumper] += ",RD"
    rules = "house+stacking=same+jump_in=on"
    start = table(f"{rules} hands={'/'.join(hands)} {PILE} discard=R5 turn=0")
    jumped = start.does(0, "RD").does(jumper, "RD")
    assert jumped.events == (Played(jumper, Card.RD), StackOffered(following, 4))
    assert jumped.phase == FacingStack(following, 4)


@pytest.mark.rule("MEET-18", "MEET-13", "HOUSE-2", "OUT-2")
def test_a_last_draw_two_jumped_in_on_a_stack_ends_the_round_and_is_paid() -> None:
    rules = "house+stacking=same+jump_in=on"
    start = table(f"{rules} hands=G1,G2,RD/Y1,Y2/RD/Y3 {PILE} discard=R5 turn=0")
    ended = start.does(0, "RD").does(2, "RD")
    assert ended.events_of(Drew) == [Drew(3, (Card.B1, Card.B2, Card.B3, Card.B4), DrawReason.CARD)]
    assert ended.events_of(RoundEnded) == [RoundEnded(2, ended.round.hands, (3, 3, 0, 13))]


@pytest.mark.rule("MEET-19", "HOUSE-2", "OUT-1")
def test_the_last_card_may_be_jumped_in() -> None:
    start = table(f"house+jump_in=on hands=G1,R7/Y1,Y2/R7 {PILE} discard=R5 turn=0")
    laid = start.does(0, "R7")
    assert "R7!" not in laid.may(2)
    ended = laid.does(2, "R7")
    assert ended.events == (
        Played(2, Card.R7),
        RoundEnded(2, ((Card.G1,), (Card.Y1, Card.Y2), ()), (1, 3, 0)),
    )
    assert ended.phase == RoundOver(2)


# Going out.


@pytest.mark.rule("MEET-20", "HOUSE-3", "OUT-1")
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_the_trap_that_a_last_seven_or_zero_hands_the_winner_a_new_hand(card: str) -> None:
    start = table(f"house+seven_zero=on hands={card}/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    assert start.may(0) == [card, "draw"]
    start.refused(0, f"{card}>1", Reason.TARGET_SUPERFLUOUS)
    ended = start.does(0, card)
    assert ended.events == (
        Played(0, Card(card)),
        RoundEnded(0, ((), (Card.Y1, Card.Y2), (Card.Y3, Card.Y4)), (0, 3, 7)),
    )
    assert ended.phase == RoundOver(0)


@pytest.mark.rule("MEET-20", "SWAP-1", "SHUF-1", "OUT-1")
@pytest.mark.parametrize("card", ["WX", "WH"])
def test_a_last_swap_or_shuffle_moves_no_hand(card: str) -> None:
    rules = "house+swap_cards=1+shuffle_cards=1"
    start = table(f"{rules} hands={card}/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    assert start.may(0) == [*(f"{card}/{colour}" for colour in "BGRY"), "draw"]
    start.refused(0, f"{card}/B>1", Reason.TARGET_SUPERFLUOUS)
    ended = start.does(0, f"{card}/B")
    assert ended.events == (
        Played(0, Card(card), Colour.BLUE),
        RoundEnded(0, ((), (Card.Y1, Card.Y2), (Card.Y3, Card.Y4)), (0, 3, 7)),
    )
    assert ended.round.rng == start.round.rng


@pytest.mark.rule("MEET-21", "OUT-1")
@pytest.mark.parametrize("card", ["W", "W4", "WC1", "WH"])
def test_a_last_wild_needs_its_colour_too(card: str) -> None:
    start = table(f"wild-112 hands={card}/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    start.refused(0, card, Reason.COLOUR_MISSING)
    assert start.does(0, f"{card}/G").colour == "G"
