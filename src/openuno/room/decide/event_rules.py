"""What nobody but the host of an event decides at one of its tables."""

from openuno.room import commands as ask
from openuno.room.decide.request import RequestContext
from openuno.room.decide.seats import is_kept_for
from openuno.room.naming import rename
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import Room


def check_event_table(room: Room, request: RequestContext, what: ask.RoomCommand) -> None:
    """Refuse what the host of the event decides: who plays, when, and when it is over."""
    match what:
        case ask.Move() | ask.DealNextRound() | ask.Accuse() | ask.Judge() if (
            room.paused is not None
        ):
            raise Refused(RefusalKind.PAUSED)
        case ask.Rematch() | ask.Vote():
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Rename(name) if name is not None and rename(room, request.guest, name, None):
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Sit(seat) if 0 <= seat < len(room.seats):
            if not is_kept_for(room, seat, request.guest):
                raise Refused(RefusalKind.SEAT_TAKEN)
        case ask.Say() if room.event is not None and room.event.phrases:
            raise Refused(RefusalKind.PHRASES_ONLY)
        case _:
            pass
