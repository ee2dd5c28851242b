import msgspec
import pytest

from openuno import Fast, IllegalAction, Reason, SetupError, edition, new_game
from openuno.engine.actions import Draw
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Teams,
)
from openuno.game.state import Act, NextRound
from openuno.game.view import view_game
from tests.game.sheet import Sheet, new, sheet

LAST_CARD = "mattel-2016 hands=R7/G2/G3 pile=Y1,Y2 discard=R5 turn=0"


def test_nobody_acts_before_the_first_deal() -> None:
    said = new("race", "mattel-2016", 3).refused(Act(0, Draw()), Reason.NOT_DEALT)
    assert said == "the first round has not been dealt yet"


def test_no_hand_is_dealt_before_the_dealer_is_found() -> None:
    game = Sheet(new_game(edition("classic"), Race(), 3, Fast(1)))
    assert game.refused(NextRound(), Reason.WRONG_PHASE) == "the dealer has not been found yet"


def test_nobody_acts_between_two_hands() -> None:
    after = sheet("race", LAST_CARD).does(0, "R7")
    assert after.refused(Act(1, Draw()), Reason.ROUND_OVER) == "the round is over"


def test_no_hand_is_dealt_while_one_is_played() -> None:
    game = sheet("race", LAST_CARD)
    said = game.refused(NextRound(), Reason.WRONG_PHASE)
    assert said == "the round is not over at every table"


@pytest.mark.parametrize("what", [NextRound(), Act(1, Draw()), Act(9, Draw())])
def test_nothing_happens_when_the_game_is_over(what: NextRound | Act) -> None:
    after = sheet("single", LAST_CARD).does(0, "R7")
    assert after.refused(what, Reason.ROUND_OVER) == "the game is over"


@pytest.mark.parametrize("player", [-1, 3, 99])
def test_only_players_of_the_game_act(player: int) -> None:
    for game in (sheet("race", LAST_CARD), new("race", "mattel-2016", 3)):
        said = game.refused(Act(player, Draw()), Reason.NO_SUCH_SEAT)
        assert said == f"there is no player {player} in this game"


@pytest.mark.parametrize("player", [-1, 3, 99])
def test_only_players_of_the_game_have_a_view_of_it(player: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        view_game(sheet("race", LAST_CARD).game, player)
    assert refusal.value.reason is Reason.NO_SUCH_SEAT


@pytest.mark.rule("FMT-7")
def test_a_player_who_is_out_of_the_game_cannot_act() -> None:
    position = "classic hands=R7/G2 pile=Y1,Y2 discard=R5 turn=0"
    game = sheet("elimination", position, scores=(0, 500, 0), out=((1,),))
    assert game.refused(Act(1, Draw()), Reason.NO_SUCH_SEAT) == "player 1 is out of the game"


@pytest.mark.rule("TURN-6")
def test_a_player_acts_by_the_rules_of_the_round() -> None:
    position = "classic hands=G2/R7 pile=Y1,Y2 discard=R5 turn=1"
    game = sheet("elimination", position, scores=(0, 500, 0), out=((1,),))
    game.refused(Act(0, Draw()), Reason.NOT_YOUR_TURN)
    game.does(2, "draw")


@pytest.mark.parametrize(
    ("format", "fits"),
    [
        ("race", range(2, 11)),
        ("low-tally", range(2, 11)),
        ("elimination", range(2, 11)),
        ("single", range(2, 11)),
        ("best-of", range(2, 11)),
        ("partners", [4]),
        ("teams", [4, 6, 8, 10]),
        ("rotating", [4, 8, 12, 16, 20, 24]),
    ],
)
def test_each_format_takes_its_own_numbers_of_players(format: str, fits: range | list[int]) -> None:
    for players in range(-1, 30):
        if players in fits:
            assert len(new(format, "mattel-2016", players).game.scores) == players
        else:
            with pytest.raises(SetupError, match=rf"^players: .* not {players}\b"):
                new(format, "mattel-2016", players)


@pytest.mark.parametrize("format", ["race", "low-tally", "elimination", "single", "best-of"])
def test_teams_are_refused_where_everyone_plays_alone(format: str) -> None:
    with pytest.raises(SetupError, match=r"^teams: "):
        new(format, "classic+teams=on", 4)


@pytest.mark.parametrize("format", ["partners", "teams", "rotating"])
def test_teams_may_be_switched_on_where_they_are_played(format: str) -> None:
    plain = new(format, "classic", 4).deals().game.tables
    assert new(format, "classic+teams=on", 4).deals().game.tables == plain


def test_a_deal_the_deck_cannot_cover_is_refused_before_the_game() -> None:
    with pytest.raises(SetupError, match=r"^hand_size: "):
        new("race", "classic+hand_size=12", 10)
    # At rotating tables it is four hands that must be covered, however many play.
    new("rotating", "classic+hand_size=20", 8)
    with pytest.raises(SetupError, match=r"^hand_size: "):
        new("rotating", "classic+hand_size=30", 8)


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize("format", [Race, LowTally, Partners, Teams, Elimination])
@pytest.mark.parametrize("limit", [0, -500, 100_001])
def test_a_limit_is_in_reach(
    format: type[Race | LowTally | Partners | Teams | Elimination], limit: int
) -> None:
    with pytest.raises(SetupError, match=r"^limit: must be 1 to 100000"):
        format(limit=limit)


@pytest.mark.parametrize("cycles", [0, 101])
def test_there_is_a_cycle_and_an_end_of_cycles(cycles: int) -> None:
    with pytest.raises(SetupError, match=r"^cycles: must be 1 to 100"):
        Rotating(cycles=cycles)


@pytest.mark.rule("FMT-8")
@pytest.mark.parametrize("rounds", [0, -3, 2, 98, 100, 101])
def test_the_best_of_an_odd_number_of_rounds_is_played(rounds: int) -> None:
    with pytest.raises(SetupError, match=r"^rounds: must be (odd|1 to 99), not"):
        BestOf(rounds=rounds)


@pytest.mark.parametrize(
    "text", ['{"format":"race","limit":0}', '{"format":"best-of","rounds":4}', '{"format":"chess"}']
)
def test_a_senseless_format_cannot_be_decoded(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Format)
