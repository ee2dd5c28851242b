"""What the counts of whole games say, beside what they say of their rounds."""

from typing import NamedTuple

from openuno.kernel.rules.state import Numbers
from openuno.kernel.tallies import (
    GAME,
    GAME_LENGTHS,
    GAME_SIZE,
    ByPlayer,
    GameTally,
    player_index,
)
from openuno.lab.figures import FIGURES, Estimate, Figure, mean, share


def game_tally(counts: Numbers, tally: GameTally) -> int:
    """A count of all games."""
    return int(counts[GAME + tally])


def game_win_share(counts: Numbers, player: int) -> Estimate | None:
    """The share of the games that a player won: alone, as one of a team, or level with others."""
    return _share_of_games(counts, player_index(ByPlayer.WINS, player))


def win_share_from(counts: Numbers, position: int) -> Estimate | None:
    """The share of the games won from a position; 0 is to the left of the first dealer."""
    return _share_of_games(counts, player_index(ByPlayer.POSITION_WINS, position))


class PerGame(NamedTuple):
    """What a player comes to in a game."""

    points: float
    hands_won: float
    hands_played: float
    """A player who is out of an elimination plays no more rounds."""


def game_averages(counts: Numbers, player: int) -> PerGame:
    """What a player came to, on average."""
    games = max(game_tally(counts, GameTally.GAMES), 1)
    what = (ByPlayer.POINTS, ByPlayer.ROUNDS_WON, ByPlayer.PLAYED)
    return PerGame(*(int(counts[player_index(one, player)]) / games for one in what))


def game_length_counts(counts: Numbers) -> Numbers:
    """How many games took how many rounds; the last count is of all that were longer."""
    found: Numbers = counts[GAME_LENGTHS:GAME_SIZE]
    return found


def _share_of_games(counts: Numbers, count_index: int) -> Estimate | None:
    return share(int(counts[count_index]), game_tally(counts, GameTally.GAMES))


def _mean(key: str, title: str, of_what: GameTally, squared: GameTally) -> Figure:
    def estimate(counts: Numbers) -> Estimate | None:
        games = game_tally(counts, GameTally.GAMES)
        return mean(games, game_tally(counts, of_what), game_tally(counts, squared))

    return Figure(key, title, estimate, GAME + of_what)


def _share(key: str, title: str, count_index: int) -> Figure:
    def estimate(counts: Numbers) -> Estimate | None:
        return _share_of_games(counts, count_index)

    return Figure(key, title, estimate, count_index, is_share=True)


def _margin(counts: Numbers) -> Estimate | None:
    decided = game_tally(counts, GameTally.GAMES) - game_tally(counts, GameTally.CUT_SHORT)
    squares = game_tally(counts, GameTally.MARGIN_SQUARED)
    return mean(decided, game_tally(counts, GameTally.MARGIN), squares)


OF_GAMES = {
    figure.key: figure
    for figure in (
        _mean("hands", "rounds per game", GameTally.ROUNDS, GameTally.ROUNDS_SQUARED),
        _mean("game-turns", "turns per game", GameTally.TURNS, GameTally.TURNS_SQUARED),
        Figure("margin", "winner's margin", _margin, None),
        _share("games-won", "games won by player 0", player_index(ByPlayer.WINS, 0)),
        _share(
            "games-first", "games won by who goes first", player_index(ByPlayer.POSITION_WINS, 0)
        ),
        _share("shared", "games that ended in a tie", GAME + GameTally.SHARED),
        _share("given-up", "games given up as endless", GAME + GameTally.CUT_SHORT),
    )
}
_OF_ROUNDS = {
    key: figure._replace(paired_count=None) for key, figure in FIGURES.items() if key != "first"
}
"""A seat does not say who goes first in a game, since the deal moves on."""
GAME_FIGURES = OF_GAMES | _OF_ROUNDS
"""By the word that `--show` takes, where cases have a format."""


def figures_for(*, games: bool) -> dict[str, Figure]:
    """Every figure of rounds by themselves, or of whole games."""
    return GAME_FIGURES if games else FIGURES
