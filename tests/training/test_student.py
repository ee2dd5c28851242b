"""The small network that learns from `master`: how it is made, and the one that ships."""

import json
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from openuno import EDITIONS
from openuno.bots.network.batch_inference import BatchNetwork
from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.layout import DECISIONS, DRAW, PLAYS, STARTS
from openuno.bots.network.weights import SHIPPED, read_weights, weights_bytes
from openuno.kernel.learning.batch import TRAINING_SEEDS, LearningBatch

ROOT = Path(__file__).parents[2]
STUDENT = SHIPPED.with_name("student.bin")
HELD = STARTS["table"] + 4
SMALL = 1 << 17
needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: `make learn` does that"
)


@needs_torch
def test_a_short_run_exports_the_network_that_it_measured(tmp_path: Path) -> None:
    file = tmp_path / "student.bin"
    done = subprocess.run(
        [sys.executable, "-m", "training.student", "--tiny", "--out", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert "positions" in done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert report == json.loads(done.stdout)
    assert report["sha256"] == sha256(file.read_bytes()).hexdigest()
    assert (report["width"], report["seed"], report["positions"]) == (8, 1, 16_384)
    assert set(report["agreement"]) == {"all settings", "plain 2", "plain 4"}
    assert all(0 < share <= 1 for share in report["agreement"].values())
    assert {strength["rounds"] for strength in report["strength"].values()} == {256}
    assert len(read_weights(file).layers[0].scales) == 8


@needs_torch
def test_half_of_what_it_learns_are_plain_rules_with_two_and_four() -> None:
    from training.student import shares, trained_settings  # noqa: PLC0415 - needs PyTorch

    settings = trained_settings()
    found = shares(settings)
    plain = {
        setting.seats: share
        for setting, share in zip(settings, found, strict=True)
        if setting.rules == EDITIONS["mattel-2016"] and setting.seats in {2, 3, 4, 6}
    }
    assert plain == pytest.approx({2: 0.25, 3: 0.05, 4: 0.25, 6: 0.05})
    assert sum(found) == pytest.approx(1)
    assert min(found) > 0


def test_the_shipped_student_is_the_one_that_was_measured() -> None:
    data = STUDENT.read_bytes()
    assert len(data) < SMALL
    assert sha256(data).hexdigest() in (ROOT / "docs" / "training.md").read_text("utf-8")
    assert weights_bytes(read_weights(STUDENT)) == data


@pytest.mark.parametrize("players", [2, 4])
def test_the_shipped_student_mostly_does_what_master_does(players: int) -> None:
    master, student = (BatchNetwork(read_weights(file)) for file in (SHIPPED, STUDENT))
    count, same = 128, []
    controllers = np.zeros((count, players), np.int8)
    controllers[np.arange(count), np.arange(count) % players] = -1
    batch = LearningBatch(EDITIONS["mattel-2016"], controllers, count, TRAINING_SEEDS + 3)
    for _ in range(24):
        allowed = batch.masks[:, :DECISIONS] != 0
        full = (batch.features[:, HELD] > draw_limit(players)) & allowed[:, :PLAYS].any(axis=1)
        allowed[full, DRAW] = False
        choices = [
            np.where(allowed, network.scores(batch.features)[:, :DECISIONS], -(1 << 40)).argmax(1)
            for network in (master, student)
        ]
        same.append(choices[0] == choices[1])
        batch.step(choices[0])
    assert np.mean(same) > 0.85
