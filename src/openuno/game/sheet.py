"""The score sheet of a game, as rows: one for each round, with what it brought each player.

Tables that play side by side share a row.
"""

from operator import add

from openuno.game.events import GameEvent, RoundBegan, RoundScored

Rows = tuple[tuple[int, ...], ...]


def add_points(rows: Rows, event: GameEvent, players: int) -> Rows:
    """The rows of points after one more event, redacted or not."""
    if isinstance(event, RoundScored):
        return _add_to_last(rows, event.points)
    return _begin_row(rows, event, players)


def add_wins(rows: Rows, event: GameEvent, players: int) -> Rows:
    """The rows of rounds won after one more event, redacted or not."""
    if isinstance(event, RoundScored):
        return _add_to_last(rows, tuple(int(player == event.winner) for player in range(players)))
    return _begin_row(rows, event, players)


def _begin_row(rows: Rows, event: GameEvent, players: int) -> Rows:
    return (*rows, (0,) * players) if isinstance(event, RoundBegan) else rows


def _add_to_last(rows: Rows, more: tuple[int, ...]) -> Rows:
    *before, last = rows
    return (*before, tuple(map(add, last, more)))
