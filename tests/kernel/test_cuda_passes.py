"""The environment for a GPU, its threads one after another on a processor: the same rounds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openuno.engine.errors import IllegalAction, SetupError
from openuno.engine.pencil.parser import write_on_blanks
from openuno.engine.rules import Rules, with_switches
from openuno.env.opponents import seat_opponents
from openuno.env.vector import UnoVector
from openuno.game.formats import BestOf, Elimination, Format, LowTally, Race
from openuno.kernel.batch import lanes, uniform
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing, Ended, Pay
from openuno.kernel.batch.questions import ASKED_SEAT
from openuno.kernel.compiler import entry_point, pointer
from tests.depth import by_depth
from tests.kernel.threads_in_turn import threads_in_turn, to_device
from tests.kernel.two_devices import (
    COUNT,
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

FEW = 8
"""Tables for bots in Python, which take about a millisecond for each decision."""
SIT_OUT = write_on_blanks(PRINTED, ["Everyone else loses 3 turns."])
GAMES_OF_NETWORKS = [(PRINTED, Race(100)), (SIT_OUT, BestOf(3)), (PRINTED, LowTally(80))]
LANE_ROUND: Any = lanes.lane_round
UNIFORM_ANSWER: Any = uniform.uniform_answer


@pytest.fixture(scope="module")
def gpu() -> Iterator[Any]:
    with threads_in_turn() as made:
        yield made


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("learner", [None, 1])
def test_the_last_observations_are_kept(gpu: Any, mode: str, learner: int | None) -> None:
    settings: dict[str, Any] = {"players": 3, "learner": learner, "autoreset_mode": mode}
    here = UnoVector(COUNT, PRINTED, **settings)
    there = gpu.UnoCudaVector(COUNT, PRINTED, **settings)
    assert compare_environments(here, there, to_device) > 0


def test_they_can_be_left_out(gpu: Any) -> None:
    there = gpu.UnoCudaVector(COUNT, PRINTED, final_obs=False)
    there.reset(seed=1)
    *_, infos = there.step(to_device(there._batch.masks.argmax(axis=1)))
    assert infos.keys() == {"seat", "rewards"}


@pytest.mark.parametrize("mode", MODES)
def test_regular_plays_the_same_rounds(gpu: Any, mode: str) -> None:
    settings: dict[str, Any] = {"learner": 2, "opponents": "regular", "autoreset_mode": mode}
    here = UnoVector(COUNT, HOUSE, 3, pay=Pay.POINTS, **settings)
    there = gpu.UnoCudaVector(COUNT, HOUSE, 3, pay=Pay.POINTS, **settings)
    assert compare_environments(here, there, to_device, steps=40) > 0


@pytest.mark.parametrize("mode", MODES)
def test_a_function_is_called_for_the_tables_that_ask_it(gpu: Any, mode: str) -> None:
    here = UnoVector(COUNT, PRINTED, 3, opponents=first_allowed, autoreset_mode=mode)
    function = on_device(first_allowed, to_device)
    there = gpu.UnoCudaVector(COUNT, PRINTED, 3, opponents=function, autoreset_mode=mode)
    assert compare_environments(here, there, to_device, steps=30) > 0


def test_each_seat_has_its_own_opponent(gpu: Any) -> None:
    policies = first_allowed, last_allowed
    here = UnoVector(COUNT, HOUSE, 4, opponents=["regular", *policies])
    functions = [on_device(policy, to_device) for policy in policies]
    there = gpu.UnoCudaVector(COUNT, HOUSE, 4, opponents=["regular", *functions])
    assert compare_environments(here, there, to_device) > 0


def test_uniform_is_compiled_beside_others(gpu: Any) -> None:
    there = gpu.UnoCudaVector(
        COUNT, HOUSE, 3, opponents=["uniform", "regular"], autoreset_mode="disabled"
    )
    observations, _ = there.reset(seed=1)
    chance = np.random.default_rng(1)
    with Batch(HOUSE, 3, COUNT, 0, dealing=Dealing.WAIT, memory=True) as here:
        here.reset(there._batch._first.settings[0])
        _let_opponents_answer(here)
        for _ in range(20):
            assert (observations["observation"].copy_to_host() == here.seen).all()
            answers = (chance.random(here.masks.shape) * here.masks).argmax(axis=1)
            here.step(answers)
            _let_opponents_answer(here)
            observations, *_ = there.step(to_device(answers))


@entry_point
def _choose_as_uniform(rows: Any, questions: Any, chosen: Any, answers: Any) -> None:
    for index in range(len(chosen)):
        lane = chosen[index]
        answers[index] = UNIFORM_ANSWER(LANE_ROUND(rows, lane), pointer(questions[lane]))


def _let_opponents_answer(batch: Batch) -> None:
    """Seat 1 is `uniform`, seat 2 `regular`; the learner has seat 0."""
    while ((batch.asked != 0) & (batch.ended == Ended.NOT)).any():
        if batch.choose_as_regular(np.array([False, False, True]), 0.0):
            batch.answer_chosen()
        asked = batch.lanes.questions[:, ASKED_SEAT]
        chosen = np.flatnonzero((asked == 1) & (batch.ended == Ended.NOT))
        answers = np.zeros(len(chosen), np.int64)
        _choose_as_uniform(batch.lanes.rows, batch.lanes.questions, chosen, answers)
        batch.step_some(chosen, answers)


def test_a_function_that_answers_wrongly_is_refused(gpu: Any) -> None:
    there = gpu.UnoCudaVector(
        COUNT, PRINTED, 2, opponents=lambda _, masks: to_device(np.full(len(masks), -1))
    )
    with pytest.raises(IllegalAction, match="table 0: its answer is not allowed"):
        there.reset(seed=1)  # seat 0 has dealt there, so the function is asked first
    with pytest.raises(IllegalAction, match="reset"):
        there.step(to_device(np.zeros(COUNT, np.int64)))


def test_a_function_that_fails_leaves_nothing_of_what_it_saw(gpu: Any) -> None:
    calls = 0

    def fail_later(observations: Any, masks: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 6:
            raise ValueError("no more")
        return first_answers(observations, masks)

    first_answers = on_device(first_allowed, to_device)
    there = gpu.UnoCudaVector(COUNT, PRINTED, 3, opponents=fail_later)

    def play_on() -> None:
        observations, _ = there.reset(seed=1)
        while True:
            there.step(to_device(observations["action_mask"].argmax(axis=1)))

    with pytest.raises(ValueError, match="no more"):
        play_on()
    assert not there._batch.seen.any()
    assert not there._batch.masks.any()
    with pytest.raises(IllegalAction, match="reset"):
        there.save()


@pytest.mark.parametrize("mask", [np.array([True]), np.array([3, 7]), np.zeros(COUNT, np.int64)])
def test_a_mask_that_is_none_is_refused(gpu: Any, mask: Any) -> None:
    there = gpu.UnoCudaVector(COUNT, PRINTED)
    there.reset(seed=1)
    with pytest.raises(SetupError, match=f"{COUNT} times True or False"):
        there.reset(options={"reset_mask": mask})


def test_a_mask_deals_where_the_processor_does_in_the_next_step(gpu: Any) -> None:
    settings: dict[str, Any] = {"opponents": "regular", "autoreset_mode": "next-step"}
    here = UnoVector(COUNT, PRINTED, 2, **settings)
    there = gpu.UnoCudaVector(COUNT, PRINTED, 2, **settings)
    seen, _ = here.reset(seed=1)
    there.reset(seed=1)
    done = np.zeros(COUNT, bool)
    while done.sum() < 2:
        answers = seen["action_mask"].argmax(axis=1)
        seen, _, over, cut, _ = here.step(answers)
        there.step(to_device(answers))
        done = over | cut
    chosen = np.zeros(COUNT, bool)
    chosen[done.argmax()] = True
    seen, _ = here.reset(options={"reset_mask": chosen})
    same, _ = there.reset(options={"reset_mask": chosen})
    assert (same["action_mask"].copy_to_host() == seen["action_mask"]).all()


def test_a_state_of_other_episodes_is_refused(gpu: Any) -> None:
    rounds = gpu.UnoCudaVector(COUNT, PRINTED, 2)
    games = gpu.UnoCudaVector(COUNT, PRINTED, 2, format=Race(60))
    rounds.reset(seed=1)
    games.reset(seed=1)
    for one, other in ((rounds, games), (games, rounds)):
        with pytest.raises(SetupError, match="other episodes"):
            one.load(other.save())


def test_opponents_who_go_on_without_the_learner_are_stopped(
    gpu: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(gpu.CudaBatch._pass_until_settled.__globals__, "MAX_PASSES", 1)
    function = on_device(first_allowed, to_device)
    there = gpu.UnoCudaVector(COUNT, PRINTED, 3, opponents=function)
    with pytest.raises(RuntimeError, match="answered 1 times, and at some table the learner"):
        there.reset(seed=1)


def test_a_wrong_answer_changes_nothing(gpu: Any) -> None:
    there = gpu.UnoCudaVector(COUNT, HOUSE, 3, learner=2, opponents="regular")
    observations, _ = there.reset(seed=1)
    before = observations["observation"].copy_to_host()
    answers = observations["action_mask"].argmax(axis=1)
    answers[7] = -1
    with pytest.raises(IllegalAction, match="table 7: its answer is not allowed"):
        there.step(answers)
    assert (observations["observation"] == before).all()
    answers[7] = observations["action_mask"][7].argmax()
    there.step(answers)


def test_a_saved_state_is_continued(gpu: Any) -> None:
    there = gpu.UnoCudaVector(COUNT, HOUSE, 3, learner=2, opponents="regular")
    observations, _ = there.reset(seed=1)
    state = there.save()
    answers = to_device(observations["action_mask"].argmax(axis=1))
    after, *_ = there.step(answers)
    first = after["observation"].copy_to_host()
    there.load(state)
    after, *_ = there.step(answers)
    assert (after["observation"] == first).all()


@pytest.mark.parametrize("mode", MODES)
def test_master_plays_the_same_rounds(gpu: Any, mode: str) -> None:
    settings: dict[str, Any] = {"learner": 1, "opponents": "master", "autoreset_mode": mode}
    here = UnoVector(FEW, HOUSE, 3, **settings)
    there = gpu.UnoCudaVector(FEW, HOUSE, 3, **settings)
    assert compare_environments(here, there, to_device, steps=40) > 0


@pytest.mark.parametrize(("rules", "format"), by_depth(GAMES_OF_NETWORKS[:1], GAMES_OF_NETWORKS))
def test_networks_play_whole_games(gpu: Any, tmp_path: Path, rules: Rules, format: Format) -> None:
    opponents = ["book", write_network(tmp_path / "network.bin"), "regular"]
    settings: dict[str, Any] = {"opponents": opponents, "format": format, "pay": Pay.POINTS}
    here = UnoVector(FEW, rules, 4, **settings)
    there = gpu.UnoCudaVector(FEW, rules, 4, **settings)
    assert compare_environments(here, there, to_device, steps=80) > 0


@pytest.mark.parametrize(
    ("rules", "format", "seats"),
    [(PRINTED, Race(200), {1, 2}), (SIT_OUT, Race(200), {1}), (PRINTED, LowTally(200), {1, 2})],
)
def test_regular_plays_where_a_network_does_not_decide(
    gpu: Any, tmp_path: Path, rules: Rules, format: Format, seats: set[int]
) -> None:
    opponents: list[Any] = ["master", write_network(tmp_path / "network.bin"), "uniform"]
    found = gpu.seat_compiled(seat_opponents(opponents, 4, 0), rules, 4, format)
    assert (found.networks.keys(), found.regulars) == (seats, {1, 2} - seats)


def test_what_a_network_has_seen_is_saved(gpu: Any) -> None:
    there = gpu.UnoCudaVector(FEW, PRINTED, 2, opponents="master")
    observations, _ = there.reset(seed=1)
    for _ in range(20):
        observations, *_ = there.step(to_device(observations["action_mask"].argmax(axis=1)))
    state = there.save()

    def play_on(observations: Any) -> Any:
        for _ in range(20):
            observations, *_ = there.step(to_device(observations["action_mask"].argmax(axis=1)))
        return observations["observation"].copy_to_host()

    first = play_on(observations)
    observations, _ = there.load(state)
    assert (play_on(observations) == first).all()


@pytest.mark.parametrize("opponents", ["casual", ["regular", "fan", "uniform"]])
def test_bots_that_are_not_compiled_are_refused(gpu: Any, opponents: Any) -> None:
    with pytest.raises(SetupError, match="uniform, regular, master, book, network files or"):
        gpu.UnoCudaVector(COUNT, PRINTED, 4, opponents=opponents)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("learner", "hand_size"), [(None, 7), (0, 7), (0, 1)])
def test_an_episode_can_be_a_game(gpu: Any, mode: str, learner: int | None, hand_size: int) -> None:
    settings: dict[str, Any] = {"learner": learner, "autoreset_mode": mode, "format": Race(60)}
    rules = with_switches(PRINTED, hand_size=hand_size)
    here = UnoVector(COUNT, rules, 2, **settings)
    there = gpu.UnoCudaVector(COUNT, rules, 2, **settings)
    assert compare_environments(here, there, to_device, steps=120) > 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("players", "format", "pay"), GAMES)
def test_opponents_play_whole_games(
    gpu: Any, mode: str, players: int, format: Format, pay: Pay
) -> None:
    settings: dict[str, Any] = {"format": format, "pay": pay, "autoreset_mode": mode}
    here = UnoVector(COUNT, PRINTED, players, opponents="regular", **settings)
    there = gpu.UnoCudaVector(COUNT, PRINTED, players, opponents="regular", **settings)
    assert compare_environments(here, there, to_device, steps=80) > 0


def test_the_scores_are_saved(gpu: Any) -> None:
    there = gpu.UnoCudaVector(COUNT, PRINTED, 2, opponents="regular", format=Race(500))
    observations, _ = there.reset(seed=1)
    for _ in range(40):
        observations, *_ = there.step(to_device(observations["action_mask"].argmax(axis=1)))
    state, scores = there.save(), observations["scores"].copy_to_host()
    assert scores.any()
    there.reset(seed=2)
    observations, _ = there.load(state)
    assert (observations["scores"].copy_to_host() == scores).all()
    assert there.observation_space["scores"].shape == scores.shape


def test_a_format_in_which_players_leave_is_refused(gpu: Any) -> None:
    with pytest.raises(SetupError, match="episode: players change seats or leave"):
        gpu.UnoCudaVector(COUNT, PRINTED, 4, format=Elimination(500))
