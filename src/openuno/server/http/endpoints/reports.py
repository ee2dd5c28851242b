"""Reports: people at a table tell the operator about someone there, who reads and clears them."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.room.chat import clean_text
from openuno.room.facts import Entry, Said
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import Room, humans
from openuno.server.http.endpoint import Call, NoContent, Operator, endpoint
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.store import AbuseReport, Guest

LONGEST_TEXT = 500
MOST_KEPT = 1000
"""Reports kept: of more, the oldest go."""
MOST_LINES = 20
_LOOKED_BACK = 300
"""Entries of the log in which the latest lines of the chat are looked for."""


class NewReport(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Whom it is about, by public id, and what happened."""

    person: Annotated[str, Meta(pattern="^[0-9a-z]{1,64}$")]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class ReportsQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many to list."""

    most: Annotated[int, Meta(ge=1, le=200)] = 50


class Reports(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What people have told the operator, the latest first."""

    reports: list[AbuseReport]


@endpoint("POST", "/api/tables/{code}/reports", errors=(403, 409, 410, 422))
async def report_person(call: Call, me: Guest, code: str, body: NewReport) -> NoContent:
    """Tell the person who runs the server about someone at your table."""
    limits = call.state["rate_limits"]
    limits.reports.take(call.address, limits.now())
    context = call.hub.context
    room = await call.hub.find_room_of(me.id, code.upper(), call.address)
    names = _names(room)
    if body.person == me.id or body.person not in names:
        raise Refused(RefusalKind.NOT_HERE)
    text = clean_text(body.text, LONGEST_TEXT) if body.text.strip() else ""
    entries = await call.store.entries(code.upper(), max(0, room.seq - _LOOKED_BACK))
    report = AbuseReport(
        id=context.entropy(8).hex(),
        at=context.now(),
        code=code.upper(),
        reporter=me.id,
        reporter_name=names.get(me.id, me.name),
        reported=body.person,
        reported_name=names[body.person],
        text=text,
        lines=_latest_lines(entries, names),
    )
    await call.store.add_report(report, MOST_KEPT)
    context.log.info("a person was reported", person=body.person, by=me.id)
    return NoContent()


@endpoint("GET", "/api/admin/reports")
async def admin_reports(call: Call, operator: Operator, query: ReportsQuery) -> Reports:
    """What people have told the operator about others."""
    del operator
    return Reports(await call.store.reports(query.most))


@endpoint("DELETE", "/api/admin/reports/{report}")
async def admin_clear_report(call: Call, operator: Operator, report: str) -> NoContent:
    """Delete a report that is dealt with."""
    if not await call.store.remove_report(report):
        raise Problem.of(HttpKind.NO_SUCH_REPORT)
    call.hub.context.log.info("operator cleared a report", address=operator.address)
    return NoContent()


def _names(room: Room) -> dict[str, str]:
    """Everyone who sits at the table or watches, by id."""
    return {person.guest: person.name for person in room.people} | {
        seat.guest: seat.name for seat in humans(room)
    }


def _latest_lines(entries: Sequence[Entry], names: dict[str, str]) -> tuple[str, ...]:
    said = [fact for entry in entries for fact in entry.facts if isinstance(fact, Said)]
    return tuple(f"{names.get(each.guest, '?')}: {each.text}" for each in said[-MOST_LINES:])
