"""What every store promises of tables: which there are, which are due, which are deleted."""

from msgspec.structs import replace

from openuno.room.facts import Entry
from openuno.room.secret import Secret
from openuno.server.store import Append, Guest, LobbyState, Store, StoreCounts, StoredSnapshot
from tests.server.store.stores import entry, finished, listing, with_store


def test_a_deleted_table_leaves_nothing_and_others_stay(database: str) -> None:
    async def body(store: Store) -> None:
        secret = Secret(b"s" * 32)
        for code in ("ABCDE", "OTHER"):
            await store.append(Append(code, entry(1), listing(code), due=7, secret=secret))
            await store.keep_snapshot(code, StoredSnapshot(1, "one", b"body"))
        await store.delete_table("ABCDE")
        await store.delete_table("NEVER")
        assert await store.entries("ABCDE", 0) == []
        assert await store.listing("ABCDE") is None
        assert await store.snapshot("ABCDE") is None
        assert await store.secret("ABCDE", secret.commitment) is None
        assert await store.due(100, 10) == ["OTHER"]
        assert await store.entries("OTHER", 0) == [entry(1)]
        assert await store.count_rooms(None) == 1

    with_store(database, body)


def test_tables_written_by_a_clock_that_is_ahead_can_be_made_due(database: str) -> None:
    async def body(store: Store) -> None:
        for code, written, due in (
            ("AHEAD", 9_000, 9_500),
            ("NEVER", 500, 99_000),
            ("FINE", 900, 2_000),
            ("PAST", 9_000, 10),
        ):
            first = Entry(1, written, ())
            await store.append(Append(code, first, listing(code), due=due))
        await store.hasten(1_000, 1_100, 50_000)
        assert sorted(await store.due(1_000, 10)) == ["AHEAD", "NEVER", "PAST"]
        assert (await store.due(1_000, 10))[0] == "PAST"
        await store.hasten(1_000, 0, 0)
        assert len(await store.due(1_000, 10)) == 4

    with_store(database, body)


def test_listing_and_due_stay_as_they_are_unless_given(database: str) -> None:
    async def body(store: Store) -> None:
        await store.append(Append("ABCDE", entry(1), listing(), due=50))
        await store.append(Append("ABCDE", entry(2)))
        assert (await store.listing("ABCDE"), await store.due(50, 9)) == (listing(), ["ABCDE"])
        changed = listing(people=3)
        await store.append(Append("ABCDE", entry(3), changed))
        assert (await store.listing("ABCDE"), await store.due(50, 9)) == (changed, ["ABCDE"])
        await store.append(Append("ABCDE", entry(4), due=70))
        assert (await store.due(69, 9), await store.due(70, 9)) == ([], ["ABCDE"])
        assert await store.listing("ABCDE") == changed
        await store.append(Append("ABCDE", entry(5), listing(people=4), due=None))
        assert await store.due(10**15, 9) == []
        await store.append(Append("ABCDE", entry(6), due=10**14))
        assert await store.due(10**14, 9) == ["ABCDE"]

    with_store(database, body)


def test_the_longest_due_comes_first_and_due_can_be_set(database: str) -> None:
    async def body(store: Store) -> None:
        for code, due in (("A", 30), ("B", 10), ("C", 20), ("D", None)):
            await store.append(Append(code, entry(1), listing(code), due=due))
        assert await store.due(25, 9) == ["B", "C"]
        assert await store.due(99, 2) == ["B", "C"]
        await store.set_due("B", None)
        await store.set_due("D", 5)
        assert await store.due(99, 9) == ["D", "C", "A"]

    with_store(database, body)


