"""A move that finds its table idle is decided as it arrives; it keeps every promise of others."""

from pathlib import Path

from openuno.engine.actions import Draw
from openuno.room.commands import Move, Say
from openuno.room.protocol.messages import Ack, Ask, Error
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.server.store.sqlite.store import SqliteStore
from tests.server.clients import Client
from tests.server.inside import Inside, at_server

PAIR = Settings(seats=2, format="race:500", clock=Clock(move=None))
DRAW = Move(Draw())


async def _ask_together(inside: Inside, code: str, client: Client, *asks: Ask) -> None:
    """Let the asks arrive as if in one packet."""

    async def ask_all() -> None:
        actor = await inside.hub.find_actor(code)
        (connection,) = actor.crowd.of(client.guest)
        for ask in asks:
            actor.ask(connection, ask)
        await actor.wait_until_idle()

    await inside.on_loop(ask_all())


async def _protect_file(inside: Inside, protected: bool) -> None:
    store = inside.hub.context.store
    assert isinstance(store, SqliteStore)
    db = store._writer._db

    async def protect() -> None:
        db.execute(f"pragma query_only = {protected}")

    await inside.on_loop(protect())


def _next(clients: list[Client]) -> Client:
    return next(client for client in clients if client.to_move)


def test_a_move_that_arrives_twice_is_written_once(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, code = await inside.playing(PAIR)
        client = _next(clients)
        before = (await inside.table(code)).seq
        client.errors.clear()
        again, other = Ask("draw", DRAW), Ask("draw", Say("hello"))
        await _ask_together(inside, code, client, again, again, other)
        entries = (await inside.log(code))[before:]
        assert [entry.command for entry in entries] == ["draw"]
        await client.ping()
        assert [error.code for error in client.errors] == [RefusalCode.REUSED_ID]
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def test_what_arrives_behind_a_move_waits_for_it(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, code = await inside.playing(PAIR)
        client = _next(clients)
        before = (await inside.table(code)).seq
        said = Ask("said", Say("hello"))
        await _ask_together(inside, code, client, Ask("draw", DRAW), said, Ask("more", DRAW))
        entries = (await inside.log(code))[before:]
        assert [entry.command for entry in entries] == ["draw", "said"]
        answer = await client.answer("more")
        assert isinstance(answer, Error), "nobody draws twice"
        assert answer.code is RefusalCode.ILLEGAL_MOVE
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def test_a_move_that_cannot_be_saved_is_sent_to_nobody_and_can_be_sent_again(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        clients, code = await inside.playing(PAIR)
        client = _next(clients)
        before = (await inside.table(code)).seq
        await _protect_file(inside, True)
        assert (await client.refused(DRAW, "draw")).code is RefusalCode.UNAVAILABLE
        assert [each.table.seq for each in clients] == [before, before]
        await _protect_file(inside, False)
        while isinstance(answer := await client.ask(DRAW, "draw"), Error):
            assert answer.code is RefusalCode.UNAVAILABLE  # it is not tried again at once
        assert isinstance(answer, Ack)
        entries = (await inside.log(code))[before:]
        assert [entry.command for entry in entries] == ["draw"]
        await inside.same(*clients)

    at_server(tmp_path, scenario)
