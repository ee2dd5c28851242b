"""`python -m training --out build/master`: trains, measures and exports.

Ctrl-C ends a run after the update under way; the same command with `--resume` goes on from there.
"""

import argparse
import json
import signal
import time
from pathlib import Path

import torch

from openuno.engine.notation.rules import parse_rules
from training import config as configs
from training.config import HOUSE, PLAIN
from training.evaluate import Choose, Strength, measure, measure_quickly
from training.export import WholeNumbers, quantise, read, restore, write
from training.kernels import KINDS, compile_side_by_side
from training.network import Actor
from training.ppo import Progress, Trainer, read_checkpoint
from training.rollout import allowed_scores

LOOK, LOOK_AT_RESPONSE = 150.0, 60.0
"""Seconds between two measurements for the curve; there is less to measure against a rival."""
MINUTES = 20.0
"""As long as the shipped network was trained."""
CHECKPOINT = "checkpoint.pt"
LOOKED_AT = (
    *((f"plain {seats}", PLAIN, seats) for seats in (2, 3, 4, 6, 10)),
    *((f"house {seats}", parse_rules(HOUSE), seats) for seats in (2, 4)),
)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where everything is written")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of training in all")
    parser.add_argument("--updates", type=int, help="a number of updates instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="a small run for a processor")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--start", type=Path, help="networks.pt or master.bin of an earlier run")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the run that was stopped there"
    )
    parser.add_argument(
        "--against", type=Path, help="a master.bin: learn to win from this network alone"
    )
    parser.add_argument("--rate", type=float, help="the learning rate to begin with")
    parser.add_argument("--entropy", type=float, help="the reward for variety to begin with")
    parser.add_argument("--measure", type=int, default=1_000_000, help="rounds of the last measure")
    given = parser.parse_args()
    if given.resume and not (given.out / CHECKPOINT).exists():
        parser.error(f"--resume: there is no {CHECKPOINT} in {given.out}; leave it out to begin")
    torch.backends.cuda.matmul.allow_tf32 = False
    config = configs.tiny(given.seed) if given.tiny else configs.full(given.seed)
    if given.against is not None:
        config = configs.against_one(config, small=given.tiny)
    if given.rate is not None:
        config = config._replace(rate=given.rate)
    if given.entropy is not None:
        config = config._replace(entropy=given.entropy)
    run(config, given)


def run(config: configs.Config, given: argparse.Namespace) -> None:
    """Train, and keep the curve and the network so far after every measurement."""
    given.out.mkdir(parents=True, exist_ok=True)
    rival, answer = None, None
    if given.against is not None:
        numbers = read(given.against)
        rival = Actor(len(numbers["first.scale"])).to(given.device)
        rival.load_state_dict(restore(numbers))
        answer = WholeNumbers(numbers, given.device).choose
    started = time.monotonic()
    if given.device != "cpu":
        compile_side_by_side(tuple(KINDS) if rival is None else ("plain",))
    trainer, curve = make_trainer(config, given, rival)
    print(f"ready after {time.monotonic() - started:.0f} s", flush=True)
    between = LOOK if rival is None else LOOK_AT_RESPONSE
    next_look = between / 2 if not curve else curve[-1]["seconds"] + between

    def look(progress: Progress) -> None:
        point = dict(progress._asdict())
        for name, found in strengths(best_of(trainer.average), given, answer, 32768).items():
            point[name], point[f"± {name}"] = round(found.share, 4), round(found.half, 4)
        curve.append(point)
        print(json.dumps(point), flush=True)
        (given.out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
        write(given.out / "master.bin", quantise(trainer.average))
        trainer.save_checkpoint(given.out / CHECKPOINT)

    def watch(progress: Progress) -> None:
        nonlocal next_look
        if progress.updates in (1, 5) or progress.updates % 50 == 0:
            print(progress, flush=True)
        if progress.seconds >= next_look and not given.tiny:
            next_look += between
            look(progress)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: trainer.stop())
    trainer.run(given.minutes * 60, watch, given.updates)
    trainer.save(given.out / "networks.pt")
    trainer.save_checkpoint(given.out / CHECKPOINT)
    if trainer.is_stopped:
        print(f"stopped after {trainer.updates} updates; --resume goes on from there", flush=True)
    else:
        finish(trainer, curve, given, answer)


def make_trainer(
    config: configs.Config, given: argparse.Namespace, rival: Actor | None
) -> tuple[Trainer, list[dict[str, float]]]:
    """A new run, or the one that was stopped, and its curve so far."""
    if not given.resume:
        trainer = Trainer(config, given.device, rival)
        if given.start is not None:
            trainer.start_from(given.start)
        return trainer, []
    state = read_checkpoint(given.out / CHECKPOINT, given.device)
    trainer = Trainer(config, given.device, rival, updates=state["updates"])
    trainer.load_checkpoint(state)
    file = given.out / "curve.json"
    curve: list[dict[str, float]] = json.loads(file.read_text("utf-8")) if file.exists() else []
    return trainer, curve


def best_of(actor: Actor) -> Choose:
    """Decide by the highest score of a network in floating point."""
    return lambda features, masks: allowed_scores(actor, features, masks).argmax(-1)


def strengths(
    choose: Choose, given: argparse.Namespace, rival: Choose | None, rounds: int
) -> dict[str, Strength]:
    """Against `regular` in a few settings, or against the rival under the plain rules."""
    if rival is not None:
        sizes = (2,) if given.tiny else (2, 4)
        return {
            f"rival {seats}": measure(
                choose, PLAIN, seats, max(64, rounds // seats), given.device, rival=rival
            )
            for seats in sizes
        }
    return {
        name: measure_quickly(choose, rules, seats, rounds, given.device)
        for name, rules, seats in LOOKED_AT
    }


def finish(
    trainer: Trainer,
    curve: list[dict[str, float]],
    given: argparse.Namespace,
    rival: Choose | None,
) -> None:
    """Export the network and measure what was exported."""
    numbers = quantise(trainer.average)
    digest = write(given.out / "master.bin", numbers)
    choose = WholeNumbers(numbers, given.device).choose
    strength: dict[str, object] = {}
    for seats in (2,) if given.tiny else (2, 4):
        lanes = max(64, given.measure // seats)
        found = measure(choose, PLAIN, seats, lanes, given.device, rival=rival)
        strength[str(seats)] = found._asdict()
        print(seats, found, flush=True)
    report = {
        "sha256": digest,
        "updates": trainer.updates,
        "seconds": trainer.seconds,
        "decisions": trainer.decisions,
        "curve": curve,
        "strength": strength,
    }
    (given.out / "report.json").write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
