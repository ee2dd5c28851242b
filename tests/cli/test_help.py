"""The help of every command, its examples, its mistakes and its manual page."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from openuno.cli.app import app
from openuno.cli.help import Command, Group
from openuno.cli.man_page import man_page
from openuno.cli.usage import usage_sentence
from openuno.engine.rules import SWITCHES
from openuno.rulebook.switches import allowed_values, switch_choices
from tests.cli.test_rules import shell, uno
from tests.command_tree import commands

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "uno.1"
COMMANDS = dict(commands())
NARROW = 40


def help_text(words: str, columns: int) -> str:
    done = CliRunner(env={"COLUMNS": str(columns)}).invoke(
        app, [*words.split()[1:], "-h"], prog_name="uno"
    )
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("words", COMMANDS)
def test_help_can_be_read_in_a_narrow_terminal(words: str) -> None:
    narrow, wide = help_text(words, NARROW), help_text(words, 400)
    assert [line for line in narrow.splitlines() if len(line) > NARROW] == []
    whole = set(wide.split())
    joined = re.sub(r"-\n +", "-", narrow)
    assert [word for word in joined.split() if word not in whole] == [], "no word is broken"
    assert "..." not in narrow.partition("Commands:")[2], "nothing is cut off"
    assert re.search(r"<\w+>|\bBOOLEAN\b|\bINTEGER\b|\bTEXT\b", narrow) is None


@pytest.mark.parametrize("words", COMMANDS)
def test_examples_are_commands_that_can_be_run(words: str) -> None:
    command = COMMANDS[words]
    assert isinstance(command, Command | Group)
    examples = [line for line in command.examples if line.startswith("uno ")]
    for example in examples:
        typed = shlex.split(example.partition(" > ")[0])
        name = max(
            (name for name in COMMANDS if typed[: len(name.split())] == name.split()), key=len
        )
        # With a parent, since click keeps the help option of the first context it is asked in.
        parent = click.Context(app, info_name="uno", **app.context_settings)
        COMMANDS[name].make_context(name, typed[len(name.split()) :], parent=parent)


def test_most_commands_have_examples() -> None:
    without = {words for words, command in COMMANDS.items() if not getattr(command, "examples", ())}
    assert {words for words in without if not words.startswith("uno event ")} <= {
        "uno lab",
        "uno warm-up",
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play --edition clasic", "there is no edition 'clasic'; did you mean classic?"),
        ("play --set stakcing=any", "there is no switch 'stakcing'; did you mean stacking?"),
        ("play --set jump-in=on", "there is no switch 'jump-in'; did you mean jump_in?"),
        (
            "play --set stacking=sam",
            "stacking takes off, same or any, not 'sam'; did you mean same",
        ),
        ("play --format best-off:3", "there is no format 'best-off'; did you mean best-of?"),
        ("play --bots regulr", "bots: there is no bot 'regulr'; did you mean regular?"),
        ("play --edtion house", "there is no option --edtion; did you mean --edition?"),
        ("play --nothing", "there is no option --nothing"),
        ("play --seed", "--seed takes a value: S"),
        ("play --seed x", "--seed takes a number, not 'x'"),
        ("play cards", "nothing takes 'cards' here; leave it out"),
        ("rules --json=yes", "--json takes no value; leave it out"),
        ("rules clasic", "there is no edition 'clasic'; did you mean classic?"),
        ("show", "FILE is missing"),
        ("export x.uno", "--seat is missing"),
        ("serve --port 70000", "--port takes a number from 0 to 65535, not 70000"),
        ("serve --log-level inf", "there is no log level 'inf'; did you mean info?"),
        ("serve --limit tabels=3", "there is no limit 'tabels'; did you mean tables?"),
        ("simulate --device gpu", "--device takes cpu or cuda, not 'gpu'"),
        ("lab luck --rounds 0", "--rounds takes a number from 1, not 0"),
        ("ladder --bots=", "name 2 to 12 players, not 0"),
        (
            "analyse x.uno --quick --worlds 9 --seed 1",
            "--quick plays nothing out; leave --worlds and --seed out",
        ),
        ("event creat", "there is no command 'creat'; did you mean create?"),
        ("event xyz", "there is no command 'xyz'; uno event --help lists them"),
        ("event create --kind swis", "--kind takes rotating, swiss, knock-out, teams or ladder"),
        ("event points x 3", "TABLE takes a number, not 'x'"),
        ("completion tcsh", "SHELL takes bash, zsh or fish, not 'tcsh'"),
        ("lab compare --vary stakcing=off,any", "there is no setting 'stakcing'; did you mean"),
    ],
)
def test_a_mistake_is_one_sentence_that_says_what_to_do(words: str, sentence: str) -> None:
    runner = CliRunner(env={"COLUMNS": "80"})
    done = runner.invoke(app, words.split(), prog_name="uno", standalone_mode=False)
    if isinstance(done.exception, click.UsageError):
        assert usage_sentence(done.exception).startswith(sentence)
        assert done.exception.ctx is not None, "it says whose help to read"
    else:
        assert done.stderr.startswith(f"uno: {sentence}")
        assert done.exit_code == 2


def test_a_mistake_names_the_help_to_read() -> None:
    done = shell("play", "--seed")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uno: --seed takes a value: S\nTry: uno play --help\n"


def test_every_switch_is_listed_with_its_values_and_its_meaning() -> None:
    printed = uno("rules", "--switches").stdout
    for switch in SWITCHES:
        assert f"{switch}  {allowed_values(switch)}" in printed
    assert "Whether the identical card may be played out of turn." in printed
    assert "stacking  off, same or any" in printed
    assert "hand_size  a number from 1 to 30" in printed


def test_programs_get_the_same_list() -> None:
    listed = json.loads(uno("rules", "--switches", "--json").stdout)["switches"]
    assert [row["name"] for row in listed] == list(SWITCHES)
    by_name = {row["name"]: row for row in listed}
    assert by_name["stacking"] == {
        "name": "stacking",
        "values": ["off", "same", "any"],
        "bounds": None,
        "explanation": by_name["stacking"]["explanation"],
        "editions": {"mattel-2016": "off", "classic": "off", "wild-112": "off", "house": "off"},
        "rules": by_name["stacking"]["rules"],
    }
    assert by_name["decks"]["bounds"] == [1, 8]
    assert by_name["jump_in"]["values"] == list(switch_choices("jump_in")) == ["on", "off"]


def test_the_manual_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == man_page(), "make docs"


@pytest.mark.parametrize(
    "reader",
    [["man", "--warnings", "-l"], ["mandoc", "-T", "lint", "-W", "error"]],
    ids=lambda reader: reader[0],
)
def test_manual_readers_accept_the_page(reader: list[str]) -> None:
    if shutil.which(reader[0]) is None:
        pytest.skip(f"{reader[0]} is not installed")
    done = subprocess.run(
        [*reader, str(PAGE)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
    )
    assert done.stderr == ""
    assert done.returncode == 0
