import pytest

from openuno.engine.state import RoundOver
from openuno.game.events import GameEnded, RoundScored
from openuno.game.formats import Partners, Teams, sides
from openuno.game.state import is_round_on
from tests.game.sheet import new, sheet

# The partner, opposite, holds 50; the opponents hold 29 and 4.
PAIRS = "classic+teams=on hands=R7/GS,Y9/W/B4 pile=Y1,Y2 discard=R5 turn=0"
OTHER_PAIR = "classic+teams=on hands=W/GS,Y9/B4/R7 pile=Y1,Y2 discard=R5 turn=3"
DEAD = "classic+teams=on hands=G1/G2/Y3/Y4 pile=- discard=R5 turn=3 passes=3"
SIX = "classic+teams=on hands=G1/R7/G2/W/G3,G4/YD pile=Y1,Y2 discard=R5 turn=1"


@pytest.mark.rule("FMT-3")
def test_partners_score_both_opponents_hands_and_not_their_own() -> None:
    after = sheet("partners", PAIRS, scores=(100, 50, 100, 50)).does(0, "R7")
    assert after.scored() == RoundScored(0, 0, (33, 0, 33, 0))
    assert after.game.tables[0].round.phase == RoundOver(0)
    assert after.scores == (133, 50, 133, 50)
    assert after.game.wins == (1, 0, 0, 0)
    assert after.winners is None


@pytest.mark.rule("FMT-3")
def test_either_partner_going_out_ends_the_hand_for_the_pair() -> None:
    after = sheet("partners", OTHER_PAIR).does(3, "R7")
    assert after.scored() == RoundScored(0, 3, (0, 54, 0, 54))


@pytest.mark.rule("FMT-3")
def test_the_first_pair_to_the_limit_wins() -> None:
    after = sheet("partners", PAIRS, scores=(467, 499, 467, 499)).does(0, "R7")
    assert after.scores == (500, 499, 500, 499)
    assert after.events[-1] == GameEnded((0, 2))


@pytest.mark.rule("FMT-3", "SCORE-4")
@pytest.mark.parametrize(("format", "won"), [("partners:33", (0, 2)), ("partners:34", None)])
def test_a_pairs_score_is_not_doubled_before_it_is_held_to_the_limit(
    format: str, won: tuple[int, ...] | None
) -> None:
    assert sheet(format, PAIRS).does(0, "R7").winners == won


@pytest.mark.rule("FMT-3", "FMT-6")
@pytest.mark.parametrize("format", ["partners:50", "teams:50"])
def test_a_dead_hand_gives_no_team_anything(format: str) -> None:
    after = sheet(format, DEAD, scores=(49, 48, 49, 48)).does(3, "pass")
    assert after.scored() == RoundScored(0, None, (0, 0, 0, 0))
    assert after.winners is None
    assert is_round_on(after.deals().game)


@pytest.mark.rule("FMT-3", "FMT-6")
@pytest.mark.parametrize("format", ["partners", "teams"])
def test_partners_sit_opposite_and_every_hand_is_played_in_teams(format: str) -> None:
    game = new(format, "classic", 4).deals()
    assert game.began().tables == ((0, 1, 2, 3),)
    assert game.game.tables[0].round.rules.teams
    assert not game.game.rules.teams


@pytest.mark.rule("FMT-6")
def test_teams_sit_alternately() -> None:
    assert sides(Teams(), 6) == ((0, 2, 4), (1, 3, 5))
    assert sides(Teams(), 10) == ((0, 2, 4, 6, 8), (1, 3, 5, 7, 9))
    assert sides(Partners(), 4) == ((0, 2), (1, 3))


@pytest.mark.rule("FMT-6")
def test_one_going_out_scores_the_other_teams_hands_for_the_whole_team() -> None:
    after = sheet("teams", SIX).does(1, "R7")
    assert after.scored() == RoundScored(0, 1, (0, 10, 0, 10, 0, 10))


@pytest.mark.rule("FMT-6")
def test_the_first_team_to_the_limit_wins() -> None:
    after = sheet("teams", SIX, scores=(499, 490, 499, 490, 499, 490)).does(1, "R7")
    assert after.winners == (1, 3, 5)
    short = sheet("teams", SIX, scores=(499, 489, 499, 489, 499, 489)).does(1, "R7")
    assert short.winners is None


@pytest.mark.rule("FMT-6")
@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_teams_of_two_to_five_can_play(players: int) -> None:
    game = new("teams", "classic", players).deals()
    assert game.began().tables == (tuple(range(players)),)
