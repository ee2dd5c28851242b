"""WD4: the Wild Draw Four, the bluff and the challenge."""

import pytest

from openuno import EDITIONS, Card, Colour, Reason, redact, view
from openuno.engine.events import (
    Accepted,
    Challenged,
    ChallengeOffered,
    DrawReason,
    Drew,
    HandShown,
    Played,
    Reshuffled,
    RoundEnded,
    Skipped,
    TurnBegan,
)
from openuno.engine.state import FacingDrawFour, RoundOver, Turn, owes_uno
from tests.scenario import table

PILE = "pile=B2,B3,B4,B5,B6,B7,B8"
FOUR = (Card.B2, Card.B3, Card.B4, Card.B5)
SIX = (*FOUR, Card.B6, Card.B7)

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def lawful(edition: str) -> str:
    return f"{edition} hands=B1,G5,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0"


def bluff(edition: str) -> str:
    return f"{edition} hands=B1,R1,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0"


@pytest.mark.rule("WD4-1")
@every_edition
def test_the_next_player_is_asked_before_the_four_are_drawn(edition: str) -> None:
    laid = table(lawful(edition)).does(0, "W4/G")
    assert laid.events == (
        Played(0, Card.W4, Colour.GREEN),
        ChallengeOffered(1, 4, 0, Colour.RED),
    )
    assert laid.phase == FacingDrawFour(1, 4, 0, Colour.RED, (Card.B1, Card.G5))
    assert laid.colour == "G"
    assert set(laid.may(1)) - {"suggest"} == {"accept", "challenge"}


@pytest.mark.rule("WD4-1")
@every_edition
def test_the_next_player_draws_four_and_misses_the_turn(edition: str) -> None:
    paid = table(lawful(edition)).does(0, "W4/G").does(1, "accept")
    assert paid.events == (Accepted(1), Drew(1, FOUR, DrawReason.CARD), Skipped(1))
    assert paid.hands == "B1,G5/B2,B3,B4,B5,Y1,Y2/Y3,Y4"
    assert paid.phase == Turn(2)
    assert paid.colour == "G"
    assert paid.round.window is None


@pytest.mark.rule("WD4-1")
def test_to_the_right_it_is_the_player_on_the_right_who_draws() -> None:
    start = table(f"mattel-2016 hands=B1,G5,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 right turn=0")
    paid = start.does(0, "W4/G").does(2, "accept")
    assert paid.hands == "B1,G5/Y1,Y2/B2,B3,B4,B5,Y3,Y4"
    assert paid.phase == Turn(1)


@pytest.mark.rule("WD4-1", "ACT-4")
@pytest.mark.parametrize("colour", Colour)
def test_any_colour_may_be_named_and_one_must_be(colour: Colour) -> None:
    start = table(lawful("mattel-2016"))
    assert start.does(0, f"W4/{colour.value}").round.colour is colour
    start.refused(0, "W4", Reason.COLOUR_MISSING)


@pytest.mark.rule("WD4-1", "TURN-5")
def test_after_it_the_named_colour_is_to_be_matched() -> None:
    paid = table(lawful("mattel-2016")).does(0, "W4/Y").does(1, "accept")
    assert paid.may(2) == ["Y3", "Y3!", "Y4", "Y4!", "draw"]


HANDS_AND_VERDICTS = [
    pytest.param("G5,W4", "R5", False, id="the same number in another colour"),
    pytest.param("GS,W4", "RS", False, id="the same symbol in another colour"),
    pytest.param("W,W4", "R5", False, id="a wild has no colour"),
    pytest.param("W4,W4", "R5", False, id="nor has a second Wild Draw Four"),
    pytest.param("B1,G2,W4,Y3", "R5", False, id="three other colours"),
    pytest.param("R1,W4", "R5", True, id="a number of the colour"),
    pytest.param("RD,W4", "R5", True, id="a symbol of the colour"),
    pytest.param("B1,G2,R3,W4,Y3", "R5", True, id="one card among many"),
    pytest.param("B1,W4", "W,R5 colour=B", True, id="the colour named for a wild"),
    pytest.param("R1,W4", "W,R5 colour=B", False, id="not the colour under the wild"),
    pytest.param("R1,W,W4", "W,R5 colour=B", False, id="no twin makes a wild a colour"),
]


@pytest.mark.rule("WD4-2", "WD4-6", "WD4-7")
@pytest.mark.parametrize(("hand", "discard", "guilty"), HANDS_AND_VERDICTS)
def test_it_is_unlawful_only_beside_a_card_of_the_colour_in_play(
    hand: str, discard: str, guilty: bool
) -> None:
    start = table(f"mattel-2016 hands={hand}/Y1,Y2/Y3,Y4 {PILE} discard={discard} turn=0")
    judged = start.does(0, "W4/Y").does(1, "challenge")
    assert judged.events_of(Challenged) == [Challenged(1, 0, guilty)]


