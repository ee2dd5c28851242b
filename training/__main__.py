"""`python -m training --minutes 18 --out build/master`: trains, measures and exports."""

import argparse
import json
import time
from pathlib import Path

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # NumPy 2.5 dropped it, and numba-cuda 0.30 asks for it

import torch

from training import config as configs
from training.config import PLAIN
from training.evaluate import measure
from training.export import WholeNumbers, quantise, write
from training.ppo import Progress, Trainer
from training.rollout import allowed_scores

LOOK = 75.0
"""Seconds between two measurements for the curve."""


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where everything is written")
    parser.add_argument("--minutes", type=float, default=18.0, help="of training in all")
    parser.add_argument("--updates", type=int, help="a number of updates instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="a small run for a processor")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--start", type=Path, help="networks.pt or master.bin of an earlier run")
    parser.add_argument("--rate", type=float, help="the learning rate to begin with")
    parser.add_argument("--measure", type=int, default=1_000_000, help="rounds of the last measure")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.backends.cuda.matmul.allow_tf32 = False
    config = configs.tiny(given.seed) if given.tiny else configs.full(given.seed)
    if given.rate is not None:
        config = config._replace(rate=given.rate)
    started = time.monotonic()
    trainer = Trainer(config, given.device)
    print(f"ready after {time.monotonic() - started:.0f} s", flush=True)
    if given.start is not None:
        trainer.start_from(given.start)
    curve: list[dict[str, float]] = []
    next_look = trainer.seconds + LOOK / 2

    def look(progress: Progress, lanes: int = 16384) -> None:
        point = dict(progress._asdict())
        for seats in (2, 4):
            found = measure(
                lambda x, m: allowed_scores(trainer.actor, x, m).argmax(-1),
                PLAIN,
                seats,
                lanes // seats,
                2,
                given.device,
            )
            point[f"share_{seats}"], point[f"half_{seats}"] = found.share, found.half
        curve.append(point)
        print(json.dumps(point), flush=True)
        (given.out / "curve.json").write_text(json.dumps(curve))
        write(given.out / "master.bin", quantise(trainer.actor))

    def watch(progress: Progress) -> None:
        nonlocal next_look
        if progress.updates in (1, 5) or progress.updates % 50 == 0:
            print(progress, flush=True)
        if progress.seconds >= next_look and not given.tiny:
            next_look += LOOK
            look(progress)

    trainer.run(given.minutes * 60, watch, given.updates)
    trainer.save(given.out / "networks.pt")
    finish(trainer, curve, given)


def finish(trainer: Trainer, curve: list[dict[str, float]], given: argparse.Namespace) -> None:
    """Export the network and measure what was exported."""
    numbers = quantise(trainer.actor)
    digest = write(given.out / "master.bin", numbers)
    strength: dict[str, object] = {}
    report = {
        "sha256": digest,
        "updates": trainer.updates,
        "seconds": trainer.seconds,
        "decisions": trainer.decisions,
        "curve": curve,
        "strength": strength,
    }
    whole = WholeNumbers(numbers, given.device)
    sizes = (2,) if given.tiny else (2, 4)
    for seats in sizes:
        lanes = max(64, given.measure // (4 * seats))
        found = measure(whole.choose, PLAIN, seats, lanes, 4, given.device)
        strength[str(seats)] = found._asdict()
        print(seats, found, flush=True)
    (given.out / "report.json").write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
