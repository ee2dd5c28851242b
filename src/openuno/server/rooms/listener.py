"""A connection that follows a table, and what is asked through it."""

from typing import NamedTuple, Protocol

import msgspec

from openuno.room.protocol.messages import Ask, Error, ServerMessage
from openuno.room.refusals import Refused
from openuno.server.store import Guest


class Writer(Protocol):
    """Writes to one client."""

    def news(self, frame: bytes, answer: bytes = b"") -> None:
        """Send an answer, and a frame unless the reader is slow: then a snapshot comes later."""

    def reply(self, message: ServerMessage) -> None:
        """Send what is meant for this client alone."""


class Listener(msgspec.Struct, eq=False):
    """A connection of a person, who may have several, and another name later."""

    guest: Guest
    address: str
    """Where it comes from, as limits count it."""
    writer: Writer


class Request(NamedTuple):
    """Something a person asks of the table, the connection it came by, and when it came."""

    listener: Listener
    message: Ask
    began: float

    def refuse(self, refused: Refused) -> None:
        """Answer no."""
        self.listener.writer.reply(Error.of(refused, self.message.id))
