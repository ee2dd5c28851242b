"""What bash, zsh and fish complete after `uno`, asked of the shells themselves."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openuno.engine.rules import EDITION_NAMES, SWITCHES
from openuno.game.notation import FORMAT_NAMES
from openuno.terminal.saves import games_folder
from tests.cli.test_rules import shell as uno

SECONDS = 60
GAME = "2026-05-01-203015"
SHELLS = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"),
    )
    for name in ("bash", "zsh", "fish")
]

# What is typed before the tabulator, and the words that can follow.
OFFERED = [
    ("uno pl", ["play"]),
    ("uno event cr", ["create"]),
    ("uno play --ed", ["--edition"]),
    ("uno play --edition ", EDITION_NAMES),
    ("uno rules h", ["house"]),
    ("uno play --set ", [f"{switch}=" for switch in SWITCHES]),
    ("uno simulate --set jump_in=", ["jump_in=on", "jump_in=off"]),
    ("uno play --set=stacking=s", ["--set=stacking=same"]),
    ("uno play --format ", FORMAT_NAMES),
    ("uno play --bots casual,re", ["casual,relaxed", "casual,regular"]),
    ("uno games --show 2026", [GAME]),
    ("uno event create --kind sw", ["swiss"]),
]


@pytest.fixture
def kept_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one saved game in it, and `uno` on the path."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = games_folder()
    folder.mkdir(parents=True)
    (folder / f"{GAME}.uno").touch()
    (folder / f"{GAME}.uno.secret").touch()
    installed = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{installed}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


@pytest.mark.parametrize("name", SHELLS)
def test_a_shell_accepts_its_script(name: str) -> None:
    script = uno("completion", name)
    assert (script.returncode, script.stderr) == (0, "")
    checked = subprocess.run(
        [name, "-n"], input=script.stdout, capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(("typed", "offered"), OFFERED)
@pytest.mark.usefixtures("kept_game")
def test_the_words_that_can_follow(typed: str, offered: list[str]) -> None:
    done = uno(_UNO_COMPLETE="bash_complete", COMP_LINE=typed)
    assert done.stderr == ""
    words = [line.partition(",")[2] for line in done.stdout.splitlines() if "file," not in line]
    assert words == list(offered)


def test_files_are_left_to_the_shell() -> None:
    done = uno(_UNO_COMPLETE="bash_complete", COMP_LINE="uno show ga")
    assert done.stdout == "file,ga\n"


@contextmanager
def interactive(*words: str) -> Iterator[int]:
    """A shell at a terminal of its own."""
    master, far_end = pty.openpty()
    process = subprocess.Popen(
        words, stdin=far_end, stdout=far_end, stderr=far_end, start_new_session=True
    )
    os.close(far_end)
    try:
        yield master
    finally:
        process.kill()
        process.wait()
        os.close(master)


def read_until(master: int, pattern: str) -> str:
    """What the terminal prints, up to this."""
    seen, end = "", time.monotonic() + SECONDS
    while not re.search(pattern, seen):
        ready, _, _ = select.select([master], [], [], max(0, end - time.monotonic()))
        assert ready, f"{pattern} did not come:\n{seen}"
        seen += os.read(master, 4096).decode(errors="replace")
    return seen


START = {
    "bash": (["bash", "--noprofile", "--norc", "-i"], ""),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u; unsetopt prompt_sp; "),
}


@pytest.mark.parametrize("name", SHELLS[:2])
@pytest.mark.usefixtures("kept_game")
def test_a_tabulator_completes_at_a_terminal(name: str) -> None:
    words, before = START[name]
    with interactive(*words) as master:
        os.write(master, f'{before}eval "$(uno completion {name})"; echo rea""dy\n'.encode())
        read_until(master, "ready")
        for typed, completed in (
            ("uno pl\t", "uno play"),
            ("uno play --edition cl\t", "uno play --edition classic"),
            ("uno play --set stack\ta\t", "uno play --set stacking=any"),
            ("uno play --resume 20\t", f"uno play --resume {GAME}"),
        ):
            # Control-A goes back to the start: the completed line is printed, not run.
            os.write(master, f"{typed}\x01echo 'it is': \r".encode())
            read_until(master, rf"it is: {re.escape(completed)} *\r")


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.usefixtures("kept_game")
def test_fish_offers_the_words_with_their_meaning(tmp_path: Path) -> None:
    lines = [typed for typed, _ in OFFERED]
    script = "uno completion fish | source\n" + "".join(
        f"echo '> {line}'; complete -C '{line}'\n" for line in lines
    )
    # From a file: what fish runs would read on in a script that comes from its input. And with a
    # home of its own: fish keeps files there, which other fishes write at the same time.
    file = tmp_path / "script.fish"
    file.write_text(script, encoding="utf-8")
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        ["fish", "--no-config", str(file)],
        stdin=subprocess.DEVNULL,
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    answers = [part.splitlines()[1:] for part in done.stdout.split("> ")[1:]]
    for (typed, offered), answer in zip(OFFERED, answers, strict=True):
        words = {line.partition("\t")[0] for line in answer}
        assert words == set(offered), typed
    assert any("\tWhether" in line for answer in answers for line in answer)
