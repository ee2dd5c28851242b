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

LOADS_AND_COMPILES = """
from threading import Event, Thread, current_thread
from typing import NamedTuple
from numba.core.registry import cpu_target
from numba.core.typing import templates
from openuno.kernel.compiler import entry_point, load_for

class Pair(NamedTuple):
    one: int
    other: int

@entry_point
def add(pair):
    return pair.one + pair.other

loader, pausing, over = templates.BaseRegistryLoader, Event(), Event()
take = loader.new_registrations

def pause(self, name):
    # Numba has taken these from its list, and knows none of them yet.
    found = list(take(self, name))
    is_builtin = cpu_target.typing_context._registries.get(templates.builtin_registry) is self
    is_loading = current_thread() is loading and not pausing.is_set()
    if is_loading and is_builtin and name == "attributes":
        pausing.set()
        over.wait(3)
    yield from found

loader.new_registrations = pause
loading = Thread(target=load_for, args=(add, 0.5))
loading.start()
assert pausing.wait(60)
try:
    print(add(Pair(2, 3)))
finally:
    over.set()
    loading.join()
"""


def run(program: str, cache: Path, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")


def compiles(cache: Path) -> None:
    run(COMPILES, cache, "-1\n")


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


def test_one_thread_compiles_while_another_looks_up_what_was_kept(tmp_path: Path) -> None:
    """Half of what Numba knows of types was there: "Unknown attribute 'rows' of type Lanes"."""
    program = tmp_path / "program.py"  # code without a file is not kept
    program.write_text(LOADS_AND_COMPILES)
    run(f"import runpy; runpy.run_path({str(program)!r})", tmp_path / "cache", "5\n")
