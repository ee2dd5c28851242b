import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from openuno.engine.rules import EDITION_NAMES, EDITIONS, SWITCHES
from openuno.rulebook.clauses import Clause, in_force, rulebook
from openuno.rulebook.coverage import UnreadableMark, checkout_tests, coverage, marked_tests
from openuno.rulebook.page import page

ROOT = Path(__file__).parents[2]
UNO = str(Path(sys.executable).with_name("uno"))
CLAUSES = tuple(rulebook())


def run(*command: str) -> subprocess.CompletedProcess[str]:
    # What this run was asked to select or how to spread is not what the inner one is asked.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_every_switch_is_explained_once_by_a_clause_it_governs() -> None:
    explained = [switch for clause in CLAUSES for switch in clause.explains]
    assert sorted(explained) == sorted(SWITCHES)
    assert all(set(clause.explains) <= set(clause.switches) for clause in CLAUSES)


def test_every_clause_has_a_test_and_every_mark_a_clause() -> None:
    found = coverage(checkout_tests())
    assert found.unproved == ()
    assert found.unknown == {}
    assert found.complete


def test_the_scan_finds_what_pytest_collects(request: pytest.FixtureRequest) -> None:
    """Of the tests of this run: with `make test`, of all."""
    collected: dict[str, set[str]] = {}
    for item in request.session.items:
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        collected.setdefault(item.nodeid.partition("[")[0], set()).update(rules)
    scanned: dict[str, set[str]] = {test: set() for test in collected}
    for rule, tests in marked_tests(checkout_tests()).items():
        for test in tests:
            if test in collected or _is_whole_run(request.config):
                scanned.setdefault(test, set()).add(rule)
    assert scanned == collected


def _is_whole_run(config: pytest.Config) -> bool:
    """Whether nothing was picked: then every test that the scan finds is collected."""
    options = config.option
    picked = options.keyword or options.markexpr or options.deselect or options.ignore
    return not picked and config.args == config.getini("testpaths")


def test_the_printed_coverage_is_the_scan() -> None:
    printed = json.loads(run(UNO, "rules", "--coverage", "--json").stdout)
    marked = marked_tests(checkout_tests())
    assert [row["id"] for row in printed["rules"]] == [clause.id for clause in CLAUSES]
    for row in printed["rules"]:
        assert tuple(row["tests"]) == marked.get(row["id"], ())


SAMPLE = """
import pytest

pytestmark = [pytest.mark.filterwarnings("error"), pytest.mark.rule("TURN-1")]

@pytest.mark.rule("TURN-2", "TURN-3")
def test_two(): ...

def helper(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("OUT-1")), 2])
def test_parametrised(x): ...

@pytest.mark.rule("ACT-1")
class TestCards:
    pytestmark = pytest.mark.rule("ACT-2")

    @pytest.mark.rule("ACT-2")
    def test_method(self): ...
"""


