"""`uno serve`: starts the server and prints where it is."""

import signal
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from openuno.cli.errors import refuse_on
from openuno.cli.options import Database
from openuno.cli.output import OutputFailed


def serve(
    *,
    database: Database = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everyone.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, max=64, metavar="N", help="Processes; several need PostgreSQL.")
    ] = 1,
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Also allow pages from this origin."),
    ] = None,
    allowed_hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            help="A name people reach this server by, such as uno.example; * for any.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Trust X-Forwarded-For from your proxy."),
    ] = False,
    no_migrate: Annotated[
        bool,
        typer.Option("--no-migrate", help="Refuse an older database instead of updating it."),
    ] = False,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help="Log JSON, one line to an event.")
    ] = False,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="What to log: debug, info, warning or error.")
    ] = "info",
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser here.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What logs and metrics call this server.")
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=N", help="Change a limit (listed in docs/serving.md)."
        ),
    ] = None,
) -> None:
    """Serve tables to browsers and programs, until told to stop; prints the address to open."""
    from openuno.server.options import Options, default_database
    from openuno.server.process.launch import CannotServe, parse_level, parse_limits, start

    with refuse_on(CannotServe):
        options = Options(
            database=database or default_database(),
            host=host,
            port=port,
            workers=workers,
            origins=tuple(origins or ()),
            allowed_hosts=tuple(allowed_hosts or ()),
            behind_proxy=behind_proxy,
            migrate=not no_migrate,
            json_logs=json_logs,
            log_level=parse_level(log_level),
            process=name,
            limits=parse_limits(limits or ()),
        )
        _start_or_stop(
            lambda say: start(options, say), _show_and_open if open_page else _show_addresses
        )


_Say = Callable[[Sequence[str]], None]


def _start_or_stop(start: Callable[[_Say], None], show: _Say) -> None:
    """Serve; but a server whose address cannot be printed is stopped in an orderly way."""
    failures: list[OutputFailed] = []

    def say(addresses: Sequence[str]) -> None:
        try:
            show(addresses)
            sys.stdout.flush()
        except OutputFailed as failed:
            failures.append(failed)
            signal.raise_signal(signal.SIGTERM)

    start(say)
    if failures:
        raise failures[0]


_LOOPBACK = ("http://127.", "http://[::1]")


def _show_addresses(addresses: Sequence[str]) -> None:
    """Print where the server is: the address for this machine, then those for its network."""
    here, *others = addresses
    typer.echo(here)
    for address in others:
        typer.echo(f"On your network: {address}")
    if here.startswith(_LOOPBACK) and not others and sys.stdout.isatty():
        typer.echo("Only this computer can open it; --host 0.0.0.0 lets your network in.")


def _show_and_open(addresses: Sequence[str]) -> None:
    """Print where the server is and open it; a machine without a browser is told where to look."""
    import webbrowser

    _show_addresses(addresses)
    webbrowser.open(addresses[0])
