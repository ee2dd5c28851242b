"""Every block of code on every page is run by a test, or at least read by the program it is for."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from openuno.cli.app import app
from tests.record.sample import sample

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        ROOT / "docsite" / "index.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
RUN_ELSEWHERE = {
    ("README.md", "python"): "tests/test_readme.py",
    ("README.md", "text"): "tests/test_readme.py",
    ("docs/arena.md", "python"): "tests/lab/test_arena.py",
    ("docs/assistants.md", "python"): "tests/mcp/test_mcp.py",
    ("docs/chance.md", "js"): "tests/engine/test_rng.py",
    ("docs/environments.md", "python"): "tests/env/test_docs_pages.py",
    ("docs/events.md", "python"): "tests/event/test_command.py",
    ("docs/events.md", "text"): "tests/event/test_command.py",
    ("docs/formats.md", "python"): "tests/game/test_formats_page.py",
    ("docs/lab.md", "python"): "tests/lab/test_docs_pages.py",
    ("docs/pencil.md", "console"): "tests/test_docs_pencil.py",
    ("docs/pencil.md", "mistakes"): "tests/test_docs_pencil.py",
    ("docs/pencil.md", "normal"): "tests/test_docs_pencil.py",
    ("docs/pencil.md", "pencil"): "tests/test_docs_pencil.py",
    ("docs/pencil.md", "python"): "tests/test_docs_pencil.py",
    ("docs/perft.md", "text"): "tests/test_perft.py",
    ("docs/protocol.md", "text"): "tests/examples/test_protocol_page.py",
    ("docs/python.md", "python"): "tests/test_python_page.py",
    ("docs/records.md", "json"): "tests/record/test_docs.py",
    ("docs/serving.md", "caddyfile"): "tests/server/test_proxies.py",
    ("docs/serving.md", "nginx"): "tests/server/test_proxies.py",
    ("docs/text.md", "python"): "tests/test_python_page.py",
    ("docs/training.md", "python"): "tests/kernel/test_learning.py",
    ("docs/write-a-bot.md", "python"): "tests/bots/test_docs.py",
    ("docsite/index.md", "python"): "tests/test_docs.py",
}
"""Blocks that more is done with than here, by page and language, and the tests that do it."""
RUN_HERE = {("docs/serving.md", "toml"), ("docs/assistants.md", "json")}
DRAWINGS = {("docs/web.md", "text")}
MAKE_TARGETS = set(
    re.findall(r"^([a-z]+)(?: [a-z ]+)?:", (ROOT / "Makefile").read_text(), re.MULTILINE)
)
NPM_SCRIPTS = json.loads((ROOT / "web" / "package.json").read_text())["scripts"]


def blocks(page: str) -> list[tuple[str, str]]:
    """The language and the text of each block."""
    return re.findall(r"^```(\S*)\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[list[str]]:
    """The words of every line for the shell, without comments."""
    shell = [text for language, text in blocks(page) if language == "sh"]
    lines = "".join(shell).replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


@pytest.mark.parametrize("page", PAGES)
def test_every_block_has_a_language_and_a_test(page: str) -> None:
    for language, _ in blocks(page):
        if language == "sh" or (page, language) in RUN_HERE | DRAWINGS:
            continue
        by = (ROOT / RUN_ELSEWHERE[page, language]).read_text("utf-8")
        assert Path(page).name in by, f"{page}: the test of its {language} blocks reads the page"


def parse(words: list[str]) -> None:
    """Let `uno` read the words, as far as the values of options, and do nothing."""
    command: click.Command = app
    context = app.make_context("uno", list(words))
    while isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        name, found, rest = command.resolve_command(context, rest)
        assert name is not None
        assert found is not None
        command = found
        context = command.make_context(name, rest, parent=context)


SHOWN = [(page, words) for page in PAGES for words in commands(page)]


@pytest.mark.parametrize(
    ("page", "words"), SHOWN, ids=[f"{page}: {shlex.join(words)}" for page, words in SHOWN]
)
def test_every_command_is_one(page: str, words: list[str]) -> None:
    while "=" in words[0] or words[0] == "sudo":
        words = words[1:]
    match words:
        case ["uno", *rest]:
            parse(rest[: rest.index("|")] if "|" in rest else rest)
        case ["eval", quoted]:
            parse(quoted.removeprefix("$(uno ").removesuffix(")").split())
        case ["make", *rest]:
            assert {word for word in rest if "=" not in word} <= MAKE_TARGETS
        case ["npm", "run", script]:
            assert script in NPM_SCRIPTS
        case ["python", "-m", module, *options]:
            folder = module.replace(".", "/")
            root = ROOT / "src" if folder.startswith("openuno/") else ROOT
            single = root / f"{folder}.py"
            file = single if single.is_file() else root / folder / "__main__.py"
            source = file.read_text("utf-8")
            assert all(f'"{option}"' in source for option in options if option.startswith("--"))
        case ["python", file, *_]:
            assert (ROOT / file).is_file()
        case ["export" | "python3" | "pip" | "pipx" | "pre-commit" | "systemctl", *_]:
            pass  # test_docs.py looks for the extras, test_deploy.py at the unit
        case ["/opt/openuno/bin/pip" | "docker" | "install", *rest]:
            named = [word for word in rest if word.startswith("deploy/")]
            assert all((ROOT / word).is_file() for word in named)
        case _:
            raise AssertionError(f"{page}: nothing here knows {words[0]}")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_file_of_settings_is_read(tmp_path: Path) -> None:
    settings = next(text for kind, text in blocks("docs/serving.md") if kind == "toml")
    file = tmp_path / "uno.toml"
    file.write_text(settings)
    shown = run("serve", "--check", "--config", str(file), "--database", str(tmp_path / "uno.db"))
    assert "uno.example" in shown
    assert "tables=500" in shown


def test_the_settings_of_an_assistant_start_a_seat() -> None:
    (settings,) = [text for kind, text in blocks("docs/assistants.md") if kind == "json"]
    started = json.loads(settings)["mcpServers"]["uno"]
    assert started["command"] == "uno"
    parse(started["args"])


def test_the_commands_on_storage_work_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With files in place of PostgreSQL: a database, its backup, and another restored from it."""
    monkeypatch.chdir(tmp_path)
    places = {
        "postgresql://user:password@host/name": "first.db",
        "/var/lib/openuno-backups": str(tmp_path / "backups"),
    }
    (tmp_path / "backups").mkdir()
    named = [[places.get(word, word) for word in words] for words in commands("docs/storage.md")]
    check, migrate, backup, restore, dated = named
    for words in (migrate, backup, restore, check, [*dated, "--database", "uno.db"]):
        run(*words[1:])
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_the_commands_on_records_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.uno").write_text(sample())
    for words in commands("docs/records.md") + commands("docs/fairness.md"):
        run(*words[1:], *(["--plain"] if words[1] == "replay" else ()))
    assert Path("mine.uno").is_file()
