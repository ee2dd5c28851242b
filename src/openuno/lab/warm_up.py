"""`uno warm-up`: compiles everything in advance, so that nothing has to be waited for later."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from openuno.engine.rules import DEFAULT_RULES, with_switches
from openuno.kernel.batch.batch import Batch
from openuno.kernel.simulation.plan import simulate
from openuno.kernel.simulation.rounds import plain_rounds
from openuno.lab.errors import BackendUnavailable
from openuno.lab.plans import parse_plan
from openuno.lab.progress import progress_bar
from openuno.local.search.kernel_rollouts import compile_rollouts

AT_ONCE = 2.0
"""Seconds within which only what was compiled before is there."""


def _rounds(*switches: str, format: str | None = None) -> None:
    simulate(parse_plan(DEFAULT_RULES.edition, switches, 4, "uniform", format=format), 0, 1)


def _environments() -> None:
    house = with_switches(DEFAULT_RULES, jump_in=True)
    for rules, seats in ((DEFAULT_RULES, 2), (DEFAULT_RULES, 4), (house, 4)):
        with Batch(rules, seats, 1, 0) as batch:
            batch.see(0, 0)
            batch.choose_as_regular(np.ones(seats, np.bool_), 0.0)
            batch.step(batch.actions)


PARTS: dict[str, Callable[[], object]] = {
    "rounds by printed rules": _rounds,
    "rounds by any rules": lambda: _rounds("jump_in=on"),
    "whole games": lambda: _rounds(format="race"),
    "environments for learning": _environments,
    "the search of the bot expert": compile_rollouts,
}
"""What is compiled on its own, each with something small that needs it."""


def print_warm_up() -> None:
    """Compile what has not been compiled yet, and print how long each part took."""
    compiled: Any = plain_rounds
    folder = compiled.stats.cache_path
    if folder is None:
        raise BackendUnavailable(
            "what is compiled cannot be kept: the cache folder (XDG_CACHE_HOME, else ~/.cache)"
            " cannot be written to"
        )
    out = Console(highlight=False)
    for part, use in PARTS.items():
        seconds = _time_with_clock(part, use)
        took = "was ready" if seconds < AT_ONCE else f"compiled in {seconds:.0f} s"
        out.print(f"{part}: {took}", markup=False)
    out.print(
        f"Kept in {Path(folder).parent}, until openuno changes.", markup=False, soft_wrap=True
    )


def _time_with_clock(part: str, use: Callable[[], object]) -> float:
    """Use a part once while a clock runs on the terminal; how many seconds it took."""
    clock = progress_bar(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    began = perf_counter()
    with clock:
        clock.add_task(f"compiling {part}, up to a minute", total=None)
        use()
    return perf_counter() - began
