"""What the pages promise and a program can check: extras, commands, options, links, headings."""

import re
import tomllib
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own

from openuno.cli.app import app
from openuno.version import __version__
from tests.command_tree import children

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
START = "docsite/index.md"
# Its links lead to other pages of the site; building the site checks them.
WITH_START = {**PAGES, START: (ROOT / START).read_text("utf-8")}
EXTRAS = set(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
)


def options(command: click.Command) -> set[str]:
    """Every option of a command, and of those beneath it."""
    found = {option for each in command.params for option in each.opts}
    return found.union(*(options(each) for each in children(command).values()))


COMMANDS = children(app)


@pytest.mark.parametrize("page", WITH_START)
def test_every_extra_a_page_names_can_be_installed(page: str) -> None:
    named = set(re.findall(r"openuno\[(\w+)\]|extra `(\w+)`", WITH_START[page]))
    assert {name for pair in named for name in pair if name} <= EXTRAS


@pytest.mark.parametrize("page", WITH_START)
def test_every_command_a_page_shows_exists_with_its_options(page: str) -> None:
    shown = re.findall(
        r"^uno (\w[\w-]*)([^\n#]*)|`uno (\w[\w-]*)([^`]*)`", WITH_START[page], re.MULTILINE
    )
    for name, words, quoted, more in shown:
        command = COMMANDS.get(name or quoted)
        assert command is not None, f"{page}: uno {name or quoted}"
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", words + more):
            assert option in options(command) | {"--help"}, f"{page}: {name or quoted} {option}"


def anchor(heading: str) -> str:
    """How a heading is linked to."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", PAGES[page]):
        if "://" in link:
            continue
        file, _, heading = link.partition("#")
        path = ((ROOT / page).parent / file).resolve() if file else ROOT / page
        assert path.exists(), f"{page}: {link}"
        if heading:
            headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
            assert heading in map(anchor, headings), f"{page}: {link}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_a_page_names_is_there(page: str) -> None:
    named = re.findall(r"`((?:src|tests|web|docs|bench|examples|fuzz|perft)/[\w./-]+)", PAGES[page])
    roots = (ROOT, ROOT / "web")  # docs/web.md speaks of `src/screens/`
    excused = {"src/openuno/server/pages/", "src/rules/clauses/LANGUAGE.json"}  # built; a pattern
    missing = {path for path in named if not any((root / path).exists() for root in roots)}
    assert missing <= excused


def test_the_map_links_every_page() -> None:
    """docs/README.md has every page, and the README at the top has the map."""
    linked = {
        page: set(re.findall(r"\]\(([\w./-]+)\)", PAGES[page]))
        for page in ("README.md", "docs/README.md", "docs/decisions/README.md")
    }
    assert "docs/README.md" in linked["README.md"]
    for path in sorted((ROOT / "docs").rglob("*.md")):
        folder = "docs/decisions" if path.parent.name == "decisions" else "docs"
        name = path.relative_to(ROOT / folder).as_posix()
        if path.name != "README.md":
            assert name in linked[f"{folder}/README.md"], name
    assert "decisions/README.md" in linked["docs/README.md"]


@pytest.mark.parametrize("page", [page for page in PAGES if "/decisions/" not in page])
def test_a_page_has_one_title_and_opens_with_a_sentence(page: str) -> None:
    outside_code = re.sub(r"^```.*?^```$", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"^# ", outside_code, re.MULTILINE)) == 1
    title, blank, opening = outside_code.splitlines()[:3]
    assert title.startswith("# ")
    assert blank == ""
    assert re.match(r"[`*\w\[]", opening), "a sentence, not a table or a picture"


def test_the_example_of_the_start_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", WITH_START[START], re.DOTALL | re.MULTILINE)
    exec(example, {})
    assert re.fullmatch(r"\(\d+, \d+\)\n", capsys.readouterr().out)


def test_the_threat_model_names_tests_that_exist() -> None:
    rows = [line for line in PAGES["SECURITY.md"].splitlines() if line.startswith("| a")]
    named = [re.findall(r"`([\w./]+)`", row.split("|")[4]) for row in rows]
    assert all(named)
    for name in {each for names in named for each in names}:
        path = name if "/" in name else f"tests/server/proofs/{name}.py"
        assert (ROOT / path).exists(), name


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["version"] == __version__
    assert cited["cff-version"] == "1.2.0"


STUDIED = ("strength", "environments", "training", "kernel", "lab", "findings")
"""Pages whose figures a researcher may want to repeat."""


def test_the_page_for_researchers_names_every_command_that_repeats_a_figure() -> None:
    named = set[str]()
    for page in STUDIED:
        text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
        named |= set(re.findall(r"python -m bench\.\w+|make bench ARGS=--\w+", text))
    repeated = (ROOT / "docs" / "research.md").read_text("utf-8").partition("## How to repeat")[2]
    assert len(named) > 10
    assert {command for command in named if command not in repeated} == set()
