"""How the person gets a seat at a server's table: by themselves, or because they ask for it."""

from collections.abc import Callable

from openuno.room import commands
from openuno.room.state import BotSeat, Room
from openuno.terminal.languages.catalogue import say_or
from openuno.terminal.remote.connection import RequestRefused
from openuno.terminal.remote.seating import find_seat, has_custom_rules
from openuno.terminal.tables.followed_room import FollowedRoom
from openuno.terminal.tables.requests import Requests
from openuno.terminal.text.narration import sentence


class Sitting:
    """Takes a seat, once for every chance to, unless the person only watches."""

    def __init__(
        self,
        followed: FollowedRoom,
        requests: Requests,
        notice: Callable[[str], None],
        *,
        watching: bool,
    ) -> None:
        self._followed = followed
        self._requests = requests
        self._notice = notice
        self._wants_seat = not watching
        self._sat_for: object = None
        self.is_on = False
        """Whether we have asked for a seat and wait for the answer."""

    def sit(self) -> None:
        """Take the first seat that can be had."""
        room = self._followed.room
        seat = None if room is None else find_seat(room, self._followed.guest)
        if room is None or seat is None:
            self._notice(say_or("No seat is free. You can watch.", "lobby.you-watch"))
            return
        self._wants_seat = self.is_on = True
        self._requests.start(self._sit(room, seat))

    def sit_if_possible(self) -> None:
        """Sit down by ourselves, where nothing speaks against it."""
        room, followed = self._followed.room, self._followed
        if room is None or not self._wants_seat or followed.seat is not None:
            return
        playing = followed.game_on is not None
        seat = find_seat(room, followed.guest)
        chance = (playing, room.seats)
        if seat is None or self._sat_for == chance or followed.was_removed:
            return
        taken = room.seats[seat]
        kept = isinstance(taken, BotSeat) and taken.kept_for == followed.guest
        if playing and has_custom_rules(room) and not kept:
            return  # sitting down accepts the rules, which the person has not read yet
        self._sat_for = chance
        self.is_on = True
        self._requests.start(self._sit(room, seat))

    async def _sit(self, room: Room, seat: int) -> None:
        sit = commands.Sit(seat, accept=True, ready=not has_custom_rules(room))
        try:
            await self._requests.ask_and_follow(sit)
        except RequestRefused as refused:
            self._notice(sentence(str(refused)))
        finally:
            self.is_on = False
