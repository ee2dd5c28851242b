"""A full disk and a clock that steps back: refused or waited for, said so, nothing lost.

The disk: a real `uno serve` whose files may not grow any more (a limit the kernel enforces, set and
lifted from outside while it runs), and an in-process server whose SQLite file has no page left.
While nothing can be written every request is refused as `unavailable` and readiness says so; once
there is room everything goes on without a restart, every ack ever given is borne out by the log,
and a request that was refused and repeated is granted once.

The clock: the wall clock stepping back an hour under a running server, and a database written by
a clock an hour ahead. Deadlines are kept, time in the log never goes back, and a person who is
gone is noticed to be gone.
"""

import asyncio
import resource
import sqlite3
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from openuno.room.commands import AddBot, End, HandOver, Move, RoomCommand, Say, Start
from openuno.room.facts import Entry, TimedOut
from openuno.room.protocol.messages import Ack, Error, Join
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on, is_played_by_bot, is_present
from openuno.server.store.opening import open_store
from openuno.server.store.sqlite.store import SqliteStore
from tests.room.games import waits_of
from tests.server.clients import (
    Client,
    Denied,
    begin,
    choose_move,
    gather_round,
    new_guest,
    open_table,
)
from tests.server.inside import ROOMY, Inside, at_server
from tests.server.servers import ServerProcess, run_server

PAIR = Settings(seats=2, format="single", clock=Clock(move=None, bots=0))
FOREVER = resource.RLIM_INFINITY
Acked = dict[tuple[str, str], int]


# ---- the disk ----


def test_a_full_disk_is_said_and_lived_through_without_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "uno.db"
    acked: Acked = {}

    async def scenario(served: ServerProcess, clients: list[Client]) -> str:
        ann, ben = await gather_round(served.url, PAIR)
        clients += ann, ben
        await begin((ann, ben))
        bots = await _table_of_bots(served.url)
        clients.append(bots)
        for _ in range(3):
            await _moves(await _mover(ann, ben), acked)
        _let_files_grow_to(served, 4096)
        refused = [
            await _moves(await _mover(ann, ben), acked),
            await _asks(ann, HandOver(ben.guest)),
        ]
        for client, request_id, _ in refused:
            answer = await client.answer(request_id)
            assert isinstance(answer, Error)
            assert answer.code is RefusalCode.UNAVAILABLE
        assert served.address.ask("GET", "/healthz").status == 200
        assert served.address.ask("GET", "/readyz").status == 503
        _let_files_grow_to(served, FOREVER)
        await _until_ready(served)
        for client, request_id, command in refused:
            acked[client.guest, request_id] = await _insists(client, command, request_id)
        stopped = bots.table.seq
        await bots.wait_for(lambda it: it.table.seq > stopped + 3 or not is_game_on(it.table))
        for _ in range(2):
            await _moves(await _mover(ann, ben), acked)
        await ben.does(End())  # who was made host though the disk was full
        return ann.code or ""

    async def with_clients(served: ServerProcess) -> str:
        clients: list[Client] = []
        try:
            async with asyncio.timeout(300):
                return await scenario(served, clients)
        finally:
            for client in clients:
                await client.drop()

    with ServerProcess(database) as served:
        code = asyncio.run(with_clients(served))
        served.kill()
    _bears_out(asyncio.run(_log(database, code)), acked)


async def _mover(*clients: Client) -> Client:
    for client in clients:
        await client.reach(max(each.table.seq for each in clients))
    return next(client for client in clients if client.to_move)


Wished = tuple[Client, str, RoomCommand]


async def _asks(client: Client, command: RoomCommand) -> Wished:
    request_id = client.new_request_id()
    await client.ask(command, request_id)
    return client, request_id, command


async def _insists(client: Client, command: RoomCommand, request_id: str) -> int:
    """Repeat a request until it is granted, as its refusal says; the entry it became."""
    async with asyncio.timeout(60):
        while True:
            answer = await client.ask(command, request_id)
            if isinstance(answer, Ack):
                return answer.seq
            assert answer.code is RefusalCode.UNAVAILABLE, answer
            await asyncio.sleep(0.1)


