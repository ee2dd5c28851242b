"""Which of PostgreSQL's errors mean that it cannot be used now."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own

from openuno.server.store import Unavailable

# By class: connection, login, no such database, rolled back for another, resources, locks,
# the operator stepping in, the system, the server's own faults; and a server that only reads.
_PASSING = ("08", "28", "3D", "40", "53", "55", "57", "58", "XX", "25006")


@contextmanager
def reachable() -> Iterator[None]:
    """Turn what means "not now" into `Unavailable`, in words that give no password away."""
    try:
        yield
    except TimeoutError:
        raise Unavailable("the database does not answer") from None
    except OSError as error:
        raise Unavailable(f"the database cannot be reached: {error.strerror or error}") from None
    except asyncpg.PostgresError as error:
        if not (error.sqlstate or "").startswith(_PASSING):
            raise
        raise Unavailable(f"the database refuses: {error.args[0]}") from None
    except (asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        if isinstance(error, ValueError):  # a value it cannot take: the fault of who gave it
            raise
        raise Unavailable("the connection to the database was lost") from None
