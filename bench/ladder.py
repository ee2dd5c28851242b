"""The players that the kernel has, on ladders of a million duplicate rounds for each duel.

    python -m bench.ladder
    python -m bench.ladder --restart --threads 16 --results ladder.json

Every deal is played once from every seat. The results are the same on every machine, with any
number of threads; each ladder is added to bench/results_ladder.json, where a later run goes on.
docs/strength.md shows them.
"""

import argparse
import json
from pathlib import Path

from openuno.lab.backends import Threads
from openuno.lab.ladder.climb import climb, parse_table
from openuno.lab.ladder.entrants import parse_entrants
from openuno.lab.ladder.report import ladder_json

RESULTS = Path(__file__).with_name("results_ladder.json")
PLAYERS = "regular,uniform,uniform:bluffs=1"
TABLES: tuple[tuple[str, int, str | None], ...] = (
    *(("mattel-2016", players, None) for players in (2, 3, 4, 6, 10)),
    *(
        (edition, players, None)
        for edition in ("classic", "wild-112", "house")
        for players in (2, 4)
    ),
    ("mattel-2016", 4, "partners:200"),
    ("mattel-2016", 2, "race:200"),
    ("mattel-2016", 4, "race:200"),
    ("mattel-2016", 4, "race:500"),
    ("mattel-2016", 4, "elimination:200"),
)


def main() -> None:
    """Play every ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="of each duel")
    parser.add_argument("--games", type=int, default=1_000_000, help="of each duel in a format")
    parser.add_argument("--restart", action="store_true", help="do not go on where the file ends")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    given = parser.parse_args()
    file: Path = given.results
    results = [] if given.restart or not file.exists() else json.loads(file.read_text())
    for edition, players, format in TABLES[len(results) :]:
        table = parse_table(edition, (), players, format, 0)
        count = given.rounds if format is None else given.games
        ladder = climb(parse_entrants(PLAYERS), table, count, Threads(given.threads))
        report = json.loads(ladder_json(ladder))
        del report["seconds"]  # all else is the same on every machine
        results.append(report)
        print(edition, players, format, f"{ladder.seconds:.0f} s", flush=True)
        file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
