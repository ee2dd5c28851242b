"""The page of every numbered rule and the tests that prove it."""

import json
from pathlib import Path
from typing import Any

from openuno.rulebook.clauses import rulebook, where
from openuno.rulebook.coverage import coverage


def conformance_page(tests: Path, answers: Path) -> str:
    """Every clause, where it holds, its tests by their marks, and how other programs play it."""
    proof = coverage(tests)
    programs: list[dict[str, Any]] = json.loads(answers.read_text("utf-8"))
    count = sum(map(len, proof.tests.values()))
    lines = [
        "# Conformance: each rule and its tests",
        "",
        f"All {len(proof.tests)} numbered rules have tests that name them, {count} references."
        " A rule is also played by an independent second implementation and by the compiled kernel,"
        " which have to agree ([how the rules are tested](proof.md)). To check your own program"
        " against the same positions, use [perft](perft.md).",
        "",
        "We also asked other published programs about the rules of the plain sheet:"
        " `make bench ARGS=--conformance` puts the game of each into a position for every rule and"
        " looks at what it does. The answers are below, with each rule; if one is out of date or"
        " unfair, tell us.",
        "",
        "| program | rules asked about | as printed | otherwise | not there |",
        "|---|---|---|---|---|",
        *map(_summary, programs),
    ]
    for section in rulebook().sections:
        lines += ["", f"## {section.title}"]
        for clause in section.rules:
            names = proof.tests[clause.id]
            lines += ["", f"### {clause.id}", "", clause.text, ""]
            lines.append(f"Holds in: {where(clause)}. Tests: {len(names)}.")
            found = [each for each in programs if clause.id in each["clauses"]]
            if found:
                lines += ["", *(f"- {_name(each)}: {_answer(each, clause.id)}" for each in found)]
            lines += ["", f'??? note "The tests of {clause.id}"', ""]
            lines += [f"    - `{name}`" for name in names]
    return "\n".join(lines) + "\n"


def _name(program: dict[str, Any]) -> str:
    return f"{program['program']} {program['version']}"


def _answer(program: dict[str, Any], clause: str) -> str:
    answer = program["clauses"][clause]
    return "as printed" if answer == "played" else str(answer)


def _summary(program: dict[str, Any]) -> str:
    answers = list(program["clauses"].values())
    played = answers.count("played")
    absent = sum(answer.startswith("absent") for answer in answers)
    otherwise = len(answers) - played - absent
    return f"| {_name(program)} | {len(answers)} | {played} | {otherwise} | {absent} |"
