"""Who asks, and what has to hold before anything is decided."""

import msgspec

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.state import GameOn, Room, is_game_on, is_present, seat_of


class RequestContext(msgspec.Struct, frozen=True, gc=False):
    """Who asks, when, and the table's secrets.

    Until `cooling` the person may not try to catch anyone.
    """

    guest: str
    name: str
    now: int
    secrets: Secrets
    cooling: int = 0
    face: str | None = None


def check_present(room: Room, guest: str) -> None:
    """Refuse what is about somebody who is not at the table."""
    if not is_present(room, guest):
        raise Refused(RefusalKind.NOT_HERE)


def check_game_on(room: Room) -> GameOn:
    """The game in progress; refuse what needs one."""
    if not isinstance(room.game, GameOn):
        raise Refused(RefusalKind.NO_GAME)
    return room.game


def check_game_off(room: Room, kind: RefusalKind) -> None:
    """Refuse, with this kind, what is only possible between games."""
    if is_game_on(room):
        raise Refused(kind)
    if room.starting is not None:
        raise Refused(RefusalKind.GAME_ON_STARTING)


def check_seat_exists(room: Room, player: int) -> None:
    """Refuse a seat that this table does not have."""
    if not 0 <= player < len(room.seats):
        raise Refused(RefusalKind.NO_SUCH_SEAT, seat=player)


def own_seat(room: Room, request: RequestContext) -> int:
    """The seat of the person who asks; refuse those who have none."""
    return require_seat(room, request.guest)


def require_seat(room: Room, guest: str) -> int:
    """The seat of a person; refuse those who have none."""
    player = seat_of(room, guest)
    if player is None:
        raise Refused(RefusalKind.NOT_SEATED)
    return player
