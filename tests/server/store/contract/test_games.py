"""What every store promises of finished games, totals and ratings."""

import asyncio
from collections.abc import Sequence

import pytest

from openuno.game.statistics import Figures
from openuno.server.store import Append, FinishedGame, Guest, Rating, Store, Totals
from openuno.server.store.opening import open_store
from tests.server.store.stores import add_people, count_one_more, entry, finished, with_store


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
        assert await store.list_unrated(9) == ["three", "both"]
        assert await store.list_unrated(1) == ["three"]

    with_store(database, body)


def test_ratings_are_updated_in_the_order_in_which_games_ended(database: str) -> None:
    seen: list[Sequence[Rating]] = []

    def update(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
        seen.append(before)
        return count_one_more(game, before)

    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await add_people(store, "eve", rated=False)
        games = (finished("g1", "bob", "eve", "ann"), finished("g2", "ann", "bob"))
        for seq, game in enumerate(games, 1):
            await store.append(Append("ABCDE", entry(seq), finished=game))
            await store.rate(game.id, update)
        new = (25.0, 25 / 3, 0)
        assert seen == [
            [Rating("bob", "Bob", "points", *new), Rating("ann", "Ann", "points", *new)],
            [
                Rating("ann", "Ann", "points", 25.0, 1.0, 1),
                Rating("bob", "Bob", "points", 26.0, 1.0, 1),
            ],
        ]
        assert await store.list_unrated(9) == []
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
        other = await _open_another(store, database)
        askers = [store, other] if other is not None else [store]
        await asyncio.gather(
            *(asker.rate(name, count_one_more) for name in names for asker in askers * 3)
        )
        if other is not None:
            await other.close()
        for guest in ("ann", "bob"):
            (rating,) = await store.ratings_of(guest)
            assert (rating.mu, rating.games) == (30.0, 10)

    with_store(database, body)


async def _open_another(_store: Store, database: str) -> Store | None:
    """A second process's store, where the database takes several."""
    if not database.startswith("postgresql:"):
        return None
    return await open_store(database, process="there")


def test_an_update_of_ratings_that_fails_leaves_the_game_to_be_rated(database: str) -> None:
    def fail(_game: FinishedGame, _before: Sequence[Rating]) -> list[Rating]:
        raise ZeroDivisionError

    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob")
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", "ann", "bob")))
        with pytest.raises(ZeroDivisionError):
            await store.rate("g1", fail)
        assert await store.list_unrated(9) == ["g1"]
        await store.rate("g1", count_one_more)
        assert await store.list_unrated(9) == []

    with_store(database, body)


def test_a_person_who_no_longer_wants_a_rating_gets_none(database: str) -> None:
    async def body(store: Store) -> None:
        await add_people(store, "ann", "bob", "eve")
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", "ann", "bob", "eve")))
        await store.append(Append("ABCDE", entry(2), finished=finished("g2", "ann", "bob")))
        await store.change_guest(Guest("bob", "Bob", rated=False))
        await store.rate("g1", count_one_more)
        await store.rate("g2", count_one_more)  # one is left: nothing to compare
        assert await store.list_unrated(9) == []
        assert [each.games for each in await store.ratings("points", 9)] == [1, 1]
        assert await store.ratings_of("bob") == []

    with_store(database, body)


def test_the_strongest_come_first(database: str) -> None:
    strengths = {"ann": (30.0, 5.0), "bob": (25.0, 1.0), "eve": (10.0, 1.0)}

    def update(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
        return [
            Rating(each.guest, each.name, game.kind, *strengths[each.guest], 1) for each in before
        ]

    async def body(store: Store) -> None:
        await add_people(store, *strengths)
        await store.append(Append("ABCDE", entry(1), finished=finished("g1", *strengths)))
        await store.rate("g1", update)
        assert [each.guest for each in await store.ratings("points", 9)] == ["bob", "ann", "eve"]
        assert [each.guest for each in await store.ratings("points", 1)] == ["bob"]
        assert await store.ratings("hands", 9) == []

    with_store(database, body)
