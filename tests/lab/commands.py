"""`uno simulate` and `uno lab compare` as they are run, in this process."""

import json
import os
import re
import select
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from openuno.cli.app import app

UNO = str(Path(sys.executable).with_name("uno"))
PLAIN = {"COLUMNS": "120", "FORCE_COLOR": "", "GITHUB_ACTIONS": ""}
NOTES = re.compile(
    r"uno: (compiling the rules, once|still compiling|compiled in\b|.* playing in Python, which is)"
)
SECONDS = 600  # the first run of a loop compiles it, on a busy machine for minutes


def uno(*words: str) -> Result:
    return CliRunner(env=PLAIN).invoke(app, words)


def report_of(*words: str) -> dict[str, Any]:
    """What a command prints with `--json`, but for how quick it was."""
    done = uno(*words, "--json")
    assert (done.exit_code, complaints(done)) == (0, "")
    report = json.loads(done.stdout)
    assert isinstance(report, dict)
    del report["speed"]
    return report


def complaints(done: Result) -> str:
    """What stderr says, but for why it takes long: rules to compile, or a bot to ask in Python."""
    lines = done.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if not NOTES.match(line))


def refusal(done: Result) -> str:
    """The line a refusal prints, on stderr alone."""
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr.removesuffix("\n").removeprefix("uno: ")


def until(screen: int, pattern: str) -> str:
    """All that a terminal shows until this comes."""
    shown = ""
    while not re.search(pattern, shown):
        ready, _, _ = select.select([screen], [], [], SECONDS)
        assert ready, shown
        shown += os.read(screen, 4096).decode(errors="replace")
    return shown
