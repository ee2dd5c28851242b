"""What the moves of a search gain over those of `master`, and which of two searches gains more.

    python -m bench.search_moves --players 4 --rounds 1000
    python -m bench.search_moves --players 2 --rounds 500 --search student=0 --search ""
    python -m bench.search_moves --players 4 --rounds 1000 --write
    python -m bench.search_moves --players 4 --rounds 500 --known 0.25
    python -m bench.search_moves --players 2 --rounds 200 --format race

The first search plays rounds against `regular`; the others say what they would do in its turns.
Wherever one of them leaves `master`'s move, `master` plays on from both, with the hands as they
are: what is left of the deck is shuffled anew each time, which is all the luck that is still to
come. The sum over a round of what the first gains is, on average, how much more often it wins than
`master` (the performance difference lemma; only what the others remember of hands that they were
shown or gave away is left out). It varies less than the results of rounds do, so that a fifth of
the rounds shows the same. What the others gain is measured in the turns of the first. Rounds of a
format in which points count are measured in points.

`--write` adds to the results in `bench/results_search_moves.json`, with deals on which no search
was tuned, and goes on where they end. With `--known` a search may look at a share of the others'
cards, chosen anew for each decision; no table offers that.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from bench.expert import SAVE_EVERY, WORLDS, Options, Z, add_gain, strength_of_master, write_rows
from bench.hidden_hands import know_cards
from openuno import Answer, Mind, Step, View
from openuno.bots.bot import due_call, is_my_turn
from openuno.bots.master import choose_move, is_trained_for
from openuno.bots.memory import Memory
from openuno.bots.network.decisions import draw_limit, stake_of
from openuno.bots.network.layout import Stake
from openuno.bots.network.weights import SHIPPED
from openuno.bots.payoffs import USUAL_POINTS
from openuno.bots.regular import regular
from openuno.engine.actions import Action
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast
from openuno.engine.state import Round
from openuno.game.formats import is_team_format
from openuno.game.notation import parse_format
from openuno.lab.backends import cores
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_player import BotPlayer
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.matches import play_round_between
from openuno.local.search import expert as search_module
from openuno.local.search.belief import Belief
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, candidates, search
from openuno.local.search.kernel_rollouts import KernelStudentRollouts, compile_rollouts
from openuno.slow_notice import say_if_compiling

RESULTS = Path(__file__).with_name("results_search_moves.json")
SINGLE = "single"
"""The format in which a round is played to win it."""
UNTUNED = 10_000
"""The number of the first deal for the results: with those before, settings were tried out.

How good challenges are was looked into with some deals from 20,000 on.
"""
JUDGED = 512
"""Orders of the pile in which `master` plays on from each move."""
SETTINGS: dict[str, Callable[[str], float]] = {
    "worlds": int,
    "student": lambda text: bool(int(text)),
    "significant": float,
}
"""What can be set of a search, as fields of its `Budget`, and how that is read."""


class Job(NamedTuple):
    """A round to play."""

    rules: str
    players: int
    format: str
    """Rounds are played for what those of this format are."""
    known: float
    """The share of the others' cards that a search sees."""
    searches: tuple[str, ...]
    number: int


class Found(NamedTuple):
    """What came of a round, for each of the searches."""

    turns: int
    """In which there was a choice."""
    gains: list[float]
    """Over `master`'s moves, in rounds won, or in what a round pays where points count."""
    moved: list[int]
    """How often they chose another move than `master`."""
    seconds: list[float]


def parse_search(text: str) -> Budget:
    """A search from its settings, such as `worlds=4096,student=0`."""
    given: dict[str, Any] = {"worlds": WORLDS}
    for setting in filter(None, text.split(",")):
        name, _, value = setting.partition("=")
        if name not in SETTINGS:
            raise SystemExit(f"{name} cannot be set; {', '.join(SETTINGS)} can.")
        given[name] = SETTINGS[name](value)
    return Budget(**given)


