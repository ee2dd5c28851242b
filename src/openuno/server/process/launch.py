"""`uno serve`: what the operator wrote becomes a server that runs, in one process or several."""

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import msgspec
import structlog
from msgspec.structs import asdict, fields, replace

from openuno.engine.faults import fault_text, unknown_name
from openuno.server.guests import token_hash
from openuno.server.limits import Limits
from openuno.server.net.addresses import http_url, network_addresses
from openuno.server.net.descriptors import make_room
from openuno.server.net.hosts import is_host
from openuno.server.options import LogLevel, Options
from openuno.server.process.logs import set_up_logs
from openuno.server.process.uvicorn_server import (
    CannotServe,
    address_of,
    bind_socket,
    run,
    serve_socket,
)
from openuno.server.process.workers import check_workers, serve_many
from openuno.server.store.address import parse_address
from openuno.version import __version__

__all__ = [
    "CannotServe",
    "Listening",
    "parse_admin_token",
    "parse_level",
    "parse_limits",
    "parse_public_url",
    "start",
]


SHORTEST_ADMIN_TOKEN = 20
"""Characters of the operator's secret: too many to be guessed."""


class Listening(msgspec.Struct, frozen=True):
    """Where a server can be opened, once it listens."""

    here: str
    """On this machine."""
    network: tuple[str, ...]
    """On other devices of its network, the likeliest first; empty if it listens to itself alone."""
    everywhere: bool
    """Whether it listens on every interface of the machine, even if none has an address."""
    public: str | None
    """The operator's word for where people open it."""


def start(options: Options, say: Callable[[Listening], None]) -> None:
    """Serve until told to stop; `say` is called once we listen. Or `CannotServe`."""
    check_workers(options)
    set_up_logs(as_json=options.json_logs, level=options.log_level)
    promised = options.limits.connections
    # Descriptors for the connections we promise, or fewer promised.
    limits = replace(options.limits, connections=make_room(promised))
    options = replace(options, limits=limits)
    sock = bind_socket(options)

    def listening() -> None:
        host, port = sock.getsockname()[:2]
        network = tuple(http_url(each, port) for each in network_addresses(host))
        everywhere = host in ("0.0.0.0", "::")
        say(Listening(address_of(sock), network, everywhere, options.public_url))
        _log_start(options, address_of(sock), promised)

    if options.workers > 1:
        serve_many(options, sock, listening)
    else:
        run(serve_socket(sock, options, lambda _: listening()))
    structlog.get_logger("openuno").info("server stopped")


def _log_start(options: Options, address: str, promised: int) -> None:
    log = structlog.get_logger("openuno")
    log.info(
        "server started",
        version=__version__,
        address=address,
        database=str(parse_address(options.database)),
        workers=options.workers,
        behind_proxy=options.behind_proxy,
        limits=asdict(options.limits),
    )
    if options.limits.connections < promised:
        log.info(
            "the system allows fewer connections than the limit; raise its hard limit (ulimit -Hn)",
            connections=options.limits.connections,
            limit=promised,
        )


def parse_limits(written: Sequence[str]) -> Limits:
    """Limits from `name=number`; those not named stay."""
    known = {field.name: field for field in fields(Limits)}
    changed = {}
    for each in written:
        name, _, value = each.partition("=")
        if name not in known:
            raise CannotServe(fault_text(unknown_name("limit", name, known)))
        try:
            changed[name] = msgspec.convert(value, known[name].type, strict=False)
        except msgspec.ValidationError:
            raise CannotServe(f"{each!r}: the limit {name} is a number") from None
        if not changed[name] > 0:
            raise CannotServe(f"{each!r}: the limit {name} is more than 0")
    return Limits(**changed)


def parse_level(written: str) -> LogLevel:
    """A level by its name, however it is written."""
    try:
        return LogLevel(written.lower())
    except ValueError:
        known = tuple(LogLevel)
        raise CannotServe(fault_text(unknown_name("log level", written, known))) from None


def parse_admin_token(written: str) -> bytes:
    """The hash of the operator's secret; `CannotServe`, which does not repeat it, if it is weak."""
    if len(written) < SHORTEST_ADMIN_TOKEN or not all("!" <= sign <= "~" for sign in written):
        raise CannotServe(
            f"the admin token has at least {SHORTEST_ADMIN_TOKEN} characters, and no spaces;"
            " make one: openssl rand -hex 24"
        )
    return token_hash(written)


def parse_public_url(written: str) -> str:
    """A scheme and a host as browsers write them in `Origin`; or `CannotServe`."""
    example = "write it like https://uno.example.org"
    try:
        parts = urlsplit(written)
        port = parts.port
    except ValueError:
        raise CannotServe(f"--public-url {written!r} is no address; {example}") from None
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host:
        raise CannotServe(f"--public-url {written!r} is no address; {example}")
    if parts.username is not None or parts.query or parts.fragment:
        raise CannotServe(f"--public-url {written!r} has more than a name and a port; {example}")
    if parts.path not in ("", "/"):
        raise CannotServe(
            f"--public-url {written!r} has a path, but the pages need a host for themselves;"
            f" {example}"
        )
    shown = f"[{host}]" if ":" in host else host
    if port is not None and port != {"http": 80, "https": 443}[parts.scheme]:
        shown = f"{shown}:{port}"
    if not is_host(shown):
        raise CannotServe(
            f"--public-url {written!r}: a host has letters, digits, dots and hyphens; {example}"
        )
    return f"{parts.scheme}://{shown}"
