"""People and tables coming and going, as lines of the log.

A person is a public id, never a name. The code of a table that is not public lets people in, so
that it is not logged: that table has another name in the log, which holds for one process.
"""

from hashlib import blake2s
from os import urandom
from typing import Any

from openuno.room.facts import (
    Archived,
    Arrived,
    Departed,
    Entry,
    GameClosed,
    GameStarted,
    TableClosed,
)
from openuno.room.state import Room


class Activity:
    """Writes what goes on to the log, at the level `info`."""

    def __init__(self, log: Any) -> None:
        self._log = log
        # A code is short enough to be found from a hash of it alone.
        self._key = urandom(16)

    def table_name(self, code: str, room: Room | None = None) -> str:
        """What the log calls a table: its code only if everyone may know it."""
        if room is not None and room.settings.public and room.password is None:
            return code
        return "table-" + blake2s(code.encode(), key=self._key, digest_size=4).hexdigest()

    def open_table(self, code: str, room: Room, host: str) -> None:
        """A table was opened."""
        settings = room.settings
        self._log.info(
            "table opened",
            table=self.table_name(code, room),
            host=host,
            public=settings.public,
            format=settings.format,
            seats=settings.seats,
        )

    def record_entry(self, code: str, entry: Entry, room: Room) -> None:
        """Something has happened at a table; it is logged if people or games came or went."""
        for fact in entry.facts:
            match fact:
                case Arrived():
                    self._log_at(code, room, "person came", person=fact.guest)
                case Departed():
                    self._log_at(code, room, "person left", person=fact.guest)
                case GameStarted():
                    self._log_at(code, room, "game started", players=len(fact.names))
                case GameClosed():
                    self._log_at(code, room, "game over")
                case Archived():
                    self._log_at(code, room, "table archived")
                case TableClosed():
                    self._log_at(code, room, "table closed")
                case _:
                    pass

    def greet_person(self, person: str, address: str) -> None:
        """A connection has said whose it is."""
        self._log.info("person connected", person=person, address=address)

    def see_off(self, person: str, address: str) -> None:
        """A person's connection has ended."""
        self._log.info("person disconnected", person=person, address=address)

    def add_guest(self, person: str, address: str) -> None:
        """Somebody new."""
        self._log.info("person new", person=person, address=address)

    def _log_at(self, code: str, room: Room, event: str, **values: object) -> None:
        self._log.info(event, table=self.table_name(code, room), **values)
