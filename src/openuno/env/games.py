"""Whole games as episodes: the score of each table, and when its game is over."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.engine.errors import SetupError
from openuno.game.formats import BestOf, Format, LowTally, Partners, Race, Single, Teams

Table = npt.NDArray[np.int64]
_SCORED_HERE = (Race, LowTally, Partners, Teams, Single, BestOf)


def check_scoring(format: Format) -> None:
    """Refuse a format in which players do not stay where they sit."""
    if not isinstance(format, _SCORED_HERE):
        raise SetupError(
            "episode",
            "players change seats or leave in this format; choose single, best-of, race,"
            " low-tally, partners or teams",
        )


class Games:
    """The scores of games side by side, each of the same format."""

    def __init__(self, format: Format, count: int, players: int) -> None:
        check_scoring(format)
        self._format = format
        self.scores: Table = np.zeros((count, players), np.int64)
        self.wins: Table = np.zeros((count, players), np.int64)

    def clear(self, lanes: npt.NDArray[np.bool_]) -> None:
        """Start new games at these tables."""
        self.scores[lanes] = self.wins[lanes] = 0

    def add_round(self, lane: int, winner: int | None, points: npt.NDArray[np.float32]) -> None:
        """Score a round by what it paid: points to those who won, and from the others."""
        counts = -points if isinstance(self._format, LowTally) else points
        self.scores[lane] += np.maximum(counts, 0).astype(np.int64)
        if winner is not None:
            self.wins[lane, winner] += 1

    @property
    def counts_dead_rounds(self) -> bool:
        """Whether a round that nobody won is scored, too: everyone was caught with something."""
        return isinstance(self._format, LowTally)

    def winners(self, lane: int) -> npt.NDArray[np.bool_] | None:
        """Which players have won the game; None while it goes on."""
        scores, wins = self.scores[lane], self.wins[lane]
        match self._format:
            case Single():
                return wins == wins.max() if wins.any() else None
            case BestOf(rounds=rounds):
                second, first = sorted(wins.tolist())[-2:]
                left = rounds - int(wins.sum())
                decided = left == 0 or second + left < first
                return wins == wins.max() if decided else None
            case LowTally(limit=limit):
                return scores == scores.min() if scores.max() >= limit else None
            case Race(limit=limit) | Partners(limit=limit) | Teams(limit=limit):
                return scores == scores.max() if scores.max() >= limit else None
            case _:
                raise AssertionError("refused above")

    def save(self) -> "GamesState":
        """The scores now."""
        return GamesState(self.scores.copy(), self.wins.copy())

    def load(self, state: "GamesState") -> None:
        """Continue from saved scores."""
        self.scores[:], self.wins[:] = state


class GamesState(NamedTuple):
    """The scores of every table at one moment."""

    scores: Table
    wins: Table
