import pytest

from openuno.game.events import GameEnded, RoundScored
from tests.game.sheet import sheet

# Bo is left with 29, Cleo with 54.
LAST_CARD = "mattel-2016 hands=R7/GS,Y9/W,B4 pile=Y1,Y2 discard=R5 turn=0"
DEAD = "mattel-2016 hands=G1/G2,YD/Y3 pile=- discard=R5 turn=2 passes=2"


@pytest.mark.rule("FMT-2", "SCORE-3")
def test_everyone_keeps_a_tally_of_what_they_are_caught_with() -> None:
    after = sheet("low-tally", LAST_CARD, scores=(10, 20, 30)).does(0, "R7")
    assert after.scored() == RoundScored(0, 0, (0, 29, 54))
    assert after.scores == (10, 49, 84)
    assert after.game.wins == (1, 0, 0)
    assert after.winners is None


@pytest.mark.rule("FMT-2", "SCORE-3")
def test_at_the_limit_the_lowest_tally_wins_and_not_the_player_who_went_out() -> None:
    after = sheet("low-tally", LAST_CARD, scores=(300, 100, 446)).does(0, "R7")
    assert after.scores == (300, 129, 500)
    assert after.events[-1] == GameEnded((1,))


@pytest.mark.rule("FMT-2", "SCORE-3")
def test_one_point_below_the_limit_plays_on() -> None:
    after = sheet("low-tally", LAST_CARD, scores=(300, 100, 445)).does(0, "R7")
    assert after.scores[2] == 499
    assert after.winners is None


@pytest.mark.rule("FMT-2", "SCORE-3")
def test_equal_lowest_tallies_share_the_win() -> None:
    after = sheet("low-tally", LAST_CARD, scores=(79, 50, 490)).does(0, "R7")
    assert after.scores == (79, 79, 544)
    assert after.winners == (0, 1)


@pytest.mark.rule("FMT-2", "SCORE-3", "OUT-4")
def test_a_dead_round_counts_against_everyone() -> None:
    after = sheet("low-tally", DEAD, scores=(10, 20, 30)).does(2, "pass")
    assert after.scored() == RoundScored(0, None, (1, 22, 3))
    assert after.scores == (11, 42, 33)
    assert after.winners is None
    assert after.deals().game.round_number == 2


@pytest.mark.rule("FMT-2", "SCORE-3")
def test_a_dead_round_can_end_the_game() -> None:
    after = sheet("low-tally:100", DEAD, scores=(30, 78, 28)).does(2, "pass")
    assert after.scores == (31, 100, 31)
    assert after.winners == (0, 2)


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize(("format", "won"), [("low-tally:54", (0,)), ("low-tally:55", None)])
def test_a_table_may_tally_to_another_limit(format: str, won: tuple[int, ...] | None) -> None:
    assert sheet(format, LAST_CARD).does(0, "R7").winners == won
