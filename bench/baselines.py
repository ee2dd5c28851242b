"""The bots by the protocol of `uno ladder --evaluate`: the table of baselines in docs/research.md.

    python -m bench.baselines               # on all cores; about half an hour of one
    python -m bench.baselines --rounds 200 --processes 2

Each bot is what `uno ladder --evaluate BOT --json` prints, with any number of processes. The
results go to bench/results_baselines.json after each bot, and the table to the screen.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import perf_counter
from typing import Any

from openuno.lab.backends import cores
from openuno.lab.ladder.evaluation import (
    FIELDS,
    ROUNDS,
    SEED,
    Evaluation,
    evaluate,
    evaluation_json,
    start_processes,
)

RESULTS = Path(__file__).parent / "results_baselines.json"
BOTS = ("random", "rule", "casual", "relaxed", "regular", "master")


def measure(bot: str, rounds: int, pool: Executor | None) -> dict[str, Any]:
    """One bot by the protocol; how long it took depends on the machine and is left out."""
    began = perf_counter()
    scores = evaluate(bot, SEED, rounds, pool, lambda _what, _part: None)
    found = Evaluation(bot, SEED, rounds, scores, perf_counter() - began)
    report: dict[str, Any] = json.loads(evaluation_json(found))
    del report["seconds"]
    return report


def table_lines(results: list[dict[str, Any]], players: int) -> Iterator[str]:
    """The table of the page: rounds won in per cent, with half the width of the interval."""
    yield f"| {players} players | {' | '.join(f'`{field}`' for field in FIELDS)} | above par |"
    yield "|---" * (len(FIELDS) + 2) + "|"
    for report in results:
        (table,) = (table for table in report["tables"] if table["players"] == players)
        shares = [field["share"] for field in table["fields"]]
        cells = map(_cell, [*shares, table["above_par"]])
        yield f"| `{report['player']}` | {' | '.join(cells)} |"


def _cell(share: dict[str, float]) -> str:
    half = (share["high"] - share["low"]) / 2
    return f"{100 * share['value']:.1f} ± {100 * half:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--processes", type=int, default=cores())
    args = parser.parse_args()
    results: list[dict[str, Any]] = []
    with start_processes(args.processes, args.rounds) as pool:
        for bot in BOTS:
            results.append(measure(bot, args.rounds, pool))
            RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for players in (2, 4):
        print("\n".join(table_lines(results, players)), end="\n\n")


if __name__ == "__main__":
    main()
