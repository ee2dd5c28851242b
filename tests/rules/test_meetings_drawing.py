"""MEET: where rules meet over drawing, the deal, two players and ten."""

from itertools import count

import pytest

from openuno import (
    EDITIONS,
    Card,
    Fast,
    Reason,
    SetupError,
    edition,
    redact,
    undealt_round,
    with_switches,
)
from openuno.engine.events import (
    DrawReason,
    Drew,
    HandsPassed,
    Passed,
    RoundEnded,
)
from openuno.engine.rules import check_seats
from openuno.engine.state import AfterDraw, FacingStack, RoundOver, Turn, owes_uno
from tests.scenario import deal_table, table

PILE = "pile=B1,B2,B3,B4,B6,B7,B8,B9"
DRY = "pile=- discard=R5 turn=0"


# Playing, drawing, passing.


@pytest.mark.rule("MEET-1", "HOUSE-5")
def test_forced_play_takes_a_lawful_wild_draw_four_from_the_hand() -> None:
    start = table(f"house+forced_play=on hands=G1,W4/Y1,Y2 {PILE} discard=R5 turn=0")
    assert "draw" not in start.may(0)
    start.refused(0, "draw", Reason.MUST_PLAY)


@pytest.mark.rule("MEET-1", "HOUSE-5", "WD4-3")
def test_a_bluff_just_drawn_need_not_be_played_where_play_is_forced() -> None:
    rules = "house+forced_play=on"
    drawn = table(f"{rules} hands=G1,R1,W4/Y1,Y2 {PILE} discard=R5 drawn=0:W4")
    assert drawn.may(0) == ["W4/B", "W4/G", "W4/R", "W4/Y", "keep"]
    lawful = table(f"{rules} hands=G1,G2,W4/Y1,Y2 {PILE} discard=R5 drawn=0:W4")
    assert lawful.may(0) == ["W4/B", "W4/G", "W4/R", "W4/Y"]
    lawful.refused(0, "keep", Reason.MUST_PLAY)


@pytest.mark.rule("MEET-1", "HOUSE-5", "WD4-3")
def test_a_bluff_may_be_laid_where_another_card_is_forced() -> None:
    start = table(f"house+forced_play=on hands=G1,R1,W4/Y1,Y2 {PILE} discard=R5 turn=0")
    assert start.may(0) == ["R1", "W4/B", "W4/G", "W4/R", "W4/Y"]


@pytest.mark.rule("MEET-2", "TURN-3", "OUT-4")
@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("card", ["R1", "B5", "W", "W4"])
def test_with_nothing_to_draw_a_player_who_can_play_must(slug: str, card: str) -> None:
    start = table(f"{slug} hands=G1,{card},Y9/Y1,Y2 {DRY}")
    assert not {"draw", "pass"} & set(start.may(0))
    start.refused(0, "pass", Reason.MUST_PLAY)
    start.refused(0, "draw", Reason.NOTHING_TO_DRAW)


@pytest.mark.rule("MEET-2", "OUT-4")
@pytest.mark.parametrize("slug", EDITIONS)
def test_passing_is_for_one_with_nothing_to_play_and_nothing_to_draw(slug: str) -> None:
    start = table(f"{slug} hands=G1,Y9/Y1,Y2 {DRY}")
    assert start.may(0) == ["pass"]
    passed = start.does(0, "pass")
    assert passed.events == (Passed(0),)
    assert passed.phase == Turn(1)
    wet = table(f"{slug} hands=G1,Y9/Y1,Y2 pile=- discard=R5,B1 turn=0")
    assert set(wet.may(0)) - {"suggest"} == {"draw"}
    wet.refused(0, "pass", Reason.STILL_CARDS_TO_DRAW)


@pytest.mark.rule("MEET-25", "HOUSE-4", "WD4-3")
def test_drawing_until_playable_stops_at_a_bluff_only_where_bluffing_is_on() -> None:
    rest = "hands=G1,R2/Y1,Y2 pile=B1,W4,B2,R9,B3 discard=R5 turn=0"
    on = table(f"house+draw_until=on {rest}").does(0, "draw")
    assert on.events == (Drew(0, (Card.B1, Card.W4), DrawReason.TURN),)
    assert on.may(0) == ["W4/B", "W4/G", "W4/R", "W4/Y", "keep"]
    off = table(f"house+draw_until=on+bluffing=off {rest}").does(0, "draw")
    assert off.events == (Drew(0, (Card.B1, Card.W4, Card.B2, Card.R9), DrawReason.TURN),)
    assert off.may(0) == ["R9", "keep"]


