"""What every store promises, sentence by sentence."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence

import pytest
from msgspec.structs import replace

from openuno.event.facts import Finished
from openuno.event.hosted.facts import Entry as EventEntry
from openuno.game.statistics import Figures
from openuno.room.facts import Entry
from openuno.room.secret import Secret
from openuno.server.store import (
    AlreadyDone,
    Append,
    Conflict,
    EventAppend,
    FinishedGame,
    Guest,
    LobbyState,
    OperatorSetting,
    Rating,
    Store,
    StoreCounts,
    StoredSnapshot,
    Totals,
    Unavailable,
)
from openuno.server.store.opening import open_store
from tests.server.store.stores import (
    add_people,
    entry,
    finished,
    listing,
    opening,
    report,
    with_store,
)


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


def test_tables_that_a_clock_ahead_of_ours_has_written_can_be_made_due(database: str) -> None:
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


def test_a_secret_is_found_by_table_and_commitment(database: str) -> None:
    secret, other = Secret(bytes(range(32))), Secret(b"o" * 32)

    async def body(store: Store) -> None:
        await store.append(Append("ABCDE", entry(1), listing(), secret=secret))
        await store.append(Append("ABCDE", entry(2), secret=other))
        assert await store.secret("ABCDE", secret.commitment) == secret
        assert await store.secret("ABCDE", other.commitment) == other
        assert await store.secret("OTHER", secret.commitment) is None

    with_store(database, body)


def test_a_person_is_found_by_token_and_by_id(database: str) -> None:
    async def body(store: Store) -> None:
        ann = Guest("ann", "Ann ☂", rated=True)
        await store.add_guest(ann, b"\x00token")
        assert await store.guest(b"\x00token") == ann
        assert await store.find_guest("ann") == ann
        assert await store.guest(b"other") is None
        assert await store.find_guest("bob") is None
        changed = Guest("ann", "Anna", face="p:2-1-4-0-3")
        await store.change_guest(changed)
        assert await store.find_guest("ann") == await store.guest(b"\x00token") == changed

    with_store(database, body)


def test_only_the_newest_token_is_the_persons(database: str) -> None:
    async def body(store: Store) -> None:
        await store.add_guest(Guest("ann", "Ann"), b"first")
        await store.change_token("ann", b"second")
        assert await store.guest(b"first") is None
        assert await store.guest(b"second") == Guest("ann", "Ann")

    with_store(database, body)


def test_neither_id_nor_token_can_be_two_peoples(database: str) -> None:
    async def body(store: Store) -> None:
        await store.add_guest(Guest("ann", "Ann"), b"a")
        await store.add_guest(Guest("bob", "Bob"), b"b")
        with pytest.raises(Conflict):
            await store.add_guest(Guest("ann", "Eve"), b"e")
        with pytest.raises(Conflict):
            await store.add_guest(Guest("eve", "Eve"), b"a")
        with pytest.raises(Conflict):
            await store.change_token("bob", b"a")
        assert await store.guest(b"a") == Guest("ann", "Ann")
        assert await store.guest(b"b") == Guest("bob", "Bob")

    with_store(database, body)


def test_a_forgotten_person_leaves_their_games_alone(database: str) -> None:
    game = finished("g1", "ann", "bob")

    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await store.append(Append("ABCDE", entry(1), finished=game))
        await store.rate("g1", _one_more)
        await store.forget("ann")
        assert await store.find_guest("ann") is None
        assert await store.guest(b"token of ann") is None
        assert await store.ratings_of("ann") == []
        assert [each.guest for each in await store.ratings("points", 9)] == ["bob"]
        assert await store.game("g1") == game

    with_store(database, body)


def test_finished_games_come_latest_first_and_private_ones_to_their_players(database: str) -> None:
    games = [
        finished("g1", "ann", "bob", ended=100),
        finished("g2", "ann", ended=200, public=False, broken_off=True),
        finished("g3", "bob", ended=300),
    ]

    async def body(store: Store) -> None:
        for seq, game in enumerate(games, 1):
            await store.append(Append("ABCDE", entry(seq), finished=game))
        one, two, three = games
        assert [await store.game(game.id) for game in games] == games
        assert await store.game("g4") is None
        assert await store.games(1_000, 9) == [three, one]
        assert await store.games(300, 9) == [one]
        assert await store.games(1_000, 1) == [three]
        assert await store.games_of("ann", 1_000, 9) == [two, one]
        assert await store.games_of("ann", 200, 9) == [one]
        assert await store.games_of("ann", 1_000, 1) == [two]
        assert await store.games_of("eve", 1_000, 9) == []

    with_store(database, body)


def test_totals_add_up_by_kind_and_keep_the_longest_hand(database: str) -> None:
    games = [
        finished("g1", "ann", "bob"),
        finished("g2", "bob", "ann"),
        finished("g3", "ann", kind="hands"),
    ]

    async def body(store: Store) -> None:
        for seq, game in enumerate(games, 1):
            await store.append(Append("ABCDE", entry(seq), finished=game))
        hands = Totals(
            "hands", 1, 1, Figures(rounds=3, won=1, points=100, cards_drawn=7, longest_hand=10)
        )
        points = Totals(
            "points", 2, 1, Figures(rounds=6, won=2, points=201, cards_drawn=14, longest_hand=11)
        )
        assert await store.totals("ann") == [hands, points]
        assert await store.totals("eve") == []

    with_store(database, body)


def _one_more(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
    """Somebody's way to reckon: the winner gains a point, and everybody a game."""
    won = {played.guest for played in game.played if played.won}
    return [
        Rating(each.guest, each.name, game.kind, each.mu + (each.guest in won), 1.0, each.games + 1)
        for each in before
    ]


