"""The page of every numbered rule and the tests that prove it."""

from pathlib import Path

from openuno.rulebook.clauses import rulebook, where
from openuno.rulebook.coverage import coverage


def conformance_page(tests: Path) -> str:
    """Every clause, where it holds, and its tests, read from their marks."""
    proof = coverage(tests)
    count = sum(map(len, proof.tests.values()))
    lines = [
        "# Conformance: each rule and its tests",
        "",
        f"All {len(proof.tests)} numbered rules have tests that name them, {count} references."
        " A rule is also played by an independent second implementation and by the compiled kernel,"
        " which have to agree ([how the rules are tested](proof.md)). To check your own program"
        " against the same positions, use [perft](perft.md).",
    ]
    for section in rulebook().sections:
        lines += ["", f"## {section.title}"]
        for clause in section.rules:
            names = proof.tests[clause.id]
            lines += ["", f"### {clause.id}", "", clause.text, ""]
            lines.append(f"Holds in: {where(clause)}. Tests: {len(names)}.")
            lines += ["", f'??? note "The tests of {clause.id}"', ""]
            lines += [f"    - `{name}`" for name in names]
    return "\n".join(lines) + "\n"
