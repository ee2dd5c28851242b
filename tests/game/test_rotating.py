from collections import Counter
from itertools import combinations

import pytest

from openuno import Reason
from openuno.engine.notation.actions import parse_action
from openuno.engine.state import RoundOver, Undealt
from openuno.game import schedule
from openuno.game.events import GameEnded, RoundScored
from openuno.game.formats import Rotating, player_counts
from openuno.game.partnerships import partner_points, partnerships
from openuno.game.state import Act, NextRound, is_round_on
from tests.game.sheet import Sheet, new

# The seat named goes out; the seats are left with 1, 2, 3 and 4 points.
LAST_CARD = {
    seat: "classic+teams=on hands="
    + "/".join("R7" if at == seat else f"G{at + 1}" for at in range(4))
    + f" pile=Y1,Y2 discard=R5 turn={seat}"
    for seat in range(4)
}
DEAD = "classic+teams=on hands=G1/G2/G3/G4 pile=- discard=R5 turn=3 passes=3"
SIZES = player_counts(Rotating())


def goes_out(game: Sheet, table: int, seat: int) -> Sheet:
    """The hand at one table, ended by this seat."""
    return game.at(LAST_CARD[seat], table).does(game.game.tables[table].players[seat], "R7")


def ends(game: Sheet) -> Sheet:
    """The hand just dealt, ended at every table by its first seat."""
    for table in range(len(game.game.tables)):
        game = goes_out(game, table, 0)
    return game


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("players", SIZES)
def test_in_a_cycle_any_two_are_partners_once_and_opponents_twice(players: int) -> None:
    partners: Counter[tuple[int, int]] = Counter()
    opponents: Counter[tuple[int, int]] = Counter()
    for stage in range(schedule.stage_count(players)):
        tables = schedule.tables_at_stage(players, stage)
        assert sorted(player for table in tables for player in table) == list(range(players))
        for table in tables:
            for (one, a), (other, b) in combinations(enumerate(table), 2):
                opposite = other - one == 2
                (partners if opposite else opponents)[min(a, b), max(a, b)] += 1
    pairs = list(combinations(range(players), 2))
    assert partners == dict.fromkeys(pairs, 1)
    assert opponents == dict.fromkeys(pairs, 2)


@pytest.mark.rule("FMT-5")
def test_schedules_are_at_hand_for_4_to_24_players() -> None:
    assert SIZES == (4, 8, 12, 16, 20, 24)


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize(
    ("format", "players", "hands"), [("rotating", 4, 12), ("rotating:2", 4, 24)]
)
def test_four_play_twelve_hands_a_cycle(format: str, players: int, hands: int) -> None:
    game = new(format, "classic", players)
    for played in range(1, hands + 1):
        assert game.winners is None
        game = ends(game.deals())
        assert game.game.round_number == played
    assert game.winners is not None


@pytest.mark.rule("FMT-4")
def test_another_cycle_goes_through_the_same_partners_again() -> None:
    game = new("rotating:2", "classic", 4)
    seatings = []
    while game.winners is None:
        game = game.deals()
        seatings.append((game.began().tables, game.began().dealers))
        game = ends(game)
    assert seatings[:12] == seatings[12:]
    assert len({tables for tables, _ in seatings}) == 3


@pytest.mark.rule("FMT-5")
def test_eight_play_28_hands_a_cycle_four_with_each_partner() -> None:
    game = new("rotating", "classic", 8)
    together: Counter[frozenset[int]] = Counter()
    against: Counter[frozenset[int]] = Counter()
    while game.winners is None:
        game = game.deals()
        for table in game.game.tables:
            north, east, south, west = table.players
            together.update([frozenset({north, south}), frozenset({east, west})])
            against.update(frozenset({a, b}) for a in (north, south) for b in (east, west))
        game = ends(game)
    assert game.game.round_number == 28
    pairs = [frozenset(pair) for pair in combinations(range(8), 2)]
    assert together == dict.fromkeys(pairs, 4)
    assert against == dict.fromkeys(pairs, 8)


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("players", [4, 8, 12])
def test_everyone_deals_once_with_each_partner(players: int) -> None:
    game = new("rotating", "classic", players)
    assert game.game.dealer is None
    for _ in range(schedule.stage_count(players)):
        dealers: Counter[int] = Counter()
        seatings = set()
        for _ in range(4):
            game = game.deals()
            seatings.add(game.began().tables)
            dealers.update(table.players[table.round.dealer] for table in game.game.tables)
            game = ends(game)
        assert len(seatings) == 1
        assert dealers == dict.fromkeys(range(players), 1)
    assert game.game.round_number == 4 * schedule.stage_count(players)


@pytest.mark.rule("FMT-4")
def test_the_deal_goes_round_each_table_to_the_left() -> None:
    game = new("rotating", "classic", 8)
    for turn in range(5):
        game = game.deals()
        began = game.began()
        assert began.dealers == tuple(players[turn % 4] for players in began.tables)
        assert [table.round.dealer for table in game.game.tables] == [turn % 4, turn % 4]
        for place in range(2):
            game = goes_out(game, place, 1)


