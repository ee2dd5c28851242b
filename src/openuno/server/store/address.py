"""Where a database is, as an operator writes it: a path or a URL."""

from pathlib import Path
from urllib.parse import urlsplit

import msgspec

FORMS = "uno.db (a path), sqlite:///uno.db or postgresql://user:password@host:5432/name"


class BadAddress(ValueError):
    """What was written names no database we can use."""


class SqliteAddress(msgspec.Struct, frozen=True):
    """A file on this machine."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


class PostgresAddress(msgspec.Struct, frozen=True):
    """A database of a PostgreSQL server; printed without its password."""

    url: str

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        login, at, host = parts.netloc.rpartition("@")
        user, colon, _ = login.partition(":")
        authority = f"{user}:***@{host}" if colon else f"{user}{at}{host}"
        options = "&".join(
            "password=***" if option.startswith("password=") else option
            for option in parts.query.split("&")
        )
        return f"{parts.scheme}://{authority}{parts.path}{'?' if options else ''}{options}"

    def __repr__(self) -> str:
        return f"PostgresAddress({str(self)!r})"


Address = SqliteAddress | PostgresAddress


def parse_address(database: str) -> Address:
    """The place a path or URL names; `BadAddress`, showing the right forms, if it names none."""
    scheme, separator, rest = database.partition("://")
    if not separator:
        if not database.strip() or Path(database).is_dir():
            raise BadAddress(f"{database!r} is not a file; write {FORMS}")
        return SqliteAddress(Path(database).absolute())
    match scheme:
        case "sqlite" if rest.startswith("/") and len(rest) > 1:
            return parse_address(rest[1:])
        case "postgresql" | "postgres" if _names_a_database(database):
            return PostgresAddress(database)
        case _:
            # What follows the scheme may hold a password: it is not repeated.
            raise BadAddress(f"no database is at {scheme}://…; write {FORMS}")


def _names_a_database(url: str) -> bool:
    try:
        return bool(urlsplit(url).path.strip("/"))
    except ValueError:
        return False
