"""PEN: the price of a suggestion, and of an honour rule that was not kept."""

import pytest

from openuno import Card, Colour, IllegalAction, Reason
from openuno.engine.events import DrawReason, Drew, Suggested
from openuno.engine.play import pay_honour_penalty
from openuno.engine.state import AfterDraw, FacingDrawFour, FacingStack, NamingColour, Turn, Window
from tests.scenario import table

PILE = "pile=B2,B3,B4,B5,B6"
FOUR = (Card.B2, Card.B3, Card.B4, Card.B5)


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_suggestion_costs_four_cards_in_turn_or_out_of_it(seat: int) -> None:
    start = table(f"classic hands=R1/R2/R3 {PILE} discard=R5 laid=2! turn=0")
    assert "suggest" in start.may(seat)
    paid = start.does(seat, "suggest")
    assert paid.events == (Suggested(seat), Drew(seat, FOUR, DrawReason.SUGGESTION))
    hands = ["R1", "R2", "R3"]
    hands[seat] = f"B2,B3,B4,B5,R{seat + 1}"
    assert paid.hands == "/".join(hands)
    assert paid.phase == Turn(0)
    assert paid.round.window == Window(2, settled=True)


@pytest.mark.rule("PEN-1")
@pytest.mark.parametrize("edition", ["mattel-2016", "wild-112", "house"])
def test_where_the_switch_is_off_a_suggestion_is_no_act_of_the_table(edition: str) -> None:
    start = table(f"{edition} hands=R1/R2 {PILE} discard=R5 turn=0")
    for seat in (0, 1):
        assert "suggest" not in start.may(seat)
        start.refused(seat, "suggest", Reason.NO_SUGGESTION_PENALTY)


@pytest.mark.rule("PEN-1")
def test_the_price_is_a_switch() -> None:
    start = table(f"house+suggestion_penalty=1 hands=R1/R2 {PILE} discard=R5 turn=0")
    paid = start.does(1, "suggest")
    assert paid.events == (Suggested(1), Drew(1, (Card.B2,), DrawReason.SUGGESTION))
    off = table(f"classic+suggestion_penalty=0 hands=R1/R2 {PILE} discard=R5 turn=0")
    off.refused(1, "suggest", Reason.NO_SUGGESTION_PENALTY)


@pytest.mark.rule("PEN-1", "MEET-8")
@pytest.mark.parametrize(
    ("state", "phase"),
    [
        ("discard=R5 turn=0", Turn(0)),
        ("discard=R5 drawn=0:R1", AfterDraw(0, Card.R1)),
        ("discard=W colour=- naming=0", NamingColour(0)),
        ("discard=RD laid=2 stacked=0:2", FacingStack(0, 2)),
        (
            "discard=W4,R5 colour=G laid=2 doubt=0:4:2:R:R3,R4",
            FacingDrawFour(0, 4, 2, Colour.RED, (Card.R3, Card.R4)),
        ),
    ],
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_it_can_fall_in_any_phase_and_the_table_waits_on(
    state: str, phase: object, seat: int
) -> None:
    start = table(f"classic+stacking=same hands=G1,R1/G2,R2/R3,R4 {PILE} {state}")
    paid = start.does(seat, "suggest")
    assert paid.events_of(Drew) == [Drew(seat, FOUR, DrawReason.SUGGESTION)]
    assert paid.phase == phase
    assert paid.round.window == start.round.window
    assert paid.colour == start.colour


@pytest.mark.rule("PEN-1", "OUT-4", "MEET-8")
def test_one_pays_with_what_there_is_and_not_at_all_when_nothing_is_left() -> None:
    start = table("classic hands=R1/R2 pile=B2 discard=R5,R6 turn=0")
    paid = start.does(1, "suggest")
    assert paid.hands == "R1/B2,R2,R6"
    assert "suggest" not in paid.may(1)
    paid.refused(1, "suggest", Reason.NOTHING_TO_DRAW)


@pytest.mark.rule("PEN-1")
def test_nobody_pays_before_the_deal_or_after_the_round() -> None:
    over = table(f"classic hands=-/R2 {PILE} discard=R5 over=0")
    over.refused(1, "suggest", Reason.ROUND_OVER)
    assert over.may(1) == []


HUM = 'house+blank_cards=1+written="Everyone_hums."'


@pytest.mark.rule("PEN-2")
@pytest.mark.parametrize("state", ["laid=2! turn=0", "drawn=0:R1", "laid=2! stacked=0:2"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_honour_rule_not_kept_costs_two_cards_and_the_table_waits_on(
    seat: int, state: str
) -> None:
    start = table(f"{HUM} hands=G1,R1/G2/R3 {PILE} discard=RD {state}")
    paid = pay_honour_penalty(start.round, seat)
    assert paid.events == (Drew(seat, FOUR[:2], DrawReason.HONOUR),)
    assert paid.round.phase == start.phase
    assert paid.round.window == start.round.window
    for other in range(3):
        assert (paid.round.hands[other] == start.round.hands[other]) == (other != seat)
        assert "penalty" not in start.may(other), "no seat does this by itself"


@pytest.mark.rule("PEN-2")
def test_the_price_of_an_honour_rule_is_a_switch() -> None:
    for cards in (1, 4):
        rules = HUM.replace("house", f"house+honour_penalty={cards}")
        start = table(f"{rules} hands=R1/R2 {PILE} discard=R5 turn=0")
        assert pay_honour_penalty(start.round, 1).events == (
            Drew(1, FOUR[:cards], DrawReason.HONOUR),
        )


@pytest.mark.rule("PEN-2", "OUT-4")
def test_an_honour_rule_is_paid_for_with_the_cards_there_are() -> None:
    start = table(
        f"{HUM.replace('house', 'house+honour_penalty=4')} hands=R1/R2 pile=B2 discard=R5,R6 turn=0"
    )
    paid = pay_honour_penalty(start.round, 1).round
    assert [len(hand) for hand in paid.hands] == [1, 3]
    with pytest.raises(IllegalAction, match="no card left to pay"):
        pay_honour_penalty(paid, 1)


@pytest.mark.rule("PEN-2")
@pytest.mark.parametrize(
    ("rules", "phase", "reason"),
    [
        (HUM.replace("house", "house+honour_penalty=0"), "turn=0", Reason.NO_HONOUR_PENALTY),
        ("house+blank_cards=1+written=Reverse", "turn=0", Reason.NO_HONOUR_PENALTY),
        ("house", "turn=0", Reason.NO_HONOUR_PENALTY),
        (HUM, "over=0", Reason.ROUND_OVER),
    ],
)
def test_nobody_pays_where_there_is_nothing_to_pay_for(
    rules: str, phase: str, reason: Reason
) -> None:
    hands = "-/R2" if phase == "over=0" else "R1/R2"
    start = table(f"{rules} hands={hands} {PILE} discard=R5 {phase}")
    with pytest.raises(IllegalAction) as refused:
        pay_honour_penalty(start.round, 1)
    assert refused.value.reason is reason
