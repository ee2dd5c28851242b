"""Points entered, corrected or given up, table by table."""

from collections.abc import Callable

from openuno.event.commands import CancelTable, CorrectResult, EnterResult
from openuno.event.facts import Fact, ResultCorrected, ResultEntered, TableCancelled
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.settings import KnockOut
from openuno.event.state import Cancelled, Event, Scored, Table, is_complete, open_tables

MAX_POINTS = 100_000
MAX_REASON = 200


def enter_result(event: Event, command: EnterResult) -> tuple[Fact, ...]:
    """What follows when a table has played."""
    sitting, table = _find_open_table(event, command.sitting, command.table)
    points = _check_points(command.table, table, command.points)
    standing = tuple(is_complete(event, side[0]) for side in table.sides)
    return (
        ResultEntered(sitting, command.table, points, _through(event, table, points, standing)),
    )


def correct_result(event: Event, command: CorrectResult) -> tuple[Fact, ...]:
    """What follows when a result was entered wrongly; a later knock-out sitting may forbid it."""
    sitting, table = find_table(event, command.sitting, command.table, _is_scored)
    if not isinstance(table.outcome, Scored):
        raise EventRefused(EventFault.NO_RESULT, sitting=sitting, table=command.table)
    points = _check_points(command.table, table, command.points)
    before = table.outcome
    if points == before.points:
        raise EventRefused(EventFault.SAME_POINTS, table=command.table)
    standing = tuple(
        is_complete(event, side[0]) or side[0] in before.through for side in table.sides
    )
    through = _through(event, table, points, standing)
    if set(through) != set(before.through) and sitting < len(event.sittings):
        raise EventRefused(EventFault.ALREADY_ON)
    reason = " ".join(command.reason.split())[:MAX_REASON]
    return (ResultCorrected(sitting, command.table, before.points, points, through, reason),)


def cancel_table(event: Event, command: CancelTable) -> tuple[Fact, ...]:
    """What follows when a table will not be played."""
    if isinstance(event.settings.kind, KnockOut):
        raise EventRefused(EventFault.CANCEL_KNOCK_OUT)
    sitting, _ = _find_open_table(event, command.sitting, command.table)
    return (TableCancelled(sitting, command.table),)


def find_table(
    event: Event, sitting: int | None, number: int, wanted: Callable[[Table], bool]
) -> tuple[int, Table]:
    """The table of this number: in the sitting named, else in the last in which it is wanted."""
    count = len(event.sittings)
    if not count:
        raise EventRefused(EventFault.NO_SITTING)
    if sitting is None:
        found = (
            at
            for at in range(count, 0, -1)
            if 1 <= number <= len(event.sittings[at - 1].tables)
            and wanted(event.sittings[at - 1].tables[number - 1])
        )
        sitting = next(found, count)
    if not 1 <= sitting <= count:
        raise EventRefused(EventFault.UNKNOWN_SITTING, sitting=sitting, last=count)
    tables = event.sittings[sitting - 1].tables
    if not 1 <= number <= len(tables):
        raise EventRefused(
            EventFault.UNKNOWN_TABLE, sitting=sitting, table=number, last=len(tables)
        )
    return sitting, tables[number - 1]


def _find_open_table(event: Event, sitting: int | None, number: int) -> tuple[int, Table]:
    """The table of this number that has no outcome; if there are several, the host must say."""
    waiting = [at for at, each, _ in open_tables(event) if each == number]
    if sitting is None and len(waiting) > 1:
        first, last = waiting[0], waiting[-1]
        raise EventRefused(EventFault.WHICH_SITTING, table=number, first=first, last=last)
    sitting, table = find_table(event, sitting, number, _is_open)
    match table.outcome:
        case Scored():
            raise EventRefused(EventFault.HAS_RESULT, sitting=sitting, table=number)
        case Cancelled():
            raise EventRefused(EventFault.CANCELLED, sitting=sitting, table=number)
        case None:
            return sitting, table


def _check_points(number: int, table: Table, points: tuple[int, ...]) -> tuple[int, ...]:
    sides = len(table.sides)
    if len(points) != sides:
        raise EventRefused(EventFault.SIDES, table=number, sides=sides, count=len(points))
    for value in points:
        if not 0 <= value <= MAX_POINTS:
            raise EventRefused(EventFault.POINTS, most=MAX_POINTS, value=value)
    return points


def _through(
    event: Event, table: Table, points: tuple[int, ...], standing: tuple[bool, ...]
) -> tuple[int, ...]:
    """In a knock-out: the better half of the sides, of those that are still here."""
    if not isinstance(event.settings.kind, KnockOut):
        return ()
    order = sorted(
        (side for side in range(len(points)) if standing[side]), key=lambda side: -points[side]
    )
    count = len(points) // 2
    if len(order) > count and points[order[count - 1]] == points[order[count]]:
        raise EventRefused(EventFault.LEVEL)
    return tuple(table.sides[side][0] for side in order[:count])


def _is_open(table: Table) -> bool:
    return table.outcome is None


def _is_scored(table: Table) -> bool:
    return isinstance(table.outcome, Scored)
