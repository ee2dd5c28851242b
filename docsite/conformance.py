"""The page of every numbered rule and the tests that prove it."""

import json
from pathlib import Path

from openuno.rulebook.clauses import rulebook, where
from openuno.rulebook.coverage import coverage


def conformance_page(tests: Path, peer: Path) -> str:
    """Every clause, where it holds, its tests by their marks, and how a peer plays it."""
    proof = coverage(tests)
    other = json.loads(peer.read_text("utf-8"))
    program = f"{other['program']} {other['version']}"
    seen: dict[str, str] = other["clauses"]
    same = sum(answer == "played" for answer in seen.values())
    count = sum(map(len, proof.tests.values()))
    lines = [
        "# Conformance: each rule and its tests",
        "",
        f"All {len(proof.tests)} numbered rules have tests that name them, {count} references."
        " A rule is also played by an independent second implementation and by the compiled kernel,"
        " which have to agree ([how the rules are tested](proof.md)). To check your own program"
        " against the same positions, use [perft](perft.md).",
        "",
        f"We asked {program}, the program for UNO research that we measure against, about"
        f" {len(seen)} of the rules on the plain sheet: it plays {same} of them as printed."
        " `python -m bench.conformance` puts its game into a position for each and looks at what"
        " it does; the answers are below.",
    ]
    for section in rulebook().sections:
        lines += ["", f"## {section.title}"]
        for clause in section.rules:
            names = proof.tests[clause.id]
            lines += ["", f"### {clause.id}", "", clause.text, ""]
            lines.append(f"Holds in: {where(clause)}. Tests: {len(names)}.")
            if answer := seen.get(clause.id):
                lines += ["", f"{program}: {'as printed' if answer == 'played' else answer}."]
            lines += ["", f'??? note "The tests of {clause.id}"', ""]
            lines += [f"    - `{name}`" for name in names]
    return "\n".join(lines) + "\n"
