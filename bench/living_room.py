"""Ten phones and a screen at one table: bytes for each move, and for each phone that comes back.

`python -m bench.living_room` plays whole rounds over real WebSockets and prints what a router has
to carry. Every few moves a phone vanishes without a word, as one does in a tunnel, and comes back.
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

import msgspec

from openuno.room.commands import AddSeed, DealNextRound, Move, Rematch, Sit, Start
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on
from tests.room.games import waits_of
from tests.server.clients import Client, choose_move, new_guest, open_table
from tests.server.servers import run_server

PHONES = 10
MOVES = 400
OFTEN = 5
"""After this many moves a phone is lost."""


class Traffic(msgspec.Struct, frozen=True):
    """Bytes and milliseconds, as medians; `most` is the largest."""

    moves: int
    reconnects: int
    phone_per_move: float
    """What one phone receives for a move, its own request and answer not counted."""
    screen_per_move: float
    router_per_move: float
    """What the router carries for a move to all phones and the screen."""
    request: float
    """What a phone sends and is answered for its own move."""
    resume_bytes: float
    resume_most: int
    resume_ms: float
    fresh_bytes: float
    fresh_ms: float


def frame_bytes(frames: list[str]) -> int:
    """What these text frames take on the wire, their heads included."""
    sizes = (len(frame.encode()) for frame in frames)
    return sum(size + (2 if size < 126 else 4 if size < 1 << 16 else 10) for size in sizes)


async def measure(url: str, moves: int, chance: Random) -> Traffic:
    """Play this number of moves with a screen and ten phones."""
    settings = Settings(
        rules="classic", seats=PHONES, shared_screen=True, public=False, clock=Clock(move=None)
    )
    token = await new_guest(url, "Screen")
    code = await open_table(url, token, settings)
    screen = await Client.open(url, token)
    await screen.join(code)
    phones: list[Client] = []
    for seat in range(PHONES):
        phone = await Client.open(url, await new_guest(url, f"Phone {seat + 1}"))
        await phone.join(code)
        await phone.does(Sit(seat, ready=True))
        await phone.does(AddSeed(f"{seat:064x}"))
        phones.append(phone)
    await screen.does(Start())
    await screen.wait_for(lambda it: is_game_on(it.table))
    everyone = [screen, *phones]
    heard: dict[str, list[float]] = {"phone": [], "screen": [], "router": [], "request": []}
    resumes: list[tuple[int, float]] = []
    fresh: list[tuple[int, float]] = []
    made = 0
    while made < moves:
        await asyncio.gather(*(each.reach(screen.table.seq) for each in phones))
        acting = next((phone for phone in phones if phone.to_move), None)
        if acting is None:
            await screen.does(DealNextRound() if is_game_on(screen.table) else Rematch())
            await screen.wait_for(lambda it: bool(waits_of(it.table)))
            continue
        marks = [len(each.frames) for each in everyone]
        ack = await acting.does(Move(choose_move(acting.legal, chance)))
        await asyncio.gather(*(each.reach(ack.seq) for each in everyone))
        made += 1
        got = {
            id(each): frame_bytes(each.frames[mark:])
            for each, mark in zip(everyone, marks, strict=True)
        }
        others = [phone for phone in phones if phone is not acting]
        heard["phone"].extend(got[id(phone)] for phone in others)
        heard["screen"].append(got[id(screen)])
        heard["router"].append(sum(got.values()))
        heard["request"].append(frame_bytes(acting.sent[-1:]) + 4)
        if made % OFTEN == 0:
            lost = chance.choice(others)
            for again in (False, True):
                at, began = len(lost.frames), time.perf_counter()
                if again:
                    await lost.drop()
                    await lost.connect()
                    await lost.join(code)
                else:
                    await lost.resume()
                took = (time.perf_counter() - began) * 1000
                (fresh if again else resumes).append((frame_bytes(lost.frames[at:]), took))
            await screen.reach(lost.table.seq)
    for each in everyone:
        await each.close()
    return Traffic(
        moves=made,
        reconnects=len(resumes) + len(fresh),
        phone_per_move=median(heard["phone"]),
        screen_per_move=median(heard["screen"]),
        router_per_move=median(heard["router"]),
        request=median(heard["request"]),
        resume_bytes=median(size for size, _ in resumes),
        resume_most=max(size for size, _ in resumes),
        resume_ms=round(median(took for _, took in resumes), 1),
        fresh_bytes=median(size for size, _ in fresh),
        fresh_ms=round(median(took for _, took in fresh), 1),
    )


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES)
    words = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder) / "uno.db") as server,
    ):
        traffic = asyncio.run(measure(server.url, words.moves, Random(16)))
    print(json.dumps(msgspec.to_builtins(traffic), indent=2))


if __name__ == "__main__":
    main()
