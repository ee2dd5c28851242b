"""Mines puzzles: `python -m openuno.lab.puzzles --rounds 2000 --out puzzles.json`."""

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from openuno.lab.backends import cores
from openuno.lab.puzzles.mining import choose_puzzles, mine_round
from openuno.lab.puzzles.rollouts import compile_rollouts
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.puzzles.puzzle import Puzzle, write_puzzles

_AT_ONCE = 4
"""Rounds that a process gets at a time."""


def main() -> None:
    """Mine some rounds and write what was found; the same seed gives the same file."""
    parser = ArgumentParser(prog="python -m openuno.lab.puzzles", description=main.__doc__)
    parser.add_argument("--seed", type=int, default=15, help="seed of the rounds and deals")
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--rounds", type=int, default=1000, help="how many rounds to look through")
    parser.add_argument("--most", type=int, default=20, help="puzzles of a theme, at most")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--processes", type=int, default=cores(), help="that look for puzzles")
    options = parser.parse_args()
    try:
        found = _mine(options)
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped; {options.out} was not written\n")
        sys.exit(130)
    options.out.write_bytes(write_puzzles(choose_puzzles(found, options.most)))


def _mine(options: Namespace) -> list[Puzzle]:
    compile_rollouts()  # once, and not in every process
    numbers = range(options.first, options.first + options.rounds)
    mine = partial(mine_round, options.seed)
    found: list[Puzzle] = []
    with open_bot_processes(options.processes) as pool:
        # In the order of the rounds: the file is the same with any number of processes.
        mined = map_in_order(pool, mine, numbers, _AT_ONCE)
        for number, puzzles in zip(numbers, mined, strict=True):
            found += puzzles
            if puzzles:
                sys.stderr.write(f"round {number}: {len(found)} puzzles\n")
    return found


if __name__ == "__main__":
    main()
