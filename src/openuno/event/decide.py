"""Whether what is asked can be done, and what follows: (event, command) -> facts.

The host asks, and later a room that plays one of the tables. The facts are all that is kept; no
clock and no chance of its own: times come with the commands, lots from the event's generator.
"""

from typing import assert_never

from openuno.event.commands import (
    AddPeople,
    CancelTable,
    Command,
    CorrectResult,
    DrawTables,
    EnterResult,
    Finish,
    FormTeam,
    RemovePeople,
    RenamePerson,
    Start,
    SwapPlaces,
    TakeBackDraw,
)
from openuno.event.draw import draw_sitting
from openuno.event.evolve import evolve_facts
from openuno.event.facts import (
    DrawTakenBack,
    Fact,
    Finished,
    PlacesSwapped,
    SittingDrawn,
    TableStarted,
)
from openuno.event.people import form_team, join, known_person, leave, rename
from openuno.event.plan import planned_sittings
from openuno.event.preparation import entrants_to_seat, prepare_draw
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.results import cancel_table, correct_result, enter_result, find_table
from openuno.event.settings import (
    MAX_SITTINGS,
    MIN_PEOPLE,
    KnockOut,
    Ladder,
    Pace,
    RotatingPartners,
)
from openuno.event.state import (
    Event,
    Scored,
    Table,
    busy_entrants,
    open_tables,
    present_people,
    table_entrants,
)


def decide(event: Event, command: Command) -> tuple[Fact, ...]:
    """What the command leads to, or `EventRefused`; nothing has changed then."""
    if event.finished and not isinstance(command, CorrectResult):
        raise EventRefused(EventFault.OVER)
    match command:
        case AddPeople():
            return join(event, command)
        case RemovePeople():
            return leave(event, command)
        case RenamePerson():
            return rename(event, command)
        case FormTeam():
            return form_team(event, command)
        case DrawTables(names):
            return _draw(event, names)
        case TakeBackDraw():
            return _take_back_draw(event)
        case SwapPlaces(name, other):
            return _swap_seats(event, name, other)
        case Start():
            return _start(event, command)
        case EnterResult():
            return enter_result(event, command)
        case CorrectResult():
            return correct_result(event, command)
        case CancelTable():
            return cancel_table(event, command)
        case Finish():
            return _finish(event)
        case _:
            assert_never(command)


def _draw(event: Event, names: tuple[str, ...]) -> tuple[Fact, ...]:
    here = len(present_people(event))
    if not event.sittings and here < MIN_PEOPLE:
        raise EventRefused(EventFault.TOO_FEW, least=MIN_PEOPLE, count=here)
    if len(event.sittings) >= MAX_SITTINGS:
        raise EventRefused(EventFault.MANY_SITTINGS, most=MAX_SITTINGS)
    if names:
        return (_seat_chosen(event, names),)
    _check_time_to_draw(event)
    facts = prepare_draw(event)
    event = evolve_facts(event, facts)
    entrants = entrants_to_seat(event)
    match event.settings.kind:
        case KnockOut():
            if len(entrants) < 2 and event.sittings:
                raise EventRefused(EventFault.DECIDED)
        case RotatingPartners():
            if len(entrants) < MIN_PEOPLE:
                raise EventRefused(EventFault.TOO_FEW, least=MIN_PEOPLE, count=len(entrants))
        case Ladder():
            busy = busy_entrants(event)
            entrants = tuple(entrant for entrant in entrants if entrant not in busy)
        case _:
            pass
    if len(entrants) < 2:
        raise EventRefused(EventFault.NOBODY_FREE)
    return (*facts, draw_sitting(event, entrants))


def _check_time_to_draw(event: Event) -> None:
    """Refuse while results are missing that the next draw or its people wait for."""
    planned = planned_sittings(event)
    if planned is not None and len(event.sittings) >= planned:
        raise EventRefused(EventFault.ALL_DRAWN, count=planned)
    if isinstance(event.settings.kind, Ladder):
        return
    # Where each table starts when it is ready, one sitting may be drawn ahead.
    ahead = event.settings.pace is Pace.READY
    for sitting, table, _ in open_tables(event):
        if not ahead or sitting < len(event.sittings):
            raise EventRefused(EventFault.UNFINISHED, sitting=sitting, table=table)


