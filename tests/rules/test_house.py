"""HOUSE-4 to HOUSE-7: draw until playable, forced play, no bluffing, sizes."""

import pytest

from openuno import EDITIONS, Card, Colour, Fast, Reason, SetupError, edition, with_switches
from openuno.engine.events import (
    Caught,
    CaughtWrongly,
    DrawReason,
    Drew,
    Kept,
    Played,
    Reshuffled,
    Skipped,
)
from openuno.engine.rules import SWITCH_BOUNDS, deck
from openuno.engine.state import AfterDraw, Turn
from tests.scenario import deal_table, table

UNTIL = "house+draw_until=on"
FORCED = "house+forced_play=on"


@pytest.mark.rule("HOUSE-4")
@pytest.mark.parametrize("slug", EDITIONS)
def test_one_draws_on_until_a_card_can_be_played(slug: str) -> None:
    rules = f"{slug}+draw_until=on"
    start = table(f"{rules} hands=G1,G2/Y1,Y2 pile=B1,B2,B3,R9,R8 discard=R5 turn=0")
    drew = start.does(0, "draw")
    assert drew.events == (Drew(0, (Card.B1, Card.B2, Card.B3, Card.R9), DrawReason.TURN),)
    assert drew.phase == AfterDraw(0, Card.R9)
    assert drew.pile == "R8"
    assert set(drew.may(0)) - {"suggest"} == {"R9", "keep"}


@pytest.mark.rule("HOUSE-4", "TURN-2")
@pytest.mark.parametrize("slug", EDITIONS)
def test_without_the_switch_one_draws_one(slug: str) -> None:
    start = table(f"{slug} hands=G1,G2/Y1,Y2 pile=B1,B2,B3,R9,R8 discard=R5 turn=0")
    drew = start.does(0, "draw")
    assert drew.events == (Drew(0, (Card.B1,), DrawReason.TURN),)
    assert set(drew.may(0)) - {"suggest"} == {"keep"}


@pytest.mark.rule("HOUSE-4")
@pytest.mark.parametrize("card", ["R1", "B5", "W", "W4"])
def test_drawing_stops_at_a_colour_a_number_or_a_wild(card: str) -> None:
    start = table(f"{UNTIL} hands=G1,G2/Y1,Y2 pile=B1,{card},R8 discard=R5 turn=0")
    assert start.does(0, "draw").phase == AfterDraw(0, Card(card))


@pytest.mark.rule("HOUSE-4", "TURN-3")
def test_of_all_the_cards_drawn_only_the_last_may_be_played() -> None:
    start = table(f"{UNTIL} hands=G1,R2/Y1,Y2 pile=B1,R9 discard=R5 turn=0")
    drew = start.does(0, "draw")
    for card in ("R2", "B1"):
        drew.refused(0, card, Reason.ONLY_THE_DRAWN_CARD)
    assert drew.does(0, "keep").events == (Kept(0),)


@pytest.mark.rule("HOUSE-5")
@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("card", ["R9", "W"])
def test_forced_a_playable_drawn_card_must_be_played(slug: str, card: str) -> None:
    rules = f"{slug}+forced_play=on"
    start = table(f"{rules} hands=G1,G2/Y1,Y2 pile={card},B2 discard=R5 turn=0")
    drew = start.does(0, "draw")
    assert "keep" not in drew.may(0)
    drew.refused(0, "keep", Reason.MUST_PLAY)
    assert drew.does(0, "R9" if card == "R9" else "W/G").phase == Turn(1)


@pytest.mark.rule("HOUSE-5")
def test_forced_a_drawn_card_that_does_not_fit_is_kept() -> None:
    drew = table(f"{FORCED} hands=G1,G2/Y1,Y2 pile=B9 discard=R5 turn=0").does(0, "draw")
    assert drew.may(0) == ["keep"]


@pytest.mark.rule("HOUSE-5", "TURN-3")
@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("card", ["R9", "B5", "W"])
def test_forced_a_playable_hand_may_not_renege(slug: str, card: str) -> None:
    rules = f"{slug}+forced_play=on"
    start = table(f"{rules} hands=G1,{card},Y9/Y1,Y2 pile=B9 discard=R5 turn=0")
    assert "draw" not in start.may(0)
    start.refused(0, "draw", Reason.MUST_PLAY)


@pytest.mark.rule("HOUSE-5", "TURN-3", "TURN-2")
@pytest.mark.parametrize("slug", ["mattel-2016", "classic", "house"])
def test_without_the_switch_one_may_renege_and_keep(slug: str) -> None:
    start = table(f"{slug} hands=G1,R9,Y9/Y1,Y2 pile=R8 discard=R5 turn=0")
    kept = start.does(0, "draw").does(0, "keep")
    assert kept.hands == "G1,R8,R9,Y9/Y1,Y2"
    assert kept.phase == Turn(1)


@pytest.mark.rule("HOUSE-6", "WD4-3")
@pytest.mark.parametrize("slug", EDITIONS)
def test_without_bluffing_the_unlawful_card_stays_in_the_hand(slug: str) -> None:
    rules = f"{slug}+bluffing=off"
    start = table(f"{rules} hands=G1,R9,W4/Y1,Y2 pile=B1,B2 discard=R5 turn=0")
    assert set(start.may(0)) - {"draw", "suggest"} == {"R9"}
    start.refused(0, "W4/G", Reason.NO_BLUFFING)