def play(job: Job) -> Found:
    """Play a round, and let all searches choose in the turns of the first."""
    start_loading().result()
    budgets = [parse_search(text) for text in job.searches]
    turns, gains = 0, [0.0] * len(budgets)
    moved, seconds = [0] * len(budgets), [0.0] * len(budgets)
    table: Round | None = None
    rng = Random(job.number)

    def watch(step: Step) -> None:
        nonlocal table
        table = step.round

    def believe(view: View, memory: Memory) -> Belief:
        assert table is not None, "the deal was seen"
        return Belief(view, know_cards(memory, view, table, job.known, rng))

    if job.known:
        search_module.Belief = believe  # type: ignore[attr-defined,assignment] # only here

    def ask(view: View, mind: Mind) -> Answer:
        nonlocal turns
        if due_call(view) is not None or not is_my_turn(view):
            return search(view, mind, budgets[0])
        usual, after = choose_move(view, mind)
        if usual is None or len(candidates(view, usual)) < 2:
            return usual, after
        turns += 1
        moves = []
        for index, budget in enumerate(budgets):
            start = process_time()
            move, _ = search(view, mind, budget)
            assert move is not None, "it has a choice"
            moves.append(move)
            seconds[index] += process_time() - start
            moved[index] += move != usual
        assert table is not None, "the deal was seen"
        for index, gain in enumerate(judge(view, mind, table, usual, moves, rng)):
            gains[index] += gain
        return moves[0], after

    own, format = job.number % job.players, parse_format(job.format)
    rules = parse_rules(job.rules)
    secret = str(job.number).encode()
    play_round_between(
        [
            BotPlayer(ask if seat == own else regular, secret, seat, format)
            for seat in range(job.players)
        ],
        replace(rules, teams=rules.teams or is_team_format(format)),
        seed=EVALUATION_SEEDS + job.number,
        dealer=job.players - 1,
        watch=watch,
    )
    return Found(turns, gains, moved, seconds)


def judge(  # noqa: PLR0913, PLR0917 - a position and the moves in it
    view: View, mind: Mind, round: Round, usual: Action, moves: list[Action], rng: Random
) -> list[float]:
    """How much more often each move wins than the usual one, if `master` plays on."""
    actions = list(dict.fromkeys([usual, *moves]))
    if len(actions) == 1:
        return [0.0] * len(moves)
    compiled = start_loading().result()
    assert compiled is not None, "main compiles it"
    true = Belief(view, know_cards(mind.memory, view, round, 1.0, rng))
    plays_on = KernelStudentRollouts(true, mind, compiled.with_student, SHIPPED)
    won = plays_on.judge(Fast(rng.getrandbits(64)), range(JUDGED), actions)
    shares = {action: sum(each) / JUDGED for action, each in zip(actions, won, strict=True)}
    return [shares[move] - shares[usual] for move in moves]


def summarise(searches: tuple[str, ...], rounds: list[Found]) -> dict[str, object]:
    """Points a round that each search gains over `master`, and over the first search.

    Each with half of its 95 % interval, by the spread between rounds.
    """
    turns = sum(found.turns for found in rounds)

    def gain(each: list[float]) -> dict[str, float]:
        points, half = gain_of(len(each), sum(each), sum(one * one for one in each))
        return {"points": points, "half": half}

    return {
        "rounds": len(rounds),
        "turns": turns,
        "searches": [
            {
                "search": name,
                "gain": gain([found.gains[index] for found in rounds]),
                "over_first": gain([found.gains[index] - found.gains[0] for found in rounds]),
                "moved": round(sum(found.moved[index] for found in rounds) / turns, 4),
                "ms": round(1000 * sum(found.seconds[index] for found in rounds) / turns, 1),
            }
            for index, name in enumerate(searches)
        ],
    }


def gain_of(rounds: int, gained: float, squares: float) -> tuple[float, float]:
    """Points a round, and half of the 95 % interval, from a sum over rounds and that of squares."""
    variance = (squares - gained**2 / rounds) / max(rounds - 1, 1)
    return round(100 * gained / rounds, 2), round(100 * Z * sqrt(variance / rounds), 2)


class Row(msgspec.Struct, frozen=True):
    """What `expert` was found to gain with these rules and players."""

    rules: str
    players: int
    format: str = SINGLE
    known: float = 0.0
    """The share of the others' cards that it saw."""
    worlds: int = WORLDS
    rounds: int = 0
    turns: int = 0
    """In which there was a choice."""
    moved: int = 0
    """How many of them it decided otherwise than `master`."""
    cpu_seconds: float = 0.0
    gained: float = 0.0
    """Rounds that it won more often, or what rounds paid it more (`openuno.bots.payoffs`)."""
    squares: float = 0.0
    """The sum over the rounds of the square of what it gained in each."""

    def add(self, found: Found) -> "Row":
        """With this round, too."""
        (gain,), (moved,), (seconds,) = found.gains, found.moved, found.seconds
        return replace(
            self,
            rounds=self.rounds + 1,
            turns=self.turns + found.turns,
            moved=self.moved + moved,
            cpu_seconds=self.cpu_seconds + seconds,
            gained=self.gained + gain,
            squares=self.squares + gain**2,
        )


