"""`uno warm-up`, and what is said while something is compiled."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openuno import slow_notice
from openuno.kernel.batch import batch
from openuno.kernel.compiler import compile_for
from openuno.lab.warm_up import PARTS
from openuno.slow_notice import COMPILING, say_if_compiling
from tests.lab.commands import uno
from tests.terminal.commands import environment


def test_every_part_is_ready_afterwards() -> None:
    done = uno("warm-up")
    assert done.exit_code == 0, done.output
    *parts, kept = done.stdout.splitlines()
    pattern = r"(.+): (was ready|compiled in \d+ s)"
    assert [re.sub(pattern, r"\1", line) for line in parts] == list(PARTS)
    assert re.fullmatch(r"Kept in /.*/openuno/kernel-\w+, until openuno changes\.", kept)


def test_environments_are_compiled_for_printed_and_for_any_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = set()

    def note(function: Any, *examples: Any) -> Any:
        compiled.add(function.__name__)
        return compile_for(function, *examples)

    monkeypatch.setattr(batch, "compile_for", note)
    PARTS["environments for learning"]()
    assert compiled >= {"answer_plain", "answer_plain_pair", "answer_all"}


def test_a_cache_that_cannot_be_kept_is_refused_before_the_wait(tmp_path: Path) -> None:
    (tmp_path / "openuno").touch()
    done = subprocess.run(
        [sys.executable, "-m", "openuno.cli", "warm-up"],
        env={**environment(), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("uno: what is compiled cannot be kept: ")


def test_what_takes_long_is_said_with_its_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slow_notice, "PATIENCE", 0.0)
    monkeypatch.setattr(slow_notice, "REMINDER", 0.0)
    said = ""
    with say_if_compiling():
        while "still" not in said:
            said += capsys.readouterr().err
    said += capsys.readouterr().err
    first, second, *_, last = said.splitlines()
    assert first.startswith(f"uno: {COMPILING}")
    assert re.fullmatch(r"uno: still compiling, \d+ s so far", second)
    assert re.fullmatch(r"uno: compiled in \d+ s", last)


def test_what_is_there_at_once_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    with say_if_compiling():
        pass
    assert capsys.readouterr().err == ""
