"""What search is worth: `expert` and its base `master` on the same deals, from every seat.

    python -m bench.expert --players 2 --against regular --deals 2500 --worlds 64
    python -m bench.expert --players 4 --deals 100 --write
    python -m bench.expert --all

Both play every deal from every seat against the same field, so the difference is a paired one. The
rounds of a deal are alike, so the spread between deals gives the intervals. How strong `master` is
by itself is known from many more rounds; that and the difference give what `expert` is worth. The
search goes by deals and not by the clock, so the same options give the same figures on every
machine, with any number of processes. `--write` and `--all` go on where the results end.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

import msgspec

from bench import master as master_bench
from openuno import Answer, Mind, View, play_game, play_round
from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import draw_limit
from openuno.engine.notation.rules import parse_rules
from openuno.game.formats import is_team_format
from openuno.game.notation import parse_format
from openuno.lab.arena.estimates import ratio
from openuno.lab.backends import cores
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.matches import PlayTooLong
from openuno.local.search import expert as search_module
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, search
from openuno.local.search.kernel_rollouts import compile_rollouts
from openuno.slow_notice import say_if_compiling

RESULTS = Path(__file__).with_name("results_expert.json")
GAMES = Path(__file__).with_name("results_luck.json")
"""Has how strong `master` is in whole games."""
CHUNK = 10
"""Rounds or games that a process plays at a time, about."""
SAVE_EVERY = 60.0
"""Seconds after which what was played so far is written."""
WORLDS = 4096
"""Deals for each decision: what 200 ms are about enough for, with Numba."""
Z = 1.96


class Options(msgspec.Struct, frozen=True):
    """What is compared."""

    rules: str = "mattel-2016"
    players: int = 2
    format: str | None = None
    against: str = "regular"
    worlds: int = 64
    seconds: float | None = None
    significant: float | None = None
    rollouts: bool = False
    limit: int = 0
    """Cards with which `master` drew on purpose, at most, when this was measured."""

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

    @property
    def par(self) -> float:
        """What an equal player would win."""
        return 1 / len(self.lineups)


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a comparison: rounds or games won by both, by one of them, by neither."""

    options: Options
    deals: int = 0
    both: int = 0
    only_expert: int = 0
    only_master: int = 0
    neither: int = 0
    decisions: int = 0
    cpu_seconds: float = 0.0
    gains: dict[int, int] = {}
    """How many deals there are in which the expert won this many more than master."""

    @property
    def rounds(self) -> int:
        """Rounds or games that each of the two played."""
        return self.both + self.only_expert + self.only_master + self.neither

    def add(self, played: "PlayedDeals") -> "Row":
        """With these deals, too."""
        pairs = Counter(pair for deal in played.deals for pair in deal)
        gains = Counter(self.gains)
        gains.update(sum(won - base for base, won in deal) for deal in played.deals)
        return Row(
            self.options,
            self.deals + len(played.deals),
            self.both + pairs[True, True],
            self.only_expert + pairs[False, True],
            self.only_master + pairs[True, False],
            self.neither + pairs[False, False],
            self.decisions + played.decisions,
            round(self.cpu_seconds + played.seconds, 1),
            dict(sorted(gains.items())),
        )


class Goal(NamedTuple):
    """A comparison, and how many deals its row is to have in the end."""

    options: Options
    deals: int


def _goal(rules: str, players: int, deals: int) -> Goal:
    return Goal(Options(rules, players, worlds=WORLDS, limit=draw_limit(players)), deals)


GOALS = (
    _goal("house+stacking=any+jump_in=on+seven_zero=on", 4, 300),
    _goal("mattel-2016+seven_zero=on", 4, 300),
    _goal("house+stacking=any+jump_in=on+seven_zero=on", 6, 150),
)
"""What docs/strength.md compares."""


class Chunk(NamedTuple):
    """Deals that one process plays."""

    options: Options
    first: int
    deals: int


class PlayedDeals(NamedTuple):
    """For each round of each deal whether master and expert won it; decisions of the expert, and
    their time."""

    deals: list[list[tuple[bool, bool]]]
    decisions: int
    seconds: float


def play_chunk(chunk: Chunk) -> PlayedDeals:
    """Play some deals from every seat with both."""
    options = chunk.options
    start_loading().result()
    if options.rollouts:
        search_module._network = lambda *_: None
    budget = Budget(options.worlds, options.seconds, significant=options.significant)
    decisions, spent = 0, 0.0

    def expert(view: View, mind: Mind) -> Answer:
        nonlocal decisions, spent
        start = process_time()
        answer = search(view, mind, budget)
        decisions, spent = decisions + 1, spent + process_time() - start
        return answer

    rules = parse_rules(options.rules)
    format = None if options.format is None else parse_format(options.format)
    deals = []
    for seed in range(EVALUATION_SEEDS + chunk.first, EVALUATION_SEEDS + chunk.first + chunk.deals):
        pairs = []
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
        deals.append(pairs)
    return PlayedDeals(deals, decisions, spent)


