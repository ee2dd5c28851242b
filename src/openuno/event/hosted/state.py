"""An event on a server as a value, and its only writer."""

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec.structs import replace

from openuno.engine.rng import Fast
from openuno.event.evolve import evolve_event, hold_clocks
from openuno.event.facts import DrawTakenBack, PlacesSwapped, SittingDrawn
from openuno.event.facts import Fact as EventFact
from openuno.event.hosted.facts import (
    DealsRevealed,
    Entry,
    Fact,
    HostingShared,
    Muted,
    OnlineTables,
    Opened,
    Paused,
    PersonLinked,
    RoomOpened,
)
from openuno.event.hosted.shared_deals import DealSeed
from openuno.event.state import Event, table_entrants


class HostedEvent(msgspec.Struct, frozen=True):
    """An event after `seq` entries of its log, the last of them written at `at`.

    `guests` are the guests of the server by person, `rooms` the codes of rooms by sitting and
    table. `hosts` are the people who can do all that the host can. `paused` is since when the host
    has stopped all tables, None while they play.

    Where all tables of a sitting share their deals, `deals` are the draws whose seeds they have, by
    sitting, and `revealed` the sittings whose seed everyone may know.
    """

    host: str
    event: Event
    online: OnlineTables | None
    classroom: bool
    guests: Mapping[int, str]
    rooms: Mapping[tuple[int, int], str]
    muted: frozenset[int] = frozenset()
    hosts: frozenset[int] = frozenset()
    paused: int | None = None
    deal_seed: DealSeed | None = None
    deals: tuple[int, ...] = ()
    revealed: frozenset[int] = frozenset()
    seq: int = 0
    at: int = 0


def person_of(hosted: HostedEvent, guest: str) -> int | None:
    """Which person of the event a guest is."""
    return next((person for person, each in hosted.guests.items() if each == guest), None)


def is_host(hosted: HostedEvent, guest: str) -> bool:
    """Whether a guest opened the event, or can do all that its host can."""
    return guest == hosted.host or person_of(hosted, guest) in hosted.hosts


def evolve_hosted(hosted: HostedEvent | None, entry: Entry) -> HostedEvent:
    """The event after an entry; the first one opens it."""
    for fact in entry.facts:
        hosted = (
            _open(fact) if isinstance(fact, Opened) else _evolve(_check_opened(hosted), fact, entry)
        )
    hosted = _check_opened(hosted)
    assert entry.seq == hosted.seq + 1, "a log has no gaps"
    return replace(hosted, seq=entry.seq, at=entry.at)


def _open(fact: Opened) -> HostedEvent:
    return HostedEvent(
        host=fact.host,
        event=Event(fact.settings, Fast(fact.seed)),
        online=fact.online,
        classroom=fact.classroom,
        guests={},
        rooms={},
        deal_seed=fact.deal_seed,
    )


def _check_opened(hosted: HostedEvent | None) -> HostedEvent:
    assert hosted is not None, "an event begins with its opening"
    return hosted


def _evolve(hosted: HostedEvent, fact: Fact, entry: Entry) -> HostedEvent:
    match fact:
        case PersonLinked(person, guest):
            return replace(hosted, guests={**hosted.guests, person: guest})
        case RoomOpened(sitting, table, room):
            return replace(hosted, rooms={**hosted.rooms, (sitting, table): room})
        case Muted(person, muted):
            others = hosted.muted - {person}
            return replace(hosted, muted=others | {person} if muted else others)
        case HostingShared(person, shared):
            rest = hosted.hosts - {person}
            return replace(hosted, hosts=rest | {person} if shared else rest)
        case Paused(paused):
            event = hosted.event
            if not paused and hosted.paused is not None:
                event = hold_clocks(event, entry.at - hosted.paused)
            return replace(hosted, event=event, paused=entry.at if paused else None)
        case DealsRevealed(sitting):
            return replace(hosted, revealed=hosted.revealed | {sitting})
        case SittingDrawn():
            event = evolve_event(hosted.event, fact)
            return replace(hosted, event=event, deals=(*hosted.deals, event.draws))
        case DrawTakenBack():
            last = len(hosted.event.sittings)
            rooms = {where: room for where, room in hosted.rooms.items() if where[0] != last}
            event = evolve_event(hosted.event, fact)
            return replace(hosted, event=event, rooms=rooms, deals=hosted.deals[:-1])
        case PlacesSwapped(sitting, one, other):
            # Their rooms have others in the seats; new ones are opened.
            tables = hosted.event.sittings[sitting - 1].tables
            changed = {
                (sitting, number)
                for number, table in enumerate(tables, 1)
                if {one, other} & set(table_entrants(table))
            }
            rooms = {where: room for where, room in hosted.rooms.items() if where not in changed}
            return replace(hosted, event=evolve_event(hosted.event, fact), rooms=rooms)
        case _:
            return replace(hosted, event=evolve_event(hosted.event, cast(EventFact, fact)))