@pytest.mark.rule("HOUSE-6", "TURN-2")
def test_without_bluffing_an_unlawful_card_just_drawn_is_kept() -> None:
    rules = "house+bluffing=off"
    start = table(f"{rules} hands=G1,R9/Y1,Y2 pile=W4,B2 discard=R5 turn=0")
    drew = start.does(0, "draw")
    assert drew.may(0) == ["keep"]
    drew.refused(0, "W4/G", Reason.NO_BLUFFING)
    clean = table(f"{rules} hands=G1,G9/Y1,Y2 pile=W4,B2 discard=R5 turn=0").does(0, "draw")
    assert clean.may(0) == ["W4/B", "W4/G", "W4/R", "W4/Y", "keep"]


@pytest.mark.rule("HOUSE-6", "WD4-1")
def test_without_bluffing_the_four_are_drawn_at_once() -> None:
    start = table("house+bluffing=off hands=G1,G2,W4/Y1 pile=B1,B2,B3,B4 discard=R5 turn=0")
    laid = start.does(0, "W4/G")
    assert laid.events == (
        Played(0, Card.W4, Colour.GREEN),
        Drew(1, (Card.B1, Card.B2, Card.B3, Card.B4), DrawReason.CARD),
        Skipped(1),
    )
    laid.refused(0, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("HOUSE-7", "DEAL-5")
@pytest.mark.parametrize("size", [1, 5, 10])
def test_the_hand_size_is_a_switch(size: int) -> None:
    start = deal_table(f"house+hand_size={size}+first_card=number", 4, 0, Fast(1))
    assert [len(hand) for hand in start.round.hands] == [size] * 4


@pytest.mark.rule("HOUSE-7", "DECK-4")
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_the_number_of_decks_is_a_switch(decks: int) -> None:
    one = deck(edition("wild-112"))
    many = deck(with_switches(edition("wild-112"), decks=decks))
    assert sorted(many) == sorted(one * decks)


@pytest.mark.rule("HOUSE-7", "UNO-2")
@pytest.mark.parametrize("size", [1, 2, 4])
def test_the_uno_penalty_is_a_switch(size: int) -> None:
    rules = "house" if size == 2 else f"house+uno_penalty={size}"
    start = table(f"{rules} hands=G1,R7/Y1,Y2 pile=B1,B2,B3,B4,B6 discard=R5 turn=0")
    caught = start.does(0, "R7").does(1, "catch 0")
    drawn = (Card.B1, Card.B2, Card.B3, Card.B4)[:size]
    assert caught.events == (Caught(1, 0), Drew(0, drawn, DrawReason.UNO))


@pytest.mark.rule("HOUSE-7", "UNO-6")
@pytest.mark.parametrize("size", [1, 2])
def test_the_wrong_catch_penalty_is_a_switch(size: int) -> None:
    rules = f"house+wrong_catch_penalty={size}"
    start = table(f"{rules} hands=G1/Y1,Y2 pile=B1,B2,B3 discard=R5 turn=0")
    wrong = start.does(1, "catch 0")
    drawn = (Card.B1, Card.B2)[:size]
    assert wrong.events == (CaughtWrongly(1, 0), Drew(1, drawn, DrawReason.WRONG_CATCH))
    assert wrong.phase == Turn(0)


@pytest.mark.rule("HOUSE-7")
@pytest.mark.parametrize(
    ("switch", "value"),
    [(name, value) for name, (low, high) in SWITCH_BOUNDS.items() for value in (low - 1, high + 1)],
)
def test_a_size_out_of_bounds_is_refused_by_name(switch: str, value: int) -> None:
    low, high = SWITCH_BOUNDS[switch]
    with pytest.raises(SetupError) as refusal:
        with_switches(edition("house"), **{switch: value})
    assert refusal.value.switch == switch
    assert refusal.value.sentence == f"must be {low} to {high}, not {value}"


@pytest.mark.rule("HOUSE-1", "HOUSE-2", "HOUSE-3", "HOUSE-4", "HOUSE-5", "HOUSE-6")
@pytest.mark.parametrize("slug", EDITIONS)
def test_every_house_switch_is_off_as_printed(slug: str) -> None:
    rules = edition(slug)
    assert rules.stacking == "off"
    assert not rules.jump_in
    assert not rules.seven_zero
    assert not rules.draw_until
    assert not rules.forced_play
    assert rules.bluffing
    assert (rules.hand_size, rules.decks, rules.uno_penalty, rules.wrong_catch_penalty) == (
        7,
        1,
        2,
        0,
    )


@pytest.mark.rule("HOUSE-4", "OUT-3")
def test_drawing_on_goes_through_the_reshuffled_discards() -> None:
    start = table(f"{UNTIL} hands=G1,G2/Y1,Y2 pile=B1 discard=R5,B2,R9,B3 turn=0")
    drew = start.does(0, "draw")
    assert drew.events[0] == Drew(0, (Card.B1,), DrawReason.TURN)
    assert isinstance(drew.events[1], Reshuffled)
    (_, second) = drew.events_of(Drew)
    assert second.cards[-1] is Card.R9
    assert second.cards == drew.events_of(Reshuffled)[0].pile[::-1][: len(second.cards)]
    assert drew.phase == AfterDraw(0, Card.R9)
    assert drew.discard == "R5"
