"""What the host of an event has decided about the people of a table, as the room is given it."""

from collections.abc import Sequence

import msgspec

from openuno.event.hosted.state import HostedEvent
from openuno.room import facts
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.event_table import pause_table
from openuno.room.secret import Secrets
from openuno.room.state import Human, Room, seat_of


class TableOrders(msgspec.Struct, frozen=True):
    """Whether the table stands still; by guest, their names; who is muted and who has left."""

    paused: bool
    names: tuple[tuple[str, str], ...]
    muted: frozenset[str]
    gone: frozenset[str]


def orders_for(hosted: HostedEvent, people: Sequence[int]) -> TableOrders:
    """What the host has decided about these people."""
    guests = [(person, hosted.guests[person]) for person in people if person in hosted.guests]
    known = hosted.event.people
    return TableOrders(
        paused=hosted.paused is not None,
        names=tuple((guest, known[person].name) for person, guest in guests),
        muted=frozenset(guest for person, guest in guests if person in hosted.muted),
        gone=frozenset(guest for person, guest in guests if not known[person].present),
    )


def carry_out_orders(orders: TableOrders, room: Room, _: Secrets) -> tuple[facts.Fact, ...]:
    """What follows at the table; nothing if nothing would change."""
    changes: list[facts.Fact] = [*pause_table(room, paused=orders.paused)]
    for guest, name in orders.names:
        player = seat_of(room, guest)
        seat = None if player is None else room.seats[player]
        if isinstance(seat, Human) and seat.name != name:
            changes.append(facts.Renamed(guest, name, seat.face))
        if (guest in room.muted) != (guest in orders.muted):
            changes.append(facts.Muted(guest, guest in orders.muted))
        if player is not None and guest in orders.gone:
            changes.append(facts.Stood(player, STAND_IN_BOT))
    return tuple(changes)
