"""Tables: opening one, the lobby, and the way to a table for others to scan."""

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.engine.enums import NamedEnum
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import Settings
from openuno.server.http.endpoint import Call, File, NoContent, endpoint
from openuno.server.http.one_at_a_time import TooManyWaiting
from openuno.server.http.qr_code import draw_qr
from openuno.server.http.shared_links import find_preview, table_link
from openuno.server.store import Guest, LobbyEntry

MOST = 100
PICTURE_WAIT = 5000
"""Milliseconds after which to ask for a picture again, if too many wait to be drawn."""


class NewTable(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What to play; with a password, only those who know it come in."""

    settings: Settings = Settings()
    password: str | None = None


class TableCreated(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A table's code, and the link to send to others."""

    code: str
    link: str


class LobbyQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many to list."""

    most: Annotated[int, Meta(ge=1, le=MOST)] = 50


class Lobby(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The public tables, those touched last first.

    `announcement` is what the person who runs the server tells everyone, plain text.
    """

    tables: list[LobbyEntry]
    announcement: str | None = None


class CodeKind(NamedEnum):
    """What has a code."""

    TABLE = "table"
    EVENT = "event"


class CodeMeaning(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a code leads to."""

    kind: CodeKind
    code: str


@endpoint("POST", "/api/tables", status=201, errors=(409, 422))
async def open_table(call: Call, me: Guest, body: NewTable) -> TableCreated:
    """Open a table; you are its host."""
    limits = call.state["rate_limits"]
    limits.tables.take(call.address, limits.now())
    code = await call.hub.open_table(me, body.settings, body.password)
    return TableCreated(code, table_link(call, code))


@endpoint("GET", "/api/tables")
async def lobby(call: Call, query: LobbyQuery) -> Lobby:
    """The public tables that are open or playing."""
    notice = call.hub.context.operator.notice
    tables = await call.store.lobby(query.most)
    return Lobby(tables, None if notice is None else notice.text)


@endpoint("GET", "/api/tables/{code}")
async def table(call: Call, code: str) -> LobbyEntry:
    """One table as the lobby shows it, public or not."""
    return await call.hub.listing(code.upper(), call.address)


@endpoint("GET", "/api/codes/{code}")
async def code(call: Call, code: str) -> CodeMeaning:
    """What a code that somebody types leads to: a table or an event."""
    if await call.events.has_event(code, call.address):
        return CodeMeaning(CodeKind.EVENT, code.upper())
    found = await call.hub.listing(code.upper(), call.address)
    return CodeMeaning(CodeKind.TABLE, found.code)


@endpoint("DELETE", "/api/tables/{code}", errors=(409, 410, 422))
async def close_table(call: Call, me: Guest, code: str) -> NoContent:
    """Close a table for good; you are its host, and no game is in progress."""
    await call.hub.close_table(me, code, call.address)
    return NoContent()


@endpoint("GET", "/api/tables/{code}/qr.svg", media="image/svg+xml")
async def qr(call: Call, code: str) -> File:
    """The link to a table as a QR code, to scan from another screen."""
    found = await call.hub.listing(code.upper(), call.address)
    return File(await asyncio.to_thread(draw_qr, table_link(call, found.code)))


@endpoint("GET", "/api/tables/{code}/preview.png", media="image/png", weight=20)
async def preview(call: Call, code: str) -> File:
    """The picture with which a link to a table unfolds in a chat; 1200 by 630."""
    subject = await find_preview(call, code)
    try:
        return File(await call.state["pictures"].draw(subject))
    except TooManyWaiting:
        raise Refused(RefusalKind.TOO_MANY_REQUESTS, retry=PICTURE_WAIT) from None
