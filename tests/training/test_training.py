"""The training of `master`, in small: it runs on a processor, and what it exports is exact."""

import json
import re
import signal
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import bench.master
from bench.master import Case
from openuno.bots.network.inference import Network
from openuno.bots.network.layout import DECISIONS, DRAW, FEATURES, MASK, STARTS
from openuno.bots.network.weights import read_weights
from openuno.engine.notation.rules import parse_rules
from openuno.kernel.batch.plain import is_plain
from openuno.kernel.learning.lanes import Controller
from openuno.kernel.rules.state import SPECIALS, allocate_rounds

ROOT = Path(__file__).parents[2]
needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: `make learn` does that"
)


@needs_torch
def test_a_short_run_exports_the_network_that_it_measured(tmp_path: Path) -> None:
    words = ["--tiny", "--updates", "3", "--measure", "256", "--device", "cpu"]
    done = subprocess.run(
        [sys.executable, "-m", "training", *words, "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    file = tmp_path / "master.bin"
    assert report["sha256"] == sha256(file.read_bytes()).hexdigest()
    assert report["updates"] == 3
    assert report["strength"]["2"]["rounds"] >= 256
    assert len(Network(read_weights(file)).scores(bytes(FEATURES))) == DECISIONS + 1


@needs_torch
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ["--tiny", "--measure", "256", "--device", "cpu", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "training", *words]
    with subprocess.Popen(
        [*command, "--updates", "1000000"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith("Progress("):
                run.send_signal(signal.SIGINT)
                break
        rest, _ = run.communicate(timeout=600)
    assert run.returncode == 0
    stopped = int(re.search(r"stopped after (\d+) updates; --resume goes on", rest)[1])  # type: ignore[index]
    assert not (tmp_path / "report.json").exists()
    done = subprocess.run(
        [*command, "--updates", str(stopped + 1), "--resume"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "report.json").read_text())["updates"] == stopped + 1


@needs_torch
def test_a_checkpoint_keeps_everything_but_the_rounds_on_the_tables(tmp_path: Path) -> None:
    import torch  # noqa: PLC0415 - not everyone has it

    from training.config import tiny  # noqa: PLC0415
    from training.ppo import Trainer, read_checkpoint  # noqa: PLC0415

    config = tiny()._replace(snapshot_seconds=0.0)
    first = Trainer(config, "cpu")
    first.run(0.0, lambda _: None, 2)
    first.save_checkpoint(tmp_path / "checkpoint.pt")
    state = read_checkpoint(tmp_path / "checkpoint.pt", "cpu")
    again = Trainer(config, "cpu", updates=state["updates"])
    again.load_checkpoint(state)
    again.save_checkpoint(tmp_path / "again.pt")
    kept = read_checkpoint(tmp_path / "again.pt", "cpu")
    torch.testing.assert_close(kept, state, rtol=0, atol=0)
    assert len(kept["older"]) == 3
    assert (kept["updates"], kept["seconds"]) == (2, first.seconds)
    fresh = Trainer(config, "cpu")
    shown = [trainer._tables[0].view[0] for trainer in (again, fresh)]
    assert not torch.equal(*shown), "the same deals once more"


@needs_torch
def test_the_shipped_arithmetic_is_that_of_the_training_bit_by_bit(tmp_path: Path) -> None:
    import torch  # noqa: PLC0415 - not everyone has it

    from training.export import WholeNumbers, quantise, read, restore, write  # noqa: PLC0415
    from training.network import Actor  # noqa: PLC0415

    torch.manual_seed(4)
    actor = Actor(480)
    numbers = quantise(actor)
    file = tmp_path / "net.bin"
    write(file, numbers)
    assert file.stat().st_size < 1_000_000
    assert all((read(file)[name] == numbers[name]).all() for name in numbers)
    features = np.random.default_rng(1).integers(0, 9, (64, FEATURES)).astype(np.uint8)
    whole = WholeNumbers(numbers, "cpu").scores(torch.as_tensor(features)).numpy()
    network = Network(read_weights(file))
    for row, scores in zip(features, whole, strict=True):
        assert network.scores(row.tobytes()) == scores.tolist()
    exact, _ = actor(torch.as_tensor(features))
    assert np.abs(whole[:, :DECISIONS] / 1024 - exact.detach().numpy()).max() < 0.1
    again = Actor(480)
    again.load_state_dict(restore(numbers))
    assert all((quantise(again)[name] == numbers[name]).all() for name in numbers)


@needs_torch
def test_with_many_cards_nobody_draws_on_purpose_in_training() -> None:
    import torch  # noqa: PLC0415 - not everyone has it

    from training.rollout import limit_drawing  # noqa: PLC0415

    features = torch.zeros(3, FEATURES, dtype=torch.uint8)
    features[:, STARTS["table"] + 4] = torch.tensor([9, 10, 10])
    masks = torch.zeros(3, MASK, dtype=torch.uint8)
    masks[:, DRAW] = 1
    masks[:2, 5] = 1  # a card fits in the first two
    assert limit_drawing(features, masks, 9)[:, DRAW].tolist() == [1, 0, 1]
    assert masks[:, DRAW].tolist() == [1, 1, 1], "what the batch wrote stays"


@needs_torch
def test_both_ways_to_measure_master_play_the_same_rounds() -> None:
    case = Case("mattel-2016", 3, limit=10, seed=4)
    here = bench.master.measure(case, 36, parts=1)
    there = bench.master.measure_with_torch(case, 36, "cpu")
    assert here["share"] == pytest.approx(there["share"])
    assert (here["rounds"], here["cut_short"]) == (there["rounds"], there["cut_short"]) == (36, 0)


@needs_torch
def test_partners_learn_together_and_a_lone_learner_meets_one_network() -> None:
    from training.config import against_one, tiny  # noqa: PLC0415
    from training.rollout import FROZEN, seat_controllers  # noqa: PLC0415

    config = tiny()
    pair = config.settings[1]
    rows = seat_controllers(config, pair)
    assert ((rows[:, 0] == rows[:, 2]) & (rows[:, 1] == rows[:, 3])).all()
    assert (rows == Controller.LEARNER).any(axis=1).all()
    two = config.settings[0]
    rows = seat_controllers(against_one(config, small=True), two)
    assert (np.sort(rows, axis=1) == [FROZEN, Controller.LEARNER]).all()


@needs_torch
def test_every_setting_plays_in_turn_and_shares_memory_with_none_of_its_group() -> None:
    from training.config import full, tiny  # noqa: PLC0415
    from training.ppo import group_settings, make_tables  # noqa: PLC0415

    groups = group_settings(full())
    settings = full().settings
    always = {number for number, setting in enumerate(settings) if setting.always}
    assert {number for group in groups for number in group} == set(range(len(settings)))
    assert all(always <= set(group) for group in groups)
    assert max(map(len, groups)) == len(always) + full().in_turn

    config = tiny()
    twice = config._replace(settings=(*config.settings, *config.settings[1:]))
    tables = make_tables(twice, group_settings(twice), "cpu")
    first, second, third = (tables[number].features.data_ptr() for number in range(3))
    assert first != second == third


def test_every_kernel_for_every_kind_of_rules_is_compiled_in_advance() -> None:
    from training.kernels import KERNELS, KINDS  # noqa: PLC0415

    source = (ROOT / "src/openuno/kernel/learning/cuda_kernels.py").read_text("utf-8")
    fields = source.partition("class Kernels(NamedTuple):")[2].partition("\n\n\n")[0]
    assert set(re.findall(r"^    (\w+): Any$", fields, re.MULTILINE)) == set(KERNELS)
    rules = [allocate_rounds(parse_rules(text), 2, 1, memory=True).rules for text in KINDS.values()]
    special = [bool(each[SPECIALS]) for each in rules]
    plain = [is_plain(each, memory=True) for each in rules]
    assert (special, plain) == ([False, False, True], [True, False, False])
