"""The vector environment, as Gymnasium wants one."""

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from openuno import EDITIONS, SetupError, with_switches
from openuno.env.vector import Arrays, UnoVector

HOUSE = with_switches(EDITIONS["house"], jump_in=True, seven_zero=True, stacking="any")


def any_answers(seen: Arrays, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    masks = seen["action_mask"]
    answers: npt.NDArray[np.int64] = (chance.random(masks.shape) * masks).argmax(axis=1)
    return answers


@pytest.mark.parametrize("learner", [0, 2, None])
def test_what_it_hands_out_lies_in_its_spaces(learner: int | None) -> None:
    envs = UnoVector(16, HOUSE, 4, learner=learner)
    chance = np.random.default_rng(1)
    seen, infos = envs.reset(seed=1)
    over = 0
    for _ in range(800 if learner is None else 200):  # a step is one seat's, or a whole lap
        assert envs.observation_space.contains(seen)
        assert learner is None or (infos["seat"] == learner).all()
        answers = any_answers(seen, chance)
        assert envs.action_space.contains(answers)
        seen, rewards, terminations, truncations, infos = envs.step(answers)
        assert rewards.shape == terminations.shape == truncations.shape == (16,)
        assert (rewards.dtype.name, terminations.dtype.name) == ("float64", "bool")
        assert not rewards[~terminations].any()
        over += int(terminations.sum())
    assert over > 0
    envs.close()


def test_the_same_seed_is_the_same_play() -> None:
    one, two = UnoVector(8, HOUSE, 3), UnoVector(8, HOUSE, 3, threads=2, copy=False)
    chance = np.random.default_rng(2)
    seen, _ = one.reset(seed=5)
    same, _ = two.reset(seed=5)
    for _ in range(100):
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        answers = any_answers(seen, chance)
        seen, *rest, _ = one.step(answers)
        same, *others, _ = two.step(answers)
        assert all(np.array_equal(a, b) for a, b in zip(rest, others, strict=True))
    one.close()
    two.close()


def test_without_a_seed_it_deals_on() -> None:
    envs = UnoVector(4, players=2)
    first, _ = envs.reset(seed=1)
    second, _ = envs.reset()
    assert not np.array_equal(first["observation"], second["observation"])


def test_every_seat_is_paid_when_the_learner_has_them_all() -> None:
    envs = UnoVector(32, players=2, learner=None)
    chance = np.random.default_rng(3)
    seen, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(300):
        answered = infos["seat"]
        seen, rewards, terminations, _, infos = envs.step(any_answers(seen, chance))
        assert (infos["rewards"][np.arange(32), answered] == rewards).all()
        assert (infos["rewards"].sum(axis=1) == 0).all()
        ended += int(terminations.sum())
    assert ended > 0


def test_what_was_handed_out_stays_as_it_was_unless_no_copy_is_wanted() -> None:
    chance = np.random.default_rng(5)
    for copy in (True, False):
        envs = UnoVector(4, players=2, copy=copy)
        first, _ = envs.reset(seed=1)
        kept = {key: array.copy() for key, array in first.items()}
        second, *_ = envs.step(any_answers(first, chance))
        for key, array in first.items():
            assert np.array_equal(array, kept[key]) == copy
            assert (array is second[key]) != copy


@pytest.mark.parametrize("learner", [-1, 3])
def test_a_learner_without_a_seat_is_refused(learner: int) -> None:
    with pytest.raises(SetupError, match=f"there is no seat {learner}"):
        UnoVector(2, players=3, learner=learner)


def test_gymnasiums_wrappers_work_on_it() -> None:
    assert UnoVector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    inner = UnoVector(16, players=2)
    assert isinstance(inner, gymnasium.vector.VectorEnv)
    envs = RecordEpisodeStatistics(inner)
    chance = np.random.default_rng(4)
    seen, _ = envs.reset(seed=1)
    returns: list[float] = []
    for _ in range(200):
        seen, _, _, _, infos = envs.step(any_answers(seen, chance))
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(returns) > 20
    assert set(returns) <= {-1.0, 0.0, 1.0}
    envs.close()