@pytest.mark.rule("WD4-2", "HOUSE-6")
@pytest.mark.parametrize(("hand", "discard", "guilty"), HANDS_AND_VERDICTS)
def test_without_bluffing_it_may_be_laid_exactly_when_it_is_lawful(
    hand: str, discard: str, guilty: bool
) -> None:
    rules = "mattel-2016+bluffing=off"
    start = table(f"{rules} hands={hand}/Y1,Y2/Y3,Y4 {PILE} discard={discard} turn=0")
    assert ("W4/Y" not in start.may(0)) is guilty


@pytest.mark.rule("WD4-2")
def test_the_trap_that_it_waits_until_nothing_else_is_playable() -> None:
    start = table(f"house+bluffing=off hands=G5,W,W4/Y1,Y2 {PILE} discard=R5 turn=0")
    assert {"G5", "W/B", "W4/B"} <= set(start.may(0))


@pytest.mark.rule("WD4-2", "WD4-6")
def test_the_trap_that_the_colour_named_is_judged_instead_of_the_colour_before() -> None:
    hidden = table(bluff("mattel-2016")).does(0, "W4/Y").does(1, "challenge")
    assert hidden.events_of(Challenged) == [Challenged(1, 0, guilty=True)]
    honest = table(lawful("mattel-2016")).does(0, "W4/B").does(1, "challenge")
    assert honest.events_of(Challenged) == [Challenged(1, 0, guilty=False)]


@pytest.mark.rule("WD4-2", "TURN-2")
@every_edition
def test_the_trap_that_a_drawn_one_is_a_plain_wild_or_never_a_bluff(edition: str) -> None:
    drawn = table(f"{edition} hands=B1,R1,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 drawn=0:W4")
    assert set(drawn.may(0)) - {"suggest"} == {"W4/B", "W4/G", "W4/R", "W4/Y", "keep"}
    laid = drawn.does(0, "W4/G")
    assert laid.phase == FacingDrawFour(1, 4, 0, Colour.RED, (Card.B1, Card.R1))
    judged = laid.does(1, "challenge")
    assert judged.events_of(Challenged) == [Challenged(1, 0, guilty=True)]
    assert judged.events_of(Drew) == [Drew(0, FOUR, DrawReason.CHALLENGE)]


@pytest.mark.rule("WD4-3")
@every_edition
def test_a_bluff_can_be_laid_and_stands_unless_challenged(edition: str) -> None:
    start = table(bluff(edition))
    assert {"W4/B", "W4/G", "W4/R", "W4/Y"} <= set(start.may(0))
    paid = start.does(0, "W4/G").does(1, "accept")
    assert paid.events == (Accepted(1), Drew(1, FOUR, DrawReason.CARD), Skipped(1))
    assert paid.hands == "B1,R1/B2,B3,B4,B5,Y1,Y2/Y3,Y4"


@pytest.mark.rule("WD4-3", "HOUSE-6")
@every_edition
def test_with_bluffing_off_a_bluff_cannot_be_laid(edition: str) -> None:
    start = table(bluff(f"{edition}+bluffing=off"))
    assert not [action for action in start.may(0) if action.startswith("W4")]
    start.refused(0, "W4/G", Reason.NO_BLUFFING)


