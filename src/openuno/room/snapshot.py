"""A table as one value to store, so that a long log need not be folded from its beginning.

A snapshot holds what the log holds, and no more: the chance of a game, from which its deals to come
could be worked out, is left out and made again from the seed, which is stored elsewhere.
"""

from hashlib import sha256
from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast, Generator, advance, fork
from openuno.game.state import Game
from openuno.room.evolve import RngSource
from openuno.room.state import GameOn, GameOver, NoGame, Room

_DIGEST = 32
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Room)


class UnreadableSnapshot(Exception):
    """These bytes are no table as this version knows it: fold the log instead."""


def write_snapshot(room: Room) -> bytes:
    """The table as bytes, behind a digest of them."""
    body = _ENCODER.encode(_without_chance(room))
    return sha256(body).digest() + body


def read_snapshot(stored: bytes) -> Room:
    """The table again, its chance still to be restored; `UnreadableSnapshot` if it was damaged."""
    body = stored[_DIGEST:]
    if sha256(body).digest() != stored[:_DIGEST]:
        raise UnreadableSnapshot("the digest does not match")
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, RecursionError, SetupError) as error:
        raise UnreadableSnapshot(str(error)) from None


def restore_chance(room: Room, rng_source: RngSource) -> Room:
    """The table with the chance of the game being played; that of a finished game is not needed."""
    on = room.game
    if not isinstance(on, GameOn):
        return room
    game = _with_rng(on.game, rng_source(on.started))
    return replace(room, game=replace(on, game=game))


def _without_chance(room: Room) -> Room:
    match room.game:
        case NoGame():
            return room
        case GameOn() | GameOver() as played:
            return replace(room, game=replace(played, game=_with_rng(played.game, None)))
        case _:
            assert_never(room.game)


def _with_rng(game: Game, rng: Generator | None) -> Game:
    """The game with another chance at the same positions, or with none that tells anything."""
    tables = tuple(
        replace(
            table,
            round=replace(
                table.round,
                rng=advance(
                    Fast(0) if rng is None else fork(rng, game.round_number, index),
                    table.round.rng.at,
                ),
            ),
        )
        for index, table in enumerate(game.tables)
    )
    return replace(game, rng=advance(Fast(0) if rng is None else rng, game.rng.at), tables=tables)
