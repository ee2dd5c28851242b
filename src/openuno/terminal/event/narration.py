"""The facts of an event as sentences, for the log and after each command."""

from typing import assert_never

from openuno.event import facts
from openuno.event.state import Event
from openuno.event.view import entrant_name


def fact_text(event: Event, fact: facts.Fact) -> str:
    """One sentence; `event` is the event at any time after the fact."""
    match fact:
        case facts.Joined(name, bot):
            return f"{name} fills in." if bot else f"{name} has joined."
        case facts.Left(person):
            return f"{event.people[person].name} has left."
        case facts.Returned(person):
            return f"{event.people[person].name} is back."
        case facts.Renamed(_, before, name):
            return f"{before} is now called {name}."
        case facts.TeamFormed(members):
            names = " & ".join(event.people[member].name for member in members)
            return f"{names} play together."
        case facts.MemberReplaced(_, left, joined):
            return f"{event.people[joined].name} plays for {event.people[left].name}."
        case facts.NumbersDrawn(entrants):
            names = ", ".join(entrant_name(event, entrant) for entrant in entrants)
            return f"Numbers of the schedule: {names}."
        case facts.SittingDrawn(tables, byes):
            return f"Drawn: {_count(len(tables), 'table')}{_byes(event, byes)}."
        case facts.DrawTakenBack():
            return "The last draw was taken back."
        case facts.PlacesSwapped(_, one, other):
            return f"{entrant_name(event, one)} and {entrant_name(event, other)} changed places."
        case facts.TableStarted(sitting, table):
            return f"Sitting {sitting}, table {table}: started."
        case facts.ResultEntered(sitting, table, points):
            return f"Sitting {sitting}, table {table}: {_points(points)}."
        case facts.ResultCorrected():
            why = f" ({fact.reason})" if fact.reason else ""
            return (
                f"Sitting {fact.sitting}, table {fact.table}: corrected from"
                f" {_points(fact.before)} to {_points(fact.points)}{why}."
            )
        case facts.TableCancelled(sitting, table):
            return f"Sitting {sitting}, table {table}: cancelled."
        case facts.Finished():
            return "The event is finished."
        case _:
            assert_never(fact)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _points(points: tuple[int, ...]) -> str:
    return " : ".join(map(str, points))


def _byes(event: Event, byes: tuple[int, ...]) -> str:
    names = ", ".join(entrant_name(event, entrant) for entrant in byes)
    return f"; {names} {'sits' if len(byes) == 1 else 'sit'} out" if byes else ""
