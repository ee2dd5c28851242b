"""Two worlds on the wire: who may not see the cards in which two servers differ cannot tell them
apart by a single byte, over whole games of every edition. How is told in `worlds.py`.

By hand, other games on and on: `python -m tests.server.proofs.test_two_worlds --minutes 10`.
"""

import argparse
import asyncio
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from openuno import EDITIONS
from tests.server.proofs.plans import ComparedCounts, Plan, Unfit
from tests.server.proofs.swapped_cards import other_world
from tests.server.proofs.two_worlds import WATCHER, deal_world, improvise, repeat, until_the_end

LONG = 300.0
SEEDS = 1000
TABLES = {
    "stacking=any": 5,
    "jump_in=on+wrong_catch_penalty=2": 6,
    "seven_zero=on+draw_until=on": 1007,
    "swap_cards=4+shuffle_cards=4": 6008,
    "forced_play=on+bluffing=off+suggestion_penalty=4": 9,
    "blank_cards=4+written="
    "You_take_2_random_cards_from_a_player_you_choose.|"
    "A_player_you_choose_shows_the_hand_to_you.|"
    "Everyone_discards_1_card_at_random.|"
    "You_swap_hands_with_a_player_you_choose.": 10,
}
"""Switches that move, show or count cards, and a seed whose deal can be changed about."""
PLANS = [
    *(Plan(edition, 1, bots=(3,), hidden=(1, 2)) for edition in EDITIONS),
    *(
        Plan(f"{edition}+{switches}", seed, bots=(0,) * (seed % 2), hidden=(1, 2))
        for switches, seed in TABLES.items()
        for edition in (tuple(EDITIONS)[seed % len(EDITIONS)],)
    ),
    Plan("house+seven_zero=on+jump_in=on+stacking=any", 21, seats=6, bots=(4, 5), hidden=(0, 3)),
    Plan("classic", 22, seats=2, hidden=(1,)),
]


async def same_bytes(plan: Plan, folder: Path) -> ComparedCounts:
    """Play the plan in two worlds and compare what those were sent who may not know."""
    first = await deal_world(plan, folder)
    script, one = await improvise(plan, first)
    second, differing = other_world(plan, first, one.log, folder)
    two = await repeat(plan, second, script)
    assert one.answers == two.answers
    assert len(one.log) == len(two.log)
    for seat in (WATCHER, *plan.observers):
        if seat in plan.bots:
            continue
        seen, there = one.frames[seat], two.frames[seat]
        if plan.hidden:
            seen, there = until_the_end(seen), until_the_end(there)
        for frame, other in zip(seen, there, strict=True):
            assert frame == other
    return ComparedCounts(len(script), differing, sum(map(len, one.frames.values())))


def compared(plan: Plan, folder: Path) -> ComparedCounts:
    for seed in range(plan.seed, plan.seed + 20 * SEEDS, SEEDS):
        place = folder / str(seed)
        place.mkdir()
        with suppress(Unfit):
            return asyncio.run(asyncio.wait_for(same_bytes(replace(plan, seed=seed), place), LONG))
    raise Unfit("in no game could anything be changed about")


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.rules)
def test_who_may_not_see_the_cards_cannot_tell_two_worlds_apart(plan: Plan, tmp_path: Path) -> None:
    assert compared(plan, tmp_path).differing


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_learns_the_order_of_the_draw_pile_in_a_whole_match(
    edition: str, tmp_path: Path
) -> None:
    assert compared(Plan(edition, 1004, bots=(2,), format="race:40"), tmp_path).differing


def main() -> None:
    """Compare games of chance for some minutes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    end = time.monotonic() + 60 * parser.parse_args().minutes
    games, steps, differing, frames = 0, 0, 0, 0
    for seed in count(100_000):
        chance = Random(seed)
        switches = chance.sample(sorted(TABLES), chance.randrange(3))
        seats = chance.choice((2, 3, 4, 4, 6))
        hidden = tuple(sorted(chance.sample(range(seats), chance.randrange(1, (seats + 3) // 2))))
        others = [seat for seat in range(seats) if seat not in hidden]
        bots = tuple(chance.sample(others, chance.randrange(len(others))))
        rules = "+".join((chance.choice(tuple(EDITIONS)), *switches))
        try:
            with TemporaryDirectory() as folder:
                played = compared(Plan(rules, seed, seats, bots, hidden), Path(folder))
        except Unfit:
            continue  # where hands are shuffled all the time everything comes to light
        games, steps = games + 1, steps + played.steps
        differing, frames = differing + played.differing, frames + played.frames
        told = f"{games} games, {steps} steps, {differing} hidden cards changed, {frames} frames"
        print(told)  # noqa: T201 - a program by hand
        if time.monotonic() > end:
            return


if __name__ == "__main__":
    main()
