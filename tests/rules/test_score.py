import pytest

from openuno import SetupError, with_switches
from openuno.engine.events import RoundEnded
from openuno.engine.notation.rules import parse_rules
from openuno.engine.state import RoundOver
from tests.scenario import every_edition, table

ADDED = "+swap_cards=2+shuffle_cards=2+blank_cards=2"


def score(position: str, action: str) -> tuple[int, ...]:
    """What each seat is caught with when seat 0 goes out."""
    out = table(position).does(0, action)
    assert out.phase == RoundOver(0)
    return out.events_of(RoundEnded)[0].points


@pytest.mark.rule("SCORE-1")
@every_edition
@pytest.mark.parametrize(
    ("hand", "points"),
    [(f"{colour}{n}", n) for n in range(10) for colour in "RG"]
    + [("BD", 20), ("YR", 20), ("GS", 20), ("W", 50), ("W4", 50)],
)
def test_a_number_counts_its_face_an_action_card_20_a_wild_50(
    edition: str, hand: str, points: int
) -> None:
    at = f"{edition} hands=BS/{hand} pile=Y1,Y2 discard=BS turn=0"
    assert score(at, "BS") == (0, points)


@pytest.mark.rule("SCORE-1")
@every_edition
def test_the_winner_scores_the_cards_in_all_opponents_hands(edition: str) -> None:
    at = f"{edition} hands=R1/B9,GD,W/Y0/RS,W4,Y7 pile=G1,G2 discard=R5 turn=0"
    points = score(at, "R1")
    assert points == (0, 79, 0, 77)
    assert sum(points) == 156


@pytest.mark.rule("SCORE-1", "OUT-2")
@every_edition
def test_cards_drawn_for_the_last_card_count(edition: str) -> None:
    at = f"{edition} hands=RD/B9/Y3 pile=G8,W,G2 discard=R5 turn=0"
    assert score(at, "RD") == (0, 9 + 8 + 50, 3)


@pytest.mark.rule("SCORE-1")
@every_edition
def test_the_card_on_the_table_and_the_piles_count_for_nobody(edition: str) -> None:
    at = f"{edition} hands=W/B9/Y3 pile=W,W4,G2 discard=R5,W4 turn=0"
    assert score(at, "W/R") == (0, 9, 3)


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("card", ["WH", "WC1", "WC3"])
def test_a_special_wild_counts_40_in_wild_112(card: str) -> None:
    assert score(f"wild-112 hands=R1/{card},W pile=G1 discard=R5 turn=0", "R1") == (0, 90)


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("card", ["WX", "WH", "WC1", "WC2"])
@pytest.mark.parametrize(("switch", "points"), [("", 50), ("+special_points=40", 40)])
def test_a_special_wild_counts_50_in_house_or_40_by_the_switch(
    card: str, switch: str, points: int
) -> None:
    rules = f"house{ADDED}{switch}"
    at = f"{rules} hands=R1/{card} pile=G1 discard=R5 turn=0"
    assert score(at, "R1") == (0, points)


@pytest.mark.rule("SCORE-1", "SCORE-2")
@pytest.mark.parametrize("special", [40, 50])
def test_the_switch_does_not_touch_a_plain_wild_or_a_wild_draw_four(special: int) -> None:
    rules = f"house+special_points={special}"
    assert score(f"{rules} hands=R1/W,W4 pile=G1 discard=R5 turn=0", "R1") == (0, 100)


@pytest.mark.rule("SCORE-2")
def test_wild_112_can_count_50_by_the_switch() -> None:
    at = "wild-112+special_points=50 hands=R1/WH pile=G1 discard=R5 turn=0"
    assert score(at, "R1") == (0, 50)


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("points", [0, 20, 39, 45, 51, -40])
def test_a_special_wild_counts_40_or_50_and_nothing_else(points: int) -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(parse_rules("house"), special_points=points)
    assert refusal.value.switch == "special_points"


@pytest.mark.rule("SCORE-5")
@every_edition
@pytest.mark.parametrize(("switch", "points"), [("", 100), ("+wild_points=40", 80)])
def test_wild_and_wild_draw_four_count_50_or_40_by_the_switch(
    edition: str, switch: str, points: int
) -> None:
    assert score(f"{edition}{switch} hands=R1/W,W4 pile=G1 discard=R5 turn=0", "R1") == (0, points)


@pytest.mark.rule("SCORE-2", "SCORE-5")
@pytest.mark.parametrize("wild", [40, 50])
@pytest.mark.parametrize("special", [40, 50])
def test_all_five_wilds_count_what_their_two_switches_say(wild: int, special: int) -> None:
    rules = f"house{ADDED}+special_points={special}+wild_points={wild}"
    hands = "hands=R1/W,W4/WC1,WH,WX,G7,YS"
    found = score(f"{rules} {hands} pile=G1 discard=R5 turn=0", "R1")
    assert found == (0, 2 * wild, 3 * special + 27)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("points", [0, 20, 39, 45, 51, -40])
def test_a_wild_counts_40_or_50_and_nothing_else(points: int) -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(parse_rules("house"), wild_points=points)
    assert refusal.value.switch == "wild_points"


@pytest.mark.rule("OUT-4", "SCORE-1")
@every_edition
def test_a_dead_round_is_won_by_nobody_and_every_hand_is_counted(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/BS,B7/G0 pile=- discard=R5 turn=0 passes=2")
    dead = at.does(0, "pass")
    assert dead.events_of(RoundEnded) == [RoundEnded(None, at.round.hands, (3, 27, 0))]
    assert dead.phase == RoundOver(None)
