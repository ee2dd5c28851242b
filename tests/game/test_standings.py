from openuno.game.standings import Standing, standings
from openuno.game.view import view_game
from tests.game.sheet import sheet

FOUR = "classic hands=R7/R8/R9/G1 pile=Y1,Y2 discard=R5 turn=0"
TEAMS = FOUR.replace("classic", "classic+teams=on")


def ranks(
    format: str, scores: tuple[int, ...] | None = None, wins: tuple[int, ...] | None = None
) -> list[tuple[int, ...]]:
    rows = standings(sheet(format, FOUR, scores=scores, wins=wins).game)
    return [(row.rank, *row.players) for row in rows]


def test_in_a_race_the_most_points_stand_first() -> None:
    rows = standings(sheet("race", FOUR, scores=(10, 30, 0, 20), wins=(1, 2, 0, 1)).game)
    assert rows == (
        Standing(1, (1,), 30, 2),
        Standing(2, (3,), 20, 1),
        Standing(3, (0,), 10, 1),
        Standing(4, (2,), 0, 0),
    )


def test_those_who_are_level_share_a_rank_and_the_next_is_left_out() -> None:
    assert ranks("race", scores=(10, 30, 10, 5)) == [(1, 1), (2, 0), (2, 2), (4, 3)]
    assert ranks("race") == [(1, 0), (1, 1), (1, 2), (1, 3)]


def test_in_a_low_tally_the_fewest_points_stand_first() -> None:
    assert ranks("low-tally", scores=(10, 30, 0, 10)) == [(1, 2), (2, 0), (2, 3), (4, 1)]


def test_rounds_are_ranked_by_wins_and_not_by_points() -> None:
    for format in ("single", "best-of"):
        wins = ranks(format, scores=(10, 90, 0, 20), wins=(2, 1, 0, 1))
        assert wins == [(1, 0), (2, 1), (2, 3), (4, 2)]


def test_a_team_stands_together_with_its_score_once_and_all_its_wins() -> None:
    for format in ("partners", "teams"):
        game = sheet(format, TEAMS, scores=(40, 70, 40, 70), wins=(1, 2, 1, 1)).game
        assert standings(game) == (Standing(1, (1, 3), 70, 3), Standing(2, (0, 2), 40, 2))


def test_rotating_partners_stand_alone() -> None:
    assert ranks("rotating", scores=(40, 70, 40, 0)) == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_in_an_elimination_a_player_who_left_later_ranks_higher() -> None:
    position = "classic hands=R7/R8 pile=Y1,Y2 discard=R5 turn=0"
    scores = (505, 80, 500, 70, 530, 505)
    game = sheet("elimination", position, scores=scores, out=((2,), (0, 4, 5)), dealer=1).game
    rows = [(row.rank, *row.players) for row in standings(game)]
    # Of those who left together the lower tally is the better; the one who left first had lowest.
    assert rows == [(1, 3), (2, 1), (3, 0), (3, 5), (5, 4), (6, 2)]


def test_a_player_can_read_the_standings_off_a_view() -> None:
    game = sheet("race", FOUR, scores=(10, 30, 0, 20)).game
    assert standings(view_game(game, 2)) == standings(game)
