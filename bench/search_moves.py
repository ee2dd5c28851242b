"""Which rollouts find better moves: those in which everyone plays on as `regular`, or those in
which the small network plays on for the seat that searches.

    python -m bench.search_moves --players 2 --rounds 250
    python -m bench.search_moves --players 4 --rounds 250 --worlds 4096

In some turns of rounds that `master` plays against `regular`, both searches choose a move. Where it
is not `master`'s, `master` plays on from both in the same deals. That takes a tenth of the rounds
that `bench.expert` needs to tell two searches apart. But the deals are those that the searches
believe in, not the true ones, so the gains are a little larger here than at a table.
"""

import argparse
import json
from random import Random
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from bench.expert import WORLDS
from openuno import Answer, Mind, View, play_round
from openuno.bots.bot import due_call, is_my_turn
from openuno.bots.master import master
from openuno.bots.network.weights import SHIPPED
from openuno.engine.actions import Action
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast
from openuno.lab.arena.estimates import ratio
from openuno.lab.backends import cores
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.search.belief import Belief
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, candidates, search
from openuno.local.search.kernel_rollouts import KernelStudentRollouts, compile_rollouts
from openuno.slow_notice import say_if_compiling

SEARCHES = ("regular", "student")
"""Who plays on for the seat in the rollouts."""
ASKED = 0.15
"""The share of turns in which the searches are asked: neighbouring ones are alike."""
JUDGED = 1024
"""Deals in which `master` plays on."""


class Job(NamedTuple):
    """A round to play."""

    rules: str
    players: int
    worlds: int
    number: int


class Found(NamedTuple):
    """What came of a round, for each of the searches."""

    turns: int
    """In which there was a choice."""
    asked: int
    gains: list[float]
    """Over `master`'s moves, in rounds won, summed over the turns in which they were asked."""
    moved: list[int]
    """How often they chose another move than `master`."""
    seconds: list[float]


def play(job: Job) -> Found:
    """Play a round, and let the searches choose in some of its turns."""
    start_loading().result()
    chance, turns, asked = Random(job.number), 0, 0
    gains, moved, seconds = [0.0] * len(SEARCHES), [0] * len(SEARCHES), [0.0] * len(SEARCHES)

    def ask(view: View, mind: Mind) -> Answer:
        nonlocal turns, asked
        answer = master(view, mind)
        if answer[0] is None or not _has_choice(view, answer[0]):
            return answer
        turns += 1
        if chance.random() < ASKED:
            asked += 1
            moves = []
            for index, name in enumerate(SEARCHES):
                start = process_time()
                moves.append(choose(name, view, mind, job.worlds))
                seconds[index] += process_time() - start
            for index, gain in enumerate(judge(view, mind, answer[0], moves, job.number)):
                gains[index] += gain
                moved[index] += moves[index] != answer[0]
        return answer

    seat = job.number % job.players
    play_round(
        [ask if other == seat else "regular" for other in range(job.players)],
        parse_rules(job.rules),
        seed=EVALUATION_SEEDS + job.number // job.players,
        dealer=job.players - 1,
    )
    return Found(turns, asked, gains, moved, seconds)


def _has_choice(view: View, usual: Action) -> bool:
    if due_call(view) is not None or not is_my_turn(view):
        return False
    return len(candidates(view, usual)) > 1


def choose(name: str, view: View, mind: Mind, worlds: int) -> Action:
    """What a search does in a turn."""
    seats = len(view.hands) if name == "student" else 0
    action, _ = search(view, mind, Budget(worlds, student_seats=seats))
    assert action is not None, "it has a choice"
    return action


def judge(view: View, mind: Mind, usual: Action, moves: list[Action], number: int) -> list[float]:
    """How much more often each move wins than the usual one, if `master` plays on."""
    actions = list(dict.fromkeys([usual, *moves]))
    if len(actions) == 1:
        return [0.0] * len(moves)
    compiled = start_loading().result()
    assert compiled is not None, "main compiles it"
    belief = Belief(view, mind.memory)
    plays_on = KernelStudentRollouts(belief, mind, compiled.with_student, SHIPPED)
    won = plays_on.judge(Fast(number), range(JUDGED), actions)
    shares = {action: sum(each) / JUDGED for action, each in zip(actions, won, strict=True)}
    return [shares[move] - shares[usual] for move in moves]


def summarise(rounds: list[Found]) -> dict[str, object]:
    """Points a round that each search gains over `master`, and the second over the first.

    Each with half of its 95 % interval, by the spread between rounds.
    """
    a_round = sum(found.turns for found in rounds) / len(rounds)
    asked = sum(found.asked for found in rounds)

    def gain(sums: list[tuple[float, float]]) -> dict[str, float]:
        found = ratio(sums)
        assert found is not None
        assert found.half is not None
        return {
            "points_a_round": round(100 * a_round * found.value, 2),
            "half": round(100 * a_round * found.half, 2),
        }

    searches = {
        name: {
            **gain([(found.gains[index], found.asked) for found in rounds]),
            "moved": round(sum(found.moved[index] for found in rounds) / asked, 4),
            "ms": round(1000 * sum(found.seconds[index] for found in rounds) / asked, 1),
        }
        for index, name in enumerate(SEARCHES)
    }
    difference = gain([(found.gains[1] - found.gains[0], found.asked) for found in rounds])
    return {"positions": asked, **searches, "difference": difference}


def main() -> None:
    """Read the options, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="mattel-2016")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    with say_if_compiling():
        compile_rollouts()
    jobs = [Job(given.rules, given.players, given.worlds, number) for number in range(given.rounds)]
    with open_bot_processes(given.processes) as pool:
        played = map_in_order(pool, play, jobs, 1)
        rounds = list(track(played, total=len(jobs), console=Console(stderr=True)))
    options = {name: getattr(given, name) for name in ("rules", "players", "rounds", "worlds")}
    print(json.dumps(options | summarise(rounds), indent=2))


if __name__ == "__main__":
    main()