@pytest.mark.rule("MEET-25", "HOUSE-4", "HOUSE-6")
def test_without_bluffing_drawing_until_playable_stops_at_a_lawful_wild_draw_four() -> None:
    rest = "hands=G1,G2/Y1,Y2 pile=B1,W4,B2 discard=R5 turn=0"
    drew = table(f"house+draw_until=on+bluffing=off {rest}").does(0, "draw")
    assert drew.phase == AfterDraw(0, Card.W4)
    assert drew.pile == "B2"


@pytest.mark.rule("MEET-26", "HOUSE-4", "OUT-3", "OUT-4")
def test_drawing_until_playable_ends_with_the_last_card_there_is() -> None:
    start = table("house+draw_until=on hands=G1,G2/Y1,Y2 pile=B1 discard=R5,B2,B3 turn=0")
    drew = start.does(0, "draw")
    assert drew.hands == "B1,B2,B3,G1,G2/Y1,Y2"
    assert drew.pile == "-"
    assert drew.discard == "R5"
    assert drew.may(0) == ["keep"]
    assert drew.does(0, "keep").may(1) == ["pass"]


@pytest.mark.rule("MEET-26", "HOUSE-4", "OUT-3")
def test_drawing_until_playable_begins_with_the_discards_when_the_pile_is_empty() -> None:
    start = table("house+draw_until=on hands=G1,G2/Y1,Y2 pile=- discard=R5,R9 turn=0")
    assert start.does(0, "draw").phase == AfterDraw(0, Card.R9)
    dry = table(f"house+draw_until=on hands=G1,G2/Y1,Y2 {DRY}")
    assert dry.may(0) == ["pass"]


@pytest.mark.rule("MEET-26", "HOUSE-4", "HOUSE-5")
def test_forced_play_takes_the_card_that_drawing_until_playable_found() -> None:
    rules = "house+draw_until=on+forced_play=on"
    drew = table(f"{rules} hands=G1,G2/Y1,Y2 pile=B1,R9 discard=R5 turn=0").does(0, "draw")
    assert drew.may(0) == ["R9"]
    drew.refused(0, "keep", Reason.MUST_PLAY)


@pytest.mark.rule("MEET-27", "HOUSE-4", "HOUSE-5")
@pytest.mark.parametrize("switch", ["forced_play", "draw_until"])
def test_a_drawn_card_that_may_not_be_played_cannot_be_demanded(switch: str) -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(edition("house"), play_drawn=False, **{switch: True})
    assert refusal.value.switch == switch
    assert "play_drawn" in refusal.value.sentence


@pytest.mark.rule("MEET-28", "TURN-2")
@pytest.mark.parametrize(("card", "ways"), [("R9", ["R9", "keep"]), ("B9", ["keep"])])
def test_a_drawn_card_is_always_decided_on_so_the_pause_tells_nothing(
    card: str, ways: list[str]
) -> None:
    start = table(f"mattel-2016 hands=G1,G2/Y1,Y2 pile={card},B1 discard=R5 turn=0")
    drew = start.does(0, "draw")
    assert drew.phase == AfterDraw(0, Card(card))
    assert drew.may(0) == ways
    assert [redact(event, 1) for event in drew.events] == [Drew(0, (Card.BACK,), DrawReason.TURN)]


# Setting the table.


@pytest.mark.rule("MEET-23", "HOUSE-2", "HOUSE-3")
@pytest.mark.parametrize("first", ["R7", "R0", "RS", "RD"])
def test_nobody_jumps_in_on_the_card_turned_up(first: str) -> None:
    rules = "house+decks=3+stacking=any+jump_in=on"
    start = table(f"{rules} hands={first},Y1/G1,{first}/G3,Y3 {PILE} discard={first} turn=2")
    for seat in (0, 1):
        assert start.may(seat) == []
        start.refused(seat, first, Reason.NO_JUMP_IN)


@pytest.mark.rule("MEET-23", "START-1", "START-2", "HOUSE-1", "HOUSE-2", "HOUSE-3")
@pytest.mark.parametrize(("face", "drawn"), [("7", 0), ("0", 0), ("D", 2)])
def test_the_card_turned_up_opens_no_window_stack_or_swap(face: str, drawn: int) -> None:
    rules = "house+stacking=any+jump_in=on+seven_zero=on"
    openings = (deal_table(rules, 3, 0, Fast(seed)) for seed in count())
    opening = next(at for at in openings if at.discard[1:] == face)
    assert opening.round.window is None
    assert opening.phase == Turn(2 if drawn else 1)
    assert [len(hand) for hand in opening.round.hands] == [7, 7 + drawn, 7]
    assert not opening.events_of(HandsPassed)


@pytest.mark.rule("MEET-23", "START-2", "HOUSE-1")
def test_a_draw_two_laid_on_the_one_turned_up_begins_a_stack_of_its_own() -> None:
    start = table(f"house+stacking=same hands=G1,G2/Y1,Y2/Y3,Y4,YD {PILE} discard=RD turn=2")
    assert start.does(2, "YD").phase == FacingStack(0, 2)