def test_the_lobby_shows_public_tables_the_last_touched_first(database: str) -> None:
    tables = [
        listing("A"),
        listing("B", state=LobbyState.PLAYING),
        listing("C", public=False),
        listing("D", state=LobbyState.ARCHIVED),
    ]

    async def body(store: Store) -> None:
        for place, each in enumerate(tables, 1):
            for seq in range(1, place + 1):  # later ones have later entries
                await store.append(Append(each.code, entry(seq), each))
        assert [each.code for each in await store.lobby(9)] == ["B", "A"]
        assert [each.code for each in await store.lobby(1)] == ["B"]
        await store.append(Append("A", entry(7), listing("A", people=2)))
        assert await store.lobby(1) == [listing("A", people=2)]
        assert await store.listing("C") == tables[2]
        await store.append(Append("B", entry(8), listing("B", state=LobbyState.ARCHIVED)))
        assert [each.code for each in await store.lobby(9)] == ["A"]

    with_store(database, body)


def test_tables_are_counted_by_host_unless_archived(database: str) -> None:
    async def body(store: Store) -> None:
        for code, host, state in (
            ("A", "ann", LobbyState.OPEN),
            ("B", "ann", LobbyState.PLAYING),
            ("C", "ann", LobbyState.ARCHIVED),
            ("D", "bob", LobbyState.OPEN),
            ("E", None, LobbyState.OPEN),
        ):
            await store.append(Append(code, entry(1), listing(code, host=host, state=state)))
        counts = [await store.count_rooms(host) for host in ("ann", "bob", "eve", None)]
        assert counts == [2, 1, 0, 4]

    with_store(database, body)


def test_every_table_can_be_listed_and_counted(database: str) -> None:
    async def body(store: Store) -> None:
        for seq, code in enumerate(("OLD", "PRIVATE", "NEW"), start=1):
            shown = listing(code, public=code != "PRIVATE")
            await store.append(Append(code, replace(entry(1), at=seq * 100), shown))
        gone = listing("GONE", state=LobbyState.ARCHIVED)
        await store.append(Append("GONE", replace(entry(1), at=50), gone))
        playing = Append("NEW", replace(entry(2), at=400), listing("NEW", state=LobbyState.PLAYING))
        await store.append(playing)
        await store.add_guest(Guest("ann", "Ann"), b"a")
        found = await store.all_tables(10_000, 9)
        assert [(each.listing.code, each.touched) for each in found] == [
            ("NEW", 400),
            ("PRIVATE", 200),
            ("OLD", 100),
        ]
        older = await store.all_tables(200, 9, archived=True)
        assert [each.listing.code for each in older] == ["OLD", "GONE"]
        assert len(await store.all_tables(10_000, 1)) == 1
        assert await store.counts() == StoreCounts(
            open=2, playing=1, archived=1, people=1, events=0, games=0
        )

    with_store(database, body)


def test_archived_tables_are_deleted_by_age_with_all_they_had(database: str) -> None:
    async def body(store: Store) -> None:
        archived = LobbyState.ARCHIVED
        for at, code in enumerate(("FIRST", "SECOND", "LATER"), start=1):
            shown = listing(code, state=archived, host=None if code == "FIRST" else "ann")
            secret = Secret(bytes([at]) * 32)
            await store.append(
                Append(code, replace(entry(1), at=at * 100), shown, due=1, secret=secret)
            )
        await store.append(Append("OPEN", replace(entry(1), at=100), listing("OPEN")))
        room = listing("ROOM", state=archived, host="event-EVENTS")
        await store.append(Append("ROOM", replace(entry(1), at=100), room))
        game = replace(finished("g1", "ann", "bob"), code="FIRST")
        await store.append(Append("FIRST", entry(2), finished=game))
        await store.keep_snapshot("FIRST", StoredSnapshot(1, "one", b"x"))
        assert await store.count_archived(100) == (0, 0)
        assert await store.count_archived(300) == (2, 1)
        assert await store.delete_archived(300, 1) == ["FIRST"]
        assert await store.entries("FIRST", 0) == []
        assert await store.listing("FIRST") is None
        assert await store.snapshot("FIRST") is None
        assert await store.secret("FIRST", Secret(bytes([1]) * 32).commitment) is None
        assert await store.game("g1") is None
        assert await store.totals("ann") == []
        assert await store.delete_archived(300, 9) == ["SECOND"]
        assert await store.delete_archived(300, 9) == []
        for kept in ("LATER", "OPEN", "ROOM"):
            assert await store.listing(kept) is not None

    with_store(database, body)
