"""400 people at events of one server who also move: how long a move takes, and what it costs.

`python -m bench.moving_evening` seats people as `bench.evening` does. Their phones follow the
event, the host draws and starts all tables, and everyone plays over a WebSocket at the pace of
people for a while. `--people`, `--seconds` and `--pace` make it smaller or faster; `--write` keeps
the figures in bench/results_moving_evening.json.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from bench import load
from bench.evening import PEOPLE, cpu_seconds, memory_mib, open_evening, stop_phones
from tests.server.events.visitors import Visitor
from tests.server.servers import ServerProcess

RESULTS = Path(__file__).with_name("results_moving_evening.json")
SECONDS, PACE = 60, 4.0
"""How long they play, and seconds that a person thinks, half as many or half as many more."""
RULES = "mattel-2016"
"""An edition in which nobody can do anything out of turn, apart from calls."""
CONNECTED = 60
"""Seconds after which a table that does not answer has hung."""
_chance = Random(1)


class Player(load.Seat):
    """Someone at a table of an event, who thinks and then moves when it is their turn."""

    def __init__(self, table: load.Table, token: str, room: str) -> None:
        super().__init__(table, token, room, place=1)  # nobody here starts games
        self._legal: list[dict[str, object]] = []
        self._thinking = False

    def message(self, text: bytes) -> None:
        """Read a message; a game that has ended stays so, since the event draws the next one."""
        if b'"fact":"game-closed"' not in text:
            super().message(text)

    def think(self, legal: list[dict[str, object]]) -> None:
        """Think about these moves, or about them instead of those before."""
        self._legal = legal
        if not self._thinking:
            self._thinking = True
            wait = self.table.pace * _chance.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self._decide)

    def _decide(self) -> None:
        self._thinking = False
        turn = [action for action in self._legal if action["do"] not in ("catch", "uno")]
        if turn:
            self.move(next((action for action in turn if action["do"] == "play"), turn[0]))


def measure(people: int, seconds: float, pace: float) -> dict[str, Any]:
    """Seat this number of people, and let them play for a while."""
    with open_evening(people, 20, online={"rules": RULES, "move": None}) as evening:
        evening.join_all()
        phones = evening.start_phones()
        for host, code in evening.hosts:
            host.host(code, "draw")
        places = evening.pool.map(_find_place, evening.guests)
        seats = [
            (guest.token, place["room"])
            for (guest, _), place in zip(evening.guests, places, strict=True)
            if place is not None
        ]

        def start() -> None:
            for host, code in evening.hosts:
                host.host(code, "start")

        try:
            return {"people": people, "events": len(evening.hosts), "pace_s": pace} | asyncio.run(
                _play(evening.process, seats, start, seconds, pace)
            )
        finally:
            stop_phones(phones)


def _find_place(guest: tuple[Visitor, str]) -> dict[str, Any] | None:
    """Where someone has been seated; None if they sit out."""
    visitor, code = guest
    place: dict[str, Any] | None = visitor.news(code)["me"]["place"]
    return place


async def _play(
    process: ServerProcess,
    seats: list[tuple[str, str]],
    start: Callable[[], None],
    seconds: float,
    pace: float,
) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    port = urlsplit(process.address.url).port
    assert port is not None
    tables = {room: load.Table(pace) for _, room in seats}
    players = []
    for token, room in seats:
        player = Player(tables[room], token, room)
        await loop.create_connection(_factory(player), "127.0.0.1", port)
        await asyncio.wait_for(player.ready, CONNECTED)
        player.share()
        players.append(player)
    await asyncio.to_thread(start)
    begun, cpu = time.perf_counter(), cpu_seconds(process)
    for table in tables.values():
        table.moves, table.sent = 0, begun  # the deal was nobody's move
        table.told.clear()
    await asyncio.sleep(seconds)
    wall, cpu = time.perf_counter() - begun, cpu_seconds(process) - cpu
    moves = sum(table.moves for table in tables.values())
    told = sorted(each for table in tables.values() for each in table.told)
    assert moves, "nobody has moved"
    for player in players:
        player.transport.close()
    return {
        "players": len(players),
        "tables": len(tables),
        "tables_that_moved": sum(bool(table.moves) for table in tables.values()),
        "wall_s": round(wall, 1),
        "moves": moves,
        "moves_per_s": round(moves / wall, 1),
        "everyone_knows_p50_ms": round(1000 * told[len(told) // 2], 1),
        "everyone_knows_p95_ms": round(1000 * told[len(told) * 95 // 100], 1),
        "cpu_s": round(cpu, 1),
        "memory_mib": memory_mib(process),
    }


def _factory(player: Player) -> Callable[[], Player]:
    return lambda: player


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--pace", type=float, default=PACE)
    parser.add_argument("--write", action="store_true")
    words = parser.parse_args()
    text = json.dumps(measure(words.people, words.seconds, words.pace), indent=2)
    print(text)
    if words.write:
        RESULTS.write_text(text + "\n")


if __name__ == "__main__":
    main()
