"""Compiled code is kept by the digest of its source, or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import openuno.kernel

KERNEL = Path(openuno.kernel.__file__).parent
COMPILES = """
import numpy as np
from openuno.kernel.batch.lanes import first_illegal
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
