"""Kernel and reference in lockstep: the kernel plays, the reference plays it again and compares.

By hand, for as many rounds as you like:

    .venv/bin/python -m tests.kernel.lockstep --games 300000 --seed 1
"""

import argparse
import os
import sys
from collections import Counter
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from openuno import Fast, Round, Step, apply, deal, legal
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.state import RoundOver
from openuno.kernel.rules import entry_points
from openuno.kernel.rules.actions import decode
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.legal import MAX_ACTIONS
from openuno.kernel.rules.state import RoundArrays, RoundField, allocate_rounds, select_round
from openuno.local.bot_processes import map_in_order, open_bot_processes
from tests.kernel import lockstep_loop
from tests.kernel.fingerprints import Fingerprints, action_of
from tests.kernel.settings import Setting, setting

ROUNDS_PER_SETTING = 10
CHUNK_SIZE = 1000

# What Numba compiles has no types.
PLAY: Any = lockstep_loop.play
DEAL: Any = entry_points.deal_one
APPLY: Any = entry_points.apply_one
LEGAL: Any = entry_points.legal_one

Move = tuple[int, int]
"""A seat, and the number of its action."""


class Difference(AssertionError):
    """Kernel and reference differ."""


class Played(NamedTuple):
    """A round as the kernel played it: the moves, and the fingerprints before and after each."""

    setting: Setting
    dealer: int
    seed: int
    moves: list[Move]
    states: list[int]
    allowed: list[int]


class Player:
    """The kernel at one table."""

    DESK = lockstep_loop.desk()

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.table = select_round(allocate_rounds(setting.rules, setting.seats, 1), 0)
        self.log = np.zeros((setting.most_actions + 1, 3), np.uint64)

    def play(self, dealer: int, seed: int, choice: int) -> Played:
        """Play a round."""
        *_, keep, temper, _ = self.setting
        how = dealer, signed(seed), keep, signed(choice), int(temper)
        done = PLAY(self.table, *how, self.DESK, self.log)
        actions, states, allowed = self.log[: done + 1].T.tolist()
        seat, code = lockstep_loop.SEAT_SHIFT, (1 << lockstep_loop.SEAT_SHIFT) - 1
        moves = [(action >> seat, action & code) for action in actions[1:]]
        return Played(self.setting, dealer, seed, moves, states, allowed)


def signed(number: int) -> int:
    """Of 64 bits, as the kernel has it."""
    return number - (1 << 64) if number >= 1 << 63 else number


def cut(round: Round, keep: int) -> Round:
    """The round with no more than `keep` cards of its pile."""
    spare = max(len(round.pile) - keep, 0)
    return replace(round, pile=round.pile[spare:])


def compare(played: Played) -> tuple[Round, Counter[type]]:
    """Play it again in the reference, and compare after every action; its end, and its events."""
    rules, seats, keep, *_ = played.setting
    prints = Fingerprints()
    step = deal(rules, seats, played.dealer, Fast(played.seed))
    step = Step(cut(step.round, keep), step.events)
    for done, (state, allowed) in enumerate(zip(played.states, played.allowed, strict=True)):
        round = step.round
        prints.heard.update(map(type, step.events))
        if prints.state(round) != state:
            raise Difference(difference_text(played, done, "the rounds differ"))
        ended = done == len(played.moves)
        seat, code = (0, 0) if ended else played.moves[done]
        if prints.allowed(round, seat) != allowed:
            raise Difference(difference_text(played, done, "what is allowed differs"))
        if not ended:
            step = apply(round, seat, action_of(code) or decode(code))
    return step.round, prints.heard


def difference_text(played: Played, done: int, what: str) -> str:
    """Everything needed to see what happened: the line before, the actions, the lines after."""
    rules, seats, keep, temper, _ = played.setting
    round = cut(deal(rules, seats, played.dealer, Fast(played.seed)).round, keep)
    table = select_round(allocate_rounds(rules, seats, 1), 0)
    DEAL(table, played.dealer, signed(played.seed))
    if keep < table.now[RoundField.PILE]:
        table = to_arrays(cut(to_round(table, rules), keep))
    lines = [f"{what} after {done} actions ({temper.name})", f"dealt: {round_text(round)}"]
    moves = [(seat, decode(code)) for seat, code in played.moves[:done]]
    lines.append("actions: " + " ".join(f"{s}:{action_text(a)}" for s, a in moves))
    for (seat, action), (_, code) in zip(moves, played.moves, strict=False):
        lines[3:] = [f"before the last: {round_text(round)}"]
        round = apply(round, seat, action).round
        APPLY(table, seat, code)
    lines += [
        f"reference: {round_text(round)}",
        f"kernel:    {round_text(to_round(table, rules))}",
    ]
    return "\n".join([*lines, *legal_differences(round, table)])


def legal_differences(round: Round, table: RoundArrays) -> list[str]:
    """What each seat may do, where the two say otherwise."""
    lines = []
    out = np.zeros(MAX_ACTIONS, np.int64)
    for seat in range(len(round.hands)):
        theirs = [action_text(action) for action in legal(round, seat)]
        ours = [action_text(decode(int(code))) for code in out[: LEGAL(table, seat, out)]]
        if ours != theirs:
            lines += [f"seat {seat}, reference: {theirs}", f"seat {seat}, kernel:    {ours}"]
    return lines


def lockstep_rounds(seed: str, games: int) -> Counter[str]:
    """Play that many rounds, which all follow from the seed; counts of what happened."""
    chance = Random(seed)
    tally: Counter[str] = Counter()
    events: Counter[type] = Counter()
    table = Player(setting(chance))
    for index in range(games):
        if index % ROUNDS_PER_SETTING == 0:
            table = Player(setting(chance))
        seats = table.setting.seats
        played = table.play(chance.randrange(seats), chance.getrandbits(64), chance.getrandbits(64))
        last, heard = compare(played)
        events += heard
        tally["rounds"] += 1
        tally["actions"] += len(played.moves)
        tally[f"of {'100 or more' if len(played.moves) >= 100 else 'fewer'} actions"] += 1
        if isinstance(last.phase, RoundOver):
            tally["ended"] += 1
            tally["dead"] += last.phase.winner is None
    tally.update({kind.__name__: count for kind, count in events.items()})
    return tally


def main() -> int:
    """Play many rounds on all cores, and print counts of what happened."""
    parser = argparse.ArgumentParser(description="Kernel and reference in lockstep.")
    parser.add_argument("--games", type=int, default=10_000, help="how many rounds")
    parser.add_argument("--seed", default="1", help="everything follows from it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    options = parser.parse_args()
    console = Console()
    chunks = -(-options.games // CHUNK_SIZE)
    tally: Counter[str] = Counter()
    try:
        with open_bot_processes(options.jobs) as pool:
            seeds = [f"{options.seed}/{chunk}" for chunk in range(chunks)]
            parts = map_in_order(pool, partial(lockstep_rounds, games=CHUNK_SIZE), seeds, 1)
            for part in track(parts, "in lockstep", chunks, console=Console(stderr=True)):
                tally += part
    except Difference as parted:
        console.print(str(parted), markup=False, highlight=False, soft_wrap=True)
        return 1
    for what, count in tally.most_common():
        console.print(f"{count:13,}  {what}", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
