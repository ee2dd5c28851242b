"""Memory over an evening: `python -m tests.server.proofs.soak --minutes 10`.

A server in a process of its own; tables are opened, played out or given up, watched, left in good
order or by a broken line, come back to, and archived (here after half a minute). Its resident
memory is read every second; in the end, the slope of a straight line through each third of what was
read, with its standard error: caches fill at first, a leak would go on.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from resource import getpagesize

from openuno.room import deadlines
from openuno.room.commands import (
    AddBot,
    AddSeed,
    DealNextRound,
    Emote,
    End,
    Leave,
    Move,
    Ready,
    RoomCommand,
    Say,
    Sit,
    Start,
)
from openuno.room.protocol.messages import Ack, Ask
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on
from openuno.server.options import Options
from openuno.server.process.uvicorn_server import address_of, bind_socket, run, serve_socket
from tests.room.games import waits_of
from tests.server.clients import Client, choose_move, new_guest, open_table
from tests.server.inside import ROOMY

FORMATS = ("single", "single", "race:50", "best-of:3")
RULES = ("mattel-2016", "classic", "wild-112", "house")
ARCHIVED_AFTER = 30_000
PACE = 4.0


class Visits:
    """Tables that live and die at one server, this many at a time."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.chance = Random(seed)
        self.done: Counter[str] = Counter()
        self._codes: list[str] = []

    async def until(self, end: float, at_once: int, pace: float = 0) -> None:
        """Go on until then, by the monotonic clock; each begins a table every `pace` seconds.

        Tables stay in memory for a while: only at an even pace are there always as many of them.
        """
        async with asyncio.TaskGroup() as group:
            for number in range(at_once):
                begin = time.monotonic() + pace * number / at_once
                group.create_task(self._one_after_another(begin, end, pace))

    async def _one_after_another(self, begin: float, end: float, pace: float) -> None:
        while time.monotonic() < end:
            await asyncio.sleep(max(0, begin - time.monotonic()))
            begin = max(begin, time.monotonic()) + pace
            clients: list[Client] = []
            try:
                async with asyncio.timeout(120):
                    await self._visit(clients)
            finally:
                for client in clients:
                    await client.drop()
            self.done["tables"] += 1

    async def _visit(self, clients: list[Client]) -> None:
        chance = self.chance
        seats = chance.randrange(2, 5)
        settings = Settings(
            rules=chance.choice(RULES),
            format=chance.choice(FORMATS),
            seats=seats,
            clock=Clock(move=chance.choice((None, 30)), bots=0, between=1),
        )
        host = await self._comes(clients, None)
        code = await open_table(self.url, host.token, settings)
        self._codes = [*self._codes[-50:], code]
        await host.join(code)
        others = range(chance.randrange(seats))
        people = [host, *[await self._comes(clients, code) for _ in others]]
        for _ in range(chance.randrange(3)):
            await self._comes(clients, code)  # to watch
        if chance.random() < 0.2:  # someone looks in at a table of before
            await self._comes(clients, chance.choice(self._codes))
        for seat, person in enumerate(people):
            await self._asks(person, Sit(seat))
            await self._asks(person, Ready())
            await self._asks(person, AddSeed(chance.randbytes(32).hex()))
        for seat in range(len(people), seats):
            await self._asks(host, AddBot(seat))
        await self._asks(host, Start())
        await self._play(people, most=chance.choice((5, 40, 400, 4000)))
        await self._parting(people)

    async def _play(self, people: Sequence[Client], most: int) -> None:
        chance, host = self.chance, people[0]
        for _ in range(most):
            if not is_game_on(host.table):
                self.done["games"] += 1
                return
            movers = [person for person in people if person.connected and person.to_move]
            if movers:
                await self._asks(movers[0], Move(choose_move(movers[0].legal, chance)))
            elif waits_of(host.table):
                await asyncio.sleep(0.002)  # a bot's turn
            else:
                await self._asks(host, DealNextRound())
            if chance.random() < 0.02:
                await self._asks(chance.choice(people), Say("well, well"))
            if chance.random() < 0.02:
                await self._asks(chance.choice(people), Emote("wow"))
            if chance.random() < 0.01:
                await chance.choice(people).resume()
                self.done["resumed"] += 1

    async def _parting(self, people: Sequence[Client]) -> None:
        if self.chance.random() < 0.5:
            await self._asks(people[0], End())
        for person in people:
            if self.chance.random() < 0.6:
                await person.send(Ask(person.new_request_id(), Leave()))  # and hang up at once

    async def _comes(self, clients: list[Client], code: str | None) -> Client:
        client = Client(self.url, await new_guest(self.url, f"Guest {self.done['people']}"))
        self.done["people"] += 1
        clients.append(client)
        await client.connect()
        if code is not None:
            await client.join(code)
        return client

    async def _asks(self, client: Client, command: RoomCommand) -> None:
        answer = await client.ask(command)
        self.done["granted" if isinstance(answer, Ack) else "refused"] += 1
        if isinstance(answer, Ack):
            await client.reach(answer.seq)


def slope(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The slope of the line of least squares, and its standard error."""
    count = len(samples)
    middle_x = sum(x for x, _ in samples) / count
    middle_y = sum(y for _, y in samples) / count
    spread = sum((x - middle_x) ** 2 for x, _ in samples)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in samples) / spread
    off = sum((y - middle_y - rise * (x - middle_x)) ** 2 for x, y in samples)
    return rise, sqrt(off / (count - 2) / spread)


async def _sampled(pid: int, samples: list[tuple[float, float]]) -> None:
    page, began = getpagesize(), time.monotonic()
    while True:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        samples.append(((time.monotonic() - began) / 60, pages * page / 2**20))
        await asyncio.sleep(1)


def _serve(database: str) -> None:
    deadlines.FORGOTTEN = ARCHIVED_AFTER
    options = Options(database=database, port=0, limits=ROOMY)
    sock = bind_socket(options)
    run(serve_socket(sock, options, lambda _: print(address_of(sock), flush=True)))  # noqa: T201


async def _soak(minutes: float, at_once: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        module = [sys.executable, "-m", "tests.server.proofs.soak"]
        server = await asyncio.create_subprocess_exec(
            *module, "--serve", str(Path(folder) / "uno.db"), stdout=asyncio.subprocess.PIPE
        )
        samples: list[tuple[float, float]] = []
        try:
            assert server.stdout is not None
            url = (await asyncio.wait_for(server.stdout.readline(), 30)).decode().strip()
            visits = Visits(url, seed)
            sampling = asyncio.create_task(_sampled(server.pid, samples))
            await visits.until(time.monotonic() + 60 * minutes, at_once, PACE)
            sampling.cancel()
        finally:
            if server.returncode is None:
                server.terminate()
            await server.wait()
    done = ", ".join(f"{count} {what}" for what, count in sorted(visits.done.items()))
    sys.stdout.write(f"{done}\n")
    third = len(samples) // 3
    for number in range(3):
        part = samples[number * third : (number + 1) * third]
        rise, error = slope(part)
        sys.stdout.write(
            f"third {number + 1}: {part[0][1]:.1f} to {part[-1][1]:.1f} MiB, "
            f"slope {rise:+.3f} MiB a minute, standard error {error:.3f}\n"
        )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument(
        "--tables", type=int, default=8, help="how many at a time, each for four seconds"
    )
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--serve", metavar="DATABASE", help=argparse.SUPPRESS)
    how = asked.parse_args()
    if how.serve:
        _serve(how.serve)
    else:
        asyncio.run(_soak(how.minutes, how.tables, how.seed))


if __name__ == "__main__":
    main()
