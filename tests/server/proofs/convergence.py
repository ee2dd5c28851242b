"""Chaotic clients by the hour: `python -m tests.server.proofs.convergence --minutes 10`.

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
from tests.server.proofs.chaotic_clients import ChaoticClients

DEEDS = (
    ChaoticClients.opens,
    ChaoticClients.arrives,
    ChaoticClients.arrives,
    ChaoticClients.vanishes,
    ChaoticClients.comes_back,
    ChaoticClients.comes_back,
    ChaoticClients.wanders,
    ChaoticClients.requests,
    ChaoticClients.requests,
    ChaoticClients.plays,
    ChaoticClients.plays,
    ChaoticClients.sets_up,
    ChaoticClients.all_at_once,
    ChaoticClients.all_at_once,
    ChaoticClients.says_again,
    ChaoticClients.time_passes,
    ChaoticClients.stalls,
)


def evening(seed: int, deeds: int, database: str | None = None) -> tuple[int, int]:
    """One server and this many random deeds; how many entries were written, how many acks given."""
    chance = Random(seed)
    entropy = Random(seed + 1).randbytes
    with (
        tempfile.TemporaryDirectory() as folder,
        server_inside(database or Path(folder) / "uno.db", entropy=entropy) as inside,
    ):
        clients = ChaoticClients(inside)

        async def play() -> None:
            try:
                await clients.opens(chance)
                for number in range(deeds):
                    await chance.choice(DEEDS)(clients, chance)
                    if number % 10 == 9:
                        await clients.check()
                await clients.check()
                await clients.check_storage()
            finally:
                await clients.disconnect_all()

        asyncio.run(play())
        return inside.hub.context.entries_written, len(clients.acks)


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