def figures(row: Row) -> dict[str, float]:
    """What `expert` gains, and the shares of both against `regular`, in percent; with halves."""
    gain, gain_half = gain_of(row.rounds, row.gained, row.squares)
    known = strength_of_master(Options(row.rules, row.players, limit=draw_limit(row.players)))
    assert known is not None, "bench.master has measured it"
    master, master_half = (100 * each for each in known)
    shares = add_gain(master, master_half, gain, gain_half)
    return {"ms": round(1000 * row.cpu_seconds / row.turns, 1), **shares}


def points_gained(row: Row) -> tuple[float, float]:
    """Points a round that `expert` gets further ahead of each opponent, and half of the interval.

    With partners, how much further its side is ahead of the other.
    """
    percent = gain_of(row.rounds, row.gained, row.squares)
    format = parse_format(row.format)
    losers = row.players // 2 if is_team_format(format) else row.players - 1
    # The winners get what one loser holds on average; in a tally it is a difference already.
    scale = USUAL_POINTS * (losers if stake_of(format) is Stake.POINTS else 1)
    gained, half = (scale * each / 100 for each in percent)
    return gained, half


def read_rows() -> list[Row]:
    """What was measured so far."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=list[Row]) if RESULTS.exists() else []


def add_rounds(wanted: Row, rounds: int, processes: int) -> Row:
    """Play more rounds of this kind, and keep what was found at least once a minute."""
    rows = {_setting(row): row for row in read_rows()}
    key = _setting(wanted)
    row = rows.get(key, wanted)
    searches = (f"worlds={row.worlds}",)
    begin = UNTUNED + row.rounds
    numbers = range(begin, begin + rounds)
    setting = row.rules, row.players, row.format, row.known
    jobs = [Job(*setting, searches, number) for number in numbers]
    saved = monotonic()
    for found in _play_all(jobs, processes):
        rows[key] = row = row.add(found)
        if monotonic() - saved > SAVE_EVERY:
            write_rows(RESULTS, [*rows.values()])
            saved = monotonic()
    write_rows(RESULTS, [*rows.values()])
    return row


def _setting(row: Row) -> tuple[object, ...]:
    return row.rules, row.players, row.format, row.known, row.worlds


def _play_all(jobs: list[Job], processes: int) -> Iterator[Found]:
    with open_bot_processes(processes) as pool:
        played = map_in_order(pool, play, jobs, 1)
        yield from track(played, total=len(jobs), console=Console(stderr=True))


def main() -> None:
    """Read the options, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="mattel-2016")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--format", default=SINGLE, help="rounds are played as in this format")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument(
        "--search", action="append", metavar="NAME=VALUE,...", help="the first one plays"
    )
    parser.add_argument("--known", type=float, default=0.0, metavar="SHARE")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--write", action="store_true", help="add to the results")
    given = parser.parse_args()
    setting = given.rules, given.players, given.format, given.known
    searches = tuple(given.search or ("",))
    for text in searches:
        parse_search(text)
    rules = parse_rules(given.rules)
    if not (is_trained_for(rules, given.players) and not rules.written):
        raise SystemExit("It needs rules by which the network plays, and blanks without any.")
    with say_if_compiling():
        compile_rollouts()
    if given.write:
        if given.search or given.first:
            raise SystemExit("--write measures expert as it is: leave out --search and --first.")
        row = add_rounds(Row(*setting), given.rounds, given.processes)
        if stake_of(parse_format(row.format)) is Stake.WIN:
            found = figures(row)
        else:
            found = dict(zip(("points", "half"), points_gained(row), strict=True))
        print(json.dumps(msgspec.structs.asdict(row) | found, indent=2))
        return
    numbers = range(given.first, given.first + given.rounds)
    jobs = [Job(*setting, searches, number) for number in numbers]
    rounds = list(_play_all(jobs, given.processes))
    named = "rules", "players", "format", "known", "first"
    options = {name: getattr(given, name) for name in named}
    print(json.dumps(options | summarise(searches, rounds), indent=2))


if __name__ == "__main__":
    main()
