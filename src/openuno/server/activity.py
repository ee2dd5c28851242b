"""People and tables coming and going, as lines of the log.

A person is a public id, never a name. The code of a table that is not public lets people in, so
that it is not logged: such a table has another name in the log, which holds for one process.
"""

from hashlib import blake2s
from os import urandom
from typing import Any

from openuno.room.facts import Archived, Came, Entry, GameClosed, GameStarted, TableClosed, Went
from openuno.room.state import Table


class Activity:
    """Writes what goes on to the log, at the level `info`."""

    def __init__(self, log: Any) -> None:
        self._log = log
        # A code is short enough to be found from a hash of it alone.
        self._key = urandom(16)

    def table_name(self, code: str, table: Table | None = None) -> str:
        """What the log calls a table: its code only if everyone may know it."""
        if table is not None and table.settings.public and table.password is None:
            return code
        return "table-" + blake2s(code.encode(), key=self._key, digest_size=4).hexdigest()

    def open_table(self, code: str, table: Table, host: str) -> None:
        """A table was opened."""
        settings = table.settings
        self._log.info(
            "table opened",
            table=self.table_name(code, table),
            host=host,
            public=settings.public,
            format=settings.format,
            seats=settings.seats,
        )

    def record_entry(self, code: str, entry: Entry, table: Table) -> None:
        """Something has happened at a table; it is logged if people or games came or went."""
        for fact in entry.facts:
            match fact:
                case Came():
                    self._log_at(code, table, "person came", person=fact.guest)
                case Went():
                    self._log_at(code, table, "person left", person=fact.guest)
                case GameStarted():
                    self._log_at(code, table, "game started", players=len(fact.names))
                case GameClosed():
                    self._log_at(code, table, "game over")
                case Archived():
                    self._log_at(code, table, "table archived")
                case TableClosed():
                    self._log_at(code, table, "table closed")
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

    def _log_at(self, code: str, table: Table, event: str, **values: object) -> None:
        self._log.info(event, table=self.table_name(code, table), **values)
