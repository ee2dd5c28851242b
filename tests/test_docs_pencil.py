"""docs/pencil.md says what the pencil does: every block of it is run."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from openuno import NotationError
from openuno.cli.app import app
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text

PAGE = (Path(__file__).parents[1] / "docs" / "pencil.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"the page has no block of {language}"
    return found


@pytest.mark.parametrize("block", blocks("console"))
def test_the_commands_print_what_the_page_shows(block: str) -> None:
    command, _, printed = block.partition("\n")
    _, program, *words = shlex.split(command)
    assert program == "uno"
    assert CliRunner().invoke(app, words).output == printed


def test_what_is_written_becomes_what_the_page_says() -> None:
    for line in "".join(blocks("pencil")).splitlines():
        text, _, normal = line.partition("=>")
        assert custom_rule_text(parse_custom_rule(text.strip())) == normal.strip()


def test_what_cannot_be_written_is_refused_as_the_page_says() -> None:
    (block,) = blocks("mistakes")
    lines = block.splitlines()
    for text, told in zip(lines[::2], lines[1::2], strict=True):
        with pytest.raises(NotationError) as refusal:
            parse_custom_rule(text)
        assert told == " " * refusal.value.at + f"^ {refusal.value.sentence}"


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_runs(block: str) -> None:
    first = "".join(blocks("python")).partition(">>> rules")[0]
    test = doctest.DocTestParser().get_doctest(first + block, {}, "pencil.md", None, 0)
    told: list[str] = []
    result = doctest.DocTestRunner().run(test, out=told.append)
    assert not result.failed, "".join(told)


def test_the_ready_made_rules_are_all_there() -> None:
    table = PAGE.partition("## Ready-made rules")[2].partition("## ")[0]
    rows = [tuple(row.strip("| ").split(" | ")) for row in table.strip().splitlines()[2:]]
    assert rows == [(made.mood.value, made.name, made.text) for made in EXAMPLES]


def test_the_normal_form_is_read_as_it_stands() -> None:
    (block,) = blocks("normal")
    for line in block.splitlines():
        assert custom_rule_text(parse_custom_rule(line)) == line
