"""Playing plans side by side, with a bar for the waiting."""

from collections.abc import Sequence
from contextlib import closing
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from openuno.kernel.simulating import Plan
from openuno.kernel.tallies import Tally
from openuno.lab.errors import Stopped
from openuno.lab.parts import part_size, parts
from openuno.lab.places import Place
from openuno.lab.totals import Totals

_COMPILING = "compiling, once (a minute or so)"


class Run(NamedTuple):
    """Plans played to the end, and how long it took."""

    plans: tuple[Plan, ...]
    rounds: int
    totals: Totals
    seconds: float
    place: str

    @property
    def speed(self) -> float:
        """Turns a second, of all plans together; compiling is not counted."""
        turns = sum(int(counts[Tally.TURNS]) for counts in self.totals.counts)
        return turns / self.seconds


def run(plans: Sequence[Plan], rounds: int, place: Place) -> Run:
    """Play so many rounds of every plan, the same deals in each."""
    size = part_size(rounds, fewest=place.fewest)
    totals = Totals(len(plans), size)
    err = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    done = 0
    try:
        with bar:
            task = bar.add_task(_COMPILING, total=None)
            place.warm(plans)
            bar.update(task, description="playing", total=rounds * len(plans))
            began = perf_counter()
            with closing(place.played(plans, parts(len(plans), rounds, size))) as played:
                for part, counts in played:
                    totals.add(part, counts)
                    done += part.rounds
                    bar.advance(task, part.rounds)
            seconds = perf_counter() - began
    except KeyboardInterrupt:
        raise Stopped(f"stopped after {done:,} of {rounds * len(plans):,} rounds") from None
    return Run(tuple(plans), rounds, totals, seconds, place.name)
