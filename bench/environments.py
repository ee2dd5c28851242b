"""Environments beside RLCard's: one process, one core, alternating runs, told as ratios.

RLCard's `env.step` plays its own two-player game; ours plays the printed rules, with UNO, catching
and challenges as questions of their own. Both sides answer at random among what is allowed, and lay
a card whenever they can: RLCard knows no other way, and forced play asks the same of openuno. Masks
and observations are part of every step. Driven from Python, choosing an answer is timed too;
of the batch only `step` is, for how answers are chosen there is not its business.
"""

import random
import statistics
from collections.abc import Callable
from time import process_time

import numpy as np
import rlcard
from numpy.typing import NDArray
from rlcard.envs.env import Env

from openuno import EDITIONS, with_switches
from openuno.env.pettingzoo import Uno
from openuno.kernel.batch.batch import Batch
from openuno.kernel.compiler import entry_point

RULES = with_switches(EDITIONS["mattel-2016"], forced_play=True)
SEATS = 2
TABLES = 1024
STEPS = 10_000
"""Answers of each run from Python; a batch gives a hundred times as many."""


def rlcard_steps(env: Env, choose: Callable[[], float]) -> float:
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


def measure(repeats: int) -> dict[str, float]:
    """The medians of alternating runs, and of the ratios within each."""
    choose = random.Random(1).random
    rng = np.random.default_rng(1)
    peer = rlcard.make("uno", config={"seed": 1})
    env, batch = Uno(RULES, SEATS), Batch(RULES, SEATS, TABLES, 1)
    runs = [
        (rlcard_steps(peer, choose), pettingzoo_steps(env, choose), batch_steps(batch, rng))
        for _ in range(repeats)
    ]
    theirs, ours, batched = (statistics.median(column) for column in zip(*runs, strict=True))
    return {
        "rlcard_steps_per_second": round(theirs),
        "pettingzoo_steps_per_second": round(ours),
        "batch_steps_per_second": round(batched),
        "pettingzoo_ratio": round(statistics.median(run[1] / run[0] for run in runs), 2),
        "batch_ratio": round(statistics.median(run[2] / run[0] for run in runs), 1),
    }


if __name__ == "__main__":
    for what, number in measure(15).items():
        print(f"{what:30} {number:>14,}")
