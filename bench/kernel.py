"""The kernel beside RLCard's `Game.step` loop: one process, alternating runs, told as ratios.

Ours plays the printed rules of `mattel-2016` with four players, `uniform`: UNO, catches and
challenges are in play. RLCard chooses uniformly among what it calls legal. A turn is one player's
go. One core, but for the second figure: the same rounds on two threads against one, by the clock.
"""

import statistics
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time

from bench.engine import play_rlcard
from openuno import EDITIONS
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.kernel.tallies import Tally

SEATS = 4
PLAN = Plan(EDITIONS["mattel-2016"], (Policy(),) * SEATS, seed=1)
ROUNDS, RLCARD_ROUNDS = 200_000, 150
THREADS = 2


def kernel_rate() -> float:
    started = process_time()
    counts = simulate(PLAN, 0, ROUNDS)
    return float(counts[Tally.TURNS]) / (process_time() - started)


def rlcard_rate() -> float:
    started = process_time()
    turns = play_rlcard(RLCARD_ROUNDS)
    return turns / (process_time() - started)


def seconds_on(threads: int) -> float:
    part = 4 * ROUNDS // threads
    with ThreadPoolExecutor(threads) as pool:
        started = perf_counter()
        list(pool.map(lambda number: simulate(PLAN, number * part, part), range(threads)))
        return perf_counter() - started


def measure(repeats: int) -> dict[str, float]:
    simulate(PLAN, 0, 1)  # compiles, once
    theirs, ours, speedups = [], [], []
    for _ in range(repeats):
        theirs.append(rlcard_rate())
        ours.append(kernel_rate())
        speedups.append(seconds_on(1) / seconds_on(THREADS))
    return {
        "kernel_turns_per_second": round(statistics.median(ours)),
        "rlcard_turns_per_second": round(statistics.median(theirs)),
        "ratio": round(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)), 1),
        "two_threads": round(statistics.median(speedups), 2),
    }
