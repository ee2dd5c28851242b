"""A table read from its log: folded, with the secret its chance comes from."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from openuno.engine.rng import Fast, Generator
from openuno.game.events import GameEvent
from openuno.server.house import House
from openuno.server.store import Unavailable
from openuno.table.facts import Committed, Entry, GameStarted, Moved
from openuno.table.secret import Secret, rng_of
from openuno.table.state import Table, fold

_UNKNOWN = Fast(0)


async def read(house: House, code: str, entries: Sequence[Entry]) -> tuple[Table, Secret]:
    """The table its whole log comes to, and the secret it is committed to."""
    committed = [f.commitment for e in entries for f in e.facts if isinstance(f, Committed)]
    secret = await secret_of(house, code, committed[-1])
    started = [e.seq for e in entries for f in e.facts if isinstance(f, GameStarted)]
    table: Table | None = None
    for entry in entries:
        table = fold(table, _without_moves(entry, started), tape(secret))
    assert table is not None, "there was an entry"
    return table, secret


async def secret_of(house: House, code: str, commitment: str) -> Secret:
    """The seed behind a commitment."""
    secret = await house.store.secret(code, commitment)
    if secret is None:
        raise Unavailable(f"the seed of table {code} is missing from the store")
    return secret


def tape(secret: Secret) -> Callable[[GameStarted], Generator]:
    """The chance of a game begun under this secret; a game begun under another is over."""

    def chance(started: GameStarted) -> Generator:
        known = started.commitment == secret.commitment
        return rng_of(secret, started.seeds) if known else _UNKNOWN

    return chance


def game_events(entry: Entry) -> Iterable[GameEvent]:
    """What happened in the game."""
    for fact in entry.facts:
        if isinstance(fact, GameStarted | Moved):
            yield from fact.events


def _without_moves(entry: Entry, started: list[int]) -> Entry:
    """Of games that are over only that they were: their moves change nothing any more."""
    if not started or entry.seq >= started[-1]:
        return entry
    return replace(entry, facts=tuple(f for f in entry.facts if not isinstance(f, Moved)))