def test_the_scan_reads_marks_on_modules_classes_functions_and_parameters(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_sample.py").write_text(SAMPLE)
    (folder / "sample.py").write_text(SAMPLE)
    two, parametrised, method = (
        f"tests/test_sample.py::{name}"
        for name in ("test_two", "test_parametrised", "TestCards::test_method")
    )
    assert marked_tests(folder) == {
        "TURN-1": (two, parametrised, method),
        "TURN-2": (two,),
        "TURN-3": (two,),
        "OUT-1": (parametrised,),
        "ACT-1": (method,),
        "ACT-2": (method,),
    }


def test_the_scan_refuses_a_mark_it_cannot_read(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_sample.py").write_text(
        "import pytest\nRULE = 'TURN-1'\n\n@pytest.mark.rule(RULE)\ndef test_it(): ...\n"
    )
    with pytest.raises(UnreadableMark, match=r"^tests/test_sample\.py:4: "):
        marked_tests(folder)


def test_coverage_tells_what_is_missing_and_what_is_unknown(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_sample.py").write_text(
        "import pytest\n\n@pytest.mark.rule('TURN-1', 'TURN-99')\ndef test_it(): ...\n"
    )
    found = coverage(folder)
    assert found.tests["TURN-1"] == ("tests/test_sample.py::test_it",)
    assert found.unknown == {"TURN-99": ("tests/test_sample.py::test_it",)}
    assert set(found.unproved) == set(rulebook().ids) - {"TURN-1"}
    assert not found.complete


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_mark_without_a_clause_stops_the_run(tmp_path: Path, processes: str) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text(
        "import pytest\n"
        "@pytest.mark.rule('TURN-99')\ndef test_unknown(): ...\n"
        "@pytest.mark.rule('TURN-1', 'turn-2')\ndef test_second(): ...\n"
        "@pytest.mark.rule()\ndef test_empty(): ...\n"
        "@pytest.mark.rule('TURN-1', why='')\ndef test_named(): ...\n"
        "@pytest.mark.rule('TURN-1')\ndef test_good(): ...\n"
    )
    config = str(ROOT / "pyproject.toml")
    # A plugin that nothing here needs takes longer to load than everything else together.
    plugins = ("-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "tests.conftest")
    options = (*plugins, "-c", config, "-n", processes)
    done = run(sys.executable, "-m", "pytest", *options, str(sample))
    assert done.returncode != 0
    for complaint in (
        "test_unknown: the rulebook has no clause 'TURN-99'",
        "test_second: the rulebook has no clause 'turn-2'",
        "test_empty: a rule mark names one or more clauses",
        "test_named: a rule mark names one or more clauses",
    ):
        assert complaint in done.stdout
    assert "test_good" not in done.stdout
    assert "passed" not in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_ids_are_unique_and_begin_with_their_section() -> None:
    assert [rule for rule, count in Counter(rulebook().ids).items() if count > 1] == []
    for section in rulebook().sections:
        numbers = []
        for clause in section.rules:
            key, number = clause.id.rsplit("-", 1)
            assert key == section.key
            numbers.append(int(number))
        assert numbers == sorted(numbers)


def test_every_switch_is_governed_by_a_clause_and_every_switch_named_exists() -> None:
    assert {switch for clause in CLAUSES for switch in clause.switches} == set(SWITCHES)


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_a_clause_is_well_written(clause: Clause) -> None:
    assert re.fullmatch(r"[A-Z].*[.)]", clause.text)
    assert clause.text.isascii(), "a terminal without Unicode prints it too"
    assert "|" not in clause.text, "the page puts it into a table"
    assert len(clause.text) < 320
    assert list(clause.editions) == [slug for slug in EDITION_NAMES if slug in clause.editions]
    assert clause.editions or clause.switches, "it holds nowhere and nothing switches it on"


# A special wild may be in any deck, and the first card of `house` has a switch the others lack.
SHARED = {
    "START-8",
    "SCORE-2",
    "DECK-3",
    "SHUF-1",
    "CUST-1",
    "CUST-3",
    "SWAP-1",
    "MEET-3",
    "MEET-20",
}


@pytest.mark.parametrize(
    "clause",
    [clause for clause in CLAUSES if clause.editions and clause.id not in SHARED],
    ids=lambda clause: clause.id,
)
def test_editions_that_differ_in_a_clause_differ_in_its_switches(clause: Clause) -> None:
    def values(slugs: set[str]) -> set[tuple[object, ...]]:
        return {tuple(getattr(EDITIONS[slug], name) for name in clause.switches) for slug in slugs}

    inside = set(clause.editions)
    outside = set(EDITION_NAMES) - inside
    assert not values(inside) & values(outside)


def test_an_edition_prints_its_own_clauses() -> None:
    def ids(slug: str) -> set[str]:
        return {clause.id for section in in_force(slug) for clause in section.rules}

    assert {"TURN-3", "START-6", "DEAL-1"} <= ids("mattel-2016")
    assert {"TURN-4", "START-7", "DECK-2", "SHUF-1"} <= ids("wild-112")
    assert not {"TURN-3", "START-6", "SWAP-1", "HOUSE-1"} & ids("wild-112")
    assert "PEN-1" in ids("classic")
    assert {"START-8", "SWAP-1", "SHUF-1"} <= ids("house")


def test_the_page_in_the_docs_is_the_generated_one() -> None:
    committed = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert committed == page(), "write it again with: make docs"
