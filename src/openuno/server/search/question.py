"""What crosses to a process that searches, and back.

A view and a mind, and what the bot does; or playouts of a finished game, and who won them.
"""

from typing import IO, TypeVar

import msgspec

from openuno.bots.bot import Mind
from openuno.engine.actions import Action
from openuno.engine.view import View
from openuno.local.analysis.rollouts import Playouts, Seats

LONGEST = 1 << 20
"""Bytes of a message; the largest view takes a few thousand."""
_LENGTH = 4
Message = TypeVar("Message", bound=msgspec.Struct)


class Question(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="search"):
    """What a seat may know, what its bot remembers of it, and how long to search.

    By `seconds` if they are given, else by `worlds` alone, so that the answer is always the same.
    """

    view: View
    mind: Mind
    worlds: int
    seconds: float | None


class PlayoutQuestion(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-out"
):
    """Playouts from number `first` on: one, and as many more as there is time for."""

    asked: Playouts
    first: int
    seconds: float


class Reply(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the bot does; None to let it go."""

    action: Action | None


class PlayoutReply(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The seats that won each of them."""

    won: list[Seats]


class Closed(Exception):
    """The other process has closed its end."""


def write_message(file: IO[bytes], message: msgspec.Struct) -> None:
    """Write a message with its length before it."""
    data = msgspec.msgpack.encode(message)
    file.write(len(data).to_bytes(_LENGTH, "big") + data)
    file.flush()


def read_question(file: IO[bytes]) -> Question | PlayoutQuestion:
    """The next question, once it is there; `Closed` if none will come."""
    found: Question | PlayoutQuestion = msgspec.msgpack.decode(
        _read(file), type=Question | PlayoutQuestion
    )
    return found


def read_reply(file: IO[bytes], kind: type[Message]) -> Message:
    """The next reply, once it is there; `Closed` if none will come."""
    return msgspec.msgpack.decode(_read(file), type=kind)


def _read(file: IO[bytes]) -> bytes:
    """The next message; nothing longer is ever read than a message can be."""
    header = file.read(_LENGTH)
    length = int.from_bytes(header, "big")
    if len(header) < _LENGTH or length > LONGEST:
        raise Closed
    data = file.read(length)
    if len(data) < length:
        raise Closed
    return data