async def _moves(client: Client, acked: Acked) -> Wished:
    _, request_id, command = await _asks(client, Move(choose_move(client.legal, Random(0))))
    answer = await client.answer(request_id)
    if isinstance(answer, Ack):
        acked[client.guest, request_id] = answer.seq
        await client.reach(answer.seq)
    return client, request_id, command


def _let_files_grow_to(served: ServerProcess, size: int) -> None:
    """Beyond, the kernel refuses to write: Python ignores the signal and sees the error."""
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, FOREVER))


async def _until_ready(served: ServerProcess) -> None:
    async with asyncio.timeout(60):
        while served.address.ask("GET", "/readyz").status != 200:
            await asyncio.sleep(0.1)


async def _table_of_bots(url: str) -> Client:
    """Someone who watches bots that take a second for each move."""
    token = await new_guest(url, "Eve")
    code = await open_table(url, token, replace(PAIR, clock=Clock(bots=0.05)))
    eve = await Client.open(url, token)
    await eve.join(code)
    for seat in (0, 1):
        await eve.does(AddBot(seat))
    await eve.does(Start())
    return eve


async def _says(client: Client, text: str, acked: Acked) -> str:
    request_id = client.new_request_id()
    answer = await client.ask(Say(text), request_id)
    if isinstance(answer, Ack):
        acked[client.guest, request_id] = answer.seq
    return request_id


async def _log(database: Path, code: str) -> list[Entry]:
    store = await open_store(str(database), process="reader")
    try:
        return await store.entries(code, 0)
    finally:
        await store.close()


def _bears_out(log: list[Entry], acked: Acked) -> None:
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert all(before.at <= after.at for before, after in pairwise(log))
    requests = {(e.guest, e.command): e.seq for e in log if e.command is not None}
    assert len(requests) == sum(entry.command is not None for entry in log)
    assert acked.items() <= requests.items()


def test_a_file_without_a_page_left_is_waited_for_calmly(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        eve, bots = await inside.host(replace(PAIR, clock=Clock(bots=0.05)), "Eve")
        for seat in (0, 1):
            await eve.does(AddBot(seat))
        await eve.does(Start())
        acked: Acked = {}
        await _most_pages(inside, None)
        refused = ""
        while not refused:
            request_id = await _says(ann, "x" * 290, acked)
            refused = request_id if (ann.guest, request_id) not in acked else ""
        answer = await ann.answer(refused)
        assert isinstance(answer, Error)
        assert answer.code is RefusalCode.UNAVAILABLE
        await ben.ping()
        complaints = len(inside.logged)
        await asyncio.sleep(2)
        assert len(inside.logged) - complaints < 30, "it tries now and then, not all the time"
        stopped = (await inside.table(bots)).seq
        await _most_pages(inside, 10**6)
        await eve.reach(stopped + 1)  # the bots go on by themselves
        acked[ann.guest, refused] = await _insists(ann, Say("x" * 290), refused)
        await inside.same(ann, ben, eve)
        _bears_out(await inside.log(code), acked)
        assert [e.sentence for e in ben.errors if e.code is RefusalCode.UNAVAILABLE] == []

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=10**6))


async def _most_pages(inside: Inside, most: int | None) -> None:
    """Bound the size of the file: by default to what it has now."""

    db = _writer(inside)

    async def bound() -> None:
        (now,) = db.execute("pragma page_count").fetchone()
        db.execute(f"pragma max_page_count = {now if most is None else most}")

    await inside.on_loop(bound())


async def _write_protected(inside: Inside, protected: bool) -> None:
    """As if the file lay on a disk that has just been remounted read-only."""
    db = _writer(inside)

    async def protect() -> None:
        db.execute(f"pragma query_only = {protected}")

    await inside.on_loop(protect())


def _writer(inside: Inside) -> sqlite3.Connection:
    store = inside.hub.context.store
    assert isinstance(store, SqliteStore)
    return store._writer._db


