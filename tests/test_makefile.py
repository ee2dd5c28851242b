"""The environment that `make` installs in a fresh clone, from its dry run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def installed_locks(clone: Path, goals: str) -> list[str]:
    """The pinned requirements that a new environment is made with, one for each time it is made."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", "PYTHON=python3", *goals.split()]
    done = subprocess.run(
        command, cwd=clone, env=environ, check=True, capture_output=True, text=True, timeout=60
    )
    return re.findall(r"-m venv --clear .*\n.* -r requirements/(\w+)\.txt", done.stdout)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


@pytest.mark.parametrize(
    ("goals", "lock"),
    [
        ("terminal", "play"),
        ("web", "play"),
        ("venv", "dev"),
        ("venv web browser", "dev"),
        ("terminal venv", "dev"),
        ("clean terminal", "play"),
    ],
)
def test_one_environment_is_made_for_all_goals(clone: Path, goals: str, lock: str) -> None:
    assert installed_locks(clone, goals) == [lock]


def test_an_environment_for_development_is_used_for_playing(clone: Path) -> None:
    (clone / ".venv").mkdir()
    for stamp in ("locked-python3", "ready"):
        (clone / ".venv" / stamp).touch()
    assert installed_locks(clone, "terminal web") == []
