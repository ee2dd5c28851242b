"""Events: opening one, taking part, the host's commands, and results to keep."""

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.event.commands import AddPeople, RenamePerson
from openuno.event.hosted.commands import HostCommand, PersonCommand, TakePart
from openuno.event.hosted.decide import decide_for_host, decide_for_person
from openuno.event.hosted.facts import Fact, OnlineTables
from openuno.event.hosted.state import HostedEvent, is_host
from openuno.event.hosted.view import (
    EventPage,
    HostPage,
    OwnPage,
    view_for_host,
    view_own,
)
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.settings import EventSettings
from openuno.event.spreadsheet import results_csv, tables_csv
from openuno.room.chat import clean_name
from openuno.server.events.live_event import Decide, LiveEvent
from openuno.server.events.problems import event_problem, no_such_event
from openuno.server.http.endpoint import Call, File, NoContent, endpoint
from openuno.server.http.qr_code import draw_qr
from openuno.server.http.shared_links import event_link
from openuno.server.store import Guest

LONGEST_WAIT = 20
"""Seconds that a request for news waits at most: less than a connection is kept for."""
CSV = "text/csv; charset=utf-8"

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]


class NewEvent(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What kind of event; without `online`, people play with real cards.

    In a `classroom` people have set phrases instead of chat, and everything is deleted a day after
    the last change.
    """

    settings: EventSettings
    online: OnlineTables | None = None
    classroom: bool = False


class EventCreated(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An event's code, and the link for the people who take part."""

    code: str
    link: str


class NewsQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """With `since`, the answer waits up to `wait` seconds for a change after that one."""

    since: Annotated[int, Meta(ge=0, le=2**31)] = 0
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 0


class EventNews(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An event as everyone may see it, and the time here in milliseconds since 1970."""

    page: EventPage
    now: int


class OwnEventNews(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The same for one person: `me` if they take part, `host` if they are a host."""

    page: EventPage
    now: int
    me: OwnPage | None
    host: HostPage | None


class HostRequest(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A command of the host; sent again under the same `id`, it is carried out once."""

    id: CommandId
    command: HostCommand


class PersonRequest(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A command of a person for themselves; sent again under the same `id`, it counts once."""

    id: CommandId
    command: PersonCommand


class EventChanged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The change that the command led to, or the latest one if there was nothing to change."""

    seq: int


@endpoint("POST", "/api/events", status=201, errors=(409, 422))
async def open_event(call: Call, me: Guest, body: NewEvent) -> EventCreated:
    """Open an event; you are its host."""
    limits = call.state["rate_limits"]
    limits.tables.take(call.address, limits.now())
    code = await call.events.open_event(me, body.settings, body.online, classroom=body.classroom)
    return EventCreated(code, event_link(call, code))


@endpoint("GET", "/api/events/{event}")
async def event(call: Call, event: str, query: NewsQuery) -> EventNews:
    """An event as everyone may see it, a projector included; can wait for news."""
    live = await _news(call, event, query)
    return EventNews(live.page, call.hub.context.now())


@endpoint("GET", "/api/events/{event}/me")
async def my_event(call: Call, me: Guest, event: str, query: NewsQuery) -> OwnEventNews:
    """An event as you may see it: where you sit and, if you are its host, all its rooms."""
    live = await _news(call, event, query, me)
    hosted = live.hosted
    own, host = view_own(hosted, me.id), view_for_host(hosted, me.id)
    return OwnEventNews(live.page, call.hub.context.now(), own, host)


@endpoint("POST", "/api/events/{event}/me", errors=(409, 422))
async def take_part(call: Call, me: Guest, event: str, body: PersonRequest) -> EventChanged:
    """Take part in an event, leave it, or enter the points of your table."""
    command = body.command
    if isinstance(command, TakePart):
        command = TakePart(clean_name(command.name))

    def decide(hosted: HostedEvent) -> tuple[Fact, ...]:
        return decide_for_person(hosted, me.id, command)

    return await _carry_out(call, event, decide, me, body.id)


@endpoint("POST", "/api/events/{event}/commands", errors=(403, 409, 422))
async def host_event(call: Call, me: Guest, event: str, body: HostRequest) -> EventChanged:
    """A command of the event's host: people, draws, results, the clock, the end."""
    command = _clean_names(body.command)

    def decide(hosted: HostedEvent) -> tuple[Fact, ...]:
        return decide_for_host(hosted, me.id, command, call.hub.context.now())

    return await _carry_out(call, event, decide, me, body.id)


@endpoint("DELETE", "/api/events/{event}", errors=(403,))
async def delete_event(call: Call, me: Guest, event: str) -> NoContent:
    """Delete an event with all its tables, games and results; you are a host of it."""
    live = await call.events.find(event, call.address, me)
    if not is_host(live.hosted, me.id):
        raise event_problem(EventRefused(EventFault.NOT_HOST))
    await call.events.delete(live)
    return NoContent()


@endpoint("GET", "/api/events/{event}/results.csv", media=CSV)
async def event_results(call: Call, event: str) -> File:
    """The standings of an event for a spreadsheet."""
    live = await call.events.find(event, call.address)
    return File(results_csv(live.page.event).encode("utf-8-sig"), f"{live.code}-results.csv")


@endpoint("GET", "/api/events/{event}/tables.csv", media=CSV)
async def event_tables(call: Call, event: str) -> File:
    """Every table of an event and its points for a spreadsheet."""
    live = await call.events.find(event, call.address)
    return File(tables_csv(live.page.event).encode("utf-8-sig"), f"{live.code}-tables.csv")


@endpoint("GET", "/api/events/{event}/qr.svg", media="image/svg+xml")
async def event_qr(call: Call, event: str) -> File:
    """The link to an event as a QR code, to scan from a projector."""
    live = await call.events.find(event, call.address)
    return File(await asyncio.to_thread(draw_qr, event_link(call, live.code)))


async def _news(call: Call, event: str, query: NewsQuery, me: Guest | None = None) -> LiveEvent:
    live = await call.events.find(event, call.address, me)
    if query.wait and not call.hub.stopping:
        await live.wait_for_change(query.since, query.wait)
        if live.is_deleted:
            raise no_such_event(live.code)
    return live


async def _carry_out(
    call: Call, event: str, decide: Decide, me: Guest, command: str
) -> EventChanged:
    live = await call.events.find(event, call.address, me)
    try:
        seq = await live.carry_out(decide, me.id, command)
    except EventRefused as refused:
        raise event_problem(refused) from None
    await call.events.look_after(live)
    return EventChanged(seq)


def _clean_names(command: HostCommand) -> HostCommand:
    """The command with names as they are kept: nothing in them fools a screen."""
    match command:
        case AddPeople(names):
            return AddPeople(tuple(clean_name(name) for name in names))
        case RenamePerson(name, new_name):
            return RenamePerson(name, clean_name(new_name))
        case _:
            return command
