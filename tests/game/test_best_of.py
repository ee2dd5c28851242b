import pytest

from openuno.game.events import GameEnded, RoundScored
from tests.game.sheet import Sheet, sheet

THREE = "mattel-2016 hands=R7/R8/R9 pile=Y1,Y2 discard=R5 turn={turn}"
DEAD = "mattel-2016 hands=G1/G2/Y3 pile=- discard=R5 turn=2 passes=2"


def goes_out(game: Sheet, player: int) -> Sheet:
    return game.at(THREE.format(turn=player)).does(player, ("R7", "R8", "R9")[player])


def best_of(rounds: int, *winners: int) -> Sheet:
    """A best-of game of three in which these players have gone out, one after another."""
    game = goes_out(sheet(f"best-of:{rounds}", THREE.format(turn=0)), winners[0])
    for winner in winners[1:]:
        assert game.winners is None
        game = goes_out(game.deals(), winner)
    return game


@pytest.mark.rule("FMT-8")
def test_a_single_round_is_won_by_the_player_who_goes_out() -> None:
    after = sheet("single", THREE.format(turn=1)).does(1, "R8")
    assert after.scored() == RoundScored(0, 1, (0, 16, 0))
    assert after.events[-1] == GameEnded((1,))


@pytest.mark.rule("FMT-8", "OUT-4")
def test_a_single_round_that_dies_is_dealt_again() -> None:
    after = sheet("single", DEAD).does(2, "pass")
    assert after.scored() == RoundScored(0, None, (0, 0, 0))
    assert after.winners is None
    again = after.deals()
    assert again.began().round_number == 2
    assert again.began().dealers == (1,)
    assert goes_out(again, 2).winners == (2,)


@pytest.mark.rule("FMT-8")
def test_most_rounds_of_n_wins() -> None:
    after = best_of(3, 0, 1, 1)
    assert after.game.wins == (1, 2, 0)
    assert after.winners == (1,)


@pytest.mark.rule("FMT-8")
def test_rounds_count_and_points_do_not() -> None:
    rich = "mattel-2016 hands=R7/W,W4,BS/R9 pile=Y1,Y2 discard=R5 turn=0"
    game = sheet("best-of", rich, wins=(0, 1, 0), round_number=2).does(0, "R7")
    after = goes_out(game.deals(), 1)
    assert after.scores[0] > after.scores[1]
    assert after.winners == (1,)


@pytest.mark.rule("FMT-8")
@pytest.mark.parametrize(
    ("rounds", "won"),
    [
        (1, (2,)),
        (3, (0, 0)),
        (5, (0, 1, 0, 0)),
        # Four of nine will do: one round is left, and each of the others has won two.
        (9, (0, 1, 2, 0, 1, 2, 0, 0)),
    ],
)
def test_it_is_over_as_soon_as_nobody_can_draw_level(rounds: int, won: tuple[int, ...]) -> None:
    assert best_of(rounds, *won).winners == (won[-1],)


@pytest.mark.rule("FMT-8")
@pytest.mark.parametrize("won", [(0,), (0, 0), (0, 0, 1), (0, 0, 1, 2)])
def test_while_somebody_can_still_draw_level_it_goes_on(won: tuple[int, ...]) -> None:
    assert best_of(5, *won).winners is None


@pytest.mark.rule("FMT-8")
@pytest.mark.parametrize(
    ("rounds", "won", "winners"),
    [(3, (0, 1, 2), (0, 1, 2)), (5, (0, 0, 2, 2, 1), (0, 2))],
)
def test_those_who_are_level_at_the_end_share_the_win(
    rounds: int, won: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert best_of(rounds, *won).winners == winners


@pytest.mark.rule("FMT-8", "OUT-4")
def test_a_dead_round_is_none_of_the_n() -> None:
    game = best_of(3, 0, 1).deals().at(DEAD).does(2, "pass")
    assert game.game.round_number == 3
    assert game.winners is None
    after = goes_out(game.deals(), 2)
    assert after.game.round_number == 4
    assert after.winners == (0, 1, 2)
