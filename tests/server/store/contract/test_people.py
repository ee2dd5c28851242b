"""What every store promises of people: their tokens, secrets and reports."""

import pytest

from openuno.room.secret import Secret
from openuno.server.store import Append, Conflict, Guest, Store
from tests.server.store.stores import (
    add_people,
    count_one_more,
    entry,
    finished,
    listing,
    report,
    with_store,
)


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
        await store.rate("g1", count_one_more)
        await store.forget("ann")
        assert await store.find_guest("ann") is None
        assert await store.guest(b"token of ann") is None
        assert await store.ratings_of("ann") == []
        assert [each.guest for each in await store.ratings("points", 9)] == ["bob"]
        assert await store.game("g1") == game

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
