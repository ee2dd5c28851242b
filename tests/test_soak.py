"""`make soak`: it finds what a property forbids, and says how to keep it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS = 300
PROPERTY = """
from hypothesis import given, strategies as st

@given(st.integers(0, 9))
def test_no_digit_is_{digit}(value):
    assert value != {digit}
"""


def soaked(tmp_path: Path, digit: int) -> "subprocess.CompletedProcess[str]":
    file = tmp_path / "test_digits.py"
    file.write_text(PROPERTY.format(digit=digit))
    return shell(f"{sys.executable} -m tests.soak --minutes 0 -p no:cacheprovider {file}")


def shell(command: str) -> "subprocess.CompletedProcess[str]":
    words = shlex.split(command)
    settings = dict(word.split("=", 1) for word in words if re.match("[A-Z]+[A-Z_]*=", word))
    return subprocess.run(
        [word for word in words if word.partition("=")[0] not in settings],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=os.environ | settings,
        text=True,
        timeout=SECONDS,
    )


def test_a_failure_is_reported_with_its_seed_and_found_again_by_it(tmp_path: Path) -> None:
    found = soaked(tmp_path, digit=7)
    assert found.returncode == 1
    assert "@example(replay_game(" in found.stdout
    (again,) = re.findall(r"^  (HYPOTHESIS_PROFILE=soak .*)$", found.stdout, re.MULTILINE)
    # The environment is named as `make` makes it; this test may run in another.
    there = again.replace(".venv/bin/pytest", f"{sys.executable} -m pytest")
    assert "test_no_digit_is_7" in shell(there).stdout


def test_where_nothing_is_found_it_ends_well(tmp_path: Path) -> None:
    done = soaked(tmp_path, digit=10)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing found; runs: 1" in done.stdout
