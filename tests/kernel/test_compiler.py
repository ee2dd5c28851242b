"""Compiled code is kept by the digest of its source, or not at all."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

import openuno.kernel
from openuno.kernel.compiler import cache_folder

KERNEL = Path(openuno.kernel.__file__).parent
COMPILES = """
import numpy as np
from openuno.kernel.batch.steps import first_illegal
print(first_illegal(np.zeros(1, np.int64), np.ones((1, 9), np.int8), np.zeros(1, np.int8), 0))
"""


def compiles(cache: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPILES],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "-1\n", "")


def test_compiled_code_is_kept_in_the_users_cache(tmp_path: Path) -> None:
    compiles(tmp_path)
    (folder,) = (tmp_path / "openuno").iterdir()
    assert folder.name.startswith("kernel-")
    assert list(folder.rglob("*.nbi"))


@pytest.mark.parametrize("cache", ["/dev/null", "a-file"])
def test_where_nothing_can_be_kept_nothing_is_kept_beside_the_source(
    cache: str, tmp_path: Path
) -> None:
    # There it would be found again under rules that have changed since.
    (tmp_path / "a-file").touch()
    compiles(tmp_path / cache)
    assert not list(KERNEL.rglob("*.nbi"))


def test_threads_that_load_code_at_the_same_time_keep_it_where_it_belongs(tmp_path: Path) -> None:
    """The setting is one for all threads: for a moment it was another's, or none at all."""
    settings = SimpleNamespace(CACHE_DIR=str(tmp_path))

    def enter(name: str) -> list[str]:
        found = []
        for _ in range(50):
            with cache_folder(settings, within=name):
                found.append(Path(settings.CACHE_DIR).name)
        return found

    names = [f"folder-{number}" for number in range(6)]
    with ThreadPoolExecutor(len(names)) as threads:
        for name, found in zip(names, threads.map(enter, names), strict=True):
            assert found == [name] * 50
    assert str(tmp_path) == settings.CACHE_DIR
