"""Environments beside RLCard's: one process, one core, alternating runs, told as ratios.

RLCard's `env.step` plays its own two-player game; ours plays the printed rules, with UNO, catching
and challenges as questions of their own. Both sides answer at random among what is allowed, and lay
a card whenever they can: RLCard knows no other way, and forced play asks the same of openuno. Masks
and observations are part of every step. Driven from Python, choosing an answer is timed too;
of the batch and of the vector environment around it only `step` is, for how answers are chosen
there is not their business. In RLCard every seat is stepped, so a learner with one of two seats
answers at every other step: where ours plays the other seat itself, half of RLCard's steps count.
`python -m bench.environments` writes bench/results_environments.json.

With `--device cuda` it is the vector environment on an NVIDIA GPU beside the batch it stands on.
Both are given answers that PyTorch chose there, and both wait for the GPU at the end of a step.
"""

import argparse
import json
import random
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import openuno
from openuno import EDITIONS, with_switches
from openuno.env.pettingzoo import Uno
from openuno.env.single import UnoEnv
from openuno.env.vector import UnoVector
from openuno.kernel.batch.batch import ALL, Batch
from openuno.kernel.compiler import entry_point

if TYPE_CHECKING:
    from rlcard.envs.env import Env

RULES = with_switches(EDITIONS["mattel-2016"], forced_play=True)
RESULTS = Path(__file__).with_name("results_environments.json")
SEATS = 2
TABLES = 1024
STEPS = 10_000
"""Answers of each run from Python; a batch gives a hundred times as many."""
GPU_TABLES = (1 << 14, 1 << 17, 1 << 20)
GPU_WARM_UP, GPU_STEPS, GPU_RUNS = 20, 30, 5
GPU_LIMIT = 70.0
"""Seconds after which no more tables are begun with: minutes on a GPU are scarce."""


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


def choose_on_gpu(masks: Any) -> Any:
    """Any allowed answer for each table, each as likely."""
    import torch  # noqa: PLC0415 - only a machine with a GPU needs it

    here = torch.as_tensor(masks, device="cuda")
    return torch.rand(here.shape, device="cuda").add_(1).mul_(here).argmax(1)


class GpuSubject:
    """The batch or the environment around it, with the masks of its next answers."""

    def __init__(self, count: int, learner: int | None, *, is_environment: bool) -> None:
        self.count = count
        if is_environment:
            self._envs: Any = openuno.make(
                "uno-2p", rules=RULES, num_envs=count, learner=learner, device="cuda"
            )
            seen, _ = self._envs.reset(seed=1)
            self.masks, self._advance = seen["action_mask"], self._step_environment
        else:
            self.batch = make_cuda_batch(count, learner)
            self.masks, self._advance = self.batch.masks, self._step_batch

    def _step_environment(self, answers: Any) -> None:
        seen, *_ = self._envs.step(answers)
        self.masks = seen["action_mask"]

    def _step_batch(self, answers: Any) -> None:
        self.batch.step(answers)

    def steps(self, times: int) -> tuple[float, float]:
        """Steps a second: without the time to choose answers, and with it."""
        import torch  # noqa: PLC0415 - as above

        spent = 0.0
        torch.cuda.synchronize()
        began = perf_counter()
        for _ in range(times):
            answers = choose_on_gpu(self.masks)
            torch.cuda.synchronize()
            started = perf_counter()
            self._advance(answers)
            torch.cuda.synchronize()
            spent += perf_counter() - started
        answered = times * self.count
        return answered / spent, answered / (perf_counter() - began)


def make_cuda_batch(count: int, learner: int | None) -> Any:
    from openuno.kernel.batch.cuda import CudaBatch  # noqa: PLC0415 - it needs numba-cuda

    return CudaBatch(RULES, SEATS, count, 1, learner=ALL if learner is None else learner)


def check_gpu_bytes(learner: int | None) -> None:
    """Stop if a GPU is not asked and paid what a processor is."""
    count = 1000
    there = make_cuda_batch(count, learner)
    with Batch(RULES, SEATS, count, 1, learner=ALL if learner is None else learner) as here:
        for step in range(200):
            answers = choose_on_gpu(there.masks)
            there.step(answers)
            here.step(answers.cpu().numpy())
            for name in ("asked", "rewards", "ended", "seen", "masks"):
                if not (getattr(there, name).copy_to_host() == getattr(here, name)).all():
                    raise SystemExit(f"{name} differs from the processor's in step {step}")


def compare_on_gpu(count: int, learner: int | None) -> dict[str, Any]:
    """The medians of alternating runs of batch and environment, and of the ratios within each."""
    pair = [GpuSubject(count, learner, is_environment=which) for which in (False, True)]
    for subject in pair:
        subject.steps(GPU_WARM_UP)
    runs = np.array([[subject.steps(GPU_STEPS) for subject in pair] for _ in range(GPU_RUNS)])
    speeds = np.median(runs, axis=0)
    ratios = np.median(runs[:, 1] / runs[:, 0], axis=0)
    return {
        "tables": count,
        "seats_asked": "all" if learner is None else "one",
        "batch_steps_per_second": float(f"{speeds[0, 0]:.3g}"),
        "environment_steps_per_second": float(f"{speeds[1, 0]:.3g}"),
        "ratio": round(ratios[0], 3),
        "batch_with_choosing": float(f"{speeds[0, 1]:.3g}"),
        "environment_with_choosing": float(f"{speeds[1, 1]:.3g}"),
        "ratio_with_choosing": round(ratios[1], 3),
    }


def measure_on_gpu(out: Path) -> None:
    """Write what is measured as it comes: a run that is stopped keeps what there is."""
    import torch  # noqa: PLC0415 - as above

    began = perf_counter()
    found: list[dict[str, Any]] = []
    name = torch.cuda.get_device_name()
    print(f"{name}: compiling, which takes most of the time", flush=True)
    for learner in (None, 0):
        check_gpu_bytes(learner)
    print(f"{perf_counter() - began:5.1f} s: the same bytes as on the processor", flush=True)
    for count in GPU_TABLES:
        for learner in (None, 0):
            if perf_counter() - began > GPU_LIMIT:
                print(f"no time left for {count:,} tables", flush=True)
                return
            row = compare_on_gpu(count, learner)
            found.append(row)
            write_results(out, {"gpu": {"device": name, "rows": found}})
            print(f"{perf_counter() - began:5.1f} s: {row}", flush=True)


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
        measure_on_gpu(given.out)
        return
    measured = measure(7)
    write_results(given.out, measured)
    for what, number in measured.items():
        print(f"{what:30} {number:>14,}")


if __name__ == "__main__":
    main()
