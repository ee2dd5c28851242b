"""What search is worth: `expert` and its base `master` on the same deals, from every seat.

    python -m bench.expert --players 2 --against regular --deals 2500 --worlds 64

Both play every deal from every seat against the same field, so the difference is a paired one. The
search goes by deals and not by the clock, so the same options give the same figures everywhere.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from os import cpu_count, environ
from time import process_time
from typing import NamedTuple

import msgspec

from openuno import Answer, Mind, View, play_round
from openuno.engine.notation.rules import parse_rules
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.matches import PlayTooLong
from openuno.local.search import expert as search_module
from openuno.local.search.expert import Budget, search
from openuno.local.search.lookahead import Rollouts

CHUNK = 5
Z = 1.96


class Options(NamedTuple):
    """What is compared."""

    rules: str
    players: int
    against: str
    worlds: int
    seconds: float | None
    significant: float
    rollouts: bool


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
    pairs = []
    for number in range(chunk.first, chunk.first + chunk.deals):
        for seat in range(options.players):
            won = []
            for own in ("master", expert):
                bots = [own if at == seat else options.against for at in range(options.players)]
                try:
                    result = play_round(
                        bots, rules, seed=EVALUATION_SEEDS + number, dealer=options.players - 1
                    )
                    won.append(seat in result.winners)
                except PlayTooLong:
                    won.append(False)
            pairs.append((won[0], won[1]))
    return Played(pairs, decisions, spent)


def measure(options: Options, deals: int, processes: int) -> dict[str, object]:
    """All deals, and the difference with its 95 % interval."""
    chunks = [Chunk(options, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        played = list(_show(pool.map(play_chunk, chunks), len(chunks)))
    pairs = list(chain.from_iterable(part.pairs for part in played))
    gains = [int(expert) - int(base) for base, expert in pairs]
    rounds = len(pairs)
    mean = sum(gains) / rounds
    half = Z * sqrt(sum((gain - mean) ** 2 for gain in gains) / rounds / max(rounds - 1, 1))
    share = sum(expert for _, expert in pairs) / rounds
    own_half = Z * sqrt(share * (1 - share) / rounds)
    decisions = sum(part.decisions for part in played)
    return options._asdict() | {
        "rounds": rounds,
        "master": round(100 * (share - mean), 2),
        "expert": round(100 * share, 2),
        "expert_half": round(100 * own_half, 2),
        "gain": round(100 * mean, 2),
        "gain_half": round(100 * half, 2),
        "ms_a_decision": round(1000 * sum(part.seconds for part in played) / max(decisions, 1), 1),
    }


def _show(parts: Iterator[Played], total: int) -> Iterator[Played]:
    for number, part in enumerate(parts, start=1):
        print(f"\r{number} of {total}", end="", file=sys.stderr, flush=True)
        yield part
    print(file=sys.stderr)


def main() -> None:
    """Read the options, and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="mattel-2016")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="regular")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--significant", type=float, default=search_module.SIGNIFICANT)
    parser.add_argument("--rollouts", action="store_true")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    given = parser.parse_args()
    environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core for each process
    options = Options(
        given.rules,
        given.players,
        given.against,
        given.worlds,
        given.seconds,
        given.significant,
        given.rollouts,
    )
    print(msgspec.json.encode(measure(options, given.deals, given.processes)).decode())


if __name__ == "__main__":
    main()
