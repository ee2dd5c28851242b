"""The examples that learn: they run, and a little training already pays."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.depth import THOROUGH, by_depth

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


def test_a_first_training_needs_no_more_than_the_extra() -> None:
    done = subprocess.run(
        [sys.executable, str(TRAIN.with_name("first_training.py"))],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # the first environment compiles the rules
    )
    assert done.returncode == 0, done.stderr
    first, *_, last = (int(share) for share in re.findall(r"wins (\d+)%", done.stdout))
    assert first < 10
    assert last > 30


@pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: `make learn` does that"
)
def test_a_little_training_makes_the_agent_win_more() -> None:
    # The gate sees it run; that training pays is shown there by the example above.
    updates, rounds = by_depth(("2", "200"), ("12", "2000"))
    words = ["--updates", updates, "--minutes", "60", "--rounds", rounds, "--seed", "2"]
    done = subprocess.run(
        [sys.executable, str(TRAIN), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    untrained, trained = (float(rate) for rate in re.findall(r"wins ([\d.]+)%", done.stdout))
    # This seed gained 41 and 43 points in two runs; others were not tried, hence the room. Paid by
    # wins alone, it still won 3% after twelve updates.
    assert not THOROUGH or trained > untrained + 20
