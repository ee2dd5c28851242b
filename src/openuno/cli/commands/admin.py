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
from openuno.cli.values import Duration, Number, Word

if TYPE_CHECKING:
    from openuno.terminal.admin.client import AdminClient

_server = click.option(
    "--server",
    metavar="URL",
    envvar="UNO_SERVER",
    default="http://127.0.0.1:8000",
    help="The server; $UNO_SERVER, else the one on this machine, port 8000.",
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


_minutes = click.option(
    "--for",
    "minutes",
    type=Duration(),
    metavar="TIME",
    help="For this long, such as 30m, 12h or 7d; without it, until you end it.",
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
        "uno admin ban 203.0.113.7 --for 7d",
        "uno admin drain on",
    ),
)
def admin() -> None:
    """Look after a server: its tables and people, bans, and a quiet end before a restart.

    The server must have an admin token (uno serve --admin-token), which every command needs:
    set $UNO_ADMIN_TOKEN or name a file.
    """


@admin.command(examples=("uno admin statistics --json",))
@_asks
def statistics(client: "AdminClient", *, as_json: bool) -> None:
    """Show how many tables, people, games and connections there are."""
    from openuno.terminal.admin.run import show_statistics

    show_statistics(client, as_json=as_json)


@admin.command(examples=("uno admin tables --archived",))
@_most(100)
@click.option("--archived", is_flag=True, help="Also those that are closed or long unused.")
@_asks
def tables(client: "AdminClient", *, most: int, archived: bool, as_json: bool) -> None:
    """List tables, also private ones, those touched last first."""
    from openuno.terminal.admin.run import list_tables

    list_tables(client, most=most, archived=archived, as_json=as_json)


@admin.command(examples=("uno admin people",))
@_most(100)
@_asks
def people(client: "AdminClient", *, most: int, as_json: bool) -> None:
    """List who is connected; of several processes, to the one that answers."""
    from openuno.terminal.admin.run import list_people

    list_people(client, most=most, as_json=as_json)


@admin.command(examples=("uno admin close ABC234",))
@_code
@_asks
def close(client: "AdminClient", code: str, *, as_json: bool) -> None:
    """Close a table for good; a game in progress is broken off, and people there are told."""
    from openuno.terminal.admin.run import close_table

    close_table(client, code, as_json=as_json)


@admin.command(examples=("uno admin bans",))
@_asks
def bans(client: "AdminClient", *, as_json: bool) -> None:
    """List who is banned, by person or by address."""
    from openuno.terminal.admin.run import list_bans

    list_bans(client, as_json=as_json)


@admin.command(examples=("uno admin ban 203.0.113.7 --for 7d", "uno admin ban 0a1b2c3d4e5f6071"))
@click.argument("who", metavar="PERSON|ADDRESS")
@_minutes
@click.option("--reason", metavar="WORDS", help="Why, for other operators.")
@_asks
def ban(
    client: "AdminClient", who: str, *, minutes: int | None, reason: str | None, as_json: bool
) -> None:
    """Ban a person by id, or everyone at an address (for IPv6 at its /64 network).

    Their connections end within a second, with a sentence that says so.
    """
    from openuno.terminal.admin.run import ban as ban_now

    ban_now(client, who, minutes=minutes, reason=reason, as_json=as_json)


@admin.command(examples=("uno admin unban 203.0.113.7",))
@click.argument("who", metavar="PERSON|ADDRESS")
@_asks
def unban(client: "AdminClient", who: str, *, as_json: bool) -> None:
    """Let a person or an address in again."""
    from openuno.terminal.admin.run import unban as unban_now

    unban_now(client, who, as_json=as_json)


@admin.command(examples=("uno admin drain on --for 1h",))
@click.argument("state", type=Word("on", "off"), metavar="[on|off]", required=False)
@_minutes
@_asks
def drain(client: "AdminClient", state: str | None, *, minutes: int | None, as_json: bool) -> None:
    """Open no new tables and events, before a restart; games in progress go on.

    Without a word it says whether the server drains.
    """
    from openuno.terminal.admin.run import drain as drain_now

    drain_now(client, state, minutes=minutes, as_json=as_json)


@admin.command(examples=("uno admin prune --days 365 --dry-run",))
@click.option(
    "--days",
    type=Number(1, 36_500),
    metavar="N",
    required=True,
    help="Those that nobody has touched for N days.",
)
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
@_asks
def prune(client: "AdminClient", *, days: int, dry_run: bool, as_json: bool) -> None:
    """Delete closed and long unused tables for good, with the games played there.

    uno serve --keep-days N does it by itself, once a day.
    """
    from openuno.terminal.admin.run import prune_tables

    prune_tables(client, days=days, dry_run=dry_run, as_json=as_json)


@admin.command(examples=("uno admin export 0a1b2c3d4e5f6071 > person.json",))
@click.argument("person", metavar="PERSON")
@_asks
def export(client: "AdminClient", person: str, *, as_json: bool) -> None:
    """Print everything that is kept about a person, as JSON: what they may ask you for."""
    from openuno.terminal.admin.run import export_person

    del as_json  # it always is
    export_person(client, person)


@admin.command(examples=("uno admin forget 0a1b2c3d4e5f6071",))
@click.argument("person", metavar="PERSON")
@_asks
def forget(client: "AdminClient", person: str, *, as_json: bool) -> None:
    """Delete a person for good: token, name, ratings; games keep the names as played."""
    from openuno.terminal.admin.run import forget_person

    forget_person(client, person, as_json=as_json)


@admin.command(examples=('uno admin announce "A restart at 22:00, for five minutes." --for 2h',))
@click.argument("text", metavar="[WORDS]", required=False)
@_minutes
@click.option("--end", is_flag=True, help="Take the announcement back.")
@_asks
def announce(
    client: "AdminClient", text: str | None, *, minutes: int | None, end: bool, as_json: bool
) -> None:
    """Tell everyone at the server something, in 200 characters or fewer.

    Those who come until it ends read it, too. Without a text it says what is announced now.
    """
    from openuno.terminal.admin.run import announce as announce_now

    if end and (text is not None or minutes is not None):
        refuse("--end takes the announcement back; leave the text and the time out")
    announce_now(client, text, minutes=minutes, end=end, as_json=as_json)


@admin.command(examples=("uno admin reports", "uno admin reports --clear 0a1b2c3d4e5f6071"))
@_most(50)
@click.option("--clear", metavar="REPORT", help="Delete this report; you have dealt with it.")
@_asks
def reports(client: "AdminClient", *, most: int, clear: str | None, as_json: bool) -> None:
    """List what people at tables have told you about others, with the chat at the time."""
    from openuno.terminal.admin.run import clear_report, list_reports

    if clear is None:
        list_reports(client, most=min(most, 200), as_json=as_json)
    else:
        clear_report(client, clear, as_json=as_json)
