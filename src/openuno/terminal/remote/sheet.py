"""The score of a game that we came to when it was under way."""

from openuno.game.events import RoundBegan
from openuno.game.sheet import Rows
from openuno.game.state import Game
from openuno.game.statistics import count_event
from openuno.terminal.text.score_sheet import Sheet, blank_sheet


def resume_sheet(points: Rows, players: int, began: RoundBegan | None) -> Sheet:
    """The sheet from the rows that the server keeps; the figures count from now on."""
    wins = tuple(tuple(int(more > 0) for more in row) for row in points)
    figures = blank_sheet(players).statistics_so_far
    return Sheet(figures if began is None else count_event(figures, began), points, wins)


def round_under_way(game: Game) -> RoundBegan | None:
    """How the round that is being played began, as far as it can still be seen."""
    if not game.tables:
        return None
    return RoundBegan(
        game.round_number,
        tuple(table.players for table in game.tables),
        tuple(table.players[table.round.dealer] for table in game.tables),
    )
