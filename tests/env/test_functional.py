"""The functional form: states are values, and a step changes none of them."""

from random import Random

import numpy as np
import pytest

from openuno import EDITIONS, IllegalAction, SetupError
from openuno.env.functional import Functional, State
from openuno.env.pettingzoo import Uno

GAME = Functional(EDITIONS["house"], 3)


def play(state: State, chance: Random) -> list[State]:
    states = [state]
    while not (state.terminated or state.truncated):
        state = GAME.step(state, chance.choice(np.flatnonzero(state.legal_action_mask).tolist()))
        states.append(state)
    return states


def test_a_round_is_played_from_state_to_state() -> None:
    states = play(GAME.init(1), Random(1))
    first, last = states[0], states[-1]
    assert (int(first.current_player) in range(3), first.observation.shape) == (True, (437,))
    assert not first.rewards.any()
    assert sorted(last.rewards.tolist()) == [-1, -1, 1]
    assert int(last._step_count) == len(states) - 1
    assert not last.legal_action_mask.any()
    after = GAME.step(last, 0)
    assert after.terminated
    assert not after.rewards.any()


def test_a_state_never_changes_and_can_be_stepped_again() -> None:
    states = play(GAME.init(5), Random(2))
    middle = states[len(states) // 2]
    kept = (middle.observation.tolist(), middle.legal_action_mask.tolist())
    one, two = (play(middle, Random(3)) for _ in range(2))
    assert [s.observation.tolist() for s in one] == [s.observation.tolist() for s in two]
    assert (middle.observation.tolist(), middle.legal_action_mask.tolist()) == kept


def test_rows_of_a_batch_do_not_depend_on_each_other() -> None:
    keys = np.array([5, 1, 9])
    many = GAME.init(keys)
    singles = [GAME.init(int(key)) for key in keys]
    for _ in range(60):
        for row, one in enumerate(singles):
            assert (many.observation[row] == one.observation).all()
            assert (many.rewards[row] == one.rewards).all()
        actions = many.legal_action_mask.argmax(axis=1)
        many = GAME.step(many, actions)
        singles = [GAME.step(one, action) for one, action in zip(singles, actions, strict=True)]


def test_everyone_sees_what_pettingzoos_agents_see() -> None:
    state = GAME.init(3)
    asked = int(state.current_player)
    assert (GAME.observe(state, asked) == state.observation).all()
    env = Uno(EDITIONS["house"], 3)
    env.reset(seed=1)
    env._batch.reset(3)
    for seat in range(3):
        assert (GAME.observe(state, seat) == env._batch.see(0, seat)[0]).all()


def test_what_makes_no_sense_is_refused() -> None:
    state = GAME.init(1)
    with pytest.raises(IllegalAction):
        GAME.step(state, -1)
    for key in (-1, 1.5, [[1]], []):
        with pytest.raises(SetupError, match="key"):
            GAME.init(key)
    with pytest.raises(SetupError, match="no seat 3"):
        GAME.observe(state, 3)
