"""Whole games as episodes: what is scored, and when they end."""

from typing import Any

import numpy as np
import pytest

import openuno
from openuno import BestOf, Format, LowTally, Race, SetupError, Teams
from openuno.env.games import Games
from openuno.env.single import UnoEnv
from openuno.kernel.batch.lanes import Ended
from openuno.kernel.batch.questions import ROUNDS_BEFORE
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round


def play_game(env: UnoEnv, chance: np.random.Generator) -> tuple[list[float], Any]:
    paid: list[float] = []
    while True:
        action = chance.choice(np.flatnonzero(env.action_masks()))
        seen, reward, over, cut, _ = env.step(action)
        assert env.observation_space.contains(seen)
        paid.append(float(reward))
        if over or cut:
            return paid, seen


@pytest.mark.parametrize("opponents", ["uniform", "regular", ["casual", "uniform"]])
def test_a_race_ends_when_somebody_has_the_points(opponents: Any) -> None:
    env = openuno.make("uno-3p", opponents=opponents, episode="race:200")
    env.reset(seed=1)
    paid, seen = play_game(env, np.random.default_rng(1))
    assert max(seen["scores"]) >= 200
    assert paid[-1] == (1 if seen["scores"].argmax() == 0 else -1)
    assert not any(paid[:-1])
    seen, _ = env.reset()
    assert not seen["scores"].any()


@pytest.mark.parametrize("opponents", ["uniform", "regular"])
def test_a_round_in_which_the_learner_is_not_asked_counts(opponents: str) -> None:
    env = openuno.make("uno-4p", hand_size=1, opponents=opponents, episode="best-of:9")
    env.reset(seed=1)
    play_game(env, np.random.default_rng(1))
    games, dealt = env._tables._games, env._tables.batch.lanes.questions[0, ROUNDS_BEFORE]
    assert games is not None
    assert games.wins.sum() == dealt


def test_paid_by_points_every_round_pays() -> None:
    env = openuno.make("uno-2p", episode=Race(100), pay="points", opponents="regular")
    env.reset(seed=2)
    paid, seen = play_game(env, np.random.default_rng(1))
    won, lost = sum(points for points in paid if points > 0), -sum(p for p in paid if p < 0)
    assert [won, lost] == [seen["scores"][0], seen["scores"][1]]
    assert np.count_nonzero(paid) > 1


def test_the_scores_of_the_learner_come_first() -> None:
    envs = openuno.make(
        "uno-3p", num_envs=4, learner=None, episode="race:300", autoreset_mode="disabled"
    )
    chance = np.random.default_rng(1)
    seen, infos = envs.reset(seed=1)
    scores = envs._tables.scores
    assert scores is not None
    for _ in range(1_000):
        for lane in range(4):
            assert (np.roll(scores[lane], -infos["seat"][lane]) == seen["scores"][lane]).all()
        masks = seen["action_mask"]
        seen, _, _, _, infos = envs.step((chance.random(masks.shape) * masks).argmax(1))
    assert scores.any()


@pytest.mark.parametrize(
    ("format", "rounds", "winners"),
    [
        (Race(50), [(0, (30, -10, -20)), (1, (-5, 40, -35)), (0, (20, -15, -5))], [0]),
        (LowTally(60), [(0, (30, -10, -20)), (2, (-45, -1, 46)), (None, (-1, -20, -41))], [1]),
        (BestOf(3), [(2, (-1, -1, 2)), (None, (0, 0, 0)), (2, (-1, -1, 2))], [2]),
    ],
)
def test_formats_are_scored_as_in_a_game(
    format: Format, rounds: list[tuple[int | None, tuple[int, ...]]], winners: list[int]
) -> None:
    games = Games(format, 1, 3)
    for winner, points in rounds:
        assert games.winners(0) is None
        games.add_round(0, winner, np.array(points, np.float32))
    won = games.winners(0)
    assert won is not None
    assert np.flatnonzero(won).tolist() == winners


def test_a_team_wins_together() -> None:
    env = openuno.make("uno-4p", episode=Teams(100))
    env.reset(seed=1)
    _, seen = play_game(env, np.random.default_rng(1))
    scores = seen["scores"].tolist()
    assert scores[0] == scores[2]
    assert scores[1] == scores[3]
    with pytest.raises(SetupError):
        openuno.make("uno-3p", episode="teams:100")


def test_a_game_that_is_over_shows_its_last_round() -> None:
    env = openuno.make("uno-2p", episode="single", opponents="regular")
    env.reset(seed=3)
    play_game(env, np.random.default_rng(1))
    tables = env._tables
    assert tables.ended[0] == Ended.OVER
    round = to_round(select_round(tables.batch.lanes.rows, 0), tables.batch.rules)
    assert sum(not hand for hand in round.hands) == 1
