"""What search is worth: `expert` and its base `master` on the same deals, from every seat.

    python -m bench.expert --players 2 --against regular --deals 2500 --worlds 64
    python -m bench.expert --players 4 --deals 100 --write

Both play every deal from every seat against the same field, so the difference is a paired one. The
search goes by deals and not by the clock, so the same options give the same figures everywhere.
`--write` goes on where bench/results_expert.json ends, and adds to it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from os import cpu_count, environ
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec

from openuno import Answer, Mind, View, play_game, play_round
from openuno.engine.notation.rules import parse_rules
from openuno.game.formats import is_team_format
from openuno.game.notation import parse_format
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.matches import PlayTooLong
from openuno.local.search import expert as search_module
from openuno.local.search.expert import Budget, search
from openuno.local.search.lookahead import Rollouts

RESULTS = Path(__file__).with_name("results_expert.json")
CHUNK = 5
Z = 1.96


class Options(msgspec.Struct, frozen=True):
    """What is compared."""

    rules: str = "mattel-2016"
    players: int = 2
    format: str | None = None
    against: str = "regular"
    worlds: int = 64
    seconds: float | None = None
    significant: float = search_module.SIGNIFICANT
    rollouts: bool = False

    @property
    def teams(self) -> bool:
        """Whether partners play, so that the bot has a whole side."""
        by_format = self.format is not None and is_team_format(parse_format(self.format))
        return parse_rules(self.rules).teams or by_format

    @property
    def lineups(self) -> list[list[bool]]:
        """Every way to seat the bot."""
        seats = range(self.players)
        if self.teams:
            return [[seat % 2 == side for seat in seats] for side in range(2)]
        return [[seat == own for seat in seats] for own in seats]


class Row(msgspec.Struct, frozen=True):
    """What came of a comparison: rounds or games won by both, by one of them, by neither."""

    options: Options
    deals: int = 0
    both: int = 0
    only_expert: int = 0
    only_master: int = 0
    neither: int = 0
    decisions: int = 0
    cpu_seconds: float = 0.0

    def add(self, deals: int, played: "Sequence[Played]") -> "Row":
        """With these deals, too."""
        pairs = Counter(chain.from_iterable(part.pairs for part in played))
        return Row(
            self.options,
            self.deals + deals,
            self.both + pairs[True, True],
            self.only_expert + pairs[False, True],
            self.only_master + pairs[True, False],
            self.neither + pairs[False, False],
            self.decisions + sum(part.decisions for part in played),
            round(self.cpu_seconds + sum(part.seconds for part in played), 1),
        )


class Chunk(NamedTuple):
    """Deals that one process plays."""

    options: Options
    first: int
    deals: int


class Played(NamedTuple):
    """For each round whether base and expert won it; decisions of the expert, and their time."""

    pairs: list[tuple[bool, bool]]
    decisions: int
    seconds: float


def play_chunk(chunk: Chunk) -> Played:
    """Play some deals from every seat with both."""
    options = chunk.options
    search_module.SIGNIFICANT = options.significant
    if options.rollouts:
        search_module._lookahead = Rollouts
    budget = Budget(options.worlds, options.seconds)
    decisions, spent = 0, 0.0

    def expert(view: View, mind: Mind) -> Answer:
        nonlocal decisions, spent
        start = process_time()
        answer = search(view, mind, budget)
        decisions, spent = decisions + 1, spent + process_time() - start
        return answer

    rules = parse_rules(options.rules)
    format = None if options.format is None else parse_format(options.format)
    pairs = []
    for seed in range(EVALUATION_SEEDS + chunk.first, EVALUATION_SEEDS + chunk.first + chunk.deals):
        for lineup in options.lineups:
            won = []
            for own in ("master", expert):
                bots = [own if mine else options.against for mine in lineup]
                try:
                    if format is None:
                        winners = play_round(
                            bots, rules, seed=seed, dealer=options.players - 1
                        ).winners
                    else:
                        winners = play_game(bots, rules, format, seed=seed).winners
                    won.append(lineup.index(True) in winners)
                except PlayTooLong:
                    won.append(False)
            pairs.append((won[0], won[1]))
    return Played(pairs, decisions, spent)


def measure(row: Row, deals: int, processes: int) -> Row:
    """The row with more deals, those after the ones it has."""
    begin, end = row.deals, row.deals + deals
    chunks = [Chunk(row.options, at, min(CHUNK, end - at)) for at in range(begin, end, CHUNK)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        played = list(_show(pool.map(play_chunk, chunks), len(chunks)))
    return row.add(deals, played)


def figures(row: Row) -> dict[str, float | int]:
    """Shares and their difference in percent, each with half of its 95 % interval."""
    rounds = row.both + row.only_expert + row.only_master + row.neither
    share = (row.both + row.only_expert) / rounds
    mean = (row.only_expert - row.only_master) / rounds
    spread = (row.only_expert + row.only_master) / rounds - mean**2
    return {
        "rounds": rounds,
        "master": round(100 * (share - mean), 2),
        "expert": round(100 * share, 2),
        "expert_half": round(100 * Z * sqrt(share * (1 - share) / rounds), 2),
        "gain": round(100 * mean, 2),
        "gain_half": round(100 * Z * sqrt(spread / max(rounds - 1, 1)), 2),
        "ms_a_decision": round(1000 * row.cpu_seconds / max(row.decisions, 1), 1),
    }


def read_rows() -> list[Row]:
    """What was measured so far."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=list[Row]) if RESULTS.exists() else []


def _show(parts: Iterator[Played], total: int) -> Iterator[Played]:
    for number, part in enumerate(parts, start=1):
        print(f"\r{number} of {total}", end="", file=sys.stderr, flush=True)
        yield part
    print(file=sys.stderr)


def main() -> None:
    """Read the options, and print a line of JSON."""
    usual = Options()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default=usual.rules)
    parser.add_argument("--players", type=int, default=usual.players)
    parser.add_argument("--format", help="whole games of this format instead of single rounds")
    parser.add_argument("--against", default=usual.against)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=usual.worlds)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--significant", type=float, default=usual.significant)
    parser.add_argument("--rollouts", action="store_true")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help=f"add to {RESULTS.name}")
    given = parser.parse_args()
    environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core for each process
    options = Options(
        given.rules,
        given.players,
        given.format,
        given.against,
        given.worlds,
        given.seconds,
        given.significant,
        given.rollouts,
    )
    row = Row(options)
    if given.write:
        row = next((known for known in read_rows() if known.options == options), row)
    row = measure(row, given.deals, given.processes)
    if given.write:
        others = [known for known in read_rows() if known.options != options]
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode([*others, row])) + b"\n")
    print(msgspec.json.encode(msgspec.structs.asdict(options) | figures(row)).decode())


if __name__ == "__main__":
    main()
