"""What must be true of a table in the end, whatever has happened to the servers.

- The log has no gaps, its times never go back, no command is in it twice.
- It is legal: a fresh engine, given the same commands, deals and decides the same.
- Whatever a person was promised is in it, at the entry they were told, under their id.
- Each client that followed the table has exactly what the server would tell it afresh.
- Each finished game is kept once, and its record is true from the first line to the last.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import msgspec

from openuno.engine.rng import Generator
from openuno.game.play import apply_command, start_game
from openuno.record.verify import Proof, Verdict, verify
from openuno.room.evolve import evolve_room
from openuno.room.facts import Committed, Entry, GameClosed, GameStarted, Moved
from openuno.room.secret import Secret, game_rng
from openuno.room.settings import parse_settings
from openuno.room.state import Room, last_game, seat_of
from openuno.room.view import RoomView, view_room
from openuno.server.rooms.results import game_record
from openuno.server.store import Store
from openuno.server.store.opening import open_store
from tests.server.proofs.persistent_clients import PersistentClient

_LONG = 300.0
_EVER = 2**53 - 1

Tape = Callable[[GameStarted], Generator]


class CheckCounts(msgspec.Struct, frozen=True):
    """How much was found in order."""

    entries: int
    acknowledged: int
    games: int

    def __add__(self, other: "CheckCounts") -> "CheckCounts":
        return CheckCounts(
            self.entries + other.entries,
            self.acknowledged + other.acknowledged,
            self.games + other.games,
        )


async def wait_until_agreed(people: Sequence[PersistentClient]) -> None:
    """Wait until everyone at one table is at the same entry, and stays there."""
    async with asyncio.timeout(_LONG):
        still = 0
        before = -1
        while still < 6:
            await asyncio.sleep(0.1)
            for person in people:
                if not person.client.connected:
                    await person.comes_back()
            seen = _seen(people)
            newest = max(seen)
            still = still + 1 if seen == {before} else 0
            before = newest


def _seen(people: Sequence[PersistentClient]) -> set[int]:
    return {person.client.table.seq for person in people}


async def check_table(database: str, people: Sequence[PersistentClient]) -> CheckCounts:
    """All of it for one table, from what the store has; the server may have ended."""
    store = await open_store(database, process="the ledger", migrate=False)
    try:
        code = people[0].client.code
        assert code is not None
        async with asyncio.timeout(_LONG):
            # Should something have happened just now: everyone is told of it.
            while {len(entries := await store.entries(code, 0))} != _seen(people):
                await asyncio.sleep(0.2)
        secrets = await _secrets(store, code, entries)
        table = check_log(entries, secrets)
        acknowledged = sum(check_promises(entries, person) for person in people)
        for person in people:
            check_view(table, person)
        return CheckCounts(len(entries), acknowledged, await _check_games(store, code, entries))
    finally:
        await store.close()


def check_log(entries: Sequence[Entry], secrets: dict[str, Secret]) -> Room:
    """The table after a log that is gapless and legal."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert all(a.at <= b.at for a, b in pairwise(entries)), "time went back"
    commands = Counter((e.guest, e.command) for e in entries if e.command is not None)
    assert not [request_id for request_id, times in commands.items() if times > 1]

    def tape(started: GameStarted) -> Generator:
        return game_rng(secrets[started.commitment], started)

    table: Room | None = None
    for entry in entries:
        if table is not None:
            _check_legal(table, entry, tape)
        table = evolve_room(table, entry, tape)
    assert table is not None
    return table


def check_promises(entries: Sequence[Entry], person: PersistentClient) -> int:
    """Each acknowledged request is the entry it was said to be; how many there are."""
    for request_id, seq in person.acked.items():
        entry = entries[seq - 1]
        assert (entry.guest, entry.command) == (person.client.guest, request_id), (
            f"{request_id} is lost"
        )
    return len(person.acked)


def check_view(room: Room, person: PersistentClient) -> None:
    """What the client has followed is the table as the server shows it to that seat."""
    client = person.client
    seat = seat_of(room, client.guest)
    assert client.seat == seat
    check_same(client.table, room, seat)


def check_same(followed: Room, shown: Room, seat: int | None) -> None:
    """That a table that was followed and one that is shown are the same to a seat."""
    assert (followed.seq, followed.at) == (shown.seq, shown.at)
    ours, theirs = view_room(followed, seat), view_room(shown, seat)
    different = {
        name: (getattr(ours, name), getattr(theirs, name))
        for name in RoomView.__struct_fields__
        if getattr(ours, name) != getattr(theirs, name)
    }
    assert not different, f"followed and shown: {different}"


def _check_legal(room: Room, entry: Entry, tape: Tape) -> None:
    """Whatever happened in the game follows from the commands and the chance alone."""
    game = last_game(room)
    for fact in entry.facts:
        match fact:
            case GameStarted():
                rules, format = parse_settings(room.settings)
                step = start_game(rules, format, len(room.seats), tape(fact), fact.dealer)
                assert step.events == fact.events
                game = step.game
            case Moved():
                assert game is not None, "a move in no game"
                step = apply_command(game, fact.command)
                assert step.events == fact.events, f"entry {entry.seq} is not what was played"
                game = step.game
            case GameClosed():
                game = None
            case _:
                pass


async def _secrets(store: Store, code: str, entries: Iterable[Entry]) -> dict[str, Secret]:
    found = {}
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact, Committed):
                secret = await store.secret(code, fact.commitment)
                assert secret is not None, "a seed is lost"
                assert fact.commitment not in found, "a seed is used twice"
                found[fact.commitment] = secret
    return found


async def _check_games(store: Store, code: str, entries: Sequence[Entry]) -> int:
    closed = [e.seq for e in entries for f in e.facts if isinstance(f, GameClosed)]
    kept = [game for game in await store.games(_EVER, 10_000) if game.code == code]
    assert sorted(game.last for game in kept) == closed, "each finished game is kept once"
    for game in kept:
        report = verify(game_record(game, entries[game.first - 1 : game.last]))
        assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING), report
    return len(kept)
