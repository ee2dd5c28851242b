"""`uno serve`: what the operator wrote becomes a server that runs, in one process or several."""

from collections.abc import Callable, Sequence

import msgspec
import structlog
from msgspec.structs import fields, replace

from openuno.server.descriptors import make_room
from openuno.server.limits import Limits
from openuno.server.logs import set_up_logs
from openuno.server.options import Options
from openuno.server.serving import CannotServe, address_of, bound, run, serve_on
from openuno.server.workers import check_workers, serve_many

__all__ = ["CannotServe", "parse_limits", "start"]


def start(options: Options, say: Callable[[str], None]) -> None:
    """Serve until told to stop; `say` gets the address once we listen. Or `CannotServe`."""
    check_workers(options)
    set_up_logs(as_json=options.json_logs)
    options = _with_room(options)
    sock = bound(options)
    if options.workers > 1:
        serve_many(options, sock, lambda: say(address_of(sock)))
    else:
        run(serve_on(sock, options, lambda _: say(address_of(sock))))


def _with_room(options: Options) -> Options:
    """Let there be descriptors for the connections we promise, or promise fewer."""
    promised = options.limits.connections
    room = make_room(promised)
    if room == promised:
        return options
    structlog.get_logger("openuno").info(
        "the system allows fewer connections than the limit; raise the hard limit (ulimit -Hn)",
        connections=room,
        limit=promised,
    )
    return replace(options, limits=replace(options.limits, connections=room))


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
