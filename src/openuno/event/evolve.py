"""The only writer of an event: one fact turns it into the next."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeVar, assert_never

from msgspec.structs import replace

from openuno.engine.rng import Generator
from openuno.event.facts import (
    DrawTakenBack,
    Fact,
    Finished,
    Joined,
    Left,
    MemberReplaced,
    NumbersDrawn,
    PlacesSwapped,
    Renamed,
    ResultCorrected,
    ResultEntered,
    Returned,
    SittingDrawn,
    TableCancelled,
    TableStarted,
    TeamFormed,
)
from openuno.event.settings import EventSettings, team_size
from openuno.event.state import (
    Cancelled,
    Entrant,
    Event,
    Person,
    Scored,
    Sitting,
    Table,
    open_tables,
)

T = TypeVar("T")


def replay_event(settings: EventSettings, rng: Generator, facts: Iterable[Fact]) -> Event:
    """The event that these facts lead to, from the first."""
    return evolve_facts(Event(settings, rng), facts)


def evolve_facts(event: Event, facts: Iterable[Fact]) -> Event:
    """The event after all of the facts."""
    return reduce(evolve_event, facts, event)


def evolve_event(event: Event, fact: Fact) -> Event:
    """The event after the fact."""
    match fact:
        case Joined(name, bot):
            alone = team_size(event.settings.kind) == 1
            entrant = (Entrant((len(event.people),)),) if alone else ()
            people = (*event.people, Person(name, bot=bot))
            return replace(event, people=people, entrants=event.entrants + entrant)
        case Left(person):
            return _change_person(event, person, present=False)
        case Returned(person):
            return _change_person(event, person, present=True)
        case Renamed(person, _, name):
            return _change_person(event, person, name=name)
        case TeamFormed(members):
            return replace(event, entrants=(*event.entrants, Entrant(members)))
        case MemberReplaced(team, left, joined):
            return _replace_member(event, team, left, joined)
        case NumbersDrawn(entrants):
            return replace(event, numbers=entrants)
        case SittingDrawn(tables, byes, stage):
            sitting = Sitting(tuple(Table(sides) for sides in tables), byes, stage)
            return replace(event, sittings=(*event.sittings, sitting), draws=event.draws + 1)
        case DrawTakenBack():
            return replace(event, sittings=event.sittings[:-1])
        case PlacesSwapped(sitting_number, one, other):
            return _swap(event, sitting_number, {one: other, other: one})
        case TableStarted(sitting_number, table_number, at):
            return _change_table(event, sitting_number, table_number, started=at)
        case ResultEntered(sitting_number, table_number, points, through):
            outcome = Scored(points, event.results, through)
            event = _change_table(event, sitting_number, table_number, outcome=outcome)
            return replace(event, results=event.results + 1)
        case ResultCorrected(sitting_number, table_number, _, points, through):
            before = event.sittings[sitting_number - 1].tables[table_number - 1].outcome
            assert isinstance(before, Scored), "only a result can be corrected"
            outcome = Scored(points, before.order, through)
            return _change_table(event, sitting_number, table_number, outcome=outcome)
        case TableCancelled(sitting_number, table_number):
            return _change_table(event, sitting_number, table_number, outcome=Cancelled())
        case Finished():
            return replace(event, finished=True)
        case _:
            assert_never(fact)


def hold_clocks(event: Event, milliseconds: int) -> Event:
    """The event after a pause: every table that plays has as much more time."""
    for sitting, number, table in open_tables(event):
        if table.started is not None:
            held = table.held + milliseconds
            event = _change_table(event, sitting, number, held=held)
    return event


def _change_person(event: Event, number: int, **changes: object) -> Event:
    person = replace(event.people[number], **changes)
    return replace(event, people=_put(event.people, number, person))


def _replace_member(event: Event, team: int, left: int, joined: int) -> Event:
    members = event.entrants[team].members
    entrant = Entrant(_put(members, members.index(left), joined))
    return replace(event, entrants=_put(event.entrants, team, entrant))


def _swap(event: Event, sitting_number: int, places: dict[int, int]) -> Event:
    sitting = event.sittings[sitting_number - 1]
    tables = tuple(
        replace(
            table,
            sides=tuple(tuple(places.get(each, each) for each in side) for side in table.sides),
        )
        for table in sitting.tables
    )
    byes = tuple(places.get(each, each) for each in sitting.byes)
    sitting = replace(sitting, tables=tables, byes=byes)
    return replace(event, sittings=_put(event.sittings, sitting_number - 1, sitting))


def _change_table(event: Event, sitting_number: int, table_number: int, **changes: object) -> Event:
    sitting = event.sittings[sitting_number - 1]
    table = replace(sitting.tables[table_number - 1], **changes)
    sitting = replace(sitting, tables=_put(sitting.tables, table_number - 1, table))
    return replace(event, sittings=_put(event.sittings, sitting_number - 1, sitting))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
