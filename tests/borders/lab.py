"""The keys of what `uno simulate --json` and `uno lab compare --json` print."""

import json
from typing import Any

from openuno.lab.cases import CaseDefaults, build_cases
from openuno.lab.report.json_report import comparison_json, simulation_json
from openuno.lab.runner import Run
from openuno.lab.totals import Totals

_COUNTS = {"rounds_by_turns", "games_by_hands"}
"""Their keys are lengths."""


def text() -> str:
    """The keys of rounds and of games, simulated and compared, as one JSON document."""
    found = {}
    for what, format in (("rounds", None), ("games", "race")):
        cases = build_cases(CaseDefaults(format=format), ["stacking=off,any"], [])
        totals = Totals(len(cases), 1, games=format is not None)
        for counts in totals.counts:
            counts.fill(7)  # nothing is played: any numbers have all the keys
        run = Run(tuple(case.plan for case in cases), 7, totals, 1.0, "here")
        found[f"simulate {what}"] = _keys(json.loads(simulation_json(run)))
        found[f"compare {what}"] = _keys(json.loads(comparison_json(cases, run)))
    return json.dumps(found, indent=1) + "\n"


def _keys(value: Any) -> Any:
    """What a value is made of: an object's keys, a list's first, else the kind of it."""
    match value:
        case dict():
            return {
                key: "counts" if key in _COUNTS else _keys(inner) for key, inner in value.items()
            }
        case [first, *_]:
            return [_keys(first)]
        case str() | None:
            return type(value).__name__
        case _:
            return "number"
