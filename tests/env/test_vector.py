"""The vector environment, as Gymnasium wants one."""

import pickle
from collections.abc import Callable
from copy import deepcopy

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from openuno import EDITIONS, IllegalAction, SetupError, with_switches
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


def test_an_illegal_answer_changes_nothing_and_a_mask_written_over_allows_nothing() -> None:
    envs, others = (UnoVector(8, players=2, learner=None) for _ in range(2))
    chance = np.random.default_rng(6)
    seen, _ = envs.reset(seed=1)
    others.reset(seed=1)
    for _ in range(60):
        answers = any_answers(seen, chance)
        wrong = answers.copy()
        wrong[3] = seen["action_mask"][3].argmin()
        seen["observation"][:], seen["action_mask"][:] = 7, 1
        with pytest.raises(IllegalAction, match="table 3"):
            envs.step(wrong)
        seen, *rest, infos = envs.step(answers)
        same, *as_before, others_infos = others.step(answers)
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        assert all(np.array_equal(a, b) for a, b in zip(rest, as_before, strict=True))
        assert np.array_equal(infos["seat"], others_infos["seat"])


def test_a_row_that_a_learner_keeps_stays_as_it_was() -> None:
    envs = UnoVector(4, players=2)
    chance = np.random.default_rng(7)
    seen, _ = envs.reset(seed=1)
    rows = []
    for _ in range(20):
        seen, *_ = envs.step(any_answers(seen, chance))
        row = seen["observation"][2]
        rows.append((row, row.tobytes()))
    assert all(row.tobytes() == kept for row, kept in rows)


@pytest.mark.parametrize("copy_envs", [deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_of_the_environment_plays_on_by_itself(
    copy_envs: Callable[[UnoVector], UnoVector],
) -> None:
    envs = UnoVector(4, players=2)
    seen, _ = envs.reset(seed=1)
    answers = any_answers(seen, np.random.default_rng(8))
    seen, *_ = envs.step(answers)
    other = copy_envs(envs)
    answers = any_answers(seen, np.random.default_rng(9))
    expected, *_ = envs.step(answers)
    found, *_ = other.step(answers)
    assert all(np.array_equal(expected[key], found[key]) for key in expected)
    assert not np.shares_memory(expected["observation"], found["observation"])


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
