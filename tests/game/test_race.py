import pytest

from openuno.engine.state import RoundOver
from openuno.game.events import GameEnded, RoundScored
from openuno.game.formats import LIMIT, Elimination, LowTally, Partners, Race, Teams
from openuno.game.state import is_round_on
from tests.game.sheet import sheet

# Bo is left with 20 + 9, Cleo with 50 + 4.
LAST_CARD = "mattel-2016 hands=R7/GS,Y9/W,B4 pile=Y1,Y2 discard=R5 turn=0"


@pytest.mark.rule("FMT-1")
def test_the_player_who_goes_out_collects_what_all_the_others_hold() -> None:
    after = sheet("race", LAST_CARD, scores=(10, 20, 30)).does(0, "R7")
    assert after.scored() == RoundScored(0, 0, (83, 0, 0))
    assert after.scores == (93, 20, 30)
    assert after.game.wins == (1, 0, 0)
    assert after.winners is None


@pytest.mark.rule("FMT-1")
def test_first_to_the_limit_wins() -> None:
    after = sheet("race", LAST_CARD, scores=(417, 499, 0)).does(0, "R7")
    assert after.scores == (500, 499, 0)
    assert after.winners == (0,)
    assert after.events[-1] == GameEnded((0,))


@pytest.mark.rule("FMT-1")
def test_one_point_short_of_the_limit_plays_on() -> None:
    after = sheet("race", LAST_CARD, scores=(416, 499, 0)).does(0, "R7")
    assert after.scores == (499, 499, 0)
    assert after.winners is None
    assert after.deals().game.round_number == 2


@pytest.mark.rule("FMT-1")
def test_a_last_draw_card_is_paid_before_the_hand_is_scored() -> None:
    last = "mattel-2016 hands=RD/GS/W pile=Y1,Y2,Y3 discard=R5 turn=0"
    after = sheet("race", last).does(0, "RD")
    assert after.scores == (20 + 1 + 2 + 50, 0, 0)


@pytest.mark.rule("FMT-1")
def test_a_dead_round_gives_nothing_and_another_is_dealt() -> None:
    position = "mattel-2016 hands=G1/G2,YD/Y3 pile=- discard=R5 turn=0"
    game = sheet("race:100", position, scores=(90, 95, 99)).does(0, "pass").does(1, "pass")
    assert game.events_of(RoundScored) == []
    after = game.does(2, "pass")
    assert after.game.tables[0].round.phase == RoundOver(None)
    assert after.scored() == RoundScored(0, None, (0, 0, 0))
    assert after.scores == (90, 95, 99)
    assert after.game.wins == (0, 0, 0)
    assert after.winners is None
    again = after.deals()
    assert is_round_on(again.game)
    assert again.began().dealers == (1,)


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize("format", [Race, LowTally, Partners, Teams, Elimination])
def test_the_limit_is_500_unless_the_table_says_otherwise(
    format: type[Race | LowTally | Partners | Teams | Elimination],
) -> None:
    assert format().limit == LIMIT == 500
    assert format(limit=300).limit == 300


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize(("format", "won"), [("race:83", (0,)), ("race:84", None)])
def test_a_table_may_play_to_another_limit(format: str, won: tuple[int, ...] | None) -> None:
    assert sheet(format, LAST_CARD).does(0, "R7").winners == won
