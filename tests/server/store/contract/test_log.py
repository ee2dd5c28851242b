"""What every store promises of a table's log: in order, once, and as it was written."""

import asyncio

import pytest

from openuno.room.facts import Entry
from openuno.room.secret import Secret
from openuno.server.store import AlreadyDone, Append, Conflict, LobbyState, Store, StoredSnapshot
from tests.server.store.stores import entry, finished, listing, opening, with_store


def test_entries_come_back_in_order_and_as_they_were(database: str) -> None:
    written = [entry(1), *(entry(seq, "schön 🃏", f"c{seq}") for seq in range(2, 200))]

    async def body(store: Store) -> None:
        for each in written:
            await store.append(Append("ABCDE", each))
        assert await store.entries("ABCDE", 0) == written
        assert await store.entries("ABCDE", 150) == written[150:]
        assert await store.entries("ABCDE", 2, 5) == written[2:5]
        assert await store.entries("ABCDE", 3, 150) == written[3:150]
        assert await store.entries("ABCDE", 199) == []

    with_store(database, body)


def test_a_table_that_is_not_there_has_no_entries(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(opening("ABCDE"))
        assert await store.entries("OTHER", 0) == []
        assert await store.listing("OTHER") is None

    with_store(database, body)


def test_what_is_written_is_there_when_the_store_is_opened_again(database: str) -> None:
    with_store(database, lambda store: store.append(opening()))

    async def body(store: Store) -> None:
        assert await store.entries("ABCDE", 0) == [entry(1)]
        assert await store.listing("ABCDE") == listing()

    with_store(database, body)


def test_an_entry_that_is_taken_is_a_conflict_and_changes_nothing(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(opening())
        secret = Secret(b"s" * 32)
        other = Append(
            "ABCDE",
            entry(1, "other", "c1"),
            listing(state=LobbyState.PLAYING),
            due=7,
            secret=secret,
            finished=finished("g1", "ann", "bob"),
        )
        with pytest.raises(Conflict):
            await store.append(other)
        assert await store.entries("ABCDE", 0) == [entry(1)]
        assert await store.listing("ABCDE") == listing()
        assert await store.due(100, 10) == []
        assert await store.secret("ABCDE", secret.commitment) is None
        assert await store.game("g1") is None
        assert await store.totals("ann") == []
        assert await store.answer("ABCDE", "ann", "c1") is None

    with_store(database, body)


def test_of_snapshots_the_one_with_the_latest_entries_is_kept(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(opening())
        assert await store.snapshot("ABCDE") is None
        for kept in (
            StoredSnapshot(200, "one", b"\x00first"),
            StoredSnapshot(400, "one", b"second"),
            StoredSnapshot(400, "two", b"of another version"),
        ):
            await store.keep_snapshot("ABCDE", kept)
            assert await store.snapshot("ABCDE") == kept
        await store.keep_snapshot("ABCDE", StoredSnapshot(399, "two", b"late"))
        assert await store.snapshot("ABCDE") == kept
        assert await store.snapshot("OTHER") is None

    with_store(database, body)


def test_of_twenty_who_append_the_same_entry_one_wins(database: str) -> None:
    async def body(store: Store) -> None:
        tries = (store.append(Append("ABCDE", entry(1, f"try {n}", f"c{n}"))) for n in range(20))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes.count(None) == 1
        assert [type(each) for each in outcomes if each is not None] == [Conflict] * 19
        (kept,) = await store.entries("ABCDE", 0)
        assert kept == entry(1, f"try {outcomes.index(None)}", f"c{outcomes.index(None)}")

    with_store(database, body)


def test_a_command_is_carried_out_once_and_answers_with_its_entry(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(opening())
        await store.append(Append("ABCDE", entry(2, command="c1")))
        with pytest.raises(AlreadyDone) as later:
            await store.append(Append("ABCDE", entry(3, command="c1")))
        assert later.value.seq == 2
        with pytest.raises(AlreadyDone) as both:  # the entry is taken as well: the answer counts
            await store.append(Append("ABCDE", entry(1, command="c1")))
        assert both.value.seq == 2
        assert await store.answer("ABCDE", "ann", "c1") == 2
        assert len(await store.entries("ABCDE", 0)) == 2

    with_store(database, body)


def test_of_twenty_resends_at_once_one_is_written_and_all_get_its_entry(database: str) -> None:
    async def body(store: Store) -> None:
        tries = (store.append(Append("ABCDE", entry(seq, command="c1"))) for seq in range(1, 21))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        (kept,) = await store.entries("ABCDE", 0)
        assert outcomes.count(None) == 1
        assert all(each.seq == kept.seq for each in outcomes if isinstance(each, AlreadyDone))
        assert sum(isinstance(each, AlreadyDone) for each in outcomes) == 19

    with_store(database, body)


def test_commands_are_told_apart_by_person_and_by_table(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(Append("ABCDE", entry(1, command="c1", guest="ann")))
        await store.append(Append("ABCDE", entry(2, command="c1", guest="bob")))
        await store.append(Append("OTHER", entry(1, command="c1", guest="ann")))
        await store.append(Append("ABCDE", entry(3)))
        await store.append(Append("ABCDE", entry(4)))  # nobody's, as the one before
        assert await store.answer("ABCDE", "bob", "c1") == 2
        assert await store.answer("OTHER", "ann", "c1") == 1
        assert await store.answer("OTHER", "bob", "c1") is None

    with_store(database, body)


def test_tables_do_not_disturb_each_other(database: str) -> None:
    async def play(store: Store, code: str) -> list[Entry]:
        written = [entry(seq, code, f"c{seq}") for seq in range(1, 30)]
        for each in written:
            await store.append(Append(code, each))
        return written

    async def body(store: Store) -> None:
        codes = [f"T{n}" for n in range(20)]
        written = await asyncio.gather(*(play(store, code) for code in codes))
        for code, entries in zip(codes, written, strict=True):
            assert await store.entries(code, 0) == entries

    with_store(database, body)


def test_an_append_whose_caller_gave_up_disturbs_nobody(database: str) -> None:
    async def body(store: Store) -> None:
        given_up = asyncio.create_task(store.append(Append("ABCDE", entry(1, "given up"))))
        others = [asyncio.create_task(store.append(opening(f"T{n}"))) for n in range(5)]
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(*others)
        await asyncio.wait([given_up])
        assert given_up.cancelled()
        for n in range(5):
            assert len(await store.entries(f"T{n}", 0)) == 1
        await store.check()

    with_store(database, body)
