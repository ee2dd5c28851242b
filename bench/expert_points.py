"""What search is worth where points count: how far a round puts `expert` ahead of the others.

    python -m bench.expert_points
    python -m bench.expert_points --format race --players 2 --deals 50

`expert`, which searches here even where it would leave the move to `master`, and `master` play
rounds as in each format against `regular`, every deal from every seat, so that an equal player ends
0 points ahead. Whole games ask for the same
(`bench.expert --format`), but take many times as long to show it. Runs go on where the results
end; the search goes by deals and not by the clock, so the figures are the same on every machine.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from bench.expert import Chunk, Goal, Options, write_rows
from openuno.bots.bot import Bot
from openuno.bots.master import master
from openuno.bots.network.decisions import draw_limit, stake_of
from openuno.bots.network.layout import Stake
from openuno.bots.regular import regular
from openuno.engine.notation.rules import parse_rules
from openuno.engine.scoring import hand_points
from openuno.game.formats import Format
from openuno.game.notation import parse_format
from openuno.lab.backends import cores
from openuno.lab.figures import Estimate, mean
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_player import BotPlayer
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.matches import play_round_between
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import make_expert
from openuno.local.search.kernel_rollouts import compile_rollouts
from openuno.slow_notice import say_if_compiling

RESULTS = Path(__file__).with_name("results_expert_points.json")
CHUNK = 5
"""Deals that a process plays at a time."""
WORLDS = 1024
"""Deals that a decision is judged by."""


class Sums(msgspec.Struct, frozen=True):
    """Of a number that each deal has: the sum, and the sum of the squares."""

    total: int = 0
    squares: int = 0

    def add(self, number: int) -> "Sums":
        """With one more deal."""
        return Sums(self.total + number, self.squares + number * number)


class Row(msgspec.Struct, frozen=True):
    """Points ahead of each opponent, added up over the opponents and the seats of a deal."""

    options: Options
    deals: int = 0
    master: Sums = Sums()
    expert: Sums = Sums()
    gain: Sums = Sums()

    def add(self, master: int, expert: int) -> "Row":
        """With one more deal."""
        return Row(
            self.options,
            self.deals + 1,
            self.master.add(master),
            self.expert.add(expert),
            self.gain.add(expert - master),
        )


def _goal(format: str, players: int, deals: int) -> Goal:
    limit = draw_limit(players)
    return Goal(Options(players=players, format=format, worlds=WORLDS, limit=limit), deals)


GOALS: tuple[Goal, ...] = (
    _goal("low-tally", 4, 60),
    _goal("partners", 4, 80),
    _goal("race", 4, 50),
    _goal("race", 2, 150),
    _goal("low-tally", 2, 80),
)
"""What docs/strength.md has."""


def play_chunk(chunk: Chunk) -> list[tuple[int, int]]:
    """For each deal, how far `master` and `expert` are ahead."""
    start_loading().result()
    options, first = chunk.options, EVALUATION_SEEDS + chunk.first
    bots = master, make_expert(options.worlds, everywhere=True)
    return [
        (_play_deal(bots[0], options, seed), _play_deal(bots[1], options, seed))
        for seed in range(first, first + chunk.deals)
    ]


def _play_deal(bot: Bot, options: Options, seed: int) -> int:
    """How far the bot is ahead of each opponent, added up over all seats."""
    format, secret = _format(options), str(seed).encode()
    rules, ahead = replace(parse_rules(options.rules), teams=options.teams), 0
    for lineup in options.lineups:
        players = [
            BotPlayer(bot if own else regular, secret, seat, format)
            for seat, own in enumerate(lineup)
        ]
        result = play_round_between(players, rules, seed=seed, dealer=options.players - 1)
        points = result.scores
        if stake_of(format) is Stake.TALLY:
            points = tuple(-held for held in hand_points(rules, result.round.hands))
        mine = points[lineup.index(True)]
        ahead += sum(mine - each for each, own in zip(points, lineup, strict=True) if not own)
    return ahead


def _format(options: Options) -> Format:
    assert options.format is not None, "a single round is played to win it"
    return parse_format(options.format)


def measure(rows: list[Row], goals: tuple[Goal, ...], processes: int) -> Iterator[list[Row]]:
    """Play what the goals still lack; yields the rows after every chunk."""
    found = {row.options: row for row in rows}
    chunks = []
    for options, deals in goals:
        begin = found.setdefault(options, Row(options)).deals
        chunks += [Chunk(options, at, min(CHUNK, deals - at)) for at in range(begin, deals, CHUNK)]
    with open_bot_processes(processes) as pool:
        played = zip(chunks, map_in_order(pool, play_chunk, chunks, 1), strict=True)
        for number, (chunk, deals_played) in enumerate(played, start=1):
            for deal in deals_played:
                found[chunk.options] = found[chunk.options].add(*deal)
            print(f"\r{number} of {len(chunks)}", end="", file=sys.stderr, flush=True)
            yield list(found.values())
    print(file=sys.stderr)


def figures(row: Row) -> dict[str, Estimate]:
    """Points a round ahead of the others, and what `expert` has more; by the spread of deals."""
    lineups = row.options.lineups
    scale = lineups[0].count(False) * len(lineups)
    found = {}
    for name, sums in (("master", row.master), ("gain", row.gain), ("expert", row.expert)):
        estimate = mean(row.deals, sums.total, sums.squares)
        assert estimate is not None
        value, half = estimate.value / scale, (estimate.half or 0.0) / scale
        found[name] = Estimate(value, value - half, value + half)
    return found


def read_rows(file: Path = RESULTS) -> list[Row]:
    """What was measured so far."""
    return msgspec.json.decode(file.read_bytes(), type=list[Row]) if file.exists() else []


def main() -> None:
    """Play what is missing, or some more deals of one format, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", help="this format alone, some deals more")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    given = parser.parse_args()
    rows, goals = read_rows(given.results), GOALS
    if given.format is not None:
        options = _goal(given.format, given.players, 0).options
        known = sum(row.deals for row in rows if row.options == options)
        goals = (Goal(options, known + given.deals),)
    with say_if_compiling():
        compile_rollouts()
    for rows in measure(rows, goals, given.processes):  # noqa: B020 - the same rows, longer
        write_rows(given.results, rows)
    for row in rows:
        named = {
            name: f"{each.value:+.1f} ± {each.half:.1f}" for name, each in figures(row).items()
        }
        print(row.options.format, row.options.players, row.deals * len(row.options.lineups), named)


if __name__ == "__main__":
    main()
