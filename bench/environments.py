"""Environments beside RLCard's: one process, one core, alternating runs, told as ratios.

RLCard's `env.step` plays its own two-player game; ours plays the printed rules, with UNO, catching
and challenges as questions of their own. Both sides answer at random among what is allowed, and lay
a card whenever they can: RLCard knows no other way, and forced play asks the same of openuno. Masks
and observations are part of every step. Driven from Python, choosing an answer is timed too;
of the batch and of the vector environment around it only `step` is, for how answers are chosen
there is not their business. In RLCard every seat is stepped, so a learner with one of two seats
answers at every other step: where ours plays the other seat itself, half of RLCard's steps count.
`python -m bench.environments` writes bench/results_environments.json.

`--device cuda` measures the vector environment on an NVIDIA GPU: see bench/gpu_environments.py.
"""

import argparse
import json
import random
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from openuno import EDITIONS, with_switches
from openuno.env.pettingzoo import Uno
from openuno.env.single import UnoEnv
from openuno.env.vector import UnoVector
from openuno.kernel.batch.batch import Batch
from openuno.kernel.compiler import entry_point

if TYPE_CHECKING:
    from rlcard.envs.env import Env

RULES = with_switches(EDITIONS["mattel-2016"], forced_play=True)
RESULTS = Path(__file__).with_name("results_environments.json")
SEATS = 2
TABLES = 1024
STEPS = 10_000
"""Answers of each run from Python; a batch gives a hundred times as many."""


def rlcard_steps(env: "Env", choose: Callable[[], float]) -> float:
    state, _ = env.reset()
    started = process_time()
    for _ in range(STEPS):
        allowed = list(state["legal_actions"])
        state, _ = env.step(allowed[int(choose() * len(allowed))])
        if env.is_over():
            state, _ = env.reset()
    return STEPS / (process_time() - started)


def pettingzoo_steps(env: Uno, choose: Callable[[], float]) -> float:
    env.reset(seed=1)
    seen, *_ = env.last()
    started = process_time()
    for _ in range(STEPS):
        allowed = seen["action_mask"].nonzero()[0]
        env.step(int(allowed[int(choose() * len(allowed))]))
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
            seen, *_ = env.last()
    return STEPS / (process_time() - started)


def gymnasium_steps(env: UnoEnv, choose: Callable[[], float]) -> float:
    seen, _ = env.reset(seed=1)
    started = process_time()
    for _ in range(STEPS):
        allowed = seen["action_mask"].nonzero()[0]
        seen, _, over, cut, _ = env.step(int(allowed[int(choose() * len(allowed))]))
        if over or cut:
            seen, _ = env.reset()
    return STEPS / (process_time() - started)


@entry_point
def choose_all(
    masks: NDArray[np.int8], chances: NDArray[np.float64], answers: NDArray[np.int64]
) -> None:
    """Any allowed answer for each table, without a look at anything but its mask."""
    for table in range(len(answers)):
        allowed = 0
        for index in range(masks.shape[1]):
            allowed += masks[table, index]
        left = int(chances[table] * allowed)
        for index in range(masks.shape[1]):
            if masks[table, index]:
                if left == 0:
                    answers[table] = index
                    break
                left -= 1


def batch_steps(batch: Batch, rng: np.random.Generator) -> float:
    spent = 0.0
    times = 100 * STEPS // TABLES
    answers = np.zeros(TABLES, np.int64)
    for _ in range(times):
        choose_all(batch.masks, rng.random(TABLES), answers)
        started = process_time()
        batch.step(answers)
        spent += process_time() - started
    return times * TABLES / spent


def vector_steps(envs: UnoVector, rng: np.random.Generator) -> float:
    seen, _ = envs.reset(seed=1)
    spent = 0.0
    times = 100 * STEPS // TABLES
    answers = np.zeros(TABLES, np.int64)
    for _ in range(times):
        choose_all(seen["action_mask"], rng.random(TABLES), answers)
        started = process_time()
        seen, *_ = envs.step(answers)
        spent += process_time() - started
    return times * TABLES / spent


def measure(repeats: int) -> dict[str, float]:
    """The medians of alternating runs, and of the ratios within each."""
    import rlcard  # noqa: PLC0415 - a machine with a GPU may not have it

    choose = random.Random(1).random
    rng = np.random.default_rng(1)
    peer = rlcard.make("uno", config={"seed": 1})
    ours: dict[str, Callable[[], float]] = {
        "pettingzoo": partial(pettingzoo_steps, Uno(RULES, SEATS), choose),
        "gymnasium": partial(gymnasium_steps, UnoEnv(RULES, SEATS, learner=None), choose),
        "batch": partial(batch_steps, Batch(RULES, SEATS, TABLES, 1), rng),
        "vector": partial(vector_steps, make_vector(), rng),
        "vector_without_final": partial(vector_steps, make_vector(final_obs=False), rng),
        "vector_in_place": partial(vector_steps, make_vector(final_obs=False, copy=False), rng),
        "learner": partial(vector_steps, make_vector(learner=0), rng),
    }
    rlcard_share = dict.fromkeys(ours, 1.0) | {"learner": 1 / SEATS}
    runs = [
        (rlcard_steps(peer, choose), {name: run() for name, run in ours.items()})
        for _ in range(repeats)
    ]
    found = {"rlcard_steps_per_second": round(statistics.median(theirs for theirs, _ in runs))}
    ratios = {}
    for name in ours:
        found[f"{name}_steps_per_second"] = round(statistics.median(run[name] for _, run in runs))
        share = rlcard_share[name]
        ratio = statistics.median(run[name] / (share * theirs) for theirs, run in runs)
        ratios[f"{name}_ratio"] = round(ratio, 2 if ratio < 10 else 1)
    return found | ratios


def make_vector(*, learner: int | None = None, **settings: Any) -> UnoVector:
    return UnoVector(TABLES, RULES, SEATS, learner=learner, **settings)


def write_results(out: Path, measured: dict[str, Any]) -> None:
    """Put these results in the place of earlier ones, and keep the others."""
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    text = json.dumps(kept | measured, indent=2)
    out.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Measure on the processor, or on a GPU, and write the results."""
    parser = argparse.ArgumentParser(prog="bench.environments", description=__doc__)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.device == "cuda":
        from bench.gpu_environments import measure_on_gpu  # noqa: PLC0415 - it needs numba-cuda

        measure_on_gpu(partial(write_results, given.out))
        return
    measured = measure(7)
    write_results(given.out, measured)
    for what, number in measured.items():
        print(f"{what:30} {number:>14,}")


if __name__ == "__main__":
    main()
