import pytest

from openuno.engine.rules import with_switches
from openuno.engine.state import RoundOver, Turn
from openuno.game.events import Eliminated, GameEnded, RoundScored
from openuno.game.state import is_round_on, players_to_act
from tests.game.sheet import new, sheet

# Seat 0 goes out; the others are left with 29, 54 and 1.
FOUR = "classic hands=R7/GS,Y9/W,B4/G1 pile=Y1,Y2 discard=R5 turn=0"
# Seat 0 goes out; the other is left with 20.
TWO = "classic hands=R7/GS pile=Y1,Y2 discard=R5 turn=0"
DEAD = "classic hands=G1/G2,YD/Y3 pile=- discard=R5 turn=2 passes=2"
DEAD_TWO = "classic hands=G1/G2 pile=- discard=R5 turn=1 passes=1"


@pytest.mark.rule("FMT-7")
def test_everyone_keeps_a_tally() -> None:
    after = sheet("elimination", FOUR, scores=(1, 2, 3, 4)).does(0, "R7")
    assert after.scored() == RoundScored(0, 0, (0, 29, 54, 1))
    assert after.scores == (1, 31, 57, 5)
    assert after.events_of(Eliminated) == []
    assert after.winners is None


@pytest.mark.rule("FMT-7", "SCORE-4")
@pytest.mark.parametrize(("tally", "out"), [(446, ((2,),)), (445, ())])
def test_at_the_limit_one_is_out(tally: int, out: tuple[tuple[int, ...], ...]) -> None:
    after = sheet("elimination", FOUR, scores=(0, 0, tally, 0)).does(0, "R7")
    assert after.game.out == out
    assert after.winners is None


@pytest.mark.rule("FMT-7")
def test_a_player_who_is_out_is_not_dealt_in_again() -> None:
    after = sheet("elimination", FOUR, scores=(0, 0, 446, 0)).does(0, "R7")
    assert after.events_of(Eliminated) == [Eliminated((2,))]
    dealt = after.deals()
    assert dealt.began().tables == ((0, 1, 3),)
    assert set(players_to_act(dealt.game)) <= {0, 1, 3}
    assert len(dealt.game.tables[0].round.hands) == 3


@pytest.mark.rule("FMT-7")
def test_a_tally_goes_to_the_player_and_not_to_the_seat() -> None:
    three = "classic hands=GS,Y9/R7/W,B4 pile=Y1,Y2 discard=R5 turn=1"
    game = sheet("elimination", three, scores=(500, 10, 20, 30), out=((0,),), dealer=1)
    after = game.does(2, "R7")
    assert after.scored() == RoundScored(0, 2, (0, 29, 0, 54))
    assert after.scores == (500, 39, 20, 84)
    assert after.game.wins == (0, 0, 1, 0)


@pytest.mark.rule("FMT-7")
def test_several_can_be_out_at_once() -> None:
    after = sheet("elimination:50", FOUR, scores=(10, 21, 0, 0)).does(0, "R7")
    assert after.events_of(Eliminated) == [Eliminated((1, 2))]
    assert after.game.out == ((1, 2),)
    assert after.winners is None
    assert after.deals().began().tables == ((0, 3),)


@pytest.mark.rule("FMT-7")
def test_the_last_player_left_has_won() -> None:
    after = sheet("elimination:50", FOUR, scores=(10, 21, 0, 49)).does(0, "R7")
    assert after.game.out == ((1, 2, 3),)
    assert after.events[-1] == GameEnded((0,))


@pytest.mark.rule("FMT-7")
def test_head_to_head_the_player_who_reaches_the_limit_loses() -> None:
    game = sheet("elimination:100", TWO, scores=(120, 99, 80), out=((0,),), dealer=1)
    after = game.does(1, "R7")
    assert after.scores == (120, 99, 100)
    assert after.game.out == ((0,), (2,))
    assert after.winners == (1,)


@pytest.mark.rule("FMT-7")
def test_head_to_head_goes_on_below_the_limit() -> None:
    game = sheet("elimination:100", TWO, scores=(120, 99, 79), out=((0,),), dealer=1)
    after = game.does(1, "R7")
    assert after.winners is None
    assert after.deals().began().tables == ((1, 2),)


@pytest.mark.rule("FMT-7", "TWO-1")
def test_the_last_two_play_by_the_two_player_rules_even_where_they_are_switched_off() -> None:
    plain = "classic+two_player_reverse=off hands=R7/GS/G9 pile=Y1,Y2 discard=R5 turn=0"
    after = sheet("elimination:20", plain).does(0, "R7")
    head_to_head = after.deals()
    round = head_to_head.game.tables[0].round
    assert len(round.hands) == 2
    assert round.rules == with_switches(after.game.rules, two_player_reverse=True)
    assert not head_to_head.game.rules.two_player_reverse


@pytest.mark.rule("FMT-7")
def test_three_still_play_by_the_tables_own_rules() -> None:
    game = new("elimination", "classic+two_player_reverse=off", 3).deals()
    assert not game.game.tables[0].round.rules.two_player_reverse


@pytest.mark.rule("TWO-1")
def test_other_formats_leave_the_switch_alone() -> None:
    game = new("race", "classic+two_player_reverse=off", 2).deals()
    assert not game.game.tables[0].round.rules.two_player_reverse


@pytest.mark.rule("FMT-7")
def test_a_game_of_two_is_head_to_head_from_the_start() -> None:
    game = new("elimination", "classic+two_player_reverse=off", 2).deals()
    reverse = game.at("classic+two_player_reverse=on hands=RR,R1,R2/G1 pile=Y1 discard=R5 turn=0")
    assert game.game.tables[0].round.rules == reverse.game.tables[0].round.rules
    assert reverse.does(0, "RR").game.tables[0].round.phase == Turn(0)


@pytest.mark.rule("FMT-7", "OUT-4")
def test_a_dead_hand_counts_and_can_put_players_out() -> None:
    after = sheet("elimination:100", DEAD, scores=(10, 78, 10)).does(2, "pass")
    assert after.scored() == RoundScored(0, None, (1, 22, 3))
    assert after.game.out == ((1,),)
    assert after.winners is None
    assert is_round_on(after.deals().game)


@pytest.mark.rule("FMT-7")
def test_all_out_at_once_the_lowest_tally_wins() -> None:
    after = sheet("elimination:20", DEAD, scores=(19, 19, 18)).does(2, "pass")
    assert after.scores == (20, 41, 21)
    assert after.game.out == ((0, 1, 2),)
    assert after.winners == (0,)


@pytest.mark.rule("FMT-7")
def test_all_out_at_once_with_equal_lowest_tallies_share_the_win() -> None:
    after = sheet("elimination:20", DEAD, scores=(22, 19, 20), dealer=0).does(2, "pass")
    assert after.scores == (23, 41, 23)
    assert after.winners == (0, 2)


@pytest.mark.rule("FMT-7")
def test_a_player_who_left_earlier_does_not_win_with_a_lower_tally() -> None:
    game = sheet("elimination:20", DEAD_TWO, scores=(20, 24, 24), out=((0,),), dealer=1)
    after = game.does(2, "pass")
    assert after.game.tables[0].round.phase == RoundOver(None)
    assert after.scores == (20, 25, 26)
    assert after.game.out == ((0,), (1, 2))
    assert after.winners == (1,)
