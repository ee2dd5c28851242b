"""What everyone at an event may see: all of it but the generator, in names instead of numbers."""

import msgspec

from openuno.event.plan import is_decided, planned_sittings
from openuno.event.preparation import reserves
from openuno.event.settings import kind_name
from openuno.event.standings import columns, partnerships, standings
from openuno.event.state import (
    Cancelled,
    Event,
    Scored,
    Table,
    busy_entrants,
    present_people,
)

MINUTE = 60_000
"""Milliseconds."""


class _View(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    pass


class EventTableView(_View, frozen=True):
    """A table with the people of each side; `ends` is when its time is up, in milliseconds."""

    sitting: int
    number: int
    sides: tuple[tuple[str, ...], ...]
    started: int | None
    ends: int | None
    points: tuple[int, ...] | None
    cancelled: bool


class SittingView(_View, frozen=True):
    """The tables drawn together, and who sat out."""

    number: int
    tables: tuple[EventTableView, ...]
    byes: tuple[str, ...]
    scheduled: bool


class StandingView(_View, frozen=True):
    """A row of the standings; `figures` by the names of `EventView.columns`."""

    rank: int
    name: str
    people: tuple[str, ...]
    figures: tuple[int, ...]
    played: int
    byes: int
    present: bool


class PartnershipView(_View, frozen=True):
    """What two rotating partners have scored together in a sitting."""

    sitting: int
    table: int
    people: tuple[str, ...]
    points: int | None


class EventView(_View, frozen=True):
    """An event as anyone may see it.

    `waiting` are here and at no table that is still open; it is `decided` when all has been played
    that was planned.
    """

    title: str
    kind: str
    duplicate: bool
    rounds: int
    minutes: int | None
    decided: bool
    finished: bool
    planned: int | None
    people: tuple[str, ...]
    gone: tuple[str, ...]
    waiting: tuple[str, ...]
    reserves: tuple[str, ...]
    sittings: tuple[SittingView, ...]
    columns: tuple[str, ...]
    standings: tuple[StandingView, ...]
    partnerships: tuple[PartnershipView, ...]


def view_event(event: Event) -> EventView:
    """The event in names."""
    names = [person.name for person in event.people]
    here = present_people(event)
    playing = {
        member for entrant in busy_entrants(event) for member in event.entrants[entrant].members
    }
    return EventView(
        title=event.settings.title,
        kind=kind_name(event.settings.kind),
        duplicate=event.settings.duplicate,
        rounds=event.settings.rounds,
        minutes=event.settings.minutes,
        decided=is_decided(event),
        finished=event.finished,
        planned=planned_sittings(event),
        people=tuple(names[person] for person in here),
        gone=tuple(each.name for each in event.people if not each.present and not each.bot),
        waiting=tuple(names[person] for person in here if person not in playing),
        reserves=tuple(names[person] for person in reserves(event)),
        sittings=tuple(
            SittingView(
                number,
                tuple(
                    _view_table(event, number, index, table)
                    for index, table in enumerate(sitting.tables, 1)
                ),
                tuple(entrant_name(event, entrant) for entrant in sitting.byes),
                sitting.stage is not None,
            )
            for number, sitting in enumerate(event.sittings, 1)
        ),
        columns=columns(event.settings),
        standings=tuple(
            StandingView(
                row.rank,
                entrant_name(event, row.entrant),
                tuple(names[member] for member in event.entrants[row.entrant].members),
                row.figures,
                row.played,
                row.byes,
                row.present,
            )
            for row in standings(event)
        ),
        partnerships=tuple(
            PartnershipView(
                pair.sitting,
                pair.table,
                (entrant_name(event, pair.entrants[0]), entrant_name(event, pair.entrants[1])),
                pair.points,
            )
            for pair in partnerships(event)
        ),
    )


def entrant_name(event: Event, entrant: int) -> str:
    """A person's name, or those of a team: `Ann & Ben`."""
    return " & ".join(event.people[member].name for member in event.entrants[entrant].members)


def _view_table(event: Event, sitting: int, number: int, table: Table) -> EventTableView:
    return EventTableView(
        sitting=sitting,
        number=number,
        sides=tuple(
            tuple(
                event.people[member].name
                for entrant in side
                for member in event.entrants[entrant].members
            )
            for side in table.sides
        ),
        started=table.started,
        ends=end_time(table, event.settings.minutes),
        points=table.outcome.points if isinstance(table.outcome, Scored) else None,
        cancelled=isinstance(table.outcome, Cancelled),
    )


def end_time(table: Table, minutes: int | None) -> int | None:
    """When the time of a table is up, in milliseconds; None if nothing counts it."""
    if table.started is None or minutes is None:
        return None
    return table.started + table.held + minutes * MINUTE
