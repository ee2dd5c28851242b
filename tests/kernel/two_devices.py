"""The same environment on a processor and on a GPU, side by side: every byte is compared."""

from array import array
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from openuno.bots.network.layout import DECISIONS, FEATURES
from openuno.bots.network.weights import SHIFT, VALUES, Layer, Weights, weights_bytes
from openuno.engine.rules import EDITIONS, with_switches
from openuno.env.vector import UnoVector
from openuno.game.formats import BestOf, LowTally, Partners, Race
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.lanes import Pay

COUNT = 70
"""The last block of threads has some without a table."""
MODES = ("same-step", "next-step", "disabled")
PRINTED = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], jump_in=True, seven_zero=True, stacking="any")
GAMES = (
    (2, Race(60), Pay.WIN),
    (2, LowTally(80), Pay.POINTS),
    (2, BestOf(3), Pay.POINTS),
    (4, Partners(50), Pay.WIN),
)
"""Players, what is played for, what it pays; all are over soon."""
Rows = npt.NDArray[Any]
ToDevice = Callable[[Rows], Any]


def write_network(file: Path, *, width: int = 20) -> Path:
    """Write a network that decides by chance, but always the same; its layers fill no word."""
    chance = np.random.default_rng(1)
    sizes = (FEATURES, width, width, width, DECISIONS + 1)
    layers = []
    for inputs, outputs in pairwise(sizes):
        weights = chance.integers(-128, 128, (outputs, inputs), np.int8)
        scales = array("i", chance.integers(1, 1 << SHIFT - 4, outputs).tolist())
        biases = array("q", chance.integers(-(1 << SHIFT), 1 << SHIFT, outputs).tolist())
        layers.append(Layer(inputs, weights.tobytes(), scales, biases))
    levels = chance.integers(0, 255, VALUES, np.uint8).tobytes()
    file.write_bytes(weights_bytes(Weights(levels, tuple(layers))))
    return file


def first_allowed(_seen: Any, masks: Any) -> Rows:
    """The first answer that is allowed."""
    answers: Rows = masks.argmax(axis=1)
    return answers


def last_allowed(_seen: Any, masks: Any) -> Rows:
    """The last one."""
    answers: Rows = ACTIONS - 1 - masks[:, ::-1].argmax(axis=1)
    return answers


def on_device(policy: Callable[[Any, Any], Rows], to_device: ToDevice) -> Callable[..., Any]:
    """The same function for rows of a GPU: it must be shown those that ask it, and no others."""

    def answer(seen: Any, masks: Any) -> Any:
        rows, allowed = seen.copy_to_host(), masks.copy_to_host()
        assert (rows.any(axis=1) == allowed.any(axis=1)).all()
        return to_device(policy(rows, allowed))

    return answer


def compare_environments(
    here: UnoVector, there: Any, to_device: ToDevice, *, steps: int = 60
) -> int:
    """Answer at random in both, and compare all that they say; how many episodes ended."""
    chance = np.random.default_rng(1)
    seen, infos = here.reset(seed=1)
    same, others = there.reset(seed=1)
    ended = 0
    for step in range(steps):
        assert_same(seen, same)
        assert (others["seat"].copy_to_host() == infos["seat"]).all()
        mask = seen["action_mask"]
        answers = (chance.random(mask.shape) * mask).argmax(axis=1)
        seen, *outcome, infos = here.step(answers)
        same, *outcome_there, others = there.step(to_device(answers))
        for one, other in zip(outcome, outcome_there, strict=True):
            assert (other.copy_to_host() == one).all()
        _, over, cut_short = outcome
        done = over | cut_short
        ended += int(done.sum())
        if "_final_obs" in others:
            _compare_final(infos, others, done)
        if here.metadata["autoreset_mode"].name == "DISABLED" and step % 5 == 0:
            seen, infos = here.reset(options={"reset_mask": done})
            same, others = there.reset(options={"reset_mask": done})
    return ended


def assert_same(seen: dict[str, Rows], same: dict[str, Any]) -> None:
    """Compare what both show."""
    assert seen.keys() == same.keys()
    for name, rows in seen.items():
        assert (same[name].copy_to_host() == rows).all(), name


def _compare_final(infos: dict[str, Any], others: dict[str, Any], done: Rows) -> None:
    assert (others["_final_obs"].copy_to_host() == done).all()
    seats = others["final_info"]["seat"].copy_to_host()
    rows = {name: array.copy_to_host() for name, array in others["final_obs"].items()}
    for table in np.flatnonzero(done):
        assert infos["final_info"]["seat"][table] == seats[table]
        for name, row in infos["final_obs"][table].items():
            assert (rows[name][table] == row).all(), name
