"""Who comes, goes, is renamed or teams up."""

from openuno.event.commands import AddPeople, FormTeam, RemovePeople, RenamePerson
from openuno.event.evolve import evolve_event
from openuno.event.facts import Fact, Joined, Left, Renamed, Returned, TeamFormed
from openuno.event.preparation import reserves
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.settings import MAX_PEOPLE, KnockOut, kind_name, team_size
from openuno.event.state import Event, find_person, present_people

MAX_NAME = 24
MAX_NAMES = 240
"""How many different people an event remembers, bots among them."""


def join(event: Event, command: AddPeople) -> tuple[Fact, ...]:
    """What follows when people come; all of them, or none."""
    facts: list[Fact] = []
    for given in command.names:
        name = clean_name(given)
        person = find_person(event, name)
        if person is not None and event.people[person].present:
            raise EventRefused(EventFault.HERE, name=name)
        if len(present_people(event)) >= MAX_PEOPLE:
            raise EventRefused(EventFault.FULL, most=MAX_PEOPLE)
        if person is None and len(event.people) >= MAX_NAMES:
            raise EventRefused(EventFault.TOO_MANY_NAMES, most=MAX_NAMES)
        if person is not None and event.people[person].bot:
            raise EventRefused(EventFault.NAME_TAKEN, name=name)
        fact = Joined(name) if person is None else Returned(person)
        facts.append(fact)
        event = evolve_event(event, fact)
    return tuple(facts)


def leave(event: Event, command: RemovePeople) -> tuple[Fact, ...]:
    """What follows when people go; all of them, or none."""
    facts: list[Fact] = []
    for name in command.names:
        person = known_person(event, name)
        if not event.people[person].present:
            raise EventRefused(EventFault.GONE, name=event.people[person].name)
        facts.append(Left(person))
        event = evolve_event(event, facts[-1])
    return tuple(facts)


def rename(event: Event, command: RenamePerson) -> tuple[Fact, ...]:
    """What follows when a name was written wrongly."""
    person = known_person(event, command.name)
    name = clean_name(command.new_name)
    if find_person(event, name) not in (None, person):
        raise EventRefused(EventFault.NAME_TAKEN, name=name)
    return (Renamed(person, event.people[person].name, name),)


def form_team(event: Event, command: FormTeam) -> tuple[Fact, ...]:
    """What follows when people want to play together."""
    size = team_size(event.settings.kind)
    if size == 1:
        raise EventRefused(EventFault.NO_TEAMS, kind=kind_name(event.settings.kind))
    if event.sittings and isinstance(event.settings.kind, KnockOut):
        raise EventRefused(EventFault.LATE_TEAM)
    members = tuple(dict.fromkeys(known_person(event, name) for name in command.names))
    if len(members) != size:
        raise EventRefused(EventFault.TEAM_SIZE, size=size, count=len(members))
    free = reserves(event)
    for member in members:
        person = event.people[member]
        if not person.present:
            raise EventRefused(EventFault.GONE, name=person.name)
        if member not in free:
            raise EventRefused(EventFault.IN_TEAM, name=person.name)
    return (TeamFormed(members),)


def known_person(event: Event, name: str) -> int:
    """The person called this, or a refusal."""
    person = find_person(event, " ".join(name.split()))
    if person is None or event.people[person].bot:
        raise EventRefused(EventFault.NOBODY, name=name[:MAX_NAME])
    return person


def clean_name(name: str) -> str:
    """The name with single spaces, or a refusal."""
    cleaned = " ".join(name.split())
    if not 1 <= len(cleaned) <= MAX_NAME or not cleaned.isprintable():
        raise EventRefused(EventFault.NAME, most=MAX_NAME, name=name[: MAX_NAME + 1])
    return cleaned