def test_people_who_come_while_nothing_can_be_written_are_told_and_can_join_later(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        ben = await inside.person("Ben")
        await _write_protected(inside, True)
        assert (await ann.refused(Say("is anyone there?"))).code is RefusalCode.UNAVAILABLE
        await ben.send(Join(code))
        await ben.wait_for(lambda it: any(e.code is RefusalCode.UNAVAILABLE for e in it.errors))
        early = await ben.refused(Say("am I there?"))
        assert early.code in (RefusalCode.NOT_AT_TABLE, RefusalCode.UNAVAILABLE)
        assert inside.server.ask("POST", "/api/guests", {"name": "Cat"}).status == 503
        await _write_protected(inside, False)
        while ben.known is None:  # as it was told to
            with suppress(Denied):
                await ben.join(code)
            await asyncio.sleep(0.1)
        await inside.same(ann, ben)

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=10**6))


# ---- the clock ----


def test_the_wall_clock_stepping_back_disturbs_no_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(PAIR, clock=Clock(move=5, bots=0))
    real, real_ns = time.time, time.time_ns

    async def scenario(url: str) -> str:
        clients = await gather_round(url, settings)
        await begin(clients)
        monkeypatch.setattr(time, "time", lambda: real() - 3600)
        monkeypatch.setattr(time, "time_ns", lambda: real_ns() - 3600 * 10**9)
        mover = next(client for client in clients if client.to_move)
        await mover.does(Move(choose_move(mover.legal, Random(0))))
        # Nobody moves any more: the player to move is late, by the clock that ran on.
        await mover.wait_for(lambda it: any(is_played_by_bot(seat) for seat in it.table.seats))
        for client in clients:
            await client.drop()
        return clients[0].code or ""

    with run_server(tmp_path / "uno.db", limits=ROOMY) as server:
        code = asyncio.run(asyncio.wait_for(scenario(server.url), 300))
        log = server.do(server.hub.context.store.entries(code, 0))
    assert all(before.at <= after.at for before, after in pairwise(log))
    moved, late = _waited_for(log)
    assert late - moved >= 5000


def _waited_for(log: list[Entry]) -> tuple[int, int]:
    late = next(e for e in log if any(isinstance(fact, TimedOut) for fact in e.facts))
    granted = [e for e in log if e.command is not None and e.seq < late.seq]
    return granted[-1].at, late.at


def test_a_table_written_by_a_clock_that_is_ahead_goes_on_at_once(tmp_path: Path) -> None:
    settings = replace(PAIR, clock=Clock(move=None, away=20, bots=0))
    people: dict[int, str] = {}
    codes: list[str] = []

    async def ahead(inside: Inside) -> None:
        inside.clock.push(3600)
        await inside.on_loop(inside.hub.context.beat())
        (ann, ben), code = await inside.playing(settings)
        people.update({client.seat or 0: client.token for client in (ann, ben)})
        codes.append(code)
        # The server goes down with both at the table: nobody has been seen to leave.
        await inside.on_loop(_stop(inside))

    async def behind(inside: Inside) -> None:
        (code,) = codes
        before = (await inside.log(code))[-1]
        assert before.at > inside.clock() + 3_000_000
        waiting = waits_of(await inside.table(code))[0].seat
        stays = await inside.device(people[1 - waiting], code)
        await inside.until(lambda: _one_is_there(inside, stays))
        table = await inside.later(code, 21)
        assert is_played_by_bot(table.seats[waiting]), "who did not come back is played for"
        comes = await inside.device(people[waiting], code)
        mover = comes if comes.to_move else stays
        await inside.same(comes, stays)
        await mover.does(Move(choose_move(mover.legal, Random(0))))
        await inside.same(comes, stays)
        log = await inside.log(code)
        assert all(one.at <= other.at for one, other in pairwise(log))

    at_server(tmp_path, ahead)
    at_server(tmp_path, behind)


async def _stop(inside: Inside) -> None:
    inside.hub.stopping = True


async def _one_is_there(inside: Inside, client: Client) -> bool:
    await inside.wake(client.code or "")
    table = await inside.table(client.code or "")
    return is_present(table, client.guest) and len(table.people) == 1
