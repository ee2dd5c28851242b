"""Who is at a room: connected through this process, or through another that is alive."""

from openuno.room.facts import Arrived, Departed, Entry, Fact, HostChanged, Returned
from openuno.room.host import is_known
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import Room, is_played_by_bot, is_present, seat_of
from openuno.server.context import ServerContext
from openuno.server.rooms.crowd import Crowd
from openuno.server.rooms.listener import Listener
from openuno.server.rooms.log import RoomLog
from openuno.server.store import Guest


class Presence:
    """Keeps the people in the log in step with the connections there are."""

    def __init__(self, context: ServerContext, log: RoomLog, crowd: Crowd) -> None:
        self._context = context
        self._log = log
        self._crowd = crowd
        self._expected: set[Listener] = set()

    def expect(self, listener: Listener) -> None:
        """A connection is about to follow the room, unless it leaves before it is admitted."""
        self._expected.add(listener)

    def admit(self, listener: Listener, since: int | None) -> None:
        """Let a connection follow the room; it gets what it missed since an entry, or all."""
        if listener in self._expected:
            self._crowd.add(listener, self._log.room, since)

    def remove(self, listener: Listener) -> None:
        """A connection follows the room no more."""
        self._expected.discard(listener)
        self._crowd.remove(listener)

    async def record(self, coming: Guest | None = None) -> None:
        """Write down who is there now through this process, and who cannot be through another."""
        await self._log.append_unprompted(lambda: self._changes(coming))

    def disconnect_removed(self, entry: Entry) -> bool:
        """Let those go whom another process has written to be gone at their own request.

        False if it took us for dead: then our people are still here, and have to be recorded again.
        """
        gone = [
            fact.guest
            for fact in entry.facts
            if isinstance(fact, Departed) and fact.via == self._context.process
        ]
        if entry.guest is None:
            return not gone
        for guest in gone:  # on another device
            self._crowd.remove_person(guest)
        return True

    async def _changes(self, coming: Guest | None) -> tuple[Fact, ...]:
        context, room = self._context, self._log.room
        if room.closed_for is not None:
            return ()  # nobody is at a closed table
        alive = await context.alive(via for person in room.people for via in person.via)
        here = self._crowd.guests()
        if coming is not None:
            here[coming.id] = coming
            full = len(room.people) >= context.limits.people
            if full and not is_present(room, coming.id) and not is_known(room, coming.id):
                raise Refused(RefusalKind.TOO_MANY_PEOPLE)
        return presence_facts(room, here, context.process, alive)


def presence_facts(
    room: Room, here: dict[str, Guest], process: str, alive: frozenset[str]
) -> tuple[Fact, ...]:
    """Who has come or gone, going by the people connected `here` and the processes that live."""
    facts: list[Fact] = []
    through_us = set()
    for known in room.people:
        for via in known.via:
            if via == process and known.guest in here:
                through_us.add(known.guest)
            elif via == process or via not in alive:
                facts.append(Departed(known.guest, via))
    for guest, person in here.items():
        if guest not in through_us:
            facts.append(Arrived(guest, person.name, process, person.face))
            if guest == room.owner != room.host:
                facts.append(HostChanged(guest))  # at once: an acting host must not be quicker
            seat = seat_of(room, guest)
            if seat is not None and is_played_by_bot(room.seats[seat]):
                facts.append(Returned(seat))
    return tuple(facts)
