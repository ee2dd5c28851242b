import pytest

from openuno import Card, Colour, Reason
from openuno.engine.events import DrawReason, Drew, Played, Reversed, Skipped
from openuno.engine.state import Turn
from tests.scenario import every_edition, table

HANDS = "B9,G9,Y9/B1,B2,BD/G1,G2,GD/Y1,Y2,YD"


def facing(edition: str, hand: str, top: str, direction: str = "left") -> str:
    """Four at the table, seat 0 to play."""
    others = HANDS.partition("/")[2]
    return f"{edition} hands={hand}/{others} pile=R1,R2,R3,R4 discard={top} {direction} turn=0"


@pytest.mark.rule("ACT-1")
@every_edition
@pytest.mark.parametrize(
    ("direction", "struck", "hands", "following"),
    [
        ("left", 1, "B9,G9/B1,B2,BD,R1,R2/G1,G2,GD/Y1,Y2,YD", 2),
        ("right", 3, "B9,G9/B1,B2,BD/G1,G2,GD/R1,R2,Y1,Y2,YD", 2),
    ],
)
def test_after_a_draw_two_the_next_player_draws_two_and_misses_the_turn(
    edition: str, direction: str, struck: int, hands: str, following: int
) -> None:
    laid = table(facing(edition, "B9,G9,RD", "R5", direction)).does(0, "RD")
    assert laid.events == (
        Played(0, Card.RD),
        Drew(struck, (Card.R1, Card.R2), DrawReason.CARD),
        Skipped(struck),
    )
    assert (laid.hands, laid.pile, laid.phase) == (hands, "R3,R4", Turn(following))


@pytest.mark.rule("ACT-1", "HOUSE-1")
@every_edition
def test_a_draw_two_is_not_answered_with_a_draw_two(edition: str) -> None:
    laid = table(facing(edition, "B9,G9,BD", "BR")).does(0, "BD")
    assert laid.phase == Turn(2)
    laid.refused(1, "BD", Reason.NOT_YOUR_TURN).refused(1, "accept", Reason.NOT_YOUR_TURN)
    again = laid.does(2, "GD")
    assert [len(hand) for hand in again.round.hands] == [2, 5, 2, 5]  # two each, and no four
    assert again.phase == Turn(0)


@pytest.mark.rule("ACT-2")
@every_edition
@pytest.mark.parametrize(("direction", "turned", "following"), [("left", -1, 3), ("right", 1, 1)])
def test_a_reverse_turns_the_direction_of_play(
    edition: str, direction: str, turned: int, following: int
) -> None:
    laid = table(facing(edition, "B9,G9,RR", "R5", direction)).does(0, "RR")
    assert laid.events == (Played(0, Card.RR), Reversed(0, turned))
    assert (laid.round.direction, laid.phase) == (turned, Turn(following))
    assert laid.pile == "R1,R2,R3,R4"


@pytest.mark.rule("ACT-2")
@every_edition
def test_play_runs_on_the_other_way_until_the_next_reverse(edition: str) -> None:
    at = table(f"{edition} hands=B9,RR/R1,Y1/GR,Y2,Y3/R7,R8 pile=G1,G2,G3,G4 discard=R5 turn=0")
    right = at.does(0, "RR").does(3, "R7")
    assert right.phase == Turn(2)
    assert right.round.direction == -1
    three = table(f"{edition} hands=B9,RR/GR,G9/Y1,Y2 pile=Y3 discard=R5 turn=0").does(0, "RR")
    assert three.phase == Turn(2)
    back = three.does(2, "draw").does(2, "keep").does(1, "GR")
    assert (back.round.direction, back.phase) == (1, Turn(2))


@pytest.mark.rule("ACT-2")
@every_edition
def test_with_three_players_a_reverse_skips_nobody(edition: str) -> None:
    at = table(f"{edition} hands=B9,RR/B1,B2/B3,B4 pile=G1 discard=R5 turn=0")
    laid = at.does(0, "RR")
    assert not laid.events_of(Skipped)
    assert laid.phase == Turn(2)


@pytest.mark.rule("ACT-3")
@every_edition
@pytest.mark.parametrize(("direction", "skipped"), [("left", 1), ("right", 3)])
def test_after_a_skip_the_next_player_misses_the_turn(
    edition: str, direction: str, skipped: int
) -> None:
    laid = table(facing(edition, "B9,G9,RS", "R5", direction)).does(0, "RS")
    assert laid.events == (Played(0, Card.RS), Skipped(skipped))
    assert laid.phase == Turn(2)
    assert [len(hand) for hand in laid.round.hands] == [2, 3, 3, 3]
    laid.refused(skipped, "draw", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("ACT-1", "ACT-2", "ACT-3")
@every_edition
@pytest.mark.parametrize("face", "DRS")
def test_an_action_card_goes_on_its_colour_and_on_its_own_kind_only(
    edition: str, face: str
) -> None:
    card = f"R{face}"
    other = next(symbol for symbol in "DRS" if symbol != face)
    for top in ("R5", "R0", f"R{other}", f"G{face}"):
        assert table(facing(edition, f"B9,G9,{card}", top)).does(0, card).colour == "R"
    for top in ("G5", f"G{other}"):
        table(facing(edition, f"B9,Y9,{card}", top)).refused(0, card, Reason.NO_MATCH)


@pytest.mark.rule("ACT-1", "ACT-2", "ACT-3")
@every_edition
@pytest.mark.parametrize("face", "DRS")
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_on_a_wild_an_action_card_needs_the_colour_named(
    edition: str, face: str, wild: str
) -> None:
    card = f"R{face}"
    at = f"{edition} hands=B9,G9,{card}/B1,B2/B3,B4 pile=Y1,Y2,Y3 discard={wild}"
    table(f"{at} colour=G turn=0").refused(0, card, Reason.NO_MATCH)
    assert table(f"{at} colour=R turn=0").does(0, card).colour == "R"


@pytest.mark.rule("ACT-4")
@every_edition
@pytest.mark.parametrize("colour", Colour)
def test_a_wild_names_any_colour_the_present_one_included(edition: str, colour: Colour) -> None:
    laid = table(facing(edition, "B9,G9,W", "R5")).does(0, f"W/{colour.value}")
    assert laid.events == (Played(0, Card.W, colour),)
    assert (laid.colour, laid.phase) == (colour.value, Turn(1))
    assert laid.pile == "R1,R2,R3,R4"


@pytest.mark.rule("ACT-4")
@every_edition
def test_a_wild_may_be_played_beside_other_playable_cards(edition: str) -> None:
    at = table(facing(edition, "B5,R9,W", "R5"))
    assert {"W/B", "W/G", "W/R", "W/Y", "R9", "B5"} <= set(at.may(0))
    assert at.does(0, "W/G").colour == "G"


@pytest.mark.rule("ACT-4")
@every_edition
@pytest.mark.parametrize("top", ["R5", "RD", "RR", "RS", "W", "W4"])
def test_a_wild_goes_on_any_card(edition: str, top: str) -> None:
    at = table(f"{edition} hands=G9,W/B1,B2/B3,B4 pile=Y1 discard={top} colour=R turn=0")
    assert at.does(0, "W/G").discard == f"W,{top}"


@pytest.mark.rule("ACT-4")
@every_edition
def test_a_wild_without_a_colour_is_refused(edition: str) -> None:
    table(facing(edition, "B9,G9,W", "R5")).refused(0, "W", Reason.COLOUR_MISSING)
