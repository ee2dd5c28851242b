import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app
from openuno.engine.rules import EDITION_NAMES, EDITIONS, SWITCHES, deck, with_switches
from openuno.rulebook.clauses import by_switch, in_force, rulebook, value_text
from openuno.rulebook.coverage import Coverage
from openuno.terminal.commands import rules as rules_command

ROOT = Path(__file__).parents[2]
CLAUSE_KEYS = ["section", "id", "text", "origin", "editions", "switches"]


# The person who runs the tests may have a narrow terminal, or colours everywhere.
PLAIN = {"COLUMNS": "80", "FORCE_COLOR": "", "GITHUB_ACTIONS": ""}


def uno(*words: str) -> Result:
    return CliRunner(env=PLAIN).invoke(app, words)


def shell(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("uno"), *words],
        env={**os.environ, **PLAIN, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def refused(result: Result | subprocess.CompletedProcess[str]) -> str:
    """The one line a refusal prints, on stderr alone."""
    status = result.exit_code if isinstance(result, Result) else result.returncode
    assert status == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.removesuffix("\n")


def test_the_version_is_the_one_of_the_distribution() -> None:
    done = shell("--version")
    assert (done.returncode, done.stdout) == (0, f"uno {version('openuno')}\n")


def test_no_words_print_the_help() -> None:
    done = shell()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: uno")
    assert "rules" in done.stdout


@pytest.mark.parametrize("slug", EDITION_NAMES)
def test_an_edition_prints_its_switches_and_clauses(slug: str) -> None:
    result = uno("rules", slug)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{slug}, {len(deck(EDITIONS[slug]))} cards\n")
    lines = result.stdout.splitlines()
    switches = [line.split()[:2] for line in lines if line[2:].split(" ")[0] in SWITCHES]
    assert switches == [[name, value_text(EDITIONS[slug], name)] for name in SWITCHES]
    ids = [clause.id for section in in_force(slug) for clause in section.rules]
    assert [line.split()[0] for line in lines if line.split(" ")[0] in rulebook().ids] == ids
    closing = " ".join(lines).rpartition("leaves out: ")[2].split()
    assert [word.rstrip(",.") for word in closing] == [clause.id for clause in by_switch(slug)]


@pytest.mark.parametrize("words", [(), *((slug,) for slug in EDITION_NAMES), ("--coverage",)])
def test_it_reads_at_80_columns(words: tuple[str, ...]) -> None:
    done = shell("rules", *words)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "…" not in done.stdout


@pytest.mark.parametrize("words", [(), ("house",), ("--coverage",), ("house", "--json")])
def test_it_prints_where_there_is_no_unicode(words: tuple[str, ...]) -> None:
    done = shell("rules", *words, PYTHONIOENCODING="ascii")
    assert "Traceback" not in done.stderr
    assert done.stdout.isascii()
    assert done.stdout


def test_without_an_edition_all_stand_side_by_side() -> None:
    result = uno("rules")
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines() if line.strip()]
    assert ["switch", *EDITION_NAMES] in lines
    assert ["renege", "on", "on", "off", "on"] in lines
    assert ["suggestion_penalty", "0", "4", "0", "0"] in lines
    assert ["dealer_draw", "symbols-zero", "numbers-only", "chosen", "chosen"] in lines
    assert [line[0] for line in lines if line[0] in rulebook().ids] == list(rulebook().ids)


@pytest.mark.parametrize("slug", EDITION_NAMES)
def test_json_of_an_edition(slug: str) -> None:
    printed = json.loads(uno("rules", slug, "--json").stdout)
    assert list(printed) == ["edition", "cards", "switches", "rules"]
    assert printed["edition"] == slug
    assert printed["cards"] == len(deck(EDITIONS[slug]))
    assert list(printed["switches"]) == list(SWITCHES)
    assert with_switches(EDITIONS["house"], **printed["switches"]) == with_switches(
        EDITIONS["house"], **{name: getattr(EDITIONS[slug], name) for name in SWITCHES}
    )
    assert all(list(row) == CLAUSE_KEYS for row in printed["rules"])
    assert [row["id"] for row in printed["rules"]] == [
        clause.id for section in in_force(slug) for clause in section.rules
    ]
    assert all(slug in row["editions"] for row in printed["rules"])


def test_json_of_all_editions() -> None:
    printed = json.loads(uno("rules", "--json").stdout)
    assert list(printed) == ["editions", "rules"]
    assert list(printed["editions"]) == list(EDITION_NAMES)
    assert all(list(switches) == list(SWITCHES) for switches in printed["editions"].values())
    assert [row["id"] for row in printed["rules"]] == list(rulebook().ids)
    assert {row["origin"] for row in printed["rules"]} == {"printed", "ours"}
    assert printed["rules"][0] == {
        "section": "DECK",
        "id": "DECK-1",
        "text": next(iter(rulebook())).text,
        "origin": "printed",
        "editions": list(EDITION_NAMES),
        "switches": [],
    }


