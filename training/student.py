"""`python -m training.student --out build/student/student.bin`: a small network that plays nearly
as `master` does.

It learns what `master` thinks of each decision, in the positions that both of them get into. A
processor is enough, and one thread of it.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.layout import DECISIONS, FEATURES, Stake
from openuno.bots.network.weights import SHIPPED
from openuno.kernel.learning.batch import TRAINING_SEEDS, LearningBatch
from training.config import PLAIN, Setting, full
from training.evaluate import EVALUATION_SEEDS, measure
from training.export import WholeNumbers, quantise, read, restore, write
from training.network import Actor
from training.rollout import allowed_scores, limit_drawing, seat_controllers

MOST_SEATS = 6
PLAIN_SHARES = {2: 0.25, 3: 0.05, 4: 0.25, 6: 0.05}
"""How much of the positions come from plain rules with so many players; all others share the
rest."""
STEPS = 16
"""Decisions of each table between two times of learning."""
OWN = 0.5
"""The share of tables where the networks have all seats; in the others `regular` has all but one,
with more than four players less often."""
ODD = 0.05
"""How often any allowed decision is taken, so that unusual positions are seen, too."""
LED = 1 / 3
"""The share of tables that the student leads into the positions it gets into by itself."""
SHARPNESS = 1.5
"""What the scores of `master` are multiplied by: it takes its best decision, not any by chance."""
RATE = 4e-3
VALUE_WEIGHT = 0.1
HOPELESS = -1e9


class Plan(NamedTuple):
    """Everything a run depends on."""

    settings: tuple[Setting, ...]
    samples: int
    width: int
    seed: int
    buffer: int = 1 << 18
    """How many positions are mixed before they are learnt from, once each."""
    minibatch: int = 1024
    rounds: int = 40_000
    """How many rounds are played to measure the strength, with each number of players."""


class Positions(NamedTuple):
    """What networks were asked: one row each."""

    features: Tensor
    allowed: Tensor
    scores: Tensor
    """What `master` gave each decision, and last winning, as logits."""


def trained_settings() -> tuple[Setting, ...]:
    """Where `master` plays to win the round, and not too many play with it."""
    return tuple(
        setting
        for setting in full().settings
        if setting.stake is Stake.WIN
        and setting.seats <= MOST_SEATS
        and is_trained_for(setting.rules, setting.seats)
    )


def shares(settings: tuple[Setting, ...]) -> list[float]:
    """How much of the positions each setting gives."""
    plain = [PLAIN_SHARES.get(each.seats) if each.rules == PLAIN else None for each in settings]
    given = sum(share for share in plain if share is not None)
    rest = (1 - given) / max(1, plain.count(None))
    found = [rest if share is None else share for share in plain]
    return [share / sum(found) for share in found]


def read_actor(file: Path) -> Actor:
    """An exported network in floating point."""
    numbers = read(file)
    actor = Actor(len(numbers["first.scale"]))
    actor.load_state_dict(restore(numbers))
    return actor


class Tables:
    """The tables of one setting."""

    def __init__(self, setting: Setting, lanes: int, seed: int) -> None:
        config = full()._replace(own=OWN, regular=1 - OWN, bluffer=0)
        rows = seat_controllers(config, setting._replace(lanes=lanes))
        self.batch = LearningBatch(setting.rules, rows, lanes, seed)
        self._limit = draw_limit(setting.seats)
        self._rng = np.random.default_rng(seed)
        self._led = self._rng.random(lanes) < LED

    @torch.no_grad()
    def play(self, teacher: Actor, student: Actor) -> Positions:
        """Take one decision at every table; what was asked there, and what the teacher thinks."""
        features = torch.from_numpy(self.batch.features).clone()
        masks = limit_drawing(features, torch.from_numpy(self.batch.masks), self._limit)
        allowed = masks[:, :DECISIONS] != 0
        scores, value = teacher(features)
        decisions = scores.masked_fill(~allowed, HOPELESS).argmax(-1).numpy()
        led = torch.from_numpy(self._led)
        decisions[self._led] = allowed_scores(student, features[led], masks[led]).argmax(-1).numpy()
        odd = self._rng.random(len(decisions)) < ODD
        any_allowed = np.where(allowed.numpy()[odd], self._rng.random((odd.sum(), DECISIONS)), -1)
        decisions[odd] = any_allowed.argmax(1)
        self.batch.step(decisions)
        return Positions(features, allowed, torch.cat((scores, value[:, None]), 1))


class Hall:
    """The tables of all settings, and the positions of their last few decisions."""

    def __init__(self, settings: tuple[Setting, ...], size: int, seed: int) -> None:
        lanes = [max(1, round(share * size / STEPS)) for share in shares(settings)]
        self._tables = [
            Tables(setting, count, seed + number)
            for number, (setting, count) in enumerate(zip(settings, lanes, strict=True))
        ]
        rows = sum(lanes) * STEPS
        self._positions = Positions(
            torch.zeros(rows, FEATURES, dtype=torch.uint8),
            torch.zeros(rows, DECISIONS, dtype=torch.bool),
            torch.zeros(rows, DECISIONS + 1),
        )

    def play(self, teacher: Actor, student: Actor) -> Positions:
        """Play on for some steps; the positions, in the memory of those before."""
        start = 0
        for tables in self._tables:
            for _ in range(STEPS):
                found = tables.play(teacher, student)
                stop = start + len(found.allowed)
                for kept, part in zip(self._positions, found, strict=True):
                    kept[start:stop] = part
                start = stop
        return self._positions


def loss_of(student: Actor, positions: Positions) -> Tensor:
    """How far the student is from `master`: in what it would do, and a little in the value."""
    features, allowed, scores = positions
    found, value = student(features)
    wanted = (SHARPNESS * scores[:, :DECISIONS]).masked_fill(~allowed, HOPELESS).softmax(-1)
    chances = found.masked_fill(~allowed, HOPELESS).log_softmax(-1)
    decisions = -(wanted * chances).sum(-1).mean()
    values = functional.binary_cross_entropy_with_logits(value, scores[:, DECISIONS].sigmoid())
    return decisions + VALUE_WEIGHT * values


def train(plan: Plan) -> Actor:
    """Play, mix, learn, and again, until there have been enough positions."""
    torch.manual_seed(plan.seed)
    teacher, student = read_actor(SHIPPED), Actor(plan.width)
    hall = Hall(plan.settings, plan.buffer, plan.seed * 1000 % TRAINING_SEEDS)
    steps = -(-plan.samples // plan.minibatch)
    optimiser = torch.optim.Adam(student.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, steps)
    done, started = 0, time.monotonic()
    while done < steps:
        positions = hall.play(teacher, student)
        order = torch.randperm(len(positions.allowed)).split(plan.minibatch)
        losses = []
        for rows in order[: min(len(order) - 1, steps - done)]:  # the last one is short
            loss = loss_of(student, Positions._make(part[rows] for part in positions))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
        done += len(losses)
        seconds = time.monotonic() - started
        line = f"{done * plan.minibatch:,} positions, {seconds:.0f} s, loss {np.mean(losses):.4f}"
        print(line, file=sys.stderr, flush=True)
    return student


def agreement(settings: tuple[Setting, ...], student: Actor, size: int) -> float:
    """How often the exported student does what `master` does, on deals of no training."""
    hall = Hall(settings, size, EVALUATION_SEEDS)
    teacher = read_actor(SHIPPED)
    hall.play(teacher, student)  # away from the deal
    positions = hall.play(teacher, student)
    asked = positions.allowed.sum(-1) > 1
    choices = [
        WholeNumbers(numbers, "cpu").choose(positions.features[asked], positions.allowed[asked])
        for numbers in (read(SHIPPED), quantise(student))
    ]
    return float((choices[0] == choices[1]).double().mean())


def finish(student: Actor, plan: Plan, file: Path, seconds: float) -> dict[str, Any]:
    """Export the student and measure what was exported."""
    file.parent.mkdir(parents=True, exist_ok=True)
    numbers = quantise(student)
    digest = write(file, numbers)
    choose = WholeNumbers(numbers, "cpu").choose
    two, four = (Setting(PLAIN, seats, 0) for seats in (2, 4))
    compared = {"all settings": plan.settings, "plain 2": (two,), "plain 4": (four,)}
    size = min(plan.buffer, 1 << 16)
    return {
        "sha256": digest,
        "bytes": file.stat().st_size,
        "width": plan.width,
        "seed": plan.seed,
        "positions": plan.samples,
        "seconds": round(seconds, 1),
        "agreement": {
            name: round(agreement(settings, student, size), 4)
            for name, settings in compared.items()
        },
        "strength": {
            f"plain {seats}": measure(choose, PLAIN, seats, plan.rounds // seats, "cpu")._asdict()
            for seats in (2, 4)
        },
    }


def main() -> None:
    """Read the options, train, export and measure."""
    parser = argparse.ArgumentParser(prog="training.student", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file of the network")
    parser.add_argument("--samples", type=int, help="positions to learn from")
    parser.add_argument("--width", type=int, help="units of each layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="a run of a few seconds, for a test")
    given = parser.parse_args()
    torch.set_num_threads(1)
    settings = trained_settings()
    plan = Plan(settings, given.samples or 24_000_000, given.width or 96, given.seed)
    if given.tiny:
        plan = Plan(settings[:2], given.samples or 16_384, given.width or 8, given.seed)
        plan = plan._replace(buffer=4096, minibatch=256, rounds=256)
    started = time.monotonic()
    student = train(plan)
    report = finish(student, plan, given.out, time.monotonic() - started)
    text = json.dumps(report, indent=2)
    given.out.with_name("report.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
