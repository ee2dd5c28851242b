"""What the moves of a search gain over those of `master`, and which of two searches gains more.

    python -m bench.search_moves --players 4 --rounds 1000
    python -m bench.search_moves --players 2 --rounds 500 --search student_seats=0 --search ""

The first search plays rounds against `regular`; the others say what they would do in its turns.
Wherever one of them leaves `master`'s move, `master` plays on from both, with the hands as they
are: what is left of the deck is shuffled anew each time, which is all the luck that is still to
come. The sum over a round of what the first gains so is, on average, exactly how much more often it
wins than `master` (the performance difference lemma; only what the others remember of shown hands
is left out). It varies less than the results of rounds do, so that a tenth of the rounds shows the
same. What the others gain is measured in the turns of the first.
"""

import argparse
import json
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from bench.expert import WORLDS
from bench.hidden_hands import know_cards
from openuno import Answer, Mind, Step, View, play_round
from openuno.bots.bot import due_call, is_my_turn
from openuno.bots.master import choose_move
from openuno.bots.network.weights import SHIPPED
from openuno.engine.actions import Action
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast
from openuno.engine.state import Round
from openuno.lab.arena.estimates import ratio
from openuno.lab.backends import cores
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.search.belief import Belief
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, candidates, search
from openuno.local.search.kernel_rollouts import KernelStudentRollouts, compile_rollouts
from openuno.slow_notice import say_if_compiling

JUDGED = 512
"""Orders of the pile in which `master` plays on from each move."""
COUNTS = ("worlds", "student_seats", "significant")
"""What can be set of a search, as fields of its `Budget`."""


class Job(NamedTuple):
    """A round to play."""

    rules: str
    players: int
    searches: tuple[str, ...]
    number: int


class Found(NamedTuple):
    """What came of a round, for each of the searches."""

    turns: int
    """In which there was a choice."""
    gains: list[float]
    """Over `master`'s moves, in rounds won."""
    moved: list[int]
    """How often they chose another move than `master`."""
    seconds: list[float]


def parse_search(text: str) -> Budget:
    """A search from its settings, such as `worlds=4096,student_seats=0`."""
    given: dict[str, float] = {"worlds": WORLDS}
    for setting in filter(None, text.split(",")):
        name, _, count = setting.partition("=")
        if name not in COUNTS:
            raise SystemExit(f"{name} cannot be set; {', '.join(COUNTS)} can.")
        given[name] = float(count) if "." in count else int(count)
    return Budget(**given)  # type: ignore[arg-type] # those that are counts


def play(job: Job) -> Found:
    """Play a round, and let all searches choose in the turns of the first."""
    start_loading().result()
    budgets = [parse_search(text) for text in job.searches]
    turns, gains = 0, [0.0] * len(budgets)
    moved, seconds = [0] * len(budgets), [0.0] * len(budgets)
    table: Round | None = None

    def watch(step: Step) -> None:
        nonlocal table
        table = step.round

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
        for index, gain in enumerate(judge(view, mind, table, usual, moves, job.number)):
            gains[index] += gain
        return moves[0], after

    seat = job.number % job.players
    play_round(
        [ask if other == seat else "regular" for other in range(job.players)],
        parse_rules(job.rules),
        seed=EVALUATION_SEEDS + job.number,
        dealer=job.players - 1,
        watch=watch,
    )
    return Found(turns, gains, moved, seconds)


def judge(  # noqa: PLR0913, PLR0917 - a position and the moves in it
    view: View, mind: Mind, round: Round, usual: Action, moves: list[Action], number: int
) -> list[float]:
    """How much more often each move wins than the usual one, if `master` plays on."""
    actions = list(dict.fromkeys([usual, *moves]))
    if len(actions) == 1:
        return [0.0] * len(moves)
    compiled = start_loading().result()
    assert compiled is not None, "main compiles it"
    true = Belief(view, know_cards(mind.memory, view, round))
    plays_on = KernelStudentRollouts(true, mind, compiled.with_student, SHIPPED)
    won = plays_on.judge(Fast(number), range(JUDGED), actions)
    shares = {action: sum(each) / JUDGED for action, each in zip(actions, won, strict=True)}
    return [shares[move] - shares[usual] for move in moves]


def summarise(searches: tuple[str, ...], rounds: list[Found]) -> dict[str, object]:
    """Points a round that each search gains over `master`, and over the first search.

    Each with half of its 95 % interval, by the spread between rounds.
    """
    turns = sum(found.turns for found in rounds)

    def gain(each: list[float]) -> dict[str, float]:
        found = ratio([(sum_, 1) for sum_ in each])
        assert found is not None
        assert found.half is not None
        return {"points": round(100 * found.value, 2), "half": round(100 * found.half, 2)}

    return {
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


def main() -> None:
    """Read the options, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="mattel-2016")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument(
        "--search", action="append", metavar="NAME=COUNT,...", help="the first one plays"
    )
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    searches = tuple(given.search or ("",))
    for text in searches:
        parse_search(text)
    with say_if_compiling():
        compile_rollouts()
    numbers = range(given.first, given.first + given.rounds)
    jobs = [Job(given.rules, given.players, searches, number) for number in numbers]
    with open_bot_processes(given.processes) as pool:
        played = map_in_order(pool, play, jobs, 1)
        rounds = list(track(played, total=len(jobs), console=Console(stderr=True)))
    options = {name: getattr(given, name) for name in ("rules", "players", "rounds", "first")}
    print(json.dumps(options | summarise(searches, rounds), indent=2))


if __name__ == "__main__":
    main()
