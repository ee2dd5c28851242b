"""The training of `master`, in small: it runs on a processor, and what it exports is exact."""

import json
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from openuno.bots.network.inference import Network
from openuno.bots.network.layout import DECISIONS, FEATURES
from openuno.bots.network.weights import read_weights

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
