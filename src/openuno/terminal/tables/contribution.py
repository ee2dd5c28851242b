"""Our part in the chance of a game on a server, added one step at a time."""

from contextlib import suppress

from openuno.room import commands
from openuno.terminal.remote.connection import RequestRefused
from openuno.terminal.remote.seeds import Seeds
from openuno.terminal.tables.followed_room import FollowedRoom
from openuno.terminal.tables.requests import Requests


class Contribution:
    """Commits to a seed, and shows it when the table asks for it."""

    def __init__(self, followed: FollowedRoom, requests: Requests) -> None:
        self._followed = followed
        self._requests = requests
        self._seeds = Seeds()
        self._adding = False

    def add(self) -> None:
        """Send what is due now, unless something is on its way."""
        room = self._followed.room
        if self._adding or room is None:
            return
        command = self._seeds.contribution(room, self._followed.seat)
        if command is not None:
            self._adding = True
            self._requests.start(self._send(command))

    async def _send(self, command: commands.RoomCommand) -> None:
        with suppress(RequestRefused):  # too late, and the game starts without it
            await self._requests.ask_and_follow(command)
        self._adding = False
        self.add()
