"""MEET-47 and MEET-48: cards that may not be played for a while."""

import pytest

from openuno import IllegalAction, Reason, apply, view
from openuno.engine.custom import CardKind
from openuno.engine.events import Drew, LastingRule, LastingRuleBegan, LastingRuleEnded
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round, round_text
from tests.rules.test_custom import blank
from tests.scenario import Table, table

NO_RED = "Nobody may play red cards until your next turn."
HANDS = "hands=R1,B1,WC1/R2,B2,W/R3,B3,G3/R4,Y4 pile=B5,B6,B7,B8,B9,G6,G7,G8,G9 discard=R9"


def start(rule: str, more: str = "turn=0", switches: str = "") -> Table:
    return table(f"{blank(rule)}{switches} {HANDS} {more}")


@pytest.mark.rule("MEET-47")
def test_a_forbidden_card_is_refused_with_the_reason_and_others_are_not() -> None:
    laid = start(NO_RED).does(0, "WC1/R")
    rule = LastingRule((0, 1, 2, 3), CardKind.RED, only=False, until=0)
    assert laid.events_of(LastingRuleBegan) == [LastingRuleBegan(0, rule)]
    assert view(laid.round, 3).lasting == view(laid.round, None).lasting == (rule,)
    assert [move[0] for move in laid.may(1)] == ["W", "W", "W", "W", "d"]
    laid.refused(1, "R2", Reason.FORBIDDEN)
    laid.refused(1, "B2", Reason.NO_MATCH)
    with pytest.raises(
        IllegalAction, match="a rule forbids Red 2 for now: until seat 0's next turn"
    ):
        apply(laid.round, 1, parse_action("R2"))


@pytest.mark.rule("MEET-47")
def test_a_rule_can_allow_cards_of_a_kind_alone() -> None:
    only = start("Everyone else may play only red cards until the end of the round.")
    laid = only.does(0, "WC1/R")
    assert laid.may(1) == ["R2", "draw"]
    with pytest.raises(
        IllegalAction, match="a rule forbids Wild for now: until the end of the round"
    ):
        apply(laid.round, 1, parse_action("W/B"))
    later = laid.does(1, "R2").does(2, "R3").does(3, "R4")
    assert len(later.round.lasting) == 1, "it holds until the end of the round"
    assert later.may(0)[:3] == ["R1", "R1!", "draw"]


@pytest.mark.rule("MEET-47")
def test_only_those_named_are_bound() -> None:
    laid = start("The next player may not play red cards until your next turn.").does(0, "WC1/R")
    assert "R2" not in laid.may(1)
    assert "R3" in laid.does(1, "W/R").may(2)


@pytest.mark.rule("MEET-47")
def test_the_colour_named_with_the_card_stays_forbidden_when_another_is_in_play() -> None:
    laid = start("Nobody may play cards of the colour named until your next turn.")
    laid = laid.does(0, "WC1/B").does(1, "W/R")
    assert laid.round.lasting[0].kind is CardKind.BLUE
    assert laid.does(2, "R3").may(3) == ["R4", "R4!", "draw"]


@pytest.mark.rule("MEET-47")
def test_who_can_play_nothing_draws_or_passes() -> None:
    laid = table(f"{blank(NO_RED)} hands=R1,B1,WC1/R2,R3/B3,R8 pile=B5 discard=R9 turn=0")
    laid = laid.does(0, "WC1/R")
    assert laid.may(1) == ["draw"]
    forced = table(f"{blank(NO_RED)}+forced_play=on+renege=off {HANDS} turn=0").does(0, "WC1/R")
    assert "R2" not in forced.may(1)
    empty = f"{blank(NO_RED)} hands=R1,B1/R2,R3/B3,R8 pile=- discard=WC1 colour=R turn=1"
    dry = table(f"{empty} lasting=0,1,2:no:red:0")
    assert dry.may(1) == ["pass"]


@pytest.mark.rule("MEET-47")
def test_a_bluff_does_not_force_a_player_whose_matching_cards_are_forbidden() -> None:
    position = "hands=R1,B1/R2,W4/B3,R8 pile=B5,B6 discard=WC1 colour=R turn=1"
    held = "lasting=0,1,2:no:red:0"
    forced = table(f"{blank(NO_RED)}+forced_play=on+bluffing=on {position} {held}")
    assert "draw" in forced.may(1)
    dry = table(f"{blank(NO_RED)}+bluffing=on {position} {held}".replace("pile=B5,B6", "pile=-"))
    assert "pass" in dry.may(1)


