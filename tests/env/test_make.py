"""`openuno.make`: one call for one table or many, any rules, any opponents."""

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from copy import deepcopy
from threading import Thread
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env

import openuno
import openuno.env
from openuno import IllegalAction, NotationError, SetupError
from openuno.bots.network.inference import Network
from openuno.bots.network.layout import STARTS, Stake
from openuno.bots.network.weights import SHIPPED
from openuno.env.making import CUDA_SETTINGS, make_of_kind
from openuno.env.opponents import seat_opponents
from openuno.env.pettingzoo import Uno
from openuno.env.single import UnoEnv
from openuno.env.vector import UnoVector
from openuno.extras import MissingExtra
from openuno.kernel.batch.action_space import ACTIONS, ANSWER_WAIT


def first_allowed(
    seen: npt.NDArray[np.uint8], masks: npt.NDArray[np.int8]
) -> npt.NDArray[np.int64]:
    assert seen.shape[0] == masks.shape[0]
    answers: npt.NDArray[np.int64] = masks.argmax(axis=1)
    return answers


def play_episode(env: UnoEnv, chance: np.random.Generator) -> tuple[float, int]:
    """An episode of random answers: what was paid, and after how many of them."""
    paid, steps, done = 0.0, 0, False
    while not done:
        action = chance.choice(np.flatnonzero(env.action_masks()))
        _, reward, over, cut, _ = env.step(action)
        paid, steps, done = paid + float(reward), steps + 1, over or cut
    return paid, steps


def test_numpy_is_imported_only_when_an_environment_is_made() -> None:
    code = (
        "import sys, openuno; openuno.make; print({'numpy', 'numba', 'gymnasium'} & {*sys.modules})"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_an_id_says_how_many_play() -> None:
    for players in (2, 10):
        env = openuno.make(f"uno-{players}p")
        assert isinstance(env, UnoEnv)
        seen, info = env.reset(seed=1)
        assert env.observation_space.contains(seen)
        assert info == {"seat": 0}
    for wrong in ("uno-1p", "uno-11p", "uno", "UNO-4p"):
        with pytest.raises(SetupError, match="uno-2p to uno-10p"):
            openuno.make(wrong)


def test_settings_are_plain_words() -> None:
    envs = openuno.make(
        "uno-3p",
        num_envs=4,
        edition="house",
        stacking="any",
        jump_in=True,
        pay="points",
        autoreset_mode="next-step",
    )
    assert isinstance(envs, UnoVector)
    batch = envs._tables.batch
    assert (batch.seats, batch.count, batch.rules.jump_in) == (3, 4, True)
    envs.close()


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"edition": "1800"}, "1800"),
        ({"stackin": "any"}, "stackin"),
        ({"pay": "money"}, "pay: must be win or points"),
        ({"opponents": "nobody"}, "opponents: there is no bot 'nobody'"),
        ({"opponents": ["regular", "oracle:hands", "regular"]}, "opponents: 'oracle:hands' sees"),
        ({"opponents": ["regular"]}, "3 other seats"),
        ({"opponents": 3}, "opponents: must be the name of a bot"),
        ({"opponents": "missing.bin"}, "network: there is no file missing.bin"),
        ({"stacking": "all"}, "stacking: must be off, same or any, not all"),
        ({"autoreset_mode": "same-step"}, "autoreset_mode: is for many tables; say num_envs, too"),
        ({"learner": 4}, "no seat 4"),
        ({"episode": "rotating"}, "episode: players change seats"),
        ({"episode": "forever"}, "forever"),
        ({"device": "cuda"}, "say num_envs"),
        ({"num_envs": 2, "device": "tpu"}, "cpu or cuda"),
        ({"num_envs": 2, "autoreset_mode": "never"}, "next-step, same-step or disabled"),
        ({"num_envs": 0}, "num_envs"),
        ({"render_mode": "vr"}, "ansi, human, rgb_array"),
        ({"illegal": "shrug"}, "illegal: must be refuse or lose"),
        ({"rules": openuno.edition("classic"), "edition": "classic"}, "not both"),
        ({"rules": "hause"}, "there is no edition 'hause'"),
        ({"rules": "house+staking=any"}, "there is no switch 'staking'"),
        ({"written": "You play again."}, r"written: must be a list of texts, such as \["),
        ({"written": ["Everyone hums."]}, "hums"),
        ({"written": ["You play again."] * 2, "blank_cards": 1}, "blank"),
        ({"written": ["Your partner draws 1 card."]}, "partner"),
    ],
)
def test_what_cannot_be_made_is_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises((SetupError, NotationError), match=says):
        openuno.make("uno-4p", **settings)


def rules_of(env: UnoEnv) -> openuno.Rules:
    return env._tables.batch.rules


