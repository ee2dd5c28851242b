"""A table is loaded from its latest snapshot: how long it has been played at does not matter."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.room.commands import AddBot, Say, Start
from openuno.room.evolve import evolve_room
from openuno.room.facts import Arrived, Committed, Departed, Entry, Opened, Said
from openuno.room.secret import Secret
from openuno.room.settings import Clock, Settings
from openuno.room.snapshot import read_snapshot
from openuno.room.state import GameOn
from openuno.server.rooms.hub import UNUSED
from openuno.server.rooms.loading import SLICE, rng_source, slices
from openuno.server.rooms.log import SNAPSHOT_EVERY
from openuno.server.store import Append, Store, StoredSnapshot
from openuno.server.store.snapshot_version import snapshot_version
from tests.server.inside import ROOMY, Inside, at_server
from tests.server.store.stores import with_store

CODE = "LONGER"
SECRET = Secret(b"s" * 32)
BOTS = Settings(seats=2, format="race:5000", clock=Clock(bots=0))


def long_log(length: int) -> list[Entry]:
    """A table where somebody has come, talked and gone."""
    opened = (Opened("ann", Settings(seats=2)), Committed(SECRET.commitment))
    talk = [Entry(seq, 1_000 + seq, (Said("ann", f"{seq}"),)) for seq in range(3, length)]
    return [
        Entry(1, 1_000, opened),
        Entry(2, 1_001, (Arrived("ann", "Ann", "gone"),)),
        *talk,
        Entry(length, 1_000 + length, (Departed("ann", "gone"),)),
    ]


def write_log(tmp_path: Path, entries: list[Entry]) -> None:
    async def body(store: Store) -> None:
        first = Append(CODE, entries[0], secret=SECRET)
        await asyncio.gather(
            store.append(first), *(store.append(Append(CODE, each)) for each in entries[1:])
        )

    with_store(str(tmp_path / "uno.db"), body)


async def forget_table(inside: Inside, code: str) -> None:
    """Let the table leave memory."""
    await inside.until(lambda: _is_forgotten(inside, code))


async def _is_forgotten(inside: Inside, code: str) -> bool:
    actor = await inside.actor(code)
    if actor is not None and actor.is_idle and not actor.room.people:
        inside.clock.push(UNUSED / 1000 + 1)
        await inside.on_loop(inside.hub._sweep())
    return await inside.actor(code) is None


async def entries_read_by(inside: Inside, code: str) -> int:
    """How many entries it takes to load the table."""
    before = inside.hub.context.entries_read
    await inside.table(code)
    await inside.on_loop(inside.hub.context.drain())
    return inside.hub.context.entries_read - before


@pytest.mark.parametrize("length", [300, 3_000])
def test_a_long_log_is_folded_once_and_then_only_its_end(tmp_path: Path, length: int) -> None:
    write_log(tmp_path, long_log(length))

    async def scenario(inside: Inside) -> None:
        assert await entries_read_by(inside, CODE) == length
        await forget_table(inside, CODE)
        assert await entries_read_by(inside, CODE) == 1  # that the table was archived

    at_server(tmp_path, scenario)


def test_snapshots_are_written_as_a_table_is_played_at(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(Settings(seats=2))
        for number in range(2 * SNAPSHOT_EVERY + 20):
            await ann.does(Say(f"{number}"))
        table = await inside.table(code)
        await ann.drop()
        await forget_table(inside, code)
        assert await entries_read_by(inside, code) <= SNAPSHOT_EVERY
        assert replace(await inside.table(code), seq=0, at=0, people=(), host_away=None) == replace(
            table, seq=0, at=0, people=(), host_away=None
        )

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=10**6))


def test_a_game_loaded_from_a_snapshot_goes_on_with_its_own_chance(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(BOTS)
        for seat in (0, 1):
            await ann.does(AddBot(seat))
        await ann.does(Start())
        while (await inside.table(code)).seq < SNAPSHOT_EVERY + 50:
            await inside.later(code, 1)
        await ann.drop()
        await forget_table(inside, code)
        read = await entries_read_by(inside, code)
        log = await inside.log(code)
        table = await inside.table(code)
        assert isinstance(table.game, GameOn)
        # The entries since the snapshot, and those of the hand that the bots are to remember.
        assert read <= SNAPSHOT_EVERY + len(log) - table.game.dealt + 1
        secret = await inside.on_loop(inside.hub.context.store.secret(code, table.commitment or ""))
        assert secret is not None
        whole = None
        for entry in log:
            whole = evolve_room(whole, entry, rng_source(secret))
        assert whole == table
        again = await inside.device(ann.token, code)
        await again.reach(table.seq + 10)  # and its bots play on

    at_server(tmp_path, scenario)


@pytest.mark.parametrize(
    "bad",
    [
        StoredSnapshot(250, "another-version", b"what only that version understands"),
        StoredSnapshot(250, "this", b"nonsense"),
    ],
)
def test_a_snapshot_that_cannot_be_used_is_made_again(tmp_path: Path, bad: StoredSnapshot) -> None:
    if bad.version == "this":
        bad = replace(bad, version=snapshot_version())
    write_log(tmp_path, long_log(300))
    with_store(str(tmp_path / "uno.db"), lambda store: store.keep_snapshot(CODE, bad))

    async def scenario(inside: Inside) -> None:
        assert await entries_read_by(inside, CODE) == 300
        stored = await inside.on_loop(inside.hub.context.store.snapshot(CODE))
        assert stored is not None
        assert stored.version == snapshot_version()
        assert read_snapshot(stored.body).seq == 300

    at_server(tmp_path, scenario)


def test_other_work_gets_its_turn_while_a_long_log_is_read(tmp_path: Path) -> None:
    """However long the log, no more than a slice of it is decoded and folded at once."""
    length = 30 * SLICE
    write_log(tmp_path, long_log(length))

    async def scenario(inside: Inside) -> None:
        async def count_turns() -> int:
            turns = 0
            loading = asyncio.ensure_future(inside.hub.find_actor(CODE))
            while not loading.done():
                await asyncio.sleep(0)
                turns += 1
            return turns

        assert await inside.on_loop(count_turns()) >= length / SLICE

        async def longest() -> int:
            store = inside.hub.context.store
            return max([len(each) async for each in slices(store, CODE, 0)])

        assert await inside.on_loop(longest()) == SLICE

    at_server(tmp_path, scenario)


def test_starting_a_server_loads_no_table_that_is_not_due(tmp_path: Path) -> None:
    write_log(tmp_path, long_log(300))

    async def scenario(inside: Inside) -> None:
        await inside.on_loop(inside.hub._sweep())
        assert inside.hub.context.entries_read == 0

    at_server(tmp_path, scenario)