@pytest.mark.rule("FMT-4")
def test_both_partners_keep_what_they_scored_together() -> None:
    game = new("rotating", "classic", 4).deals()
    north, east, south, west = game.game.tables[0].players
    after = goes_out(game, 0, 2)
    gained = {north: 2 + 4, south: 2 + 4, east: 0, west: 0}
    assert after.scored() == RoundScored(0, south, tuple(gained[player] for player in range(4)))


@pytest.mark.rule("FMT-4")
def test_points_of_every_partnership_add_up_and_the_most_win() -> None:
    game = new("rotating", "classic", 4)
    expected = [0, 0, 0, 0]
    while game.winners is None:
        game = game.deals()
        north, _, south, _ = game.game.tables[0].players
        for player in (north, south):
            expected[player] += 2 + 4
        game = goes_out(game, 0, 0)
    assert list(game.scores) == expected
    # The same seat went out each time, and one player never moves from it.
    assert game.winners == (3,)
    assert game.events[-1] == GameEnded((3,))


@pytest.mark.rule("FMT-4")
def test_equal_scores_share_the_win() -> None:
    game = new("rotating", "classic", 4)
    while game.winners is None:
        game = game.deals().at(DEAD)
        game = game.does(game.game.tables[0].players[3], "pass")
    assert game.game.round_number == 12
    assert game.scores == (0, 0, 0, 0)
    assert game.winners == (0, 1, 2, 3)


@pytest.mark.rule("FMT-5")
def test_two_tables_play_a_hand_side_by_side() -> None:
    game = new("rotating", "classic", 8).deals()
    first, second = game.game.tables
    after = goes_out(game, 0, 0)
    assert isinstance(after.game.tables[0].round.phase, RoundOver)
    assert after.game.tables[1] is second
    assert is_round_on(after.game)
    assert all(after.scores[player] == 0 for player in second.players)
    # The other table plays on, the finished one does not; nobody is dealt to until both are done.
    done = Act(first.players[0], parse_action("draw"))
    assert after.refused(done, Reason.ROUND_OVER) == "the round is over"
    after.refused(NextRound(), Reason.WRONG_PHASE)
    both = goes_out(after, 1, 3)
    assert both.game.tables[0] is after.game.tables[0]
    assert both.scored().table == 1
    assert not is_round_on(both.game)
    assert all(not isinstance(t.round.phase, Undealt) for t in both.deals().game.tables)


@pytest.mark.rule("FMT-5")
def test_tables_may_finish_in_any_order() -> None:
    game = new("rotating", "classic", 8).deals()
    one = goes_out(goes_out(game, 0, 1), 1, 2).game
    other = goes_out(goes_out(game, 1, 2), 0, 1).game
    assert one == other


@pytest.mark.rule("FMT-5")
def test_the_game_ends_with_the_last_table_of_the_last_hand() -> None:
    game = new("rotating", "classic", 8)
    for _ in range(27):
        game = ends(game.deals())
    game = goes_out(game.deals(), 1, 0)
    assert game.winners is None
    assert goes_out(game, 0, 0).winners is not None


@pytest.mark.rule("FMT-5")
def test_tables_have_decks_of_their_own() -> None:
    one, other = new("rotating", "classic", 8).deals().game.tables
    assert one.round.hands != other.round.hands
    assert one.round.rng != other.round.rng


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("players", SIZES)
def test_every_table_is_played_in_teams_of_two(players: int) -> None:
    game = new("rotating", "classic", players).deals()
    assert len(game.game.tables) == players // 4
    assert all(table.round.rules.teams for table in game.game.tables)


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize(
    ("format", "players"), [("rotating", 4), ("rotating:2", 4), ("rotating", 8)]
)
def test_everyone_keeps_the_points_scored_with_each_partner(format: str, players: int) -> None:
    game = new(format, "classic", players)
    expected = [[0] * players for _ in range(players)]
    sheet = []
    while game.winners is None:
        game = game.deals()
        before = game.game.scores
        seatings = [table.players for table in game.game.tables]
        game = ends(game)
        points = [now - then for then, now in zip(before, game.game.scores, strict=True)]
        sheet.append(points)
        for table in seatings:
            for seat, player in enumerate(table):
                expected[player][table[(seat + 2) % 4]] += points[player]
    stages = partnerships(sheet)
    assert [list(row) for row in partner_points(players, stages)] == expected
    assert [sum(row) for row in expected] == list(game.game.scores)
    hands = [hand for stage in stages for hand in stage[0].rounds]
    assert hands == list(range(1, game.game.round_number + 1))
    for stage in stages:
        assert sorted(one for pair in stage for one in pair.players) == list(range(players))


@pytest.mark.rule("FMT-4")
def test_a_stage_under_way_lists_the_hands_dealt_so_far() -> None:
    assert partnerships([]) == ()
    (first,), second = (stage[:1] for stage in partnerships([[5, 0, 0, 5]] * 5))
    assert first.rounds == (1, 2, 3, 4)
    assert [pair.rounds for pair in second] == [(5,)]