@pytest.mark.rule("WD4-3", "WD4-4", "HOUSE-6")
@every_edition
def test_with_bluffing_off_there_is_no_challenge_and_the_four_come_at_once(edition: str) -> None:
    laid = table(lawful(f"{edition}+bluffing=off")).does(0, "W4/G")
    assert laid.events == (
        Played(0, Card.W4, Colour.GREEN),
        Drew(1, FOUR, DrawReason.CARD),
        Skipped(1),
    )
    assert laid.phase == Turn(2)
    for seat in (1, 2):
        assert "challenge" not in laid.may(seat)
    laid.refused(1, "challenge", Reason.NOT_YOUR_TURN)
    laid.refused(2, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("WD4-4")
@every_edition
def test_only_the_player_who_must_draw_may_challenge(edition: str) -> None:
    laid = table(bluff(edition)).does(0, "W4/G")
    for seat in (0, 2):
        assert not {"challenge", "accept"} & set(laid.may(seat))
        laid.refused(seat, "challenge", Reason.NOT_YOUR_TURN)
        laid.refused(seat, "accept", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("WD4-4")
@every_edition
def test_once_the_four_are_drawn_it_is_too_late_to_challenge(edition: str) -> None:
    paid = table(bluff(edition)).does(0, "W4/G").does(1, "accept")
    paid.refused(1, "challenge", Reason.NOT_YOUR_TURN)
    paid.refused(2, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("WD4-4")
@pytest.mark.parametrize("discard", ["W", "RD", "R5"])
def test_no_other_card_can_be_challenged(discard: str) -> None:
    start = table(f"classic hands=R1,B1/Y1,Y2 {PILE} discard={discard} colour=R laid=1 turn=0")
    start.refused(0, "challenge", Reason.NOTHING_TO_CHALLENGE)


@pytest.mark.rule("WD4-5")
@every_edition
def test_the_challenged_hand_is_shown_to_the_challenger_alone(edition: str) -> None:
    judged = table(bluff(edition)).does(0, "W4/G").does(1, "challenge")
    shown = HandShown(0, 1, (Card.B1, Card.R1))
    assert judged.events_of(HandShown) == [shown]
    assert redact(shown, 1) == shown
    assert redact(shown, 0) == shown
    for seat in (2, None):
        assert redact(shown, seat) == HandShown(0, 1, (Card.BACK, Card.BACK))


@pytest.mark.rule("WD4-5")
def test_the_trap_that_the_whole_table_is_shown_the_challenged_hand() -> None:
    judged = table(bluff("classic")).does(0, "W4/G").does(1, "challenge")
    for seat in (1, 2, None):
        assert set(view(judged.round, seat).hands[0]) == {Card.BACK}


@pytest.mark.rule("WD4-5")
def test_a_hand_that_was_not_challenged_is_shown_to_nobody() -> None:
    paid = table(bluff("classic")).does(0, "W4/G").does(1, "accept")
    assert not paid.events_of(HandShown)


@pytest.mark.rule("WD4-6")
@every_edition
def test_guilty_the_bluffer_draws_the_four_and_the_challenger_plays(edition: str) -> None:
    judged = table(bluff(edition)).does(0, "W4/G").does(1, "challenge")
    assert judged.events == (
        Challenged(1, 0, guilty=True),
        HandShown(0, 1, (Card.B1, Card.R1)),
        Drew(0, FOUR, DrawReason.CHALLENGE),
        TurnBegan(1),
    )
    assert judged.hands == "B1,B2,B3,B4,B5,R1/Y1,Y2/Y3,Y4"
    assert judged.phase == Turn(1)
    assert judged.colour == "G"
    assert judged.round.window is None


@pytest.mark.rule("WD4-6")
@every_edition
def test_the_trap_that_the_winner_of_a_challenge_still_loses_the_turn(edition: str) -> None:
    judged = table(bluff(edition)).does(0, "W4/Y").does(1, "challenge")
    assert {"Y1", "Y1!", "Y2", "Y2!"} <= set(judged.may(1))
    assert judged.does(1, "Y1!").phase == Turn(2)


@pytest.mark.rule("WD4-7")
@every_edition
def test_not_guilty_the_challenger_draws_six_and_misses_the_turn(edition: str) -> None:
    judged = table(lawful(edition)).does(0, "W4/G").does(1, "challenge")
    assert judged.events == (
        Challenged(1, 0, guilty=False),
        HandShown(0, 1, (Card.B1, Card.G5)),
        Drew(1, SIX, DrawReason.CHALLENGE),
        Skipped(1),
    )
    assert judged.hands == "B1,G5/B2,B3,B4,B5,B6,B7,Y1,Y2/Y3,Y4"
    assert judged.phase == Turn(2)


@pytest.mark.rule("WD4-8", "OUT-2")
@every_edition
def test_as_the_last_card_it_cannot_be_challenged_and_its_four_count(edition: str) -> None:
    ended = table(f"{edition} hands=W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0").does(0, "W4/G")
    assert ended.events == (
        Played(0, Card.W4, Colour.GREEN),
        Drew(1, FOUR, DrawReason.CARD),
        RoundEnded(
            0,
            ((), (*FOUR, Card.Y1, Card.Y2), (Card.Y3, Card.Y4)),
            (0, 17, 7),
        ),
    )
    assert ended.phase == RoundOver(0)
    ended.refused(1, "challenge", Reason.ROUND_OVER)


@pytest.mark.rule("WD4-1", "OUT-3")
@every_edition
def test_a_reshuffle_leaves_it_on_the_table_with_its_colour(edition: str) -> None:
    start = table(f"{edition} hands=B1,G5,W4/Y1,Y2/Y3,Y4 pile=B2 discard=R5,R6,R7,R8 turn=0")
    paid = start.does(0, "W4/G").does(1, "accept")
    assert [type(event) for event in paid.events] == [Accepted, Drew, Reshuffled, Drew, Skipped]
    assert paid.events_of(Drew)[0] == Drew(1, (Card.B2,), DrawReason.CARD)
    (reshuffled,) = paid.events_of(Reshuffled)
    assert sorted(reshuffled.pile) == [Card.R5, Card.R6, Card.R7, Card.R8]
    assert len(paid.events_of(Drew)[1].cards) == 3
    assert paid.discard == "W4"
    assert paid.colour == "G"


@pytest.mark.rule("WD4-7", "OUT-4")
def test_with_too_few_cards_the_loser_of_a_challenge_takes_what_there_is() -> None:
    start = table("mattel-2016 hands=B1,G5,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 turn=0")
    judged = start.does(0, "W4/G").does(1, "challenge")
    assert judged.hands == "B1,G5/B2,B3,R5,Y1,Y2/Y3,Y4"
    assert judged.pile == "-"
    assert judged.phase == Turn(2)


@pytest.mark.rule("WD4-1", "UNO-1")
def test_laid_as_the_last_card_but_one_it_owes_uno_like_any_other() -> None:
    start = table(f"mattel-2016 hands=B1,W4/Y1,Y2/Y3,Y4 {PILE} discard=R5 turn=0")
    assert owes_uno(start.does(0, "W4/G").round) == 0
    assert owes_uno(start.does(0, "W4/G!").round) is None
