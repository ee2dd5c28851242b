"""What the tests of both stores share: a store to use, and values to put into it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from openuno.game.statistics import Figures
from openuno.room.facts import Entry, Said
from openuno.server.store import (
    AbuseReport,
    Append,
    FinishedGame,
    Guest,
    LobbyEntry,
    LobbyState,
    PlayedGame,
    Rating,
    Store,
)
from openuno.server.store.opening import open_store

PATIENCE = 300.0  # seconds after which a test hangs


def with_store(database: str, body: Callable[[Store], Awaitable[None]]) -> None:
    """Open the store, do this, close it; nothing may hang."""

    async def run() -> None:
        store = await asyncio.wait_for(open_store(database, process="here"), PATIENCE)
        try:
            await asyncio.wait_for(body(store), PATIENCE)
        finally:
            await asyncio.wait_for(store.close(), PATIENCE)

    asyncio.run(run())


def entry(seq: int, text: str = "hello", command: str | None = None, guest: str = "ann") -> Entry:
    said = (Said(guest, text),)
    return Entry(seq, 1_000 + seq, said, None if command is None else guest, command)


def listing(
    code: str = "ABCDE",
    *,
    host: str | None = "ann",
    public: bool = True,
    state: LobbyState = LobbyState.OPEN,
    people: int = 1,
) -> LobbyEntry:
    return LobbyEntry(
        code, host, public, False, state, "classic", "500", 4, 2, people, ("Ann", "Bob")
    )


def opening(code: str = "ABCDE") -> Append:
    return Append(code, entry(1), listing(code))


def finished(
    game: str = "g1",
    *people: str,
    ended: int = 5_000,
    public: bool = True,
    kind: str = "points",
    broken_off: bool = False,
) -> FinishedGame:
    played = tuple(
        PlayedGame(seat, guest, seat + 1, seat == 0, figures(seat))
        for seat, guest in enumerate(people)
    )
    winners = None if broken_off else (0,)
    names = tuple(guest.title() for guest in people)
    return FinishedGame(
        game, "ABCDE", 2, 9, public, ended, "classic", "500", kind, names, winners, played
    )


def figures(seat: int) -> Figures:
    return Figures(rounds=3, won=1, points=100 + seat, cards_drawn=7, longest_hand=10 + seat)


async def add_people(store: Store, *people: str, rated: bool = True) -> None:
    for guest in people:
        await store.add_guest(Guest(guest, guest.title(), rated), f"token of {guest}".encode())


def report(
    name: str = "r1", at: int = 5, reporter: str = "ann", reported: str = "bob"
) -> AbuseReport:
    return AbuseReport(name, at, "ABCDE", reporter, "Ann", reported, "Bob", "🃏", ("Bob: hello",))


def count_one_more(game: FinishedGame, before: Sequence[Rating]) -> list[Rating]:
    """A way to rate: the winner gains a point, and everybody a game."""
    won = {played.guest for played in game.played if played.won}
    return [
        Rating(each.guest, each.name, game.kind, each.mu + (each.guest in won), 1.0, each.games + 1)
        for each in before
    ]
