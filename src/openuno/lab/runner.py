"""Runs plans side by side, with a progress bar."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from time import perf_counter
from typing import NamedTuple

from rich.progress import TimeElapsedColumn

from openuno.kernel.tallies import Tally
from openuno.lab.backends import Backend
from openuno.lab.chunks import chunk_size, split
from openuno.lab.errors import Stopped
from openuno.lab.plans import AnyPlan, units
from openuno.lab.progress import percent_columns, progress_bar
from openuno.lab.totals import Totals
from openuno.slow_notice import COMPILING, say_if_compiling


class Run(NamedTuple):
    """Plans played to the end, and how long it took."""

    plans: tuple[AnyPlan, ...]
    per_case: int
    """How many rounds of each; or how many games, where they have a format."""
    totals: Totals
    seconds: float
    backend: str

    @property
    def games(self) -> bool:
        """Whether whole games were played."""
        return self.plans[0].format is not None

    @property
    def speed(self) -> float:
        """Turns a second, of all plans together; compiling is not counted."""
        turns = sum(int(counts[Tally.TURNS]) for counts in self.totals.counts)
        return turns / self.seconds


class StoppedRun(Stopped):
    """Someone pressed Ctrl-C; `so_far` is what was counted, if anything was."""

    def __init__(self, sentence: str, so_far: Run | None) -> None:
        super().__init__(sentence)
        self.so_far = so_far


def run(plans: Sequence[AnyPlan], count: int, backend: Backend) -> Run:
    """Play `count` rounds of every plan, or games if they have a format, the same deals in each."""
    games = plans[0].format is not None
    size = chunk_size(count, min_chunk=backend.min_chunk, max_chunk=backend.max_chunk, games=games)
    totals = Totals(len(plans), size, games=games)
    bar = progress_bar(*percent_columns(), TimeElapsedColumn())
    done = 0
    began = perf_counter()
    try:
        with bar:
            task = bar.add_task(COMPILING, total=None)
            with nullcontext() if bar.console.is_terminal else say_if_compiling():
                backend.prepare(plans)
            bar.update(task, description="playing", total=count * len(plans))
            began = perf_counter()
            with closing(backend.run_chunks(plans, split(len(plans), count, size))) as played:
                for chunk, counts in played:
                    totals.add(chunk, counts)
                    done += chunk.size
                    bar.advance(task, chunk.size)
            seconds = perf_counter() - began
    except KeyboardInterrupt:
        what = units(plans[0])
        so_far = None
        if done and len(plans) == 1:  # of several, some may have played more than others
            so_far = Run(tuple(plans), done, totals, perf_counter() - began, backend.name)
        sentence = f"stopped after {done:,} of {count * len(plans):,} {what}"
        raise StoppedRun(sentence, so_far) from None
    return Run(tuple(plans), count, totals, seconds, backend.name)
