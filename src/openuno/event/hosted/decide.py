"""Whether a host or a person may do what they ask of an event on a server, and what follows."""

from typing import assert_never

from openuno.event.commands import AddPeople, Command, EnterResult, RemovePeople, Start
from openuno.event.decide import decide
from openuno.event.hosted.commands import (
    EnterPoints,
    GoHome,
    HostCommand,
    MutePerson,
    Pause,
    PersonCommand,
    ShareHosting,
    StartTables,
    TakePart,
)
from openuno.event.hosted.facts import Fact, HostingShared, Muted, Paused, PersonLinked
from openuno.event.hosted.state import HostedEvent, is_host, person_of
from openuno.event.people import clean_name, known_person
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.state import Event, Table, find_person, open_tables, table_entrants


def decide_for_host(
    hosted: HostedEvent, guest: str, command: HostCommand, now: int
) -> tuple[Fact, ...]:
    """What the host's command leads to, none if all is so already; or `EventRefused`."""
    if not is_host(hosted, guest):
        raise EventRefused(EventFault.NOT_HOST)
    event = hosted.event
    match command:
        case MutePerson(name, muted):
            person = known_person(event, name)
            return () if (person in hosted.muted) == muted else (Muted(person, muted),)
        case ShareHosting(name, shared):
            person = known_person(event, name)
            if person not in hosted.guests:
                raise EventRefused(EventFault.NO_PHONE, name=event.people[person].name)
            return () if (person in hosted.hosts) == shared else (HostingShared(person, shared),)
        case Pause(paused):
            if event.finished:
                raise EventRefused(EventFault.OVER)
            return () if (hosted.paused is not None) == paused else (Paused(paused),)
        case StartTables(tables, sitting):
            _check_running(hosted)
            return decide(event, Start(now, tables, sitting))
        case _:
            return decide(event, command)


def decide_for_person(hosted: HostedEvent, guest: str, command: PersonCommand) -> tuple[Fact, ...]:
    """What a person's own command leads to, none if all is so already; or `EventRefused`."""
    event = hosted.event
    person = person_of(hosted, guest)
    match command:
        case TakePart(name):
            return _take_part(hosted, guest, person, name)
        case GoHome():
            name = event.people[_check_person(person)].name
            return (
                decide(event, RemovePeople((name,)))
                if event.people[_check_person(person)].present
                else ()
            )
        case EnterPoints(points):
            if hosted.online is not None:
                raise EventRefused(EventFault.TABLES_SCORE)
            sitting, table, _ = own_table(event, _check_person(person))
            return decide(event, EnterResult(table, points, sitting))
        case _:
            assert_never(command)


def decide_for_table(hosted: HostedEvent, command: Command) -> tuple[Fact, ...]:
    """What follows when a table that plays on the server starts or ends."""
    return decide(hosted.event, command)


def find_own_table(event: Event, person: int) -> tuple[int, int, Table] | None:
    """The first table without an outcome at which a person sits: sitting, number, table."""
    for sitting, number, table in open_tables(event):
        for entrant in table_entrants(table):
            if person in event.entrants[entrant].members:
                return sitting, number, table
    return None


def own_table(event: Event, person: int) -> tuple[int, int, Table]:
    """The same, or a refusal."""
    found = find_own_table(event, person)
    if found is None:
        raise EventRefused(EventFault.NO_TABLE)
    return found


def _take_part(
    hosted: HostedEvent, guest: str, person: int | None, wanted: str
) -> tuple[Fact, ...]:
    event = hosted.event
    if event.finished:
        raise EventRefused(EventFault.OVER)
    if person is not None:
        # They are known: a name typed again does not change what the host has on the list.
        known = event.people[person]
        return () if known.present else decide(event, AddPeople((known.name,)))
    name = clean_name(wanted)
    taken = find_person(event, name)
    if taken is None:
        return (*decide(event, AddPeople((name,))), PersonLinked(len(event.people), guest))
    if taken in hosted.guests or event.people[taken].bot:
        raise EventRefused(EventFault.NAME_TAKEN, name=name)
    linked = PersonLinked(taken, guest)
    if event.people[taken].present:
        return (linked,)
    return (*decide(event, AddPeople((name,))), linked)


def _check_person(person: int | None) -> int:
    if person is None:
        raise EventRefused(EventFault.NOT_TAKING_PART)
    return person


def _check_running(hosted: HostedEvent) -> None:
    if hosted.paused is not None:
        raise EventRefused(EventFault.PAUSED)
