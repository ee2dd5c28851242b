"""How many deals a second a search tries: in the kernel, with the student, and in plain Python.

    python -m bench.search_speed > bench/results_search_speed.json

Two actions are compared in the decisions of some rounds against `regular`, one way after the other
in each position, by processor time.
"""

import json
import sys
from time import process_time

from openuno import Answer, Fast, Mind, View, play_round
from openuno.bots.bot import due_call, is_my_turn
from openuno.bots.master import choose_move
from openuno.engine.actions import Action
from openuno.local.search.belief import Belief
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import candidates
from openuno.local.search.kernel_rollouts import (
    KernelRollouts,
    KernelStudentRollouts,
    compile_rollouts,
)
from openuno.local.search.lookahead import Lookahead, Rollouts, StudentRollouts
from openuno.slow_notice import say_if_compiling

PLAYERS = (2, 4)
ROUNDS = 8
DEALS = {"kernel": 2048, "kernel, student": 512, "Python": 64, "Python, student": 64}
"""For each way, so many that the clock can tell."""


def measure(players: int) -> dict[str, float]:
    """Deals a second for each way, on average over the decisions."""
    compiled = start_loading().result()
    assert compiled is not None, "main compiles it"
    seconds = dict.fromkeys(DEALS, 0.0)
    decisions = 0

    def ask(view: View, mind: Mind) -> Answer:
        nonlocal decisions
        usual, after = choose_move(view, mind)
        if usual is None or not is_my_turn(view) or due_call(view) is not None:
            return usual, after
        actions = candidates(view, usual)[:2]
        if len(actions) < 2:
            return usual, after
        decisions += 1
        belief = Belief(view, mind.memory)
        ways: tuple[Lookahead, ...] = (
            KernelRollouts(belief, mind, compiled.roll_out),
            KernelStudentRollouts(belief, mind, compiled.with_student),
            Rollouts(belief, mind),
            StudentRollouts(belief, mind),
        )
        for (name, deals), way in zip(DEALS.items(), ways, strict=True):
            seconds[name] += time_deals(way, actions, deals)
        return usual, after

    for seed in range(ROUNDS):
        play_round([ask, *["regular"] * (players - 1)], seed=seed)
    return {name: decisions * DEALS[name] / spent for name, spent in seconds.items()}


def time_deals(way: Lookahead, actions: list[Action], deals: int) -> float:
    """The processor time to compare the actions in so many deals, block by block."""
    start = process_time()
    for first in range(0, deals, way.block):
        way.judge(Fast(1), range(first, min(first + way.block, deals)), actions)
    return process_time() - start


def main() -> None:
    """Print what was found as JSON."""
    with say_if_compiling():
        compile_rollouts()
    found = []
    for players in PLAYERS:
        speeds = measure(players)
        ratios = {name: float(f"{speed / speeds['Python']:.2g}") for name, speed in speeds.items()}
        deals = {name: int(float(f"{speed:.2g}")) for name, speed in speeds.items()}
        found.append({"players": players, "deals_a_second": deals, "times_Python": ratios})
        print(f"{players} players: {ratios}", file=sys.stderr)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