@pytest.mark.parametrize("slug", ["house+stacking=any", "[red]", "xyz"])
def test_a_bad_edition_is_refused_in_a_line_that_names_the_choices(slug: str) -> None:
    choices = "mattel-2016, classic, wild-112, house"
    expected = f"uno: there is no edition {slug!r}; choose from {choices}"
    assert refused(uno("rules", slug)) == expected
    assert refused(uno("rules", slug, "--json")) == expected


@pytest.mark.parametrize(
    ("slug", "meant"), [("mattel", "mattel-2016"), ("Classic", "classic"), ("house ", "house")]
)
def test_an_edition_that_is_nearly_right_is_guessed(slug: str, meant: str) -> None:
    expected = f"uno: there is no edition {slug!r}; did you mean {meant}?"
    assert refused(uno("rules", slug)) == expected


def test_a_bad_edition_is_refused_in_a_real_shell_too() -> None:
    assert refused(shell("rules", "mattel")).startswith("uno: there is no edition 'mattel'")


def test_coverage_is_of_all_editions() -> None:
    sentence = "uno: --coverage counts the clauses of every edition; name none"
    assert refused(uno("rules", "house", "--coverage")) == sentence


@pytest.mark.parametrize("words", [("rules", "--nope"), ("rules", "house", "classic"), ("nope",)])
def test_words_it_does_not_know_are_refused_without_a_traceback(words: tuple[str, ...]) -> None:
    done = shell(*words)
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert first.startswith("uno: ")
    assert second in ("Try: uno rules --help", "Try: uno --help")


COVERED = Coverage(tests={"TURN-1": ("tests/a.py::test_a", "tests/b.py::test_b")}, unknown={})
UNPROVED = Coverage(tests={"TURN-1": ("tests/a.py::test_a",), "TURN-2": ()}, unknown={})
UNKNOWN = Coverage(
    tests={"TURN-1": ("tests/a.py::test_a",)}, unknown={"TURN-99": ("tests/a.py::test_a",)}
)


def given_coverage(monkeypatch: pytest.MonkeyPatch, found: Coverage) -> None:
    monkeypatch.setattr(rules_command, "coverage", lambda _: found)


def test_full_coverage_prints_every_test_and_exits_0(monkeypatch: pytest.MonkeyPatch) -> None:
    given_coverage(monkeypatch, COVERED)
    result = uno("rules", "--coverage")
    assert result.exit_code == 0
    assert "tests/a.py::test_a" in result.stdout
    assert "tests/b.py::test_b" in result.stdout
    assert "1 of 1 clauses have a test." in result.stdout


def test_a_clause_without_a_test_exits_1_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    given_coverage(monkeypatch, UNPROVED)
    result = uno("rules", "--coverage")
    assert result.exit_code == 1
    assert "1 of 2 clauses have a test.\nWithout one: TURN-2.\n" in result.stdout


def test_a_mark_without_a_clause_exits_1_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    given_coverage(monkeypatch, UNKNOWN)
    result = uno("rules", "--coverage")
    assert result.exit_code == 1
    assert "TURN-99 is no clause, but marks tests/a.py::test_a." in result.stdout


@pytest.mark.parametrize(
    ("found", "status", "unproved", "unknown"),
    [
        (COVERED, 0, [], []),
        (UNPROVED, 1, ["TURN-2"], []),
        (UNKNOWN, 1, [], [{"id": "TURN-99", "tests": ["tests/a.py::test_a"]}]),
    ],
)
def test_json_of_the_coverage(
    monkeypatch: pytest.MonkeyPatch,
    found: Coverage,
    status: int,
    unproved: list[str],
    unknown: list[object],
) -> None:
    given_coverage(monkeypatch, found)
    result = uno("rules", "--coverage", "--json")
    assert result.exit_code == status
    assert json.loads(result.stdout) == {
        "complete": status == 0,
        "rules": [{"id": rule, "tests": list(tests)} for rule, tests in found.tests.items()],
        "unproved": unproved,
        "unknown": unknown,
    }


def test_an_installed_wheel_has_the_rulebook_and_says_that_it_has_no_tests(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", tmp_path], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    installed = str(tmp_path / "site")
    assert shell("rules", PYTHONPATH=installed).stdout == shell("rules").stdout
    for words in (("--coverage",), ("--coverage", "--json")):
        assert refused(shell("rules", *words, PYTHONPATH=installed)) == (
            "uno: the tests are not installed with the package; run this in a checkout of openuno"
        )
