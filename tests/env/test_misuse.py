"""The environments refuse what they cannot do yet, or at all, and say what to do instead."""

from typing import Any

import numpy as np
import pytest

from openuno import IllegalAction, Reason, SetupError
from openuno.env.pettingzoo import Uno
from openuno.env.vector import UnoVector

TEXT: Any = "classic"


def test_rules_are_no_text() -> None:
    for make in (lambda: Uno(rules=TEXT), lambda: UnoVector(2, rules=TEXT)):
        with pytest.raises(
            SetupError, match=r"^rules: must be Rules, such as edition\('classic'\)"
        ):
            make()
    with pytest.raises(SetupError, match=r"^seats: must be a whole number"):
        Uno(players=TEXT)
    with pytest.raises(SetupError, match=r"^num_envs: must be 1 or more, not 0"):
        UnoVector(0)


def test_reset_comes_first() -> None:
    env = Uno(players=2)
    for early in (
        lambda: env.step(0),
        env.last,
        lambda: env.observe("player_0"),
        env.render,
    ):
        with pytest.raises(IllegalAction, match=r"call reset\(\) first") as refused:
            early()
        assert refused.value.reason is Reason.NOT_DEALT
    envs = UnoVector(2, players=2)
    with pytest.raises(IllegalAction, match=r"call reset\(\) first"):
        envs.step(np.zeros(2, np.int64))


def test_an_agent_is_one_of_the_players() -> None:
    env = Uno(players=2)
    env.reset(seed=1)
    with pytest.raises(SetupError, match="there is no 'ann' among player_0, player_1"):
        env.observe("ann")
