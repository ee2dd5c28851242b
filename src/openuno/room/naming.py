"""What people are called at a table, and what they look like there."""

from openuno.room.chat import clean_name
from openuno.room.faces import check_face
from openuno.room.facts import Fact, Renamed
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import Human, Person, Room, seat_name, seat_of


def rename(room: Room, guest: str, name: str | None, face: str | None) -> tuple[Fact, ...]:
    """What follows when a person at the table wants another name or face; what is None stays."""
    player = seat_of(room, guest)
    if player is None:
        now: Person | Human = next(person for person in room.people if person.guest == guest)
    else:
        seat = room.seats[player]
        assert isinstance(seat, Human), "only people ask"
        now = seat
    new_name = now.name if name is None else distinct_name(room, player, clean_name(name))
    new_face = now.face if face is None else check_face(face)
    if (new_name, new_face) == (now.name, now.face):
        return ()
    if guest in room.muted:
        raise Refused(RefusalKind.MUTED)  # a name can say as much as a message
    return (Renamed(guest, new_name, new_face),)


def distinct_name(room: Room, player: int | None, name: str) -> str:
    """The name, told apart from those of the other seats: nobody is there as another."""
    used = {seat_name(seat) for at, seat in enumerate(room.seats) if at != player}
    names = (name, *(f"{name} ({number})" for number in range(2, len(room.seats) + 2)))
    return next(name for name in names if name not in used)