def measure(rows: list[Row], goals: Iterable[Goal], processes: int) -> Iterator[list[Row]]:
    """Play what the goals still lack; yields the rows after every chunk.

    Chunks are added in their order, so a row always has its first deals, however many processes
    play and whenever it is stopped.
    """
    found = {row.options: row for row in rows}
    chunks = []
    for options, deals in goals:
        begin = found.setdefault(options, Row(options)).deals
        size = max(1, CHUNK // len(options.lineups))
        chunks += [Chunk(options, at, min(size, deals - at)) for at in range(begin, deals, size)]
    with open_bot_processes(processes) as pool:
        for number, (chunk, played) in enumerate(
            zip(chunks, map_in_order(pool, play_chunk, chunks, 1), strict=True), start=1
        ):
            found[chunk.options] = found[chunk.options].add(played)
            print(f"\r{number} of {len(chunks)}", end="", file=sys.stderr, flush=True)
            yield list(found.values())
    print(file=sys.stderr)


def strength_of_master(options: Options) -> tuple[float, float] | None:
    """The share that `master` wins in all its rounds or games, and half of its 95 % interval.

    Where it plays as `regular` does, it wins exactly its par. None where nobody has measured it.
    """
    if options.against != "regular":
        return None
    if not is_trained_for(parse_rules(options.rules), options.players):
        return options.par, 0.0
    if options.format is None:
        case = master_bench.Case(options.rules, options.players, options.limit, seed=0)
        found = master_bench.read_rows(master_bench.RESULTS).get(case)
        return None if found is None else (found["share"], found["half"])
    wanted = (options.rules, options.players, options.format)
    for each in json.loads(GAMES.read_text("utf-8")):
        for case in each["cases"] if each["player"] == "master" else ():
            if (case["rules"], case["players"], case["format"]) == wanted:
                share = case["share"]
                return share["value"], (share["high"] - share["low"]) / 2
    return None


def figures(row: Row) -> dict[str, float | int]:
    """Shares and their difference in percent, each with half of its 95 % interval."""
    gain = (row.only_expert - row.only_master) / row.rounds
    gain_half = _gain_half(row)
    here = (row.both + row.only_master) / row.rounds
    known = strength_of_master(row.options)
    master, master_half = known or (here, Z * sqrt(here * (1 - here) / row.rounds))
    shares = add_gain(master, master_half, gain, gain_half)
    return {
        "rounds": row.rounds,
        "ms_a_decision": round(1000 * row.cpu_seconds / max(row.decisions, 1), 1),
        **{name: round(100 * share, 2) for name, share in shares.items()},
    }


def add_gain(master: float, master_half: float, gain: float, gain_half: float) -> dict[str, float]:
    """The shares of `master` and `expert` and what lies between them, with halves of intervals."""
    return {
        "master": master,
        "master_half": master_half,
        "gain": gain,
        "gain_half": gain_half,
        "expert": master + gain,
        "expert_half": hypot(master_half, gain_half),
    }


def _gain_half(row: Row) -> float:
    """Half of the interval of the gain, by the spread between deals."""
    if row.gains:
        each = row.rounds / row.deals
        deals = [(gain, each) for gain, count in row.gains.items() for _ in range(count)]
        # As if in one more deal it had gone each way: a few that agree prove nothing.
        found = ratio([*deals, (1, each), (-1, each)])
        assert found is not None
        assert found.half is not None
        return found.half
    # Measured before the deals were kept: takes the rounds of one for independent.
    gain = (row.only_expert - row.only_master) / row.rounds
    spread = (row.only_expert + row.only_master + 2) / (row.rounds + 2) - gain**2
    return Z * sqrt(spread / row.rounds)


def read_rows(file: Path = RESULTS) -> list[Row]:
    """What was measured so far."""
    return msgspec.json.decode(file.read_bytes(), type=list[Row]) if file.exists() else []


def write_rows(file: Path, rows: Sequence[msgspec.Struct]) -> None:
    """Keep what was measured; the file is whole at any time."""
    partial = file.with_suffix(".part")
    partial.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    partial.replace(file)


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
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument(
        "--all",
        action="store_true",
        help="all that docs/strength.md compares, added to the results",
    )
    parser.add_argument("--write", action="store_true", help="add to the results")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    given = parser.parse_args()
    rows = read_rows(given.results) if given.write or given.all else []
    goals: tuple[Goal, ...] = GOALS
    if not given.all:
        options = Options(
            given.rules,
            given.players,
            given.format,
            given.against,
            given.worlds,
            given.seconds,
            given.significant,
            given.rollouts,
            draw_limit(given.players),
        )
        known = sum(row.deals for row in rows if row.options == options)
        goals = (Goal(options, known + given.deals),)
    with say_if_compiling():
        compile_rollouts()
    keep = given.write or given.all
    saved = monotonic()
    for rows in measure(rows, goals, given.processes):  # noqa: B020 - the same rows, longer
        if keep and monotonic() - saved > SAVE_EVERY:
            write_rows(given.results, rows)
            saved = monotonic()
    if keep:
        write_rows(given.results, rows)
    wanted = [goal.options for goal in goals]
    for row in rows:
        if row.options in wanted:
            print(msgspec.json.encode(msgspec.structs.asdict(row.options) | figures(row)).decode())


if __name__ == "__main__":
    main()
