"""How many sittings an event has."""

from typing import assert_never

from openuno.event.draw import stage_count
from openuno.event.preparation import entrants_to_seat
from openuno.event.settings import FixedTeams, KnockOut, Ladder, RotatingPartners, Swiss
from openuno.event.state import Event, open_tables, table_entrants

MIN_SWISS_SITTINGS = 3


def planned_sittings(event: Event) -> int | None:
    """How many sittings are planned; None if the host or the results decide."""
    kind = event.settings.kind
    if event.settings.sittings is not None and not isinstance(kind, KnockOut):
        return event.settings.sittings
    match kind:
        case RotatingPartners(cycles):
            return cycles * stage_count(event, len(event.numbers)) if event.numbers else None
        case FixedTeams(_, cycles):
            return cycles * stage_count(event, len(event.numbers)) if event.numbers else None
        case Swiss():
            return max(MIN_SWISS_SITTINGS, (_first_entrants(event) - 1).bit_length())
        case KnockOut() | Ladder():
            return None
        case _:
            assert_never(kind)


def is_decided(event: Event) -> bool:
    """Whether all has been played that was planned: nothing is left but to finish."""
    if not event.sittings or open_tables(event):
        return False
    if isinstance(event.settings.kind, KnockOut):
        return len(entrants_to_seat(event)) < 2
    planned = planned_sittings(event)
    return planned is not None and len(event.sittings) >= planned


def _first_entrants(event: Event) -> int:
    """How many were in the first draw, or would be now."""
    if not event.sittings:
        return len(entrants_to_seat(event))
    first = event.sittings[0]
    return len(first.byes) + sum(len(table_entrants(table)) for table in first.tables)
