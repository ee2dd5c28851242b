import re
import shlex
from pathlib import Path

import pytest

from tests.terminal.commands import uno

PAGE = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
BLOCK, *_ = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", BLOCK.splitlines())
def test_a_command_on_the_page_works(command: str) -> None:
    program, subcommand, *words = shlex.split(command)
    assert (program, subcommand) == ("uno", "play")
    done = uno(*words)
    assert (done.exit_code, done.stderr) == (0, "")


def test_every_option_is_on_the_page() -> None:
    options = set(re.findall(r"--[a-z]+", uno("--help").stdout)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z]+", PAGE))
