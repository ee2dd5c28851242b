"""What the people at an event on a server may see: everyone, each person, and the host."""

import msgspec

from openuno.event.hosted.decide import find_own_table
from openuno.event.hosted.facts import OnlineTables
from openuno.event.hosted.shared_deals import draw_commitment, draw_seed
from openuno.event.hosted.state import HostedEvent, is_host, person_of
from openuno.event.settings import EventSettings
from openuno.event.view import EventView, view_event


class _View(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    pass


class SharedDealView(_View, frozen=True):
    """The commitment to the deals of a sitting, and the seed once all its tables have finished."""

    sitting: int
    commitment: str
    reveal: str | None


class EventPage(_View, frozen=True):
    """An event as everyone may see it, a projector included.

    `online` is None where people play with real cards; `paused` is since when all tables stand
    still. `seq` counts the changes. Where rooms play the tables, their codes are not in it.

    Where all tables of a sitting share their deals, `deals` has what the server has committed
    to: for every sitting that was drawn, and before the next one is.
    """

    code: str
    seq: int
    settings: EventSettings
    online: OnlineTables | None
    classroom: bool
    paused: int | None
    event: EventView
    deals: tuple[SharedDealView, ...] = ()


class OwnPlace(_View, frozen=True):
    """Where a person sits: which table of which sitting, and the room that plays it, if any."""

    sitting: int
    table: int
    room: str | None


class OwnPage(_View, frozen=True):
    """What one person may see beside the page for everyone; `place` while they have a table."""

    name: str
    present: bool
    muted: bool
    place: OwnPlace | None


class TableRoom(_View, frozen=True):
    """The room that plays a table."""

    sitting: int
    table: int
    room: str


class HostPage(_View, frozen=True):
    """What only hosts may see: every room, who is muted, who has a phone of their own.

    `hosts` are the people who can do all that the host can.
    """

    rooms: tuple[TableRoom, ...]
    muted: tuple[str, ...]
    hosts: tuple[str, ...]
    connected: tuple[str, ...]


def view_hosted(hosted: HostedEvent, code: str) -> EventPage:
    """The event as everyone may see it."""
    return EventPage(
        code=code,
        seq=hosted.seq,
        settings=hosted.event.settings,
        online=hosted.online,
        classroom=hosted.classroom,
        paused=hosted.paused,
        event=view_event(hosted.event),
        deals=_view_deals(hosted),
    )


def view_own(hosted: HostedEvent, guest: str) -> OwnPage | None:
    """What a guest may see beside it; None if they take no part."""
    person = person_of(hosted, guest)
    if person is None:
        return None
    found = None if hosted.event.finished else find_own_table(hosted.event, person)
    place = None
    if found is not None:
        sitting, table, _ = found
        place = OwnPlace(sitting, table, hosted.rooms.get((sitting, table)))
    known = hosted.event.people[person]
    return OwnPage(known.name, known.present, person in hosted.muted, place)


def view_for_host(hosted: HostedEvent, guest: str) -> HostPage | None:
    """What the host may see beside it; None for others."""
    if not is_host(hosted, guest):
        return None
    names = [person.name for person in hosted.event.people]
    return HostPage(
        rooms=tuple(TableRoom(*where, room) for where, room in sorted(hosted.rooms.items())),
        muted=tuple(names[person] for person in sorted(hosted.muted)),
        hosts=tuple(names[person] for person in sorted(hosted.hosts)),
        connected=tuple(names[person] for person in sorted(hosted.guests)),
    )


def _view_deals(hosted: HostedEvent) -> tuple[SharedDealView, ...]:
    seed = hosted.deal_seed
    if seed is None:
        return ()
    draws = hosted.deals if hosted.event.finished else (*hosted.deals, hosted.event.draws + 1)
    return tuple(
        SharedDealView(
            sitting,
            draw_commitment(seed, draw),
            draw_seed(seed, draw).hex() if sitting in hosted.revealed else None,
        )
        for sitting, draw in enumerate(draws, 1)
    )
