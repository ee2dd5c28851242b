"""On a GPU everything comes out as on a processor; where there is none, nothing is tried."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from openuno.engine.errors import IllegalAction
from openuno.engine.rules import EDITIONS, Rules, with_switches
from openuno.game.formats import Elimination, Format, LowTally, Partners, Race
from openuno.kernel.batch.batch import ALL, Batch
from openuno.kernel.batch.lanes import Dealing, Ended, Pay
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, simulate
from tests.kernel.two_devices import (
    GAMES,
    HOUSE,
    MODES,
    PRINTED,
    compare_environments,
    first_allowed,
    last_allowed,
    on_device,
    write_network,
)

OPPONENTS = (["regular"] * 3, ["regular", first_allowed, last_allowed])
SPECIALS = with_switches(EDITIONS["mattel-2016"], swap_cards=4, shuffle_cards=4)


def _has_gpu() -> bool:
    if find_spec("numba_cuda") is None:
        return False
    from numba import cuda  # noqa: PLC0415 - not installed everywhere

    return bool(cuda.is_available())


pytestmark = [
    pytest.mark.skipif(not _has_gpu(), reason="it takes numba-cuda and an NVIDIA GPU"),
    # Numba warns that few tables leave most of the GPU idle; they are enough to compare.
    pytest.mark.filterwarnings("ignore:Grid size"),
]


@pytest.mark.parametrize(
    ("rules", "policies"),
    [
        (EDITIONS["mattel-2016"], ["uniform"] * 4),
        (EDITIONS["wild-112"], ["uniform"] * 3),
        (HOUSE, ["uniform:forgets=3", "uniform:doubts=2", "uniform:bluffs=2", "regular"]),
    ],
)
def test_a_gpu_counts_what_a_processor_counts(rules: Rules, policies: list[str]) -> None:
    from openuno.kernel.simulation import cuda  # noqa: PLC0415 - as above

    plan = Plan(rules, tuple(map(Policy.parse, policies)), seed=7)
    assert (cuda.simulate(plan, 0, 20_000) == simulate(plan, 0, 20_000)).all()


@pytest.mark.parametrize(
    ("rules", "seats", "format"),
    [
        (EDITIONS["mattel-2016"], 4, Race(500)),
        (EDITIONS["wild-112"], 3, LowTally(200)),
        (HOUSE, 4, Partners(300)),
        (HOUSE, 5, Elimination(150)),
    ],
)
def test_a_gpu_counts_whole_games_as_a_processor_does(
    rules: Rules, seats: int, format: Format
) -> None:
    from openuno.kernel.simulation import cuda  # noqa: PLC0415 - as above

    policies = ("regular", "uniform:forgets=3", "uniform", "uniform:doubts=2", "uniform")[:seats]
    plan = Plan(rules, tuple(map(Policy.parse, policies)), 7, format)
    assert (cuda.simulate(plan, 0, 2_000) == simulate(plan, 0, 2_000)).all()


@pytest.mark.parametrize(
    ("rules", "seats", "learner", "dealing"),
    [
        (EDITIONS["mattel-2016"], 2, ALL, Dealing.SAME_STEP),
        (EDITIONS["mattel-2016"], 4, 1, Dealing.NEXT_STEP),
        (HOUSE, 5, 0, Dealing.SAME_STEP),
        (HOUSE, 3, ALL, Dealing.WAIT),
        (SPECIALS, 3, ALL, Dealing.SAME_STEP),
    ],
)
def test_a_batch_on_a_gpu_is_asked_what_one_on_a_processor_is(
    rules: Rules, seats: int, learner: int, dealing: Dealing
) -> None:
    from numba import cuda  # noqa: PLC0415 - as above

    from openuno.kernel.batch.cuda import CudaBatch  # noqa: PLC0415 - as above

    chance = np.random.default_rng(1)
    count = 500  # the last block of threads has some without a lane
    there = CudaBatch(rules, seats, count, 7, learner=learner, dealing=dealing)
    with Batch(rules, seats, count, 7, learner=learner, dealing=dealing) as here:
        for step in range(100):
            answers = (chance.random(here.masks.shape) * here.masks).argmax(1)
            here.step(answers)
            there.step(cuda.to_device(answers))
            if dealing is Dealing.WAIT and step % 7 == 0:
                over = here.ended != Ended.NOT
                here.deal_some(over)
                there.deal_some(over)
            for name in ("asked", "rewards", "ended", "seen", "masks"):
                assert (getattr(there, name).copy_to_host() == getattr(here, name)).all(), name
        answers = (chance.random(here.masks.shape) * here.masks).argmax(1)
        lane = np.flatnonzero(here.ended == Ended.NOT)[-1]
        answers[lane] = -5
        with pytest.raises(IllegalAction, match=f"table {lane}:"):
            there.step(cuda.to_device(answers))
        assert (there.seen.copy_to_host() == here.seen).all(), "a refused step changes nothing"
        with pytest.raises(ValueError, match="500 answers"):
            there.step(cuda.to_device(answers[:-1]))


@pytest.mark.parametrize(
    ("rules", "seated", "patience"),
    [
        (EDITIONS["mattel-2016"], [-1, -1], 1 << 62),
        (EDITIONS["mattel-2016"], [-1, 0, 2, -1], 4),
        (HOUSE, [-1, 0, 2, -1], 1 << 62),
        (SPECIALS, [-1, 0, -1], 5),
    ],
)
def test_a_batch_for_training_on_a_gpu_is_asked_what_one_on_a_processor_is(
    rules: Rules, seated: list[int], patience: int
) -> None:
    from numba import cuda  # noqa: PLC0415 - as above

    from openuno.kernel.learning.batch import LearningBatch  # noqa: PLC0415 - as above
    from openuno.kernel.learning.cuda import CudaLearningBatch  # noqa: PLC0415 - as above

    chance = np.random.default_rng(1)
    there = CudaLearningBatch(rules, seated, 256, 7, patience=patience)
    here = LearningBatch(rules, seated, 256, 7, patience=patience)
    for _ in range(100):
        answers = (chance.random(here.masks.shape) * here.masks).argmax(1)
        here.step(answers)
        there.step(cuda.to_device(answers))
        for name in ("asked", "who", "rewards", "ended", "features", "hidden", "masks", "played"):
            assert (getattr(there, name).copy_to_host() == getattr(here, name)).all(), name


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("learner", [None, 1])
def test_an_environment_on_a_gpu_plays_what_one_on_a_processor_does(
    mode: str, learner: int | None
) -> None:
    import openuno  # noqa: PLC0415 - as above

    settings: dict[str, Any] = {"num_envs": 250, "learner": learner, "autoreset_mode": mode}
    here = openuno.make("uno-3p", rules=PRINTED, **settings)
    there: Any = openuno.make("uno-3p", rules=PRINTED, device="cuda", **settings)
    assert compare_environments(here, there, cuda_array) > 0
    seen, _ = there.reset(seed=1)
    first, state = seen["observation"].copy_to_host(), there.save()
    there.step(cuda_array(seen["action_mask"].copy_to_host().argmax(axis=1)))
    same, _ = there.load(state)
    assert (same["observation"].copy_to_host() == first).all()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_opponents_on_a_gpu_play_what_those_on_a_processor_do(
    mode: str, opponents: list[Any]
) -> None:
    import openuno  # noqa: PLC0415 - as above

    settings: dict[str, Any] = {"num_envs": 250, "learner": 1, "autoreset_mode": mode}
    here = openuno.make("uno-4p", rules=HOUSE, opponents=opponents, **settings)
    there: Any = openuno.make(
        "uno-4p",
        rules=HOUSE,
        opponents=[
            on_device(opponent, cuda_array) if callable(opponent) else opponent
            for opponent in opponents
        ],
        device="cuda",
        **settings,
    )
    assert compare_environments(here, there, cuda_array, steps=40) > 0


@pytest.mark.parametrize(
    ("rules", "opponents", "settings"),
    [
        (HOUSE, ["master", "network.bin"], {"learner": 1}),
        (PRINTED, ["book", "regular"], {"episode": Race(60), "pay": "points"}),
    ],
)
def test_networks_on_a_gpu_decide_what_those_on_a_processor_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rules: Rules,
    opponents: list[str],
    settings: dict[str, Any],
) -> None:
    import openuno  # noqa: PLC0415 - as above

    monkeypatch.chdir(tmp_path)
    write_network(tmp_path / "network.bin")
    settings = {"num_envs": 70, "rules": rules, "opponents": opponents, **settings}
    here = openuno.make("uno-3p", **settings)
    there: Any = openuno.make("uno-3p", device="cuda", **settings)
    assert compare_environments(here, there, cuda_array, steps=40) > 0


def test_opponents_on_a_gpu_can_be_functions_alone() -> None:
    import openuno  # noqa: PLC0415 - as above

    here = openuno.make("uno-3p", rules=PRINTED, num_envs=250, opponents=first_allowed)
    function: Any = on_device(first_allowed, cuda_array)
    there: Any = openuno.make(
        "uno-3p", rules=PRINTED, num_envs=250, opponents=function, device="cuda"
    )
    assert compare_environments(here, there, cuda_array, steps=30) > 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("players", "format", "pay"), GAMES)
def test_episodes_on_a_gpu_can_be_games(mode: str, players: int, format: Format, pay: Pay) -> None:
    import openuno  # noqa: PLC0415 - as above

    settings: dict[str, Any] = {"num_envs": 250, "autoreset_mode": mode, "opponents": "regular"}
    settings |= {"rules": PRINTED, "episode": format, "pay": pay}
    here = openuno.make(f"uno-{players}p", **settings)
    there: Any = openuno.make(f"uno-{players}p", device="cuda", **settings)
    assert compare_environments(here, there, cuda_array, steps=80) > 0


def cuda_array(numbers: npt.NDArray[np.int64]) -> Any:
    from numba import cuda  # noqa: PLC0415 - as above

    return cuda.to_device(numbers)