@pytest.mark.rule("MEET-24", "DECK-4", "HOUSE-7")
def test_the_deal_must_leave_a_card_that_may_start() -> None:
    house = edition("house")
    check_seats(
        with_switches(house, hand_size=10), 10
    )  # 100 dealt, 4 that may not start, 1 to start
    with pytest.raises(SetupError, match="hand_size") as refusal:
        check_seats(with_switches(house, hand_size=11), 10)
    assert refusal.value.switch == "hand_size"
    number = with_switches(house, first_card="number")  # 32 that are no numbers
    check_seats(with_switches(number, hand_size=7), 10)
    with pytest.raises(SetupError, match="hand_size"):
        undealt_round(with_switches(number, hand_size=8), 10, 0, Fast(0))
    check_seats(with_switches(number, hand_size=8, decks=2), 10)


# Two players, ten players.


@pytest.mark.rule("MEET-22", "TWO-1", "ACT-2")
@pytest.mark.parametrize("slug", EDITIONS)
def test_the_trap_that_a_reverse_between_two_does_nothing(slug: str) -> None:
    rest = f"hands=R1,RR,Y9/Y1,Y2 {PILE} discard=R5 turn=0"
    skip = table(f"{slug} {rest}").does(0, "RR")
    assert (skip.phase, skip.round.direction) == (Turn(0), -1)
    plain = table(f"{slug}+two_player_reverse=off {rest}").does(0, "RR")
    assert (plain.phase, plain.round.direction) == (Turn(1), -1)


@pytest.mark.rule("TWO-1", "TWO-2", "TWO-3", "ACT-1", "ACT-3", "WD4-1")
@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize(
    ("card", "action", "answer", "drawn"),
    [
        ("RD", "RD", None, 2),
        ("RS", "RS", None, 0),
        ("RR", "RR", None, 0),
        ("W4", "W4/R", "accept", 4),
    ],
)
def test_between_two_every_action_card_brings_the_turn_back(
    slug: str, card: str, action: str, answer: str | None, drawn: int
) -> None:
    start = table(f"{slug} hands=G1,{card},Y9/Y1,Y2 {PILE} discard=R5 turn=0")
    laid = start.does(0, action)
    if answer is not None:
        laid = laid.does(1, answer)
    assert laid.phase == Turn(0)
    assert len(laid.round.hands[1]) == 2 + drawn


@pytest.mark.rule("TWO-1", "TWO-2", "TWO-3", "UNO-4")
@pytest.mark.parametrize("card", ["RD", "RS", "RR"])
def test_between_two_the_window_stays_open_while_the_turn_is_back(card: str) -> None:
    laid = table(f"classic hands=R1,{card}/Y1,Y2 {PILE} discard=R5 turn=0").does(0, card)
    assert owes_uno(laid.round) == 0
    assert {"R1", "uno"} <= set(laid.may(0))
    assert "catch 0" in laid.may(1)
    assert laid.does(0, "R1").phase == RoundOver(0)


@pytest.mark.rule("OUT-4", "SCORE-1")
@pytest.mark.parametrize("slug", EDITIONS)
def test_ten_players_with_the_piles_run_dry_pass_once_round_and_the_round_is_dead(
    slug: str,
) -> None:
    hands = "G1,Y1/G2,Y2/G3,Y3/G4,Y4/G4/G6/G6/G7/G8/G9"
    at = table(f"{slug} hands={hands} {DRY}")
    for seat in range(9):
        assert at.may(seat) == ["pass"]
        at = at.does(seat, "pass")
        assert at.phase == Turn(seat + 1)
    dead = at.does(9, "pass")
    points = (2, 4, 6, 8, 4, 6, 6, 7, 8, 9)
    assert dead.events == (Passed(9), RoundEnded(None, at.round.hands, points))
    assert dead.phase == RoundOver(None)


@pytest.mark.rule("OUT-4")
def test_a_card_laid_between_passes_starts_the_count_again() -> None:
    start = table(f"classic hands=R1,R2,Y9/Y1,Y2/Y3,Y4 {DRY} passes=2")
    played = start.does(0, "R1")
    assert played.round.passes == 0


@pytest.mark.rule("OUT-3", "OUT-4", "ACT-1")
def test_ten_players_with_the_piles_run_dry_draw_what_there_is() -> None:
    hands = "G1,RD,Y1/G2,Y2/G3,Y3/G4,Y4/G4/G6/G6/G7/G8/G9"
    laid = table(f"classic hands={hands} {DRY}").does(0, "RD")
    assert laid.events_of(Drew) == [Drew(1, (Card.R5,), DrawReason.CARD)]
    assert laid.phase == Turn(2)
    assert laid.may(2) == ["pass"]