def test_rules_can_be_texts() -> None:
    text = "Everyone else draws 2 cards."
    by_words = openuno.make("uno-2p", edition="house", stacking="any", written=[text])
    form = "house+stacking=any+blank_cards=1+written=Everyone_else_draws_2_cards."
    assert rules_of(by_words) == rules_of(openuno.make("uno-2p", rules=form))
    four = rules_of(openuno.make("uno-2p", written=(text,) * 4))
    assert (four.blank_cards, len(four.written)) == (4, 4)
    some = rules_of(openuno.make("uno-2p", written=[text], blank_cards=3))
    assert (some.blank_cards, len(some.written)) == (3, 1)
    read = rules_of(openuno.make("uno-2p", blank_cards=4, written=four.written))
    assert read == four
    partner = ["Your partner draws 1 card."]
    partners = openuno.make("uno-4p", episode="partners:100", written=partner)
    assert rules_of(partners).teams


def test_a_level_seats_its_characters_as_at_a_table() -> None:
    seating = seat_opponents("easy", 4, 0)
    assert list(seating.bots) == [1, 2, 3]
    assert len(set(seating.bots.values())) == 3
    assert seat_opponents(["easy", "uniform"], 3, 1).bots[0] is seating.bots[1]


def test_gymnasium_finds_the_environment_by_its_module() -> None:
    code = "import gymnasium; print(gymnasium.make('openuno.env:openuno/Uno-v5').spec.id)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "openuno/Uno-v5\n"


def test_without_a_gpu_cuda_is_refused() -> None:
    with pytest.raises((MissingExtra, SetupError), match=r"openuno\[cuda\]|NVIDIA"):
        openuno.make("uno-2p", num_envs=2, device="cuda")


@pytest.mark.parametrize(
    "opponents",
    [
        "uniform",
        "regular",
        ["casual", "uniform", first_allowed],
        ["master", "regular", SHIPPED],
        first_allowed,
    ],
)
def test_any_opponent_can_be_played_against(opponents: Any) -> None:
    env = openuno.make("uno-4p", edition="house", stacking="any", jump_in=True, opponents=opponents)
    chance = np.random.default_rng(1)
    env.reset(seed=3)
    paid, steps = play_episode(env, chance)
    assert paid in (-1, 1)
    env.reset(seed=3)
    assert play_episode(env, np.random.default_rng(1)) == (paid, steps)


def test_a_function_that_answers_wrongly_is_refused() -> None:
    env = openuno.make("uno-2p", learner=1, opponents=lambda seen, _: np.full(len(seen), -1))
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 0"):
        play_episode(env, np.random.default_rng(1))


