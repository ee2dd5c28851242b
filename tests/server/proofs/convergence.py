"""Careless people by the hour: `python -m tests.server.proofs.convergence --minutes 10`.

Every few seconds everything comes to rest and is compared; the first difference ends the run with
the seed that led to it.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.server.inside import server_inside
from tests.server.proofs.careless import Careless

DEEDS = (
    Careless.opens,
    Careless.arrives,
    Careless.arrives,
    Careless.vanishes,
    Careless.comes_back,
    Careless.comes_back,
    Careless.wanders,
    Careless.wishes,
    Careless.wishes,
    Careless.plays,
    Careless.plays,
    Careless.sets_up,
    Careless.all_at_once,
    Careless.all_at_once,
    Careless.says_again,
    Careless.time_passes,
    Careless.stalls,
)


def evening(seed: int, deeds: int, database: str | None = None) -> tuple[int, int]:
    """One server, so many deeds by chance; how many entries were written, how many acks given."""
    chance = Random(seed)
    entropy = Random(seed + 1).randbytes
    with (
        tempfile.TemporaryDirectory() as folder,
        server_inside(database or Path(folder) / "uno.db", entropy=entropy) as inside,
    ):
        careless = Careless(inside)

        async def play() -> None:
            try:
                await careless.opens(chance)
                for number in range(deeds):
                    await chance.choice(DEEDS)(careless, chance)
                    if number % 10 == 9:
                        await careless.wait_until_idle()
                await careless.wait_until_idle()
                await careless.check_storage()
            finally:
                await careless.everyone_goes()

        asyncio.run(play())
        return inside.hub.context.entries_written, len(careless.acks)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=1.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--deeds", type=int, default=200)
    how = asked.parse_args()
    end = time.monotonic() + 60 * how.minutes
    seed, written, acks = how.seed, 0, 0
    while time.monotonic() < end:
        try:
            entries, given = evening(seed, how.deeds)
        except BaseException:
            sys.stderr.write(f"seed {seed}\n")
            raise
        written += entries
        acks += given
        seed += 1
    evenings = seed - how.seed
    sys.stdout.write(f"{evenings} evenings, {written} entries, {acks} acks: all alike\n")


if __name__ == "__main__":
    main()
