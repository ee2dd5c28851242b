"""When the next episode begins: Gymnasium's three modes, against every kind of opponent."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode

import openuno
from openuno import SetupError
from openuno.env.vector import Arrays, UnoVector
from openuno.kernel.batch.observation import STARTS

HAND = slice(STARTS["hand"], STARTS["hand"] + 64)
TABLES = 12


def any_answers(seen: Arrays, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    masks = seen["action_mask"]
    answers: npt.NDArray[np.int64] = (chance.random(masks.shape) * masks).argmax(axis=1)
    return answers


def make(mode: str, opponents: Any, **settings: Any) -> UnoVector:
    return openuno.make(
        "uno-3p", num_envs=TABLES, opponents=opponents, autoreset_mode=mode, **settings
    )


@pytest.mark.parametrize("opponents", ["uniform", "regular", ["uniform", "regular"]])
def test_in_the_same_step_with_the_last_observation_beside_it(opponents: Any) -> None:
    envs = make("same-step", opponents)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = 0
    for _ in range(120):
        seen, rewards, over, cut, infos = envs.step(any_answers(seen, chance))
        done = over | cut
        assert seen["action_mask"].any(axis=1).all()
        assert ("final_obs" in infos) == done.any()
        if done.any():
            assert (infos["_final_obs"] == done).all()
            for lane in np.flatnonzero(done):
                last = infos["final_obs"][lane]
                assert not last["action_mask"].any()
                assert (last["observation"][HAND].sum() == 0) == (rewards[lane] > 0)
        ended += int(done.sum())
    assert ended > 10


@pytest.mark.parametrize("opponents", ["uniform", "regular", ["uniform", "regular"]])
def test_in_the_next_step_the_answer_does_not_matter(opponents: Any) -> None:
    envs = make("next-step", opponents)
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    before = np.zeros(TABLES, bool)
    ended = 0
    for _ in range(120):
        answers = any_answers(seen, chance)
        answers[before] = -5
        seen, rewards, over, cut, infos = envs.step(answers)
        done = over | cut
        assert not rewards[before].any()
        assert not done[before].any()
        assert (seen["action_mask"].any(axis=1) == ~done).all()
        assert "final_obs" not in infos
        before = done
        ended += int(done.sum())
    assert ended > 10


@pytest.mark.parametrize("opponents", ["uniform", "regular"])
def test_a_mask_deals_nowhere_else_in_the_next_step(opponents: Any) -> None:
    envs = make("next-step", opponents)
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    done = np.zeros(TABLES, bool)
    while done.sum() < 2:
        seen, _, over, cut, _ = envs.step(any_answers(seen, chance))
        done = over | cut
    chosen = np.zeros(TABLES, bool)
    chosen[done.argmax()] = True
    seen, _ = envs.reset(options={"reset_mask": chosen})
    assert (seen["action_mask"].any(axis=1) == (~done | chosen)).all()


@pytest.mark.parametrize("opponents", ["uniform", "regular", ["uniform", "regular"]])
def test_only_when_it_is_asked_for(opponents: Any) -> None:
    envs = make("disabled", opponents)
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    done = np.zeros(TABLES, bool)
    while not done.any():
        seen, _, over, cut, _ = envs.step(any_answers(seen, chance))
        done = over | cut
    kept = seen["observation"][done]
    seen, rewards, over, cut, _ = envs.step(any_answers(seen, chance))
    assert (over | cut)[done].all()
    assert not rewards[done].any()
    assert (seen["observation"][done] == kept).all()
    playing = ~(over | cut)
    going_on = seen["observation"][playing]
    seen, _ = envs.reset(options={"reset_mask": over | cut})
    assert seen["action_mask"].any(axis=1).all()
    assert (seen["observation"][playing] == going_on).all()
    with pytest.raises(SetupError, match="reset_mask"):
        envs.reset(options={"reset_mask": [1, 2]})


def test_with_and_without_the_last_observation_the_same_is_played() -> None:
    one, two = make("same-step", "uniform"), make("same-step", "uniform", final_obs=False)
    chance = np.random.default_rng(2)
    seen, _ = one.reset(seed=5)
    same, _ = two.reset(seed=5)
    for _ in range(100):
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        answers = any_answers(seen, chance)
        seen, *rest, _ = one.step(answers)
        same, *others, infos = two.step(answers)
        assert all(np.array_equal(a, b) for a, b in zip(rest, others, strict=True))
        assert "final_obs" not in infos


def test_a_saved_vector_continues_as_it_would_have() -> None:
    envs = make("same-step", ["casual", "regular"])
    chance = np.random.default_rng(3)
    seen, _ = envs.reset(seed=1)
    for _ in range(10):
        seen, *_ = envs.step(any_answers(seen, chance))
    state = envs.save()
    paths = []
    for _ in range(2):
        seen, _ = envs.load(state)
        again = np.random.default_rng(4)
        path = []
        for _ in range(20):
            seen, rewards, *_ = envs.step(any_answers(seen, again))
            path.append((seen["observation"].tolist(), rewards.tolist()))
        paths.append(path)
    assert paths[0] == paths[1]