def test_a_network_file_plays_as_master_does() -> None:
    played = []
    for opponents in ("master", str(SHIPPED)):
        env = openuno.make("uno-2p", opponents=opponents)
        env.reset(seed=5)
        played.append(play_episode(env, np.random.default_rng(2)))
    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("episode", "stake"),
    [
        ("single", Stake.WIN),
        ("race:50", Stake.POINTS),
        ("low-tally:50", Stake.TALLY),
    ],
)
def test_a_network_file_is_told_what_the_rounds_are_played_for(
    episode: str, stake: Stake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shipped weights ignore it, so what they are given is looked at and not what they do."""
    seen = set()
    scores, start = Network.scores, STARTS["stake"]

    def spy(network: Network, features: bytes | bytearray) -> list[int]:
        seen.add(bytes(features[start : start + len(Stake) - 1]))
        return scores(network, features)

    monkeypatch.setattr(Network, "scores", spy)
    env = openuno.make("uno-2p", opponents=str(SHIPPED), episode=episode)
    env.reset(seed=5)
    play_episode(env, np.random.default_rng(2))
    assert seen == {bytes(stake is each for each in list(Stake)[1:])}


@pytest.mark.parametrize("opponents", ["regular", "master"])
def test_stronger_opponents_win_more(opponents: str) -> None:
    rounds = 40 if opponents == "master" else 400
    envs = openuno.make("uno-2p", num_envs=rounds, opponents=opponents, autoreset_mode="disabled")
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    done = np.zeros(rounds, bool)
    won = 0
    while not done.all():
        masks = seen["action_mask"]
        masks[done, 0] = 1
        seen, rewards, over, cut, _ = envs.step((chance.random(masks.shape) * masks).argmax(1))
        won += int((rewards > 0).sum())
        done |= over | cut
    assert won < rounds * 0.2


def test_it_passes_gymnasiums_checks() -> None:
    env = gymnasium.make("openuno/Uno-v5", players=3, edition="house", render_mode="ansi")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        check_env(env.unwrapped)
    assert [str(warning.message) for warning in warned] == []


def test_gymnasium_finds_it_by_name() -> None:
    assert isinstance(gymnasium.make("openuno/Uno-v5", players=2).unwrapped, UnoEnv)
    assert isinstance(gymnasium.make("openuno.env:openuno/Uno-v5").unwrapped, UnoEnv)
    envs = gymnasium.make_vec("openuno/Uno-v5", num_envs=3, players=2, opponents="regular")
    assert isinstance(envs.unwrapped, UnoVector)
    assert openuno.env.registration.ENVIRONMENT_ID == "openuno/Uno-v5"


def test_what_is_sampled_is_allowed() -> None:
    env = openuno.make("uno-2p", opponents="regular")
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(200):
        action = env.action_space.sample()
        assert env.action_masks()[action]
        _, _, over, cut, _ = env.step(action)
        if over or cut:
            env.reset()


def test_an_answer_that_is_not_allowed_changes_nothing() -> None:
    env = openuno.make("uno-2p")
    before, _ = env.reset(seed=1)
    for wrong in (-1, -2, ACTIONS, ANSWER_WAIT):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    after, _ = env.load(env.save())
    assert all(np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.parametrize("pay", ["win", "points"])
def test_it_can_cost_the_round_instead(pay: str) -> None:
    env = openuno.make("uno-2p", illegal="lose", pay=pay)
    env.reset(seed=1)
    seen, reward, over, cut, _ = env.step(ANSWER_WAIT)
    assert (over, cut) == (True, False)
    assert not seen["action_mask"].any()
    assert float(reward) == -1 if pay == "win" else float(reward) < -1
    seen, _ = env.reset()
    assert seen["action_mask"].any()


@pytest.mark.parametrize("opponents", ["uniform", "regular", "casual"])
def test_a_saved_state_is_exact(opponents: str) -> None:
    env = openuno.make("uno-3p", edition="house", opponents=opponents)
    env.reset(seed=7)
    chance = np.random.default_rng(1)
    for _ in range(5):
        env.step(chance.choice(np.flatnonzero(env.action_masks())))
    state = env.save()
    played = [play_episode(env, np.random.default_rng(9))]
    next_deal = env.reset()[0]["observation"].tolist()
    env.load(state)
    played.append(play_episode(env, np.random.default_rng(9)))
    assert env.reset()[0]["observation"].tolist() == next_deal
    other = openuno.make("uno-3p", edition="house", opponents=opponents)
    other.load(state)
    played.append(play_episode(other, np.random.default_rng(9)))
    assert played[0] == played[1] == played[2]
    with pytest.raises(SetupError, match="state"):
        openuno.make("uno-4p", edition="house", opponents=opponents).load(state)


@pytest.mark.parametrize("copy_env", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_one_table_plays_on_by_itself(copy_env: Callable[[UnoEnv], UnoEnv]) -> None:
    env = UnoEnv(players=2)
    seen, _ = env.reset(seed=1)
    other = copy_env(env)
    for _ in range(20):
        index = int(seen["action_mask"].argmax())
        before = env.action_masks()
        found, *_ = other.step(index)
        assert np.array_equal(env.action_masks(), before)
        seen, *_ = env.step(index)
        assert all(np.array_equal(seen[key], found[key]) for key in seen)


@pytest.mark.parametrize(
    "make_env",
    [
        lambda: openuno.make("uno-2p"),
        lambda: openuno.make("uno-2p", opponents="regular"),
        lambda: openuno.make("uno-2p", num_envs=2),
        lambda: Uno(players=2),
    ],
)
def test_only_the_first_reset_takes_the_time_to_watch_over_compiling(
    make_env: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = make_env()
    env.reset(seed=1)
    started: list[Thread] = []
    start = Thread.start

    def note_start(thread: Thread) -> None:
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", note_start)
    env.reset()
    env.reset(seed=2)
    assert not started


@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_the_table_is_shown_as_the_learner_sees_it(render_mode: str) -> None:
    env = openuno.make("uno-3p", render_mode=render_mode)
    env.reset(seed=1)
    shown: Any = env.render()
    if render_mode == "ansi":
        assert shown.count("??") == 14
    else:
        assert (shown.shape, shown.dtype) == ((400, 640, 3), np.uint8)
        env.step(env.action_space.sample())
        assert (env.render() != shown).any()


def test_what_tables_on_a_gpu_do_not_have_is_refused() -> None:
    settings = {"num_envs": 8, "copy": False}
    with pytest.raises(SetupError, match="copy: is for tables on a processor; leave it out"):
        make_of_kind(UnoVector, CUDA_SETTINGS, settings)


def test_tables_on_a_gpu_can_keep_no_last_observation() -> None:
    made: dict[str, Any] = make_of_kind(dict, CUDA_SETTINGS, {"num_envs": 8, "final_obs": False})
    assert made["final_obs"] is False