def test_a_game_is_rated_if_two_wanted_it_when_it_ended(database: str) -> None:
    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await add_people(store, "eve", rated=False)
        for seq, game in enumerate(
            (
                finished("both", "ann", "bob", ended=2),
                finished("one", "ann", "eve"),
                finished("broken off", "ann", "bob", broken_off=True),
                finished("stranger", "ann", "nobody we know"),
                finished("three", "ann", "bob", "eve", ended=1),
            ),
            1,
        ):
            await store.append(Append("ABCDE", entry(seq), finished=game))
        assert await store.unrated(9) == ["three", "both"]
        assert await store.unrated(1) == ["three"]

    with_store(database, body)


def test_ratings_are_reckoned_from_what_the_rated_had_in_order(database: str) -> None:
    seen: list[Sequence[Rating]] = []

    def reckon(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
        seen.append(before)
        return _one_more(game, before)

    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await add_people(store, "eve", rated=False)
        games = (finished("g1", "bob", "eve", "ann"), finished("g2", "ann", "bob"))
        for seq, game in enumerate(games, 1):
            await store.append(Append("ABCDE", entry(seq), finished=game))
            await store.rate(game.id, reckon)
        new = (25.0, 25 / 3, 0)
        assert seen == [
            [Rating("bob", "Bob", "points", *new), Rating("ann", "Ann", "points", *new)],
            [
                Rating("ann", "Ann", "points", 25.0, 1.0, 1),
                Rating("bob", "Bob", "points", 26.0, 1.0, 1),
            ],
        ]
        assert await store.unrated(9) == []
        assert await store.ratings_of("ann") == [Rating("ann", "Ann", "points", 26.0, 1.0, 2)]
        assert await store.ratings_of("eve") == []

    with_store(database, body)


def test_a_game_counts_once_however_many_ask_at_once(database: str) -> None:
    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        names = [f"g{n}" for n in range(10)]
        for seq, name in enumerate(names, 1):
            game = finished(name, "ann", "bob") if seq % 2 else finished(name, "bob", "ann")
            await store.append(Append("ABCDE", entry(seq), finished=game))
        other = await _opened_beside(store, database)
        askers = [store, other] if other is not None else [store]
        await asyncio.gather(
            *(asker.rate(name, _one_more) for name in names for asker in askers * 3)
        )
        if other is not None:
            await other.close()
        for guest in ("ann", "bob"):
            (rating,) = await store.ratings_of(guest)
            assert (rating.mu, rating.games) == (30.0, 10)

    with_store(database, body)


async def _opened_beside(_store: Store, database: str) -> Store | None:
    """A second process's store, where the database takes several."""
    if not database.startswith("postgresql:"):
        return None
    return await open_store(database, process="there")


def test_reckoning_that_fails_leaves_the_game_to_be_rated(database: str) -> None:
    def fail(_game: FinishedGame, _before: Sequence[Rating]) -> list[Rating]:
        raise ZeroDivisionError

    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", "ann", "bob")))
        with pytest.raises(ZeroDivisionError):
            await store.rate("g1", fail)
        assert await store.unrated(9) == ["g1"]
        await store.rate("g1", _one_more)
        assert await store.unrated(9) == []

    with_store(database, body)


def test_who_no_longer_wants_a_rating_gets_none(database: str) -> None:
    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob", "eve")
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", "ann", "bob", "eve")))
        await store.append(Append("ABCDE", entry(2), finished=finished("g2", "ann", "bob")))
        await store.change_guest(Guest("bob", "Bob", rated=False))
        await store.rate("g1", _one_more)
        await store.rate("g2", _one_more)  # one is left: nothing to compare
        assert await store.unrated(9) == []
        assert [each.games for each in await store.ratings("points", 9)] == [1, 1]
        assert await store.ratings_of("bob") == []

    with_store(database, body)


def test_the_strongest_come_first(database: str) -> None:
    strengths = {"ann": (30.0, 5.0), "bob": (25.0, 1.0), "eve": (10.0, 1.0)}

    def reckon(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
        return [
            Rating(each.guest, each.name, game.kind, *strengths[each.guest], 1) for each in before
        ]

    async def body(store: Store) -> None:
        await add_people(store, *strengths)
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", *strengths)))
        await store.rate("g1", reckon)
        assert [each.guest for each in await store.ratings("points", 9)] == ["bob", "ann", "eve"]
        assert [each.guest for each in await store.ratings("points", 1)] == ["bob"]
        assert await store.ratings("hands", 9) == []

    with_store(database, body)


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


def test_reports_are_kept_up_to_a_number_and_go_with_the_people_in_them(database: str) -> None:
    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        for number in range(4):
            await store.add_report(report(f"r{number}", at=number), 3)
        assert [each.id for each in await store.reports(9)] == ["r3", "r2", "r1"]
        assert await store.reports(1) == [report("r3", at=3)]
        assert await store.remove_report("r2")
        assert not await store.remove_report("r2")
        await store.add_report(report("other", 9, "cem", "dee"), 3)
        assert [each.id for each in await store.reports_of("bob")] == ["r3", "r1"]
        assert [each.id for each in await store.reports_of("cem")] == ["other"]
        await store.forget("bob")
        assert [each.id for each in await store.reports(9)] == ["other"]

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
