"""`uno join`, `uno watch` and `uno host`: a table on a server, on a screen or line by line."""

from typing import TYPE_CHECKING, NamedTuple

import click

from openuno.room.chat import clean_name
from openuno.room.refusals import Refused
from openuno.room.settings import Settings
from openuno.terminal.commands.screen_game import INTERRUPTED, has_screen
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.own_command import own_command
from openuno.terminal.preferences import load_preferences
from openuno.terminal.remote.api import (
    RequestRefused,
    ServerUnreachable,
    open_table,
    shared_server,
)
from openuno.terminal.remote.guests import find_guest
from openuno.terminal.remote.link import BadLink, TableLink, parse_link

if TYPE_CHECKING:
    from openuno.terminal.tables.remote import RemoteTable


class CannotJoin(Exception):
    """The table cannot be reached, or does not let us in; the sentence says why."""


class Visit(NamedTuple):
    """How a visit to a table ended: the exit status, and whether other people stay there."""

    status: int
    others_stay: bool


def join_table(
    written: str, name: str | None, password: str | None, *, watching: bool, plain: bool
) -> Visit:
    """Sit down at a table on a server, or watch it."""
    try:
        link = parse_link(written)
    except BadLink as error:
        raise CannotJoin(str(error)) from None
    return follow_table(link, name, password, watching=watching, plain=plain)


def open_new_table(
    server: str, name: str | None, settings: Settings, password: str | None
) -> tuple[TableLink, TableLink]:
    """Open a table as the person of this name: the link for us, and the one for others."""
    try:
        guest = find_guest(server, None if name is None else clean_name(name))
        link = open_table(server, guest.token, settings, password)
        return link, TableLink(shared_server(server), link.code)
    except (ServerUnreachable, RequestRefused, Refused) as error:
        raise CannotJoin(str(error)) from None


def follow_table(
    link: TableLink, name: str | None, password: str | None, *, watching: bool, plain: bool
) -> Visit:
    """Stay at a table until the person leaves it."""
    try:
        guest = find_guest(link.server, None if name is None else clean_name(name))
        invitation = TableLink(shared_server(link.server), link.code)
    except (ServerUnreachable, RequestRefused, Refused) as error:
        raise CannotJoin(str(error)) from None
    # What talks to servers takes long to import, and so does what draws.
    from openuno.terminal.remote.connection import TableRefused  # noqa: PLC0415
    from openuno.terminal.tables.remote import RemoteTable  # noqa: PLC0415

    table = RemoteTable(
        link, guest.token, invitation=invitation, watching=watching, password=password
    )
    try:
        if plain or not has_screen():
            from openuno.terminal.plain.online import follow_plainly  # noqa: PLC0415

            status = follow_plainly(table, watching=watching)
        else:
            status = _show(table)
    except TableRefused as refused:
        raise CannotJoin(str(refused)) from None
    if table.has_game:
        word = "watch" if watching else "join"
        words = translate("To come back to this table:")
        click.echo(f"{words}\n  {own_command()} {word} {link}")
    people = () if table.room is None else table.room.people
    return Visit(status, any(person.guest != table.guest for person in people))


def _show(table: "RemoteTable") -> int:
    from openuno.terminal.client.online.app import OnlineApp  # noqa: PLC0415

    app = OnlineApp(table, load_preferences())
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or (INTERRUPTED if app.interrupted else 0)
