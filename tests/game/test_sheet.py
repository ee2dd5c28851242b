from openuno import GameEvent
from openuno.game.events import Eliminated, RoundBegan, RoundScored
from openuno.game.sheet import Rows, add_points, add_wins

EVENTS: tuple[GameEvent, ...] = (
    RoundBegan(1, ((0, 1, 2, 3), (4, 5, 6, 7)), (0, 4)),
    RoundScored(1, 5, (0, 0, 0, 0, 0, 30, 0, 30)),
    RoundScored(0, None, (0, 0, 0, 0, 0, 0, 0, 0)),
    Eliminated((3,)),
    RoundBegan(2, ((0, 1, 2, 3), (4, 5, 6, 7)), (1, 5)),
    RoundScored(0, 2, (12, 0, 12, 0, 0, 0, 0, 0)),
)


def test_every_round_has_a_row_that_its_tables_share() -> None:
    points: Rows = ()
    wins: Rows = ()
    for event in EVENTS:
        points, wins = add_points(points, event, 8), add_wins(wins, event, 8)
    assert points == ((0, 0, 0, 0, 0, 30, 0, 30), (12, 0, 12, 0, 0, 0, 0, 0))
    assert wins == ((0, 0, 0, 0, 0, 1, 0, 0), (0, 0, 1, 0, 0, 0, 0, 0))
