"""What the lobby shows of a table."""

from openuno.room.state import Free, Room, is_game_on
from openuno.server.store import LobbyEntry, LobbyState


def lobby_entry(code: str, room: Room) -> LobbyEntry:
    """The table as a line of the lobby."""
    taken = [seat for seat in room.seats if not isinstance(seat, Free)]
    return LobbyEntry(
        code=code,
        host=room.host,
        public=room.settings.public,
        locked=room.password is not None,
        state=_state(room),
        rules=room.settings.rules,
        format=room.settings.format,
        seats=len(room.seats),
        taken=len(taken),
        people=len(room.people),
        names=tuple(seat.name for seat in taken),
        faces=[seat.face for seat in taken],
    )


def _state(room: Room) -> LobbyState:
    if room.archived:
        return LobbyState.ARCHIVED
    return LobbyState.PLAYING if is_game_on(room) else LobbyState.OPEN
