"""What has happened in a game: the facts of its rounds, and what they came to."""

import msgspec

from openuno.engine.events import DealerEvent, DealerFound, DrewForDeal, Event


class _GameEvent(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="event",
    forbid_unknown_fields=True,
):
    pass


class RoundBegan(_GameEvent, frozen=True, tag="hand-began"):
    """A round is dealt at every table; `tables` are the players by seat, `dealers` the dealers."""

    round_number: int = msgspec.field(name="hand")
    tables: tuple[tuple[int, ...], ...]
    dealers: tuple[int, ...]


class AtTable(_GameEvent, frozen=True, tag="at-table"):
    """Something happened in the round at one table."""

    table: int
    what: Event


class RoundScored(_GameEvent, frozen=True, tag="hand-scored"):
    """A table's round is over; `winner` went out, and each player's score grew by `points`."""

    table: int
    winner: int | None
    points: tuple[int, ...]


class Eliminated(_GameEvent, frozen=True, tag="put-out"):
    """These players have reached the limit in the same round and are out of the game."""

    players: tuple[int, ...]


class GameEnded(_GameEvent, frozen=True, tag="game-ended"):
    """The game is over; those who tie share the win."""

    winners: tuple[int, ...]


GameEvent = DealerEvent | RoundBegan | AtTable | RoundScored | Eliminated | GameEnded

__all__ = [
    "AtTable",
    "DealerFound",
    "DrewForDeal",
    "Eliminated",
    "GameEnded",
    "GameEvent",
    "RoundBegan",
    "RoundScored",
]
