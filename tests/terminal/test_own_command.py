"""Commands that are printed work as they are, also where `uno` is not on the path."""

import re
import subprocess
from pathlib import Path

from tests.terminal.commands import SECONDS, UNO, environment


def test_a_printed_command_runs_as_it_is(tmp_path: Path) -> None:
    env = environment(XDG_STATE_HOME=str(tmp_path), PATH="/usr/bin:/bin")

    def shell(command: str) -> str:
        done = subprocess.run(
            ["sh", "-c", command], input="q\n", capture_output=True, text=True,
            timeout=SECONDS, check=True, env=env, cwd=tmp_path,
        )  # fmt: skip
        return done.stdout

    found = re.search(r"To resume this game:\n  (.+)\n", shell(f"{UNO} play --plain"))
    assert found is not None
    assert found[1] != "uno"
    assert "Resuming in round 1." in shell(found[1])
