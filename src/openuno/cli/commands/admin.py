"""`uno admin`: what the operator of a server asks of it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from openuno.cli import options
from openuno.cli.errors import refuse, refuse_on
from openuno.cli.help import Group
from openuno.cli.values import Number

if TYPE_CHECKING:
    from openuno.terminal.admin.client import AdminClient

_server = click.option(
    "--server",
    metavar="URL",
    envvar="UNO_SERVER",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The server; $UNO_SERVER.",
)
_token_file = click.option(
    "--token-file",
    type=options.PATH,
    metavar="FILE",
    help="A file with the admin token; without it, $UNO_ADMIN_TOKEN.",
)
_code = click.argument("code", metavar="CODE")


def _most(default: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        "--most",
        type=Number(1, 500),
        metavar="N",
        default=default,
        show_default=True,
        help="List at most N.",
    )


def _asks(work: Callable[..., None]) -> Callable[..., None]:
    """Give a subcommand the options that all have, and the client they lead to."""

    @wraps(work)
    def ask(*words: Any, server: str, token_file: Path | None, **given: Any) -> None:
        with _client(server, token_file) as client:
            work(client, *words, **given)

    return _server(_token_file(options.as_json(ask)))


@contextmanager
def _client(server: str, token_file: Path | None) -> "Iterator[AdminClient]":
    from openuno.terminal.admin.client import AdminClient, AdminError, check_token, read_token

    with refuse_on(AdminError):
        if token_file is not None:
            token = read_token(token_file)
        elif "UNO_ADMIN_TOKEN" in os.environ:
            token = check_token(os.environ["UNO_ADMIN_TOKEN"], "$UNO_ADMIN_TOKEN")
        else:
            refuse("give the server's admin token in $UNO_ADMIN_TOKEN or by --token-file")
        yield AdminClient(server, token)


@click.group(
    cls=Group,
    examples=(
        "uno admin statistics",
        "uno admin tables --server https://uno.example.org",
        "uno admin close ABC234",
    ),
)
def admin() -> None:
    """Look after a server: see its tables and people, close tables.

    The server must have an admin token (uno serve --admin-token), which every command needs:
    set $UNO_ADMIN_TOKEN or name a file.
    """


@admin.command()
@_asks
def statistics(client: "AdminClient", *, as_json: bool) -> None:
    """Show how many tables, people, games and connections there are."""
    from openuno.terminal.admin.run import show_statistics

    show_statistics(client, as_json=as_json)


@admin.command()
@_most(100)
@click.option("--archived", is_flag=True, help="Also those that are closed or long unused.")
@_asks
def tables(client: "AdminClient", *, most: int, archived: bool, as_json: bool) -> None:
    """List tables, also private ones, those touched last first."""
    from openuno.terminal.admin.run import list_tables

    list_tables(client, most=most, archived=archived, as_json=as_json)


@admin.command()
@_most(100)
@_asks
def people(client: "AdminClient", *, most: int, as_json: bool) -> None:
    """List who is connected; of several processes, to the one that answers."""
    from openuno.terminal.admin.run import list_people

    list_people(client, most=most, as_json=as_json)


@admin.command()
@_code
@_asks
def close(client: "AdminClient", code: str, *, as_json: bool) -> None:
    """Close a table for good; a game in progress is broken off, and people there are told."""
    from openuno.terminal.admin.run import close_table

    close_table(client, code, as_json=as_json)
