"""The PettingZoo environment: its own tests, and ours."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import TypeVar

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped] # it publishes no types
    api_test,
    render_test,
    seed_test,
)

from openuno import EDITIONS, IllegalAction, Rules, SetupError, with_switches
from openuno.env import openuno_v5
from openuno.env.pettingzoo import Uno
from openuno.kernel.batch.action_space import ANSWER_ACCEPT, ANSWER_DRAW, ANSWER_KEEP, ANSWER_WAIT
from openuno.kernel.batch.lanes import MAX_ANSWERS, Pay
from tests.kernel.expected_questions import any_rules

HOUSE = with_switches(EDITIONS["house"], jump_in=True, seven_zero=True, stacking="any")
# PettingZoo knows by name the environments that it lets have a mask beside what is seen.
MASKED = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


Test = TypeVar("Test", bound=Callable[..., None])


def masked(test: Test) -> Test:
    for message in MASKED:
        test = pytest.mark.filterwarnings(message)(test)
    return test


@masked
@pytest.mark.parametrize(("rules", "players"), [(EDITIONS["mattel-2016"], 2), (HOUSE, 10)])
def test_it_passes_pettingzoos_api_test(rules: Rules, players: int) -> None:
    api_test(Uno(rules, players), num_cycles=300)


def test_it_passes_pettingzoos_seed_test() -> None:
    seed_test(lambda: Uno(HOUSE, 4), num_cycles=300)


def test_it_passes_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: Uno(players=3, render_mode=render_mode))
    assert "> player_" in capsys.readouterr().out


def play(env: Uno, chance: Random) -> list[tuple[str, int]]:
    """A round of random answers; what was answered by whom."""
    said = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        answer = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        said.append((agent, answer))
        env.step(answer)
    return said


def test_any_rules_can_be_played_to_the_end() -> None:
    chance = Random(1)
    for _ in range(20):
        rules, players = any_rules(chance)
        env = Uno(rules, players)
        env.reset(seed=chance.getrandbits(32))
        assert play(env, chance)
        assert env.agents == []


def test_only_the_agent_asked_has_a_mask() -> None:
    env = Uno(players=4)
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)


def test_an_answer_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    env = Uno(players=2)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    for wrong in (ANSWER_WAIT, -1, 230, None):
        with pytest.raises(IllegalAction, match="player_"):
            env.step(wrong)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_what_is_paid_adds_up() -> None:
    env = Uno(players=3, pay=Pay.POINTS)
    chance = Random(2)
    for seed in range(5):
        env.reset(seed=seed)
        paid = {}
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                paid[agent] = reward
                env.step(None)
            else:
                assert reward == 0
                env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        assert sum(paid.values()) == 0
        assert max(paid.values()) > 0


def test_without_a_seed_the_next_round_is_dealt() -> None:
    env = Uno(players=2)
    env.reset(seed=1)
    first = env.observe("player_0")["observation"].tolist()
    env.reset()
    assert env.observe("player_0")["observation"].tolist() != first
    env.reset(seed=1)
    assert env.observe("player_0")["observation"].tolist() == first


def pickled(env: Uno) -> Uno:
    found = pickle.loads(pickle.dumps(env))
    assert isinstance(found, Uno)
    return found


@pytest.mark.parametrize("copied", [deepcopy, pickled])
def test_a_copy_plays_on_by_itself(copied: Callable[[Uno], Uno]) -> None:
    env = Uno(HOUSE, 3)
    env.reset(seed=1)
    other = copied(env)
    before = env.observe(env.agent_selection)
    said = play(other, Random(5))
    assert len(said) > 10
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)
    assert play(env, Random(5)) == said


def test_a_picture_that_nobody_can_draw_is_refused() -> None:
    with pytest.raises(SetupError, match="ansi, human, rgb_array"):
        Uno(render_mode="svg")


def test_how_a_round_ended_is_in_the_info() -> None:
    env = Uno(players=3)
    env.reset(seed=1)
    play_to_the_end(env, Random(1))
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert len(env.terminations) == 3


def test_a_round_of_too_many_answers_is_truncated() -> None:
    env = Uno(players=3)
    env.reset(seed=1)
    for _ in range(MAX_ANSWERS):
        assert not any(env.truncations.values())
        mask = env.observe(env.agent_selection)["action_mask"]
        wished = [index for index in (ANSWER_DRAW, ANSWER_KEEP, ANSWER_ACCEPT) if mask[index]]
        env.step(wished[0] if wished else int(np.flatnonzero(mask)[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


def play_to_the_end(env: Uno, chance: Random) -> None:
    """Until the last card; everyone is still there to be told of it."""
    while not any((*env.terminations.values(), *env.truncations.values())):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(chance.choice(np.flatnonzero(mask).tolist()))


def test_the_picture_shows_the_hand_of_the_asked_agent_only() -> None:
    env = Uno(players=3, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    hidden = [line for line in text.splitlines()[1:] if line.endswith("??")]
    assert len(hidden) == 2
    assert f"*> {env.agent_selection}" in text


def test_version_4_behaves_as_it_always_has() -> None:
    """Should this fail, raise `openuno.env.version.VERSION`: learned agents rely on it."""
    env = Uno(HOUSE, 4)
    env.reset(seed=1)
    found = sha256()
    chance = Random(1)
    for _ in range(200):
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        found.update(env.agent_selection.encode())
        found.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert (env.metadata["name"], found.hexdigest()[:16]) == ("openuno_v5", "1f745403602b6f3f")


@masked
def test_the_module_is_called_as_pettingzoos_are() -> None:
    env = openuno_v5.env(players=3, edition="house", stacking="any")
    assert isinstance(env, openuno_v5.raw_env)
    assert openuno_v5.__name__.endswith(f".{env.metadata['name']}")
    api_test(env, num_cycles=100)
    seed_test(openuno_v5.env, num_cycles=100)
