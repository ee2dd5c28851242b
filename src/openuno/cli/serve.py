"""`uno serve`: starts the server and prints where it is."""

import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from openuno.cli.errors import refuse_on
from openuno.cli.options import Database
from openuno.cli.output import OutputFailed

if TYPE_CHECKING:
    from openuno.server.process.launch import Listening

LOOPBACK, EVERY_ADDRESS = "127.0.0.1", "0.0.0.0"


def serve(
    *,
    database: Database = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let others on your network join, and show the address."),
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Listen at this address, not at 127.0.0.1."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, max=64, metavar="N", help="Processes; several need PostgreSQL.")
    ] = 1,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="Where people open this server, such as https://uno.example.org: for links.",
        ),
    ] = None,
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
    from openuno.server.process.launch import (
        CannotServe,
        parse_level,
        parse_limits,
        parse_public_url,
        start,
    )

    with refuse_on(CannotServe):
        if lan and host is not None:
            raise CannotServe("--lan listens on every address; leave --host out, or --lan")
        options = Options(
            database=database or default_database(),
            host=EVERY_ADDRESS if lan else host or LOOPBACK,
            port=port,
            workers=workers,
            origins=tuple(origins or ()),
            allowed_hosts=tuple(allowed_hosts or ()),
            public_url=None if public_url is None else parse_public_url(public_url),
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
    """Print where the server is: on this machine, on its network, and to the world."""
    typer.echo(listening.here)
    for address in listening.network:
        if address != listening.here:
            typer.echo(f"On your network: {address}")
    if listening.public is not None:
        typer.echo(f"For everyone: {listening.public}")
    if not sys.stdout.isatty():
        return
    shared = listening.public or next(iter(listening.network), None)
    if shared is not None:
        _show_qr(shared)
    elif listening.everywhere:
        typer.echo("Nobody else can open it yet: this computer has no network address.")
    else:
        typer.echo(
            "Only this computer can open it."
            " To let others join: uno serve --lan (make play ARGS=--lan)"
        )


def _show_qr(address: str) -> None:
    """Draw the address as a QR code if the terminal can and has room for it."""
    from openuno.cli.qr_code import draw_qr

    code = []
    if os.environ.get("TERM") != "dumb" and (sys.stdout.encoding or "").lower() == "utf-8":
        size = os.get_terminal_size(sys.stdout.fileno())
        colours = "NO_COLOR" not in os.environ
        # Above and below it are the addresses and a sentence.
        code = draw_qr(address, columns=size.columns, lines=size.lines - 4, colours=colours)
    for line in code:
        typer.echo(line)
    ways = "scan the code or open the address above" if code else f"open {address}"
    typer.echo(f"To join from a phone or another computer, {ways}.")


def _show_and_open(listening: "Listening") -> None:
    """Print where the server is and open it; without a browser, only print it."""
    import webbrowser

    _show_addresses(listening)
    webbrowser.open(listening.here)
