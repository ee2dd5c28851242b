"""For the operator, by the admin token: every table, the people here, and figures."""

from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.server.http.endpoint import Call, NoContent, Operator, endpoint
from openuno.server.store import LobbyState
from openuno.version import __version__

MOST = 500
"""Tables and people in one answer."""
LAST = 2**53 - 1
"""Later than any time: the greatest number that every JSON reader has exactly."""


class Statistics(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Figures of the whole server; those of `process` are of the one that answers.

    `tables` are not archived, `playing` are those of them with a game in progress; `connections`
    are WebSockets to this process, `connected` the people behind them, `since` is when it started.
    """

    version: str
    process: str
    since: int
    processes: int
    connections: int
    connected: int
    tables: int
    playing: int
    archived: int
    people: int
    events: int
    games: int


class AdminTable(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A table, public or not; `names` sit at it, `people` are there, `touched` is when it changed.

    What anybody holds in their hand is no part of it.
    """

    code: str
    state: LobbyState
    public: bool
    locked: bool
    host: str | None
    seats: int
    people: int
    names: tuple[str, ...]
    rules: str
    format: str
    touched: int


class TablesQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which to list: those touched before a time, at most this many, the archived ones or not."""

    before: Annotated[int, Meta(ge=0, le=LAST)] = LAST
    most: Annotated[int, Meta(ge=1, le=MOST)] = 100
    archived: bool = False


class AdminTables(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Tables, those touched last first."""

    tables: list[AdminTable]


class ConnectedPerson(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A connection: whose it is, where it comes from (a network for IPv6), and their table."""

    guest: str
    name: str
    address: str
    table: str | None


class ConnectedPeople(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The connections of the process that answers; `more` were left out."""

    process: str
    people: list[ConnectedPerson]
    more: int


class PeopleQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many to list."""

    most: Annotated[int, Meta(ge=1, le=MOST)] = 100


@endpoint("GET", "/api/admin/statistics", weight=5)
async def admin_statistics(call: Call, operator: Operator) -> Statistics:
    """What the server holds and who is connected."""
    del operator
    context, counts = call.hub.context, await call.store.counts()
    return Statistics(
        version=__version__,
        process=context.process,
        since=context.since,
        processes=context.processes,
        connections=call.admission.websockets,
        connected=len(call.hub.visitors),
        tables=counts.open + counts.playing,
        playing=counts.playing,
        archived=counts.archived,
        people=counts.people,
        events=counts.events,
        games=counts.games,
    )


@endpoint("GET", "/api/admin/tables", weight=5)
async def admin_tables(call: Call, operator: Operator, query: TablesQuery) -> AdminTables:
    """Every table, also private ones."""
    del operator
    found = await call.store.all_tables(query.before, query.most, archived=query.archived)
    return AdminTables(
        [
            AdminTable(
                code=each.listing.code,
                state=each.listing.state,
                public=each.listing.public,
                locked=each.listing.locked,
                host=each.listing.host,
                seats=each.listing.seats,
                people=each.listing.people,
                names=each.listing.names,
                rules=each.listing.rules,
                format=each.listing.format,
                touched=each.touched,
            )
            for each in found
        ]
    )


@endpoint("DELETE", "/api/admin/tables/{code}", errors=(410,))
async def admin_close_table(call: Call, operator: Operator, code: str) -> NoContent:
    """Close a table for good; a game in progress is broken off, and people there are told."""
    await call.hub.close_for_operator(code)
    name = call.hub.context.activity.table_name(code.upper())
    call.hub.context.log.info("operator closed a table", table=name, address=operator.address)
    return NoContent()


@endpoint("GET", "/api/admin/people")
async def admin_people(call: Call, operator: Operator, query: PeopleQuery) -> ConnectedPeople:
    """The people who are connected to the process that answers."""
    del operator
    people = [
        ConnectedPerson(each.guest.id, each.guest.name, each.address, each.table)
        for each in call.hub.visitors.all()
    ]
    listed = sorted(people, key=lambda each: (each.name, each.guest))[: query.most]
    return ConnectedPeople(call.hub.context.process, listed, len(people) - len(listed))
