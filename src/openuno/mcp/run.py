"""Runs the server of `uno mcp` until its client closes the connection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from openuno.mcp.remote_seat import RemoteSeat
from openuno.mcp.seat import OwnSeat, Seat
from openuno.mcp.server import make_server
from openuno.room.chat import clean_name
from openuno.room.refusals import Refused
from openuno.terminal.remote.api import RequestRefused, ServerUnreachable
from openuno.terminal.remote.guests import find_guest
from openuno.terminal.remote.link import BadLink, parse_link
from openuno.terminal.tables.remote import RemoteTable

DEFAULT_NAME = "Assistant"


class CannotSit(Exception):
    """There is no such table, or it cannot be reached; the sentence says why."""


def serve_own_seat(seat: OwnSeat) -> None:
    """Serve a seat at a table of bots in this process."""

    @asynccontextmanager
    async def sit() -> AsyncIterator[Seat]:
        yield seat

    try:
        make_server(sit).run()
    finally:
        seat.close()


def serve_remote_seat(written: str, name: str, password: str | None) -> None:
    """Serve a seat at the table of a server, by its link."""
    try:
        link = parse_link(written)
        guest = find_guest(link.server, clean_name(name))
    except (BadLink, ServerUnreachable, RequestRefused, Refused) as error:
        raise CannotSit(str(error)) from None

    @asynccontextmanager
    async def sit() -> AsyncIterator[Seat]:
        seat = RemoteSeat(RemoteTable(link, guest.token, password=password))
        async with seat.follow():
            yield seat

    make_server(sit).run()