def _seat_chosen(event: Event, names: tuple[str, ...]) -> SittingDrawn:
    kind = event.settings.kind
    if not isinstance(kind, Ladder):
        raise EventRefused(EventFault.CHOOSE_TABLE)
    people = tuple(dict.fromkeys(known_person(event, name) for name in names))
    if not 2 <= len(people) <= kind.table_size:
        raise EventRefused(EventFault.CHOSEN_COUNT, most=kind.table_size, count=len(people))
    busy = busy_entrants(event)
    for person in people:
        name = event.people[person].name
        if not event.people[person].present:
            raise EventRefused(EventFault.GONE, name=name)
        if person in busy:
            sitting, table = busy[person]
            raise EventRefused(EventFault.BUSY, name=name, sitting=sitting, table=table)
    return SittingDrawn((tuple((person,) for person in people),))


def _take_back_draw(event: Event) -> tuple[Fact, ...]:
    if not event.sittings:
        raise EventRefused(EventFault.NO_SITTING)
    if any(table.outcome is not None for table in event.sittings[-1].tables):
        raise EventRefused(EventFault.NOT_UNDONE, sitting=len(event.sittings))
    return (DrawTakenBack(),)


def _swap_seats(event: Event, name: str, other: str) -> tuple[Fact, ...]:
    if not event.sittings:
        raise EventRefused(EventFault.NO_SITTING)
    if known_person(event, name) == known_person(event, other):
        raise EventRefused(EventFault.SAME_PERSON, name=name)
    one, another = (_drawn_entrant(event, each) for each in (name, other))
    if one == another:
        raise EventRefused(EventFault.SAME_PLACE, name=name, other=other)
    return (PlacesSwapped(len(event.sittings), one, another),)


def _drawn_entrant(event: Event, name: str) -> int:
    """The entrant of a person in the last draw, at a table that has not started."""
    person, sitting = known_person(event, name), event.sittings[-1]
    for number, table in enumerate(sitting.tables, 1):
        for entrant in table_entrants(table):
            if person in event.entrants[entrant].members:
                if table.started is not None or table.outcome is not None:
                    where = {"sitting": len(event.sittings), "table": number}
                    raise EventRefused(EventFault.STARTED, **where)
                return entrant
    for entrant in sitting.byes:
        if person in event.entrants[entrant].members:
            return entrant
    raise EventRefused(EventFault.NOT_DRAWN, name=event.people[person].name)


def _start(event: Event, command: Start) -> tuple[Fact, ...]:
    if not event.sittings:
        raise EventRefused(EventFault.NO_SITTING)
    sitting = len(event.sittings) if command.sitting is None else command.sitting
    if command.tables:
        for number in command.tables:
            _, table = find_table(event, sitting, number, _any)
            _check_start(event, sitting, number, table)
        return tuple(TableStarted(sitting, number, command.at) for number in command.tables)
    find_table(event, sitting, 1, _any)
    startable: list[int] = []
    refusal: EventRefused | None = None
    for number, table in enumerate(event.sittings[sitting - 1].tables, 1):
        try:
            _check_start(event, sitting, number, table)
        except EventRefused as refused:
            refusal = refusal or refused
        else:
            startable.append(number)
    if refusal is not None and not startable:
        raise refusal
    return tuple(TableStarted(sitting, number, command.at) for number in startable)


def _check_start(event: Event, sitting: int, number: int, table: Table) -> None:
    if table.outcome is not None:
        fault = EventFault.HAS_RESULT if isinstance(table.outcome, Scored) else EventFault.CANCELLED
        raise EventRefused(fault, sitting=sitting, table=number)
    if table.started is not None:
        raise EventRefused(EventFault.STARTED, sitting=sitting, table=number)
    busy = busy_entrants(event)
    for entrant in table_entrants(table):
        where = busy[entrant]
        if where != (sitting, number):
            name = event.people[event.entrants[entrant].members[0]].name
            raise EventRefused(EventFault.BUSY, name=name, sitting=where[0], table=where[1])


def _finish(event: Event) -> tuple[Fact, ...]:
    for sitting, table, _ in open_tables(event):
        raise EventRefused(EventFault.UNFINISHED, sitting=sitting, table=table)
    if not event.results:
        raise EventRefused(EventFault.NOT_BEGUN)
    return (Finished(),)


def _any(_table: Table) -> bool:
    return True
