"""The rounds of a record that are analysed, one after the other, and what the screen says of it."""

from openuno.local.analysis.report import Analysis
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.replay.analysis import StepAnalysis


class RoundAnalyses:
    """Which rounds were analysed, which one is, and which ones come after it, by their numbers."""

    def __init__(self) -> None:
        self.found = StepAnalysis()
        self._queue: list[int] = []
        """The first of them is being analysed."""
        self._percent = 0
        self._is_awaited = False
        """Whether costly moves were asked for while they are looked for."""

    def objection(self, number: int) -> str:
        """Why this round cannot be analysed now, and what there is instead; empty if it can."""
        if number and number not in self._queue and not self.found.has_round(number):
            return ""
        if self._queue:
            self._is_awaited = True
            return self.describe_progress(number)
        return self.count_costly() if number else translate("Go to a round to analyse it.")

    def add(self, number: int) -> bool:
        """Analyse this round, too; whether it is the first to be."""
        self._queue.append(number)
        return len(self._queue) == 1

    def begin_next(self) -> int | None:
        """The round to be analysed now, if there is one."""
        self._is_awaited = False
        self._percent = 0
        return self._queue[0] if self._queue else None

    def advance(self, done: int, of: int) -> None:
        """So much of the round has been analysed."""
        self._percent = 100 * done // max(1, of)

    def end(self, number: int, found: Analysis) -> None:
        """Keep what was found in a round."""
        self._queue.remove(number)
        self.found.add(number, found)

    def give_up(self) -> None:
        """Analyse nothing more: the next rounds would fail as well, and hide why."""
        self._queue.clear()

    def describe_progress(self, number: int) -> str:
        """How far the analysis is, for somebody who looks at this round."""
        if number in self._queue[1:]:
            return translate(
                "Analysing round {round} first ({percent} %).",
                round=self._queue[0],
                percent=self._percent,
            )
        if self._is_awaited:
            return translate(
                "Still analysing ({percent} %). Press C when it is done.", percent=self._percent
            )
        return translate("Analysing… {percent} %", percent=self._percent)

    def count_costly(self) -> str:
        """How many costly moves were found."""
        count = len(self.found.costly_steps())
        if not count:
            return translate("No costly moves found.")
        return translate("Costly moves found: {count}. C goes to the next.", count=count)
