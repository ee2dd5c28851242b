"""`pip install openuno` without an extra: what works, and what to type for the rest."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from openuno.extras import MODULES, install_command
from tests.bare_environment import BareEnvironment, base_packages

ROOT = Path(__file__).parents[2]
HEAVY = {
    "asyncio",
    "importlib.metadata",
    "numba",
    "numpy",
    "rich",
    "sqlalchemy",
    "starlette",
    "textual",
    "unittest",
    "websockets",
}
"""What takes long to import, in our packages and in Python's own."""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> BareEnvironment:
    return BareEnvironment(tmp_path_factory.mktemp("bare") / "venv")


def test_it_brings_few_packages() -> None:
    assert base_packages() == {
        *("click", "msgspec", "rich", "textual", "websockets"),
        *("markdown-it-py", "mdurl", "pygments"),  # rich's
        *("linkify-it-py", "mdit-py-plugins", "platformdirs", "typing-extensions"),  # and Textual's
    }


def test_the_terminal_the_rules_and_records_work(bare: BareEnvironment, tmp_path: Path) -> None:
    record = str(tmp_path / "game.uno")
    for words in (
        ["play", "--watch", "--format", "single", "--seed", "1", "--save", record],
        ["show", record],
        ["verify", record],
        ["replay", record],
        ["rules", "house"],
        ["pencil", "Everyone else draws 1."],
    ):
        done = bare.uno(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout


def test_the_library_plays_a_game(bare: BareEnvironment) -> None:
    script = (
        "from openuno import Race, edition, play_game\n"
        "bots = ['regular', 'casual', 'master']\n"
        "print(play_game(bots, edition('house'), Race(200), seed=1).winners)"
    )
    done = bare.run("-c", script)
    assert done.stderr == ""
    assert done.stdout in ("(0,)\n", "(1,)\n", "(2,)\n")


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "server"),
        (["host"], "server"),
        (["migrate"], "server"),
        (["backup", "b.db"], "server"),
        (["restore", "b.db"], "server"),
        (["check-database"], "server"),
        (["simulate"], "lab"),
        (["lab", "compare"], "lab"),
        (["warm-up"], "lab"),
    ],
)
def test_a_command_whose_extra_is_missing_says_what_to_type(
    bare: BareEnvironment, words: list[str], extra: str
) -> None:
    done = bare.uno(*words)
    assert (done.returncode, done.stdout) == (2, "")
    said = f"uno: this needs openuno[{extra}], which is not installed; type: "
    assert done.stderr == f'{said}uv pip install --python {bare.python} -e "{ROOT}[{extra}]"\n'


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("openuno.env.vector", "learn"),
        ("openuno.kernel.batch.batch", "lab"),
        ("openuno.kernel.learning.batch", "lab"),
    ],
)
def test_a_module_whose_extra_is_missing_says_what_to_install(
    bare: BareEnvironment, module: str, extra: str
) -> None:
    done = bare.run("-c", f"import {module}")
    assert f"openuno.extras.MissingExtra: this needs openuno[{extra}]" in done.stderr


@pytest.mark.parametrize(
    ("prefix", "line"),
    [
        ("/home/ann/.local/share/pipx/venvs/openuno", 'pipx install --force "openuno[lab]"'),
        ("C:\\Users\\Ann\\pipx\\venvs\\openuno", 'pipx install --force "openuno[lab]"'),
        ("/home/ann/.local/share/uv/tools/openuno", 'uv tool install "openuno[lab]"'),
    ],
)
def test_the_line_to_type_fits_how_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, prefix: str, line: str
) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)
    assert install_command("lab") == line


def test_every_extra_brings_the_modules_that_are_looked_for() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(extras) == set(MODULES)
    for extra, requirements in extras.items():
        names = [re.split(r"[>=<\[;]", line)[0] for line in requirements]
        if "openuno" in names:
            names.remove("openuno")
            names += ["numba", "numpy", "plotext"]
        own = {"arro3-core": "arro3", "arro3-io": "arro3"}  # one name space for both
        modules = {own.get(name, name.replace("-", "_")) for name in names}
        modules -= {"uvloop"}  # not on Windows
        assert modules == set(MODULES[extra])


@pytest.mark.parametrize(
    ("script", "too_much"),
    [
        ("import openuno", {"msgspec", "click", "openuno.engine"}),
        ("from openuno import apply, deal, edition, legal, play_game, read_record", {"click"}),
        (
            "import sys; sys.argv[1:] = ['--help']\nfrom openuno.cli.app import run; run()",
            {"msgspec", "openuno.engine", "openuno.bots"},
        ),
    ],
    ids=["package", "public names", "help"],
)
def test_nothing_heavy_is_imported_before_it_is_needed(
    bare: BareEnvironment, script: str, too_much: set[str]
) -> None:
    done = bare.run("-c", f"{script}\nimport sys; print('modules', *sys.modules)")
    imported = set(done.stdout.splitlines()[-1].split())
    assert "openuno" in imported, done.stderr
    assert imported & (HEAVY | too_much) == set()
