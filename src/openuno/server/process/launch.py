"""`uno serve`: what the operator wrote becomes a server that runs, in one process or several."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

import msgspec
import structlog
from msgspec.structs import asdict, fields, replace

from openuno.server.limits import Limits
from openuno.server.net.descriptors import make_room
from openuno.server.options import LogLevel, Options
from openuno.server.process.logs import set_up_logs
from openuno.server.process.network import network_addresses
from openuno.server.process.uvicorn_server import (
    CannotServe,
    address_of,
    bind_socket,
    run,
    serve_socket,
)
from openuno.server.process.workers import check_workers, serve_many
from openuno.server.store.address import parse_address

__all__ = ["CannotServe", "parse_level", "parse_limits", "start"]


def start(options: Options, say: Callable[[Sequence[str]], None]) -> None:
    """Serve until told to stop; `say` gets the addresses once we listen. Or `CannotServe`.

    The first address is for this machine, the others are for its network.
    """
    check_workers(options)
    set_up_logs(as_json=options.json_logs, level=options.log_level)
    promised = options.limits.connections
    # Descriptors for the connections we promise, or fewer promised.
    limits = replace(options.limits, connections=make_room(promised))
    options = replace(options, limits=limits)
    sock = bind_socket(options)

    def listening() -> None:
        say([address_of(sock), *network_addresses(sock)])
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
        version=version("openuno"),
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
            raise CannotServe(f"there is no limit {name!r}; choose from {', '.join(known)}")
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
        raise CannotServe(f"there is no log level {written!r}; {', '.join(LogLevel)}") from None
