"""`uno serve`: starts the server and prints where it is."""

import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from openuno.cli import options
from openuno.cli.commands.serve_config import list_settings, load_config
from openuno.cli.completers import complete_limit
from openuno.cli.errors import check_extra, refuse_on
from openuno.cli.help import Command
from openuno.cli.output import OutputFailed
from openuno.cli.qr_output import qr_lines
from openuno.cli.values import Number

if TYPE_CHECKING:
    from openuno.server.options import Options
    from openuno.server.process.launch import Listening

_NO_NETWORK = "Nobody else can open it yet: this computer has no network address."
LOOPBACK, EVERY_ADDRESS = "127.0.0.1", "0.0.0.0"


_Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _setting(name: str, *argument: str, **how: Any) -> _Decorator:
    """An option that can also be set in the environment, by its own name."""
    variable = f"UNO_{name.removeprefix('--').replace('-', '_').upper()}"
    return click.option(name, *argument, envvar=variable, **how)


@click.command(cls=Command, examples=("uno serve --open", "uno serve --lan"))
@click.option(
    "--config",
    type=options.PATH,
    metavar="FILE",
    envvar="UNO_CONFIG",
    is_eager=True,
    expose_value=False,
    callback=load_config,
    help="Settings in TOML, by the names of these options; $UNO_CONFIG.",
)
@click.option("--check", is_flag=True, help="Show the settings and try the database, then stop.")
@options.database
@_setting(
    "--lan",
    is_flag=True,
    help="Let others on your network join, and show the address.",
)
@_setting("--host", metavar="ADDRESS", help="Listen at this address, not at 127.0.0.1.")
@_setting(
    "--port",
    type=Number(0, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="0 picks a free one.",
)
@_setting(
    "--workers",
    type=Number(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes; several need PostgreSQL.",
)
@_setting(
    "--search-workers",
    type=Number(0, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes that think for the bot expert; with 0 it plays as master.",
)
@_setting(
    "--public-url",
    metavar="URL",
    help="Where people open this server, for links.",
)
@_setting(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Also allow pages from this origin.",
)
@_setting(
    "--allowed-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="A name people reach this server by, such as uno.example; * for any.",
)
@_setting(
    "--behind-proxy",
    is_flag=True,
    help="Trust X-Forwarded-For from your proxy.",
)
@_setting(
    "--no-migrate",
    is_flag=True,
    help="Refuse an older database instead of updating it.",
)
@_setting("--json-logs", is_flag=True, help="Log JSON, one line to an event.")
@_setting(
    "--log-level",
    metavar="LEVEL",
    default="info",
    show_default=True,
    help="What to log: debug, info, warning or error.",
)
@_setting(
    "--admin-token",
    metavar="TOKEN",
    help="The secret of uno admin, 20 characters or more; better set as $UNO_ADMIN_TOKEN.",
)
@_setting(
    "--keep-days",
    type=Number(1, 36_500),
    metavar="N",
    help="Delete closed and unused tables after N days; without it, keep all.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser here.")
@click.option(
    "--party", is_flag=True, help="Make a screen here the table, and phones the hands; as --lan."
)
@_setting("--name", metavar="NAME", help="What logs and metrics call this server.")
@_setting(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    shell_complete=complete_limit,
    help="Change a limit (listed in docs/serving.md).",
)
@click.pass_context
def serve(
    context: click.Context,
    *,
    check: bool,
    database: str | None,
    lan: bool,
    party: bool,
    host: str | None,
    port: int,
    workers: int,
    search_workers: int,
    public_url: str | None,
    origins: tuple[str, ...],
    allowed_hosts: tuple[str, ...],
    behind_proxy: bool,
    no_migrate: bool,
    json_logs: bool,
    log_level: str,
    admin_token: str | None,
    keep_days: int | None,
    open_page: bool,
    name: str | None,
    limits: tuple[str, ...],
) -> None:
    """Serve tables to browsers and programs, until told to stop; prints the address to open.

    Every option but --open can be set in the environment (--public-url as UNO_PUBLIC_URL) or in
    a file; an option beats the environment, which beats the file.
    """
    check_extra("server")
    from openuno.server.options import Options, default_database
    from openuno.server.process.launch import (
        CannotServe,
        parse_admin_token,
        parse_level,
        parse_limits,
        parse_public_url,
        start,
    )

    with refuse_on(CannotServe):
        if (lan or party) and host is not None:
            name = "--lan" if lan else "--party"
            raise CannotServe(f"{name} listens on every address; leave --host out, or {name}")
        chosen = Options(
            database=database or default_database(),
            host=EVERY_ADDRESS if lan or party else host or LOOPBACK,
            port=port,
            workers=workers,
            search_workers=search_workers,
            origins=origins,
            allowed_hosts=allowed_hosts,
            public_url=None if public_url is None else parse_public_url(public_url),
            behind_proxy=behind_proxy,
            migrate=not no_migrate,
            json_logs=json_logs,
            log_level=parse_level(log_level),
            process=name,
            admin_token_hash=None if admin_token is None else parse_admin_token(admin_token),
            keep_days=keep_days,
            limits=parse_limits(limits),
        )
        if check:
            _show_check(context, chosen)
            return
        show = _show_and_open if open_page else _show_addresses
        _start_or_stop(lambda say: start(chosen, say), _show_party if party else show)


def _show_check(context: click.Context, chosen: "Options") -> None:
    """Print every setting and what the database is like; or refuse."""
    from openuno.server.process.check import check_options
    from openuno.server.store.address import parse_address

    said = check_options(chosen)
    for name, value, source in list_settings(context):
        shown = str(parse_address(chosen.database)) if name == "database" else value
        click.echo(f"{name:<16}{shown}  ({source})")
    click.echo(said)


_Say = Callable[["Listening"], None]


def _start_or_stop(start: Callable[[_Say], None], show: _Say) -> None:
    """Serve; but a server whose address cannot be printed is stopped in an orderly way."""
    failures: list[OutputFailed] = []

    def say(listening: "Listening") -> None:
        try:
            show(listening)
            sys.stdout.flush()
        except OutputFailed as failed:
            failures.append(failed)
            signal.raise_signal(signal.SIGTERM)

    start(say)
    if failures:
        raise failures[0]


def _show_addresses(listening: "Listening") -> None:
    """Print where the server is, and how others get there."""
    _print_addresses(listening)
    if not sys.stdout.isatty():
        return
    shared = listening.public or next(iter(listening.network), None)
    if shared is not None:
        _show_qr(shared, "To join from a phone or another computer")
    elif listening.everywhere:
        click.echo(_NO_NETWORK)
    else:
        click.echo(
            "Only this computer can open it."
            " To let others join: uno serve --lan (make play ARGS=--lan)"
        )


def _print_addresses(listening: "Listening") -> None:
    """Print where the server is: on this machine, on its network, and to the world."""
    click.echo(listening.here)
    for address in listening.network:
        if address != listening.here:
            click.echo(f"On your network: {address}")
    if listening.public is not None:
        click.echo(f"For everyone: {listening.public}")


def _show_qr(address: str, purpose: str) -> None:
    """Say what the address is for, with a QR code of it if the terminal can draw that."""
    code = qr_lines(address)
    for line in code:
        click.echo(line)
    ways = f"scan the code or open {address}" if code else f"open {address}"
    click.echo(f"{purpose}, {ways}.")


def _show_and_open(listening: "Listening") -> None:
    """Print where the server is and open it; without a browser, only print it."""
    import webbrowser

    _show_addresses(listening)
    webbrowser.open(listening.here)


def _show_party(listening: "Listening") -> None:
    """Open the shared screen here; without a browser, print how to open it elsewhere."""
    import webbrowser

    _print_addresses(listening)
    shared = listening.public or next(iter(listening.network), None)
    if webbrowser.open(f"{listening.here}/screen"):
        click.echo(f"The table: {listening.here}/screen. People sit down by scanning its code.")
    elif shared is not None:
        screen = f"{shared}/screen"
        if sys.stdout.isatty():
            _show_qr(screen, "To put the table on a screen that everyone sees")
        else:
            click.echo(f"The table: {screen}. Open it on a screen that everyone sees.")
    if shared is None:
        click.echo(_NO_NETWORK)
