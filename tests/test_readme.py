import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from readme_renderer.markdown import render

from hatch_readme import absolute_links
from openuno.engine.rules import EDITION_NAMES, SWITCHES
from openuno.rulebook.clauses import rulebook

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
READY = ".venv/ready"
# The make that runs these tests would hand its words on; a narrow or coloured terminal would show.
NOT_HANDED_ON = ("ARGS", "MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS", "FORCE_COLOR")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line]
OURS = [command for command in COMMANDS if command.split()[0] in ("make", "python", "uno")]
BEGINNINGS = ("Type ? for help, q to leave.", "for the deal.")
BENCH = ROOT / "bench"
TESTS_OF_EXAMPLES = [path.read_text("utf-8") for path in (ROOT / "tests/examples").glob("*.py")]


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


def test_a_clone_needs_two_commands() -> None:
    assert "make play\nmake test\n" in blocks("sh")


@pytest.mark.parametrize("command", OURS)
def test_a_command_shown_works(command: str) -> None:
    program, *words = shlex.split(command)
    if program == "python":
        assert any(Path(words[0]).name in test for test in TESTS_OF_EXAMPLES), "it is run there"
    elif program == "uno":
        check_uno(words)
    elif words == ["test"]:
        # Run from here it would run itself for ever: show that make knows what to do.
        assert "pytest" in make("-n", "test")
    elif words[0] == "play":
        check_serving("make", "-o", READY, "-o", "pages", *words)
    else:
        shown = make(*words)
        assert any(words in shown for words in BEGINNINGS)


def check_uno(words: list[str]) -> None:
    uno = str(Path(sys.executable).with_name("uno"))
    if words[0] == "serve":
        check_serving(uno, *words)
    else:
        assert run(uno, *words)


def check_serving(*command: str) -> None:
    """It runs until it is stopped: see it listen, then stop it."""
    if not (ROOT / READY).exists():
        pytest.skip("these tests do not run in the environment that make has made")
    plain = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    if command[0] == "make":
        asked = [word.removeprefix("ARGS=") for word in command if word.startswith("ARGS=")]
        command = (*(word for word in command if not word.startswith("ARGS=")),)
        command += (f"ARGS={' '.join([*asked, '--port 0'])}",)
    else:
        command += ("--port", "0")
    serving = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**plain, "BROWSER": "true"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert serving.stdout is not None
        assert "http://" in serving.stdout.readline()
    finally:
        os.killpg(serving.pid, signal.SIGTERM)
        serving.communicate(timeout=300)


@pytest.mark.parametrize("command", re.findall(r"`uno (rules[^`]*)`", README))
def test_a_command_mentioned_works(command: str) -> None:
    assert run(str(Path(sys.executable).with_name("uno")), *shlex.split(command))


def test_the_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (example,), (shown,) = blocks("python"), blocks("text")
    assert len([line for line in example.splitlines() if line]) <= 10
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_what_is_said_of_speed_was_measured() -> None:
    engine = json.loads((BENCH / "results.json").read_text())["engine"]
    kernel = json.loads((BENCH / "results_kernel.json").read_text())
    environments = json.loads((BENCH / "results_environments.json").read_text())
    for figure, digits in (
        (engine["openuno_turns_per_second"], 3),
        (engine["rlcard_turns_per_second"], 3),
        (kernel["kernel"]["kernel_turns_per_second"], 3),
        (environments["pettingzoo_steps_per_second"], 3),
        (environments["batch_steps_per_second"], 3),
        (environments["rlcard_steps_per_second"], 2),
    ):
        rounded = round(figure, digits - len(str(int(figure))))
        assert f"{rounded:,}" in README, figure
    assert f"{kernel['kernel']['kernel_turns_per_second'] // 1_000_000} million turns" in README


def test_what_is_said_of_the_rules_is_so() -> None:
    asked = json.loads((BENCH / "results_conformance.json").read_text())[0]["clauses"]
    assert set(asked) <= set(rulebook().ids)
    played = list(asked.values()).count("played")
    compared = f"of {len(asked)} rules asked about | {len(asked)}, each with tests | {played} ("
    assert compared in README
    assert f"{len(SWITCHES)} switches" in README
    assert f"{len(rulebook().ids)} numbered clauses" in README
    assert len(EDITION_NAMES) == 4


@pytest.mark.parametrize("repository", ["", "https://code.example/openuno"])
def test_it_renders_on_a_package_index_with_links_that_work(repository: str) -> None:
    warnings = io.StringIO()
    page = render(absolute_links(README, repository), stream=warnings)
    assert page, warnings.getvalue()
    assert page.count("<h2") == README.count("\n## ")
    links = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert all(re.match("https://|#", link) for link in links), links
    assert bool(repository) == any(link.endswith("/docs/pictures/table.webp") for link in links)
    assert ("docs/python.md" in page) == bool(repository)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert links
    for link in (link for link in links if "://" not in link):
        assert (ROOT / link).exists(), link


def test_the_trademark_is_acknowledged() -> None:
    assert "UNO is a trademark of Mattel" in README
