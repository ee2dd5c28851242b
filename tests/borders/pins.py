"""Every pinned text by the name of its file, and how it is made from the code of today."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from openuno.cli.app import app
from openuno.room.protocol import schema
from openuno.server.http.openapi import document as openapi_document
from openuno.server.http.routes import ENDPOINTS, openapi
from tests.borders import lab, python_names, words
from tests.borders.documents import normal_messages, normal_openapi
from tests.borders.evening import play_evening
from tests.command_tree import commands

PINNED = Path(__file__).parent / "pinned"
_PLAIN = {"COLUMNS": "100", "FORCE_COLOR": "", "GITHUB_ACTIONS": "", "NO_COLOR": "1"}


def help_text() -> str:
    """What every command prints with `--help`, 80 columns wide."""
    return "".join(_help(name) for name, _ in commands())


def _help(name: str) -> str:
    asked = [*name.split()[1:], "--help"]
    done = CliRunner(env=_PLAIN).invoke(app, asked, prog_name="uno")
    assert done.exit_code == 0, done.output
    lines = (line.rstrip() for line in done.stdout.splitlines())
    return f"$ {name} --help\n" + "\n".join(lines) + "\n"


def _evening_text() -> str:
    with TemporaryDirectory() as folder:
        return play_evening(Path(folder) / "uno.db")


PINS: dict[str, Callable[[], str]] = {
    "help.txt": help_text,
    "lab.json": lab.text,
    "messages.json": lambda: normal_messages(schema.document()),
    "openapi.json": lambda: normal_openapi(openapi_document((*ENDPOINTS, openapi))),
    "python.txt": python_names.text,
    "words.json": words.text,
}
SLOW_PINS: dict[str, Callable[[], str]] = {"evening.txt": _evening_text}
"""Those with tests of their own."""


def read_pin(name: str) -> str:
    """A pinned text as it is kept."""
    return (PINNED / name).read_text(encoding="utf-8")
