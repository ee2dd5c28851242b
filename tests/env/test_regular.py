"""The compiled `regular` as an opponent: at many tables at once, exactly the bot."""

from typing import Any

import numpy as np
import pytest

import openuno

THE_BOT = "openuno.bots.regular:regular"
TARGETS = {"edition": "house", "seven_zero": True, "jump_in": True, "stacking": "any"}


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (2, {}),
        (3, TARGETS),
        (4, {**TARGETS, "teams": True, "learner": 2}),
        (3, {"edition": "wild-112", "episode": "best-of:3"}),
    ],
)
def test_it_answers_at_every_table_as_the_bot_does(players: int, settings: Any) -> None:
    compiled, python = (
        openuno.make(f"uno-{players}p", num_envs=4, opponents=opponents, **settings)
        for opponents in ("regular", THE_BOT)
    )
    chance = np.random.default_rng(1)
    seen, _ = compiled.reset(seed=3)
    same, _ = python.reset(seed=3)
    rounds = 0
    for _ in range(60):
        assert all(np.array_equal(seen[key], same[key]) for key in seen)
        masks = seen["action_mask"]
        answers = (chance.random(masks.shape) * masks).argmax(axis=1)
        seen, *paid, _ = compiled.step(answers)
        same, *also_paid, _ = python.step(answers)
        assert all(np.array_equal(a, b) for a, b in zip(paid, also_paid, strict=True))
        rounds += int(paid[1].sum())
    assert rounds


def test_threads_and_other_bots_at_the_table_change_nothing() -> None:
    settings: Any = {"num_envs": 6, "edition": "house", "seven_zero": True}
    makes = [
        openuno.make("uno-3p", opponents=("regular", "casual"), **settings),
        openuno.make("uno-3p", opponents=(THE_BOT, "casual"), threads=2, **settings),
    ]
    seen = [envs.reset(seed=5)[0] for envs in makes]
    for _ in range(40):
        assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
        answers = seen[0]["action_mask"].argmax(axis=1)
        seen = [envs.step(answers)[0] for envs in makes]
    for envs in makes:
        envs.close()
