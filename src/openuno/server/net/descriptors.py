"""How many files and connections the operating system lets this process have open."""

from contextlib import suppress

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

RESERVED = 128
"""Descriptors kept for the database, the logs and the sockets we listen on."""


def max_connections() -> int | None:
    """How many connections there is room for now, None if as many as you like."""
    if resource is None:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    return int(soft - min(RESERVED, soft // 4))


def make_room(connections: int) -> int:
    """Raise the limit for this many connections, as far as it may be raised; how many fit."""
    if resource is None:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    room = max_connections()
    return connections if room is None else min(connections, room)
