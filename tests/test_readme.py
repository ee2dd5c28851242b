import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
READY = ".venv/ready"
# The make that runs these tests would hand its words on; a narrow or coloured terminal would show.
NOT_HANDED_ON = ("ARGS", "MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS", "FORCE_COLOR")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line]
PICTURE_OF = 'make terminal ARGS="--seed 1"'
BEGINNINGS = ("Type ? for help, q to leave.", "for the deal.")


@pytest.fixture(autouse=True)
def _games_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def run(*words: str, typed: bytes = b"") -> str:
    plain = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    done = subprocess.run(
        words,
        cwd=ROOT,
        env={**plain, "COLUMNS": "80", "GITHUB_ACTIONS": ""},
        input=typed,
        capture_output=True,
        check=False,
        timeout=300,  # the first simulation compiles the rules
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def make(*words: str, typed: bytes = b"") -> str:
    """What make prints. The environment stays as it is: these tests run in it."""
    if not (ROOT / READY).exists():
        pytest.skip("these tests do not run in the environment that make has made")
    return run("make", "-o", READY, *words, typed=typed)


def test_the_two_commands_come_first() -> None:
    assert COMMANDS[:2] == ["make play", "make test"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shown_works(command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "make"
    if words == ["test"]:
        # Run from here it would run itself for ever: show that make knows what to do.
        assert "pytest" in make("-n", "test")
        return
    if words in (["play"], ["serve"]):
        check_serving(*words)
        return
    shown = make(*words)
    assert any(words in shown for words in BEGINNINGS)


def check_serving(target: str) -> None:
    """It runs until it is stopped: see it listen, then stop it."""
    if not (ROOT / READY).exists():
        pytest.skip("these tests do not run in the environment that make has made")
    plain = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    serving = subprocess.Popen(
        ("make", "-o", READY, "-o", "pages", target, "ARGS=--port 0"),
        cwd=ROOT,
        env={**plain, "BROWSER": "true"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert serving.stdout is not None
        assert "http://127.0.0.1:" in serving.stdout.readline()
    finally:
        os.killpg(serving.pid, signal.SIGTERM)
        serving.communicate(timeout=300)


@pytest.mark.parametrize("command", re.findall(r"`(uno (?!play --resume)[^`]+)`", README))
def test_a_command_mentioned_works(command: str) -> None:
    assert run(str(Path(sys.executable).with_name("uno")), *shlex.split(command)[1:])


def test_the_game_shown_is_what_the_program_prints() -> None:
    assert f"`yes 1 | {PICTURE_OF}`" in README
    (picture,) = blocks("text")
    shown = make(*shlex.split(PICTURE_OF)[1:], typed=b"1\n" * 3000)
    assert picture in shown


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    assert len([line for line in example.splitlines() if line]) <= 6
    exec(compile(example, "README.md", "exec"), {})
    first, *seats = capsys.readouterr().out.splitlines()
    assert " on top" in first
    assert [line.split()[:2] for line in seats] == [["seat", str(seat)] for seat in range(4)]
    assert any(line.endswith(" 0") for line in seats), "someone went out"


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_trademark_is_acknowledged() -> None:
    assert "UNO is a trademark of Mattel" in README
