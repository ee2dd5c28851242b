"""The vector environment on an NVIDIA GPU, beside the batch it stands on and against `regular`.

All are given answers that PyTorch chose there, and wait for the GPU at the end of a step.
`python -m bench.environments --device cuda` writes what is measured as it comes: a run that is
stopped keeps what there is.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import torch

import openuno
from bench.environments import RULES, SEATS
from openuno.env.vector import UnoVector
from openuno.kernel.batch.batch import ALL, Batch
from openuno.kernel.batch.cuda import CudaBatch

REGULAR_SEATS = (2, 4)
"""Players at the tables where `regular` has all seats but the learner's."""
TABLES = (1 << 14, 1 << 17, 1 << 20)
WARM_UP, STEPS, RUNS = 20, 30, 5
LIMIT = 240.0
"""Seconds after which no more tables are begun with: minutes on a GPU are scarce."""
REGULAR = "regular"


class GpuEnvironment:
    """The vector environment with the masks of its next answers, as the batch has them."""

    def __init__(self, count: int, seats: int, **settings: Any) -> None:
        self.count = count
        self._envs: Any = openuno.make(
            f"uno-{seats}p", rules=RULES, num_envs=count, device="cuda", **settings
        )
        self.reset()

    def reset(self) -> None:
        seen, _ = self._envs.reset(seed=1)
        self.seen, self.masks = seen["observation"], seen["action_mask"]

    def step(self, answers: Any) -> None:
        seen, *_ = self._envs.step(answers)
        self.seen, self.masks = seen["observation"], seen["action_mask"]


Subject = GpuEnvironment | CudaBatch


def choose_on_gpu(masks: Any) -> Any:
    """Any allowed answer for each table, each as likely."""
    here = torch.as_tensor(masks, device="cuda")
    return torch.rand(here.shape, device="cuda").add_(1).mul_(here).argmax(1)


def steps_per_second(subject: Subject, times: int) -> tuple[float, float]:
    """Steps a second: without the time to choose answers, and with it."""
    spent = 0.0
    torch.cuda.synchronize()
    began = perf_counter()
    for _ in range(times):
        answers = choose_on_gpu(subject.masks)
        torch.cuda.synchronize()
        started = perf_counter()
        subject.step(answers)
        torch.cuda.synchronize()
        spent += perf_counter() - started
    answered = times * subject.count
    return answered / spent, answered / (perf_counter() - began)


def median_speeds(subjects: list[Subject]) -> Any:
    """The medians of alternating runs, for each subject without choosing and with it."""
    for subject in subjects:
        steps_per_second(subject, WARM_UP)
    runs = [[steps_per_second(subject, STEPS) for subject in subjects] for _ in range(RUNS)]
    return np.median(runs, axis=0)


def make_cuda_batch(count: int, learner: int | None) -> CudaBatch:
    return CudaBatch(RULES, SEATS, count, 1, learner=ALL if learner is None else learner)


def check_bytes(learner: int | None) -> None:
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


def check_regular(seats: int) -> None:
    """Stop if `regular` plays other rounds on a GPU."""
    count = 1000
    there = GpuEnvironment(count, seats, opponents=REGULAR)
    here = UnoVector(count, RULES, seats, opponents=REGULAR)
    here.reset(seed=1)
    for step in range(100):
        answers = choose_on_gpu(there.masks)
        there.step(answers)
        seen, *_ = here.step(answers.cpu().numpy())
        if not (there.seen.copy_to_host() == seen["observation"]).all():
            raise SystemExit(f"regular with {seats} players differs in step {step}")


def compare_with_batch(count: int, learner: int | None) -> dict[str, Any]:
    """Batch and environment in alternating runs, and what the last observations cost."""
    without, with_final = (
        GpuEnvironment(count, SEATS, learner=learner, final_obs=kept) for kept in (False, True)
    )
    speeds = median_speeds([make_cuda_batch(count, learner), without, with_final])
    ratios = speeds[1] / speeds[0]
    return {
        "tables": count,
        "seats_asked": "all" if learner is None else "one",
        "batch_steps_per_second": _three_digits(speeds[0, 0]),
        "environment_steps_per_second": _three_digits(speeds[1, 0]),
        "ratio": round(ratios[0], 3),
        "batch_with_choosing": _three_digits(speeds[0, 1]),
        "environment_with_choosing": _three_digits(speeds[1, 1]),
        "ratio_with_choosing": round(ratios[1], 3),
        "with_final_obs_steps_per_second": _three_digits(speeds[2, 0]),
    }


def measure_regular(count: int, seats: int) -> dict[str, Any]:
    """The environment with `regular` in all seats but the learner's, whose answers are counted."""
    speeds = median_speeds([GpuEnvironment(count, seats, opponents=REGULAR)])
    return {
        "tables": count,
        "players": seats,
        "opponents": REGULAR,
        "environment_steps_per_second": _three_digits(speeds[0, 0]),
        "environment_with_choosing": _three_digits(speeds[0, 1]),
    }


def _three_digits(speed: float) -> float:
    return float(f"{speed:.3g}")


def measure_on_gpu(write: Callable[[dict[str, Any]], None]) -> None:
    """Compare every byte first, then measure; `write` keeps all rows so far."""
    began = perf_counter()
    rows: list[dict[str, Any]] = []
    against_regular: list[dict[str, Any]] = []
    name = torch.cuda.get_device_name()
    print(f"{name}: compiling, which takes most of the time", flush=True)
    for learner in (None, 0):
        check_bytes(learner)
    for seats in REGULAR_SEATS:
        check_regular(seats)
    print(f"{perf_counter() - began:5.1f} s: the same bytes as on the processor", flush=True)
    for count in TABLES:
        if perf_counter() - began > LIMIT:
            print(f"no time left for {count:,} tables", flush=True)
            return
        rows += [compare_with_batch(count, learner) for learner in (None, 0)]
        against_regular += [measure_regular(count, seats) for seats in REGULAR_SEATS]
        write({"gpu": {"device": name, "rows": rows, "regular": against_regular}})
        for row in (*rows[-2:], *against_regular[-2:]):
            print(f"{perf_counter() - began:5.1f} s: {row}", flush=True)
