"""What every store promises of processes, events and the operator's settings."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from openuno.event.facts import Finished
from openuno.event.hosted.facts import Entry as EventEntry
from openuno.server.store import (
    AlreadyDone,
    Append,
    Conflict,
    EventAppend,
    Guest,
    OperatorSetting,
    Store,
    Unavailable,
)
from tests.server.store.stores import entry, finished, opening, with_store


def test_processes_that_beat_are_alive(database: str) -> None:
    async def body(store: Store) -> None:
        await store.check()  # writes, but is no process
        await store.beat("one", 100)
        await store.beat("two", 200)
        assert await store.alive(0) == {"one", "two"}
        assert await store.alive(150) == {"two"}
        await store.beat("one", 200)
        assert await store.alive(200) == {"one", "two"}

    with_store(database, body)


def test_events_keep_their_log_and_are_deleted_with_their_rooms(database: str) -> None:
    def change(seq: int, command: str | None = None, due: int | None = None) -> EventAppend:
        guest = None if command is None else "ann"
        return EventAppend("EVENTS", "host", EventEntry(seq, 7, (Finished(),), guest, command), due)

    async def body(store: Store) -> None:
        await store.append_event(change(1, "a", due=100))
        await store.append_event(change(2, "b", due=200))
        with pytest.raises(Conflict):
            await store.append_event(change(2, "c"))
        with pytest.raises(AlreadyDone) as done:
            await store.append_event(change(3, "a"))
        assert done.value.seq == 1
        assert await store.event_answer("EVENTS", "ann", "b") == 2
        assert await store.event_entries("EVENTS", 0) == [
            change(1, "a").entry,
            change(2, "b").entry,
        ]
        assert await store.event_entries("EVENTS", 1) == [change(2, "b").entry]
        assert await store.event_entries("OTHERS", 0) == []
        assert (await store.count_events("host"), await store.count_events("ann")) == (1, 0)
        assert await store.due_events(199, 9) == []
        assert await store.due_events(200, 9) == ["EVENTS"]
        # Two processes find it due, and one of them looks after it.
        assert await store.claim_event("EVENTS", 200, 300)
        assert not await store.claim_event("EVENTS", 200, 300)
        await store.append(opening("ABCDE"))
        await store.append(Append("ABCDE", entry(2), finished=finished("g1", "ann", "bob")))
        game = await store.last_game("ABCDE")
        assert game is not None
        assert game.id == "g1"
        assert await store.last_game("OTHER") is None
        await store.delete_event("EVENTS", ["ABCDE"])
        assert await store.event_entries("EVENTS", 0) == []
        assert await store.count_events(None) == 0
        assert await store.entries("ABCDE", 0) == []
        assert await store.game("g1") is None
        assert await store.totals("ann") == []

    with_store(database, body)


def test_values_the_database_cannot_take_hurt_nobody_else(database: str) -> None:
    async def body(store: Store) -> None:
        refused = store.add_guest(Guest("lone surrogate \ud800", "Ann"), b"a")
        kept = store.append(opening())
        outcomes = await asyncio.gather(refused, kept, return_exceptions=True)
        assert isinstance(outcomes[0], Exception)
        assert not isinstance(outcomes[0], Unavailable)
        assert outcomes[1] is None

    with_store(database, body)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.append(opening()),
        lambda store: store.entries("ABCDE", 0),
        lambda store: store.check(),
    ],
    ids=["append", "entries", "check"],
)
def test_a_closed_store_says_so(
    database: str, ask: Callable[[Store], Coroutine[None, None, object]]
) -> None:
    async def body(store: Store) -> None:
        await store.close()
        with pytest.raises(Unavailable):
            await ask(store)

    with_store(database, body)


def test_what_the_operator_sets_is_kept_replaced_and_removed(database: str) -> None:
    async def body(store: Store) -> None:
        assert await store.operator_settings() == []
        drain = OperatorSetting("drain", None, "{}")
        await store.keep_operator_setting(drain)
        await store.keep_operator_setting(OperatorSetting("ban-person:ann", 100, "{}"))
        longer = OperatorSetting("ban-person:ann", 200, '{"reason":"schön 🃏"}')
        await store.keep_operator_setting(longer)
        assert await store.operator_settings() == [longer, drain]
        await store.remove_over_settings(199)
        assert await store.operator_settings() == [longer, drain]
        await store.remove_over_settings(200)
        assert await store.operator_settings() == [drain]
        assert await store.remove_operator_setting("drain")
        assert not await store.remove_operator_setting("drain")

    with_store(database, body)