@pytest.mark.rule("MEET-47")
def test_nobody_jumps_in_or_stacks_with_a_forbidden_card() -> None:
    jump = table(
        f"{blank(NO_RED)}+jump_in=on hands=B1/Y9,B2/R9,B3 pile=B5 discard=R9 turn=1 laid=0"
        " lasting=2:no:red:0"
    )
    assert "R9" not in jump.may(2)
    jump.refused(2, "R9", Reason.FORBIDDEN)
    draws = "Nobody may play draw cards until your next turn."
    stack = table(
        f"{blank(draws)}+stacking=any hands=B1,B4/YD,B2/R9,B3 pile=B5 discard=RD stacked=1:2 laid=0"
        " lasting=0,1,2:no:draw:2"
    )
    assert stack.may(1) == ["accept"]


@pytest.mark.rule("MEET-47")
def test_drawing_until_a_card_fits_goes_on_past_a_forbidden_one() -> None:
    until = table(
        f"{blank(NO_RED)}+draw_until=on hands=B1/Y2,B2/R9,B3 pile=R5,R6,W,R7 discard=R9 turn=1"
        " lasting=0,1,2:no:red:0"
    )
    drew = until.does(1, "draw")
    assert [card.value for event in drew.events_of(Drew) for card in event.cards] == [
        "R5",
        "R6",
        "W",
    ]


@pytest.mark.rule("MEET-48")
def test_until_your_next_turn_ends_when_the_turn_comes_back() -> None:
    laid = start(NO_RED).does(0, "WC1/B").does(1, "B2").does(2, "B3")
    assert len(laid.round.lasting) == 1
    back = laid.does(3, "draw").does(3, "keep")
    assert back.events_of(LastingRuleEnded) == [LastingRuleEnded(laid.round.lasting[0])]
    assert back.round.lasting == ()


@pytest.mark.rule("MEET-48")
def test_it_ends_when_the_turn_comes_to_be_missed_or_to_answer_a_draw_card() -> None:
    held = f"{blank(NO_RED)}%s hands=B1,B4/B2,BD,BS/Y1,Y2 pile=B5,B6,B7 discard=B9 turn=2"
    skips = held.replace("Y1,Y2", "BS,BD") + " lasting=0:no:red:0"
    assert table(skips % "").does(2, "BS").round.lasting == ()
    assert table(skips % "+stacking=any").does(2, "BD").round.lasting == ()


@pytest.mark.rule("MEET-48")
def test_playing_again_does_not_end_it() -> None:
    laid = start(f"{NO_RED} You play again.").does(0, "WC1/B")
    assert (laid.turn, len(laid.round.lasting)) == (0, 1)
    assert laid.may(0) == ["B1", "B1!", "draw"]
    assert len(laid.does(0, "B1").round.lasting) == 1


@pytest.mark.rule("MEET-48")
def test_calls_out_of_turn_do_not_end_it() -> None:
    one = table(
        f"{blank(NO_RED)}+wrong_catch_penalty=2 hands=B1/B2/Y1,Y2 pile=B5,B6,B7 discard=B9"
        " turn=0 lasting=0,1,2:no:red:0"
    )
    assert len(one.does(2, "catch 1").round.lasting) == 1


@pytest.mark.rule("MEET-48")
def test_the_oldest_makes_room_for_a_fifth_and_the_same_twice_is_one() -> None:
    names = [f"Nobody may play {kind} until the end of the round." for kind in ("1s", "2s", "3s")]
    rules = blank(f"Nobody may play red cards until the end of the round. {' '.join(names)}")
    held = "lasting=0,1,2:no:2:-/0,1,2:no:1:-/0:no:1:-/0:no:2:-"
    fifth = table(f"{rules} hands=B1,B2,WC1/B3,B4/B5,B6 pile=B7 discard=B9 turn=0 {held}")
    laid = fifth.does(0, "WC1/B")
    kinds = [(rule.seats, rule.kind.value) for rule in laid.round.lasting]
    everyone = (0, 1, 2)
    assert kinds == [((0,), "2"), (everyone, "red"), (everyone, "2"), (everyone, "3")]
    assert [event.rule.kind.value for event in laid.events_of(LastingRuleEnded)] == ["2", "1", "1"]


@pytest.mark.rule("MEET-48")
def test_a_position_with_lasting_rules_reads_back() -> None:
    laid = start(NO_RED).does(0, "WC1/B")
    assert " lasting=0,1,2,3:no:red:0 " in round_text(laid.round)
    assert parse_round(round_text(laid.round)) == laid.round
