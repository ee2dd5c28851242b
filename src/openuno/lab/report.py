"""Simulations for programs: plain dictionaries, whose keys stay."""

from collections.abc import Sequence

import msgspec

from openuno.engine.notation import rules_text
from openuno.kernel.layout import Numbers
from openuno.kernel.simulating import Plan
from openuno.kernel.tallies import MOST_LENGTH, WINS, Tally
from openuno.lab.cases import Case
from openuno.lab.figures import (
    FIGURES,
    Estimate,
    Figure,
    caught,
    difference,
    length_at,
    lengths,
    wins,
)
from openuno.lab.running import Run

QUANTILES = {"5": 0.05, "25": 0.25, "50": 0.5, "75": 0.75, "95": 0.95}


def simulation_json(run: Run) -> str:
    """One simulation as one JSON object."""
    return _text(_simulation(run.plans[0], run.totals.counts[0]) | {"speed": _speed(run)})


def comparison_json(cases: Sequence[Case], run: Run) -> str:
    """All cases of a comparison, each with what it differs by from the first."""
    told = []
    for place, case in enumerate(cases):
        counts = run.totals.counts[place]
        differences = {key: _estimate(apart(run, figure, place)) for key, figure in FIGURES.items()}
        told.append(
            {"name": case.name} | _simulation(case.plan, counts) | {"difference": differences}
        )
    return _text({"cases": told, "speed": _speed(run)})


def apart(run: Run, figure: Figure, case: int) -> Estimate | None:
    """How a case differs from the first in one figure."""
    counts = run.totals.counts
    spread = None if figure.paired is None else run.totals.spread(case, figure.paired)
    return difference(figure, counts[case], counts[0], spread)


def _simulation(plan: Plan, counts: Numbers) -> dict[str, object]:
    found = lengths(counts)
    return {
        "rules": rules_text(plan.rules),
        "players": plan.seats,
        "policies": [str(policy) for policy in plan.policies],
        "seed": plan.seed,
        "rounds": int(counts[Tally.ROUNDS]),
        "turns": int(counts[Tally.TURNS]),
        "figures": {key: _estimate(figure.of(counts)) for key, figure in FIGURES.items()},
        "seats": [
            {
                "seat": seat,
                "policy": str(policy),
                "wins": int(counts[WINS + seat]),
                "share": _estimate(wins(counts, seat)),
                "caught_with": caught(counts, seat),
            }
            for seat, policy in enumerate(plan.policies)
        ],
        "lengths": {
            "quantiles": {name: length_at(counts, value) for name, value in QUANTILES.items()},
            "rounds_by_turns": {
                str(turns): int(found[turns]) for turns in range(MOST_LENGTH) if found[turns]
            },
            f"{MOST_LENGTH}_or_more": int(found[MOST_LENGTH]),
        },
    }


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else found._asdict()


def _speed(run: Run) -> dict[str, object]:
    return {"place": run.place, "seconds": run.seconds, "turns_per_second": run.speed}


def _text(report: dict[str, object]) -> str:
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
