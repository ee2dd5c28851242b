"""The analysis of rounds beside their steps: everyone's chance, and what moves have cost."""

from collections.abc import Callable

from openuno.local.analysis.report import Analysis, JudgedMove, RoundReport
from openuno.record.reader import FIRST_ENTRY

Progress = Callable[[int, int], None]
"""Called with how many positions are judged, and of how many."""
AnalyseRound = Callable[[int, Progress], Analysis]
"""Analyses the round of this number alone."""


class StepAnalysis:
    """What has been found so far, by step."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[RoundReport, ...]] = {}
        self._moves: dict[int, JudgedMove] = {}

    def add(self, number: int, found: Analysis) -> None:
        """Take in the analysis of a round."""
        self._rounds[number] = found.rounds
        for report in found.rounds:
            for move in report.moves:
                if move.cost:
                    self._moves[move.line - FIRST_ENTRY] = move

    def has_round(self, number: int) -> bool:
        """Whether this round was analysed."""
        return number in self._rounds

    def report(self, number: int, table: int) -> RoundReport | None:
        """What was found about a round at one table."""
        return next((r for r in self._rounds.get(number, ()) if r.table == table), None)

    def costly_move(self, step: int) -> JudgedMove | None:
        """The move of this step, if a better one was there."""
        return self._moves.get(step)

    def costly_steps(self) -> list[int]:
        """The steps of all costly moves, in order."""
        return sorted(self._moves)


def point_index(report: RoundReport, step: int) -> int:
    """Which point of a round's curve belongs to this step: the last one up to it."""
    line = step + FIRST_ENTRY
    return max((n for n, point in enumerate(report.points) if point.line <= line), default=0)
